import type { Writable } from "node:stream";

/**
 * The log: one line per event, JSON for machines or pretty for a terminal. Facts are numbers, codes and ids, never a
 * value of a record and never a secret; the type keeps whole objects (headers, rows) out.
 */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
}

export const logLevels = ["info", "warn", "error", "silent"] as const;
export const logFormats = ["auto", "json", "pretty"] as const;

export interface LogSettings {
  /** The least that is logged. */
  readonly level: (typeof logLevels)[number];
  readonly format: (typeof logFormats)[number];
  /** Names of facts whose values are left out. */
  readonly redact: ReadonlySet<string>;
}

export const usualLog: LogSettings = { level: "info", format: "auto", redact: new Set() };

export function openLog(
  stream: Writable & { readonly isTTY?: boolean },
  { level, format, redact }: LogSettings = usualLog,
): Log {
  const isPretty = format === "pretty" || (format === "auto" && stream.isTTY === true);
  const lines = gathered(stream);
  const clock = clockText();
  const least = levels[level];
  const writer = (name: keyof Log) => {
    const at = levels[name];
    if (at < least) return () => {};
    return (event: string, facts: Facts = {}) => {
      const line = lineOf(at, clock(), kept(facts, redact), event);
      lines.write(isPretty ? pretty(line) : line, at > levels.info);
    };
  };
  return { info: writer("info"), warn: writer("warn"), error: writer("error") };
}

/** Weights as loggers of Node give them, so that tools for such logs can read these. */
const levels: Readonly<Record<(typeof logLevels)[number], number>> = {
  info: 30,
  warn: 40,
  error: 50,
  silent: Infinity,
};

/** Put together by hand, for a busy server writes one for each request. Names of facts stand in the code and need no escapes. */
function lineOf(level: number, time: string, facts: Facts, event: string): string {
  let line = `{"level":${level},"time":"${time}"`;
  for (const name in facts) {
    const fact = facts[name];
    if (fact !== undefined) line += `,"${name}":${JSON.stringify(fact)}`;
  }
  return `${line},"event":${JSON.stringify(event)}}\n`;
}

/** The time as text, made once per millisecond: a busy server writes many lines in one. */
function clockText(): () => string {
  let at = Number.NaN;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
}

/** A secret that Lading made, wherever it slipped in: its public id stays, so that it can be found and revoked. */
const madeSecret = /(lading_[a-z0-9]{12}_)[A-Za-z0-9_-]{43}/g;

function kept(facts: Facts, redact: ReadonlySet<string>): Facts {
  if (redact.size === 0) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, redact.has(name) ? "[redacted]" : fact]),
  );
}

const levelNames: Record<number, string> = { 30: "info ", 40: "WARN ", 50: "ERROR" };

/** `08:00:12 WARN  delivery  feed=acme/staff state=HELD`. Signs that could steer a terminal are shown as escapes. */
function pretty(line: string): string {
  const { level, time, event, ...facts } = JSON.parse(line) as Record<string, string | number | boolean>;
  const told = Object.entries(facts).map(([name, fact]) => `${name}=${shown(String(fact))}`);
  const head = `${String(time).slice(11, 19)} ${levelNames[Number(level)] ?? level} ${String(event)}`;
  return `${[head, ...told].join("  ")}\n`;
}

function shown(text: string): string {
  return /^[\p{L}\p{N}./:@_+-]+$/u.test(text)
    ? text
    : JSON.stringify(text).replace(
        /[\p{Cc}\p{Cf}]/gu,
        (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
      );
}

/** Milliseconds that a line may wait for others, and characters that are enough to write. */
const patience = 10;
const enough = 64 * 1024;

/** Lines are written together: a busy server would else spend a quarter of its time on writing them. What is wrong does not wait. */
function gathered(stream: Writable): { write(line: string, isUrgent: boolean): void } {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = lines;
    lines = "";
    stream.write(text.includes("lading_") ? text.replace(madeSecret, "$1[redacted]") : text);
  };
  return {
    write(line, isUrgent) {
      lines += line;
      if (isUrgent || lines.length > enough) flush();
      else timer ??= setTimeout(flush, patience);
    },
  };
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
