import type { AnyRecord, Value } from "../../model/record-type.js";

/**
 * Writes records as NDJSON. The result is the same as with `JSON.stringify`, but this function is twice as fast,
 * because the keys are known and most strings need no escapes. `columns` contains the keys of the records, in order.
 * Every record has all of these keys. Returns a function that converts a record to its line, including the line feed.
 */
export function jsonLine(columns: readonly string[]): (record: AnyRecord) => string {
  const keys = columns.map((column, i) => `${i === 0 ? "{" : ","}${JSON.stringify(column)}:`);
  return (record) => {
    let line = "";
    for (let i = 0; i < columns.length; i++) line += keys[i]! + valueText(record[columns[i]!]);
    return `${line}}\n`;
  };
}

/**
 * Matches strings that need no escapes: printable ASCII except quotation mark and backslash, and characters below the
 * surrogates. Lone surrogates must be escaped.
 */
const plain = /^[ !#-[\]-~\u00a0-\u2027\u202a-\ud7ff]*$/;

function valueText(value: Value | undefined): string {
  if (typeof value === "string") return plain.test(value) ? `"${value}"` : JSON.stringify(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  return JSON.stringify(value ?? null);
}
