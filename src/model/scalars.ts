import { z } from "zod";
import { day, hour, minute, second } from "./time-spans.js";

/**
 * The kinds of value in a workspace file. The reader hands every scalar over as text, so that `0123` stays `0123`; these
 * turn the text into what it means, and say what they expected when it means nothing.
 */

/** What may be left out, with what is said of it to an editor and in the reference, and values that it may have. */
export function option<S extends z.ZodType>(schema: S, description: string, ...examples: readonly unknown[]) {
  return schema.optional().meta({ description, ...(examples.length > 0 && { examples }) });
}

/** A text of this form; the words say what is expected, in a message, to an editor and in the reference. */
function written(form: RegExp, words: string) {
  return z.string().regex(form, words).meta({ title: words });
}

const units: Record<string, number> = { s: second, m: minute, min: minute, h: hour, d: day };

/** A whole number from 0. */
export function count() {
  return written(/^\d{1,9}$/, "a whole number, such as 30").transform(Number);
}

/** A time span in milliseconds: `10 s`, `5 min`, `24 h`, `30 d`. */
export function duration() {
  return written(/^\d{1,6} ?(?:s|m|min|h|d)$/, "a time span, such as 10 s, 5 min, 24 h or 30 d").transform(
    (text) => Number.parseInt(text, 10) * (units[text.replace(/^\d+ ?/, "")] ?? 0),
  );
}

/** A share between 0 and 1, written in percent: `20 %`. More than 100 % is a multiple. */
export function share() {
  return written(/^\d{1,4}(?:\.\d{1,3})? ?%$/, "a share in percent, such as 20 %").transform(
    (text) => Number.parseFloat(text) / 100,
  );
}

/** A number of bytes: `64 kB`, `256 MB`, in powers of 1024 as file managers count. */
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

/** One text or a list of texts; always a list afterwards. */
export function oneOrMore<S extends z.ZodType<string, string>>(item: S) {
  return z.union([item.transform((one) => [one]), z.array(item).min(1)]);
}

/** Names of the workers that reach a source or an output. */
export function workers() {
  return oneOrMore(z.string().min(1).max(253));
}

/** Rights of a file for its owner, its group and others, in octal digits. */
export function fileMode() {
  return z.string().regex(/^06[046][046]$/, 'rights of a file in octal, in quotes, such as "0640" or "0644"');
}

/** The number that the system knows rights by. */
export function modeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInt(text, 8);
}

/** A path relative to the workspace. */
export function path() {
  return z.string().min(1).max(4096);
}

/** How a secret is referred to. What stands there instead may be the secret, so no message shows it. */
export const secretForm = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/;

/** A secret is only ever referred to: `env:NAME` or `file:PATH`. A literal one is refused. */
export function secretReference() {
  return written(secretForm, "a reference to a secret: env:NAME or file:PATH, never the secret itself");
}
