import { z } from "zod";
import { day, hour, minute, second } from "./time-spans.js";

/**
 * Value types in a workspace file. The reader returns every scalar as a string, so that `0123` stays `0123`. These
 * schemas convert the string, and their errors describe the expected form.
 */

/** An optional setting with a description and examples for editors and the reference. */
export function option<S extends z.ZodType>(schema: S, description: string, ...examples: readonly unknown[]) {
  return schema.optional().meta({ description, ...(examples.length > 0 && { examples }) });
}

/** A string that matches a pattern. `words` describes the pattern in errors, editors and the reference. */
function written(form: RegExp, words: string) {
  return z.string().regex(form, words).meta({ title: words });
}

const units: Record<string, number> = { s: second, m: minute, min: minute, h: hour, d: day };

export function count() {
  return written(/^\d{1,9}$/, "a whole number, such as 30").transform(Number);
}

/** A duration such as `10 s`, `5 min`, `24 h` or `30 d`, converted to milliseconds. */
export function duration() {
  return written(/^\d{1,6} ?(?:s|m|min|h|d)$/, "a duration, such as 10 s, 5 min, 24 h or 30 d").transform(
    (text) => Number.parseInt(text, 10) * (units[text.replace(/^\d+ ?/, "")] ?? 0),
  );
}

/** A fraction, written as a percentage such as `20%`. The percentage may exceed 100%. */
export function share() {
  return written(/^\d{1,4}(?:\.\d{1,3})? ?%$/, "a percentage, such as 20%").transform(
    (text) => Number.parseFloat(text) / 100,
  );
}

/** A number of bytes, such as `64 kB` or `256 MB`, in powers of 1024. */
export function bytes() {
  return written(/^\d{1,6} ?(?:B|kB|MB|GB)$/, "a number of bytes, such as 64 kB or 256 MB").transform(
    (text) => {
      const power = ["B", "kB", "MB", "GB"].indexOf(text.replace(/^\d+ ?/, ""));
      return Number.parseInt(text, 10) * 1024 ** power;
    },
  );
}

export function yesNo() {
  return z.enum(["true", "false"]).transform((text) => text === "true");
}

/** One string or a list of strings. The parsed value is always a list. */
export function oneOrMore<S extends z.ZodType<string, string>>(item: S) {
  return z.union([item.transform((one) => [one]), z.array(item).min(1)]);
}

/** Names of the workers that can access a source or an output. */
export function workers() {
  return oneOrMore(z.string().min(1).max(253));
}

/** File permissions for owner, group and others, as octal digits. */
export function fileMode() {
  return z.string().regex(/^06[046][046]$/, 'file permissions in octal, in quotes, such as "0640" or "0644"');
}

export function modeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInt(text, 8);
}

/** A path, absolute or relative to the workspace. */
export function path() {
  return z.string().min(1).max(4096);
}

/**
 * Pattern of a secret reference. A string with a different form may be the secret itself, so messages never show it.
 */
export const secretForm = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/;

/** A secret reference such as `env:NAME` or `file:PATH`. */
export function secretReference() {
  return written(secretForm, "a reference to a secret (env:NAME or file:PATH), never the secret itself");
}
