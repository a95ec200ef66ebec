import { pino } from "pino";
import type { Writable } from "node:stream";

/**
 * The log contains one line per event, as JSON or as text for a terminal. Facts are numbers, codes and IDs, never
 * secrets or values from records. The type does not allow whole objects such as headers and rows.
 */
type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  info(event: string, facts?: Facts): void;
  warn(event: string, facts?: Facts): void;
  error(event: string, facts?: Facts): void;
}

export const logLevels = ["info", "warn", "error", "silent"] as const;
export const logFormats = ["auto", "json", "pretty"] as const;

export interface LogSettings {
  readonly level: (typeof logLevels)[number];
  readonly format: (typeof logFormats)[number];
  /** Names of the facts whose values are masked. */
  readonly redact: ReadonlySet<string>;
}

export const usualLog: LogSettings = { level: "info", format: "auto", redact: new Set() };

export function openLog(
  stream: Writable & { readonly isTTY?: boolean },
  { level, format, redact }: LogSettings = usualLog,
): Log {
  const isPretty = format === "pretty" || (format === "auto" && stream.isTTY === true);
  const lines = gathered(stream);
  const settings = { level, base: null, timestamp: clockText(), messageKey: "event" };
  const logger = pino(settings, isPretty ? { write: (line) => lines.write(pretty(line)) } : lines);
  return {
    info: (event, facts = {}) => logger.info(kept(facts, redact), event),
    // Warnings and errors are not buffered.
    warn: (event, facts = {}) => {
      logger.warn(kept(facts, redact), event);
      lines.flush();
    },
    error: (event, facts = {}) => {
      logger.error(kept(facts, redact), event);
      lines.flush();
    },
  };
}

/**
 * Returns a function that formats the current time. The time is formatted at most once per millisecond, because a busy
 * server writes many lines in a millisecond.
 */
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

/**
 * Matches secrets and access tokens that Lading created. The public ID of a secret is not masked, so that the secret can
 * be found and revoked.
 */
const madeSecret = /(lading_[a-z0-9]{12}_|ladingat_)[A-Za-z0-9_-]{43}/g;

function kept(facts: Facts, redact: ReadonlySet<string>): Facts {
  if (redact.size === 0) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, redact.has(name) ? "[redacted]" : fact]),
  );
}

const levelNames: Record<number, string> = { 30: "info ", 40: "WARN ", 50: "ERROR" };

/**
 * Formats a log entry for a terminal, such as `08:00:12 WARN  delivery  feed=acme/staff  state=HELD`. Control
 * characters are escaped.
 */
function pretty(line: string): string {
  const { level, time, event, ...facts } = JSON.parse(line) as Record<string, string | number | boolean>;
  const parts = Object.entries(facts).map(([name, fact]) => `${name}=${shown(withoutSource(String(fact)))}`);
  const head = `${String(time).slice(11, 19)} ${levelNames[Number(level)] ?? level} ${String(event)}`;
  return `${[head, ...parts].join("  ")}\n`;
}

/** Removes the quoted lines and the caret from a diagnostic, because they serve no purpose in a single log line. */
function withoutSource(text: string): string {
  const lines = text.split("\n");
  const said = lines.filter((line) => line !== "" && !/^ *\d* *\|/.test(line));
  return said.length === lines.length ? text : said.join("; ").replace(":; ", ": ");
}

function shown(text: string): string {
  return /^[\p{L}\p{N}./:@_+-]+$/u.test(text)
    ? text
    : JSON.stringify(text).replace(
        /[\p{Cc}\p{Cf}]/gu,
        (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
      );
}

/**
 * Maximum time in milliseconds that a line is buffered, and the number of buffered characters that triggers a write.
 */
const patience = 10;
const enough = 64 * 1024;

/** Lines are buffered, because writing each line separately would take a quarter of a busy server's time. */
function gathered(stream: Writable): { write(line: string): void; flush(): void } {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = lines;
    lines = "";
    if (text === "") return;
    stream.write(text.includes("lading") ? text.replace(madeSecret, "$1[redacted]") : text);
  };
  return {
    write(line) {
      lines += line;
      if (lines.length > enough) flush();
      else timer ??= setTimeout(flush, patience);
    },
    flush,
  };
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
