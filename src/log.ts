import { pino } from "pino";
import type { Writable } from "node:stream";

/**
 * The log: one JSON line per event. Facts are numbers, codes and ids, never a value of a record and never a secret; the
 * type keeps whole objects (headers, rows) out.
 */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
}

export function openLog(stream: Writable): Log {
  const logger = pino({ base: null, timestamp: clockText(), messageKey: "event" }, gathered(stream));
  return {
    info: (event, facts = {}) => logger.info(facts, event),
    warn: (event, facts = {}) => logger.warn(facts, event),
    error: (event, facts = {}) => logger.error(facts, event),
  };
}

/** The time as text, made once per millisecond: a busy server writes many lines in one. */
function clockText(): () => string {
  let at = Number.NaN;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

/** Lines of one turn of the event loop are written together; a busy server would else spend its time writing lines. */
function gathered(stream: Writable): { write(line: string): void } {
  let lines = "";
  return {
    write(line) {
      if (lines === "") {
        setImmediate(() => {
          const text = lines;
          lines = "";
          stream.write(text);
        });
      }
      lines += line;
    },
  };
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
