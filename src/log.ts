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
  const logger = pino(
    { base: null, timestamp: () => `,"time":"${new Date().toISOString()}"`, messageKey: "event" },
    stream,
  );
  return {
    info: (event, facts = {}) => logger.info(facts, event),
    warn: (event, facts = {}) => logger.warn(facts, event),
    error: (event, facts = {}) => logger.error(facts, event),
  };
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
