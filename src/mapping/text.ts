import { z } from "zod";
import { dateFormError } from "./dates/dates.js";
import { knowsLanguage } from "./dates/month-names.js";
import { isZone, nearestZone } from "../model/zone.js";
import { patternError } from "./patterns.js";

/** Schemas for values in a mapping. All scalars are strings, so `0123` stays `0123`. */

/** True if the string contains a parameter, so that the string can be checked only for a specific account. */
export function hasParameter(text: string): boolean {
  return text.includes("${");
}

export const word = z.string().min(1, "some text");

export const wholeNumber = z.string().regex(/^[1-9]\d{0,5}$/, "a number that is at least 1");

export const decimalPlaces = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,5})$/, "a number of decimals, such as 2, or 0 for none");

export const ordinal = z.string().regex(/^-?[1-9]\d{0,5}$/, "a position: 1 is the first, -1 the last");

export const yes = z.literal("true", "`true`");

export const yesOrNo = z.enum(["true", "false"], "`true` or `false`");

export const zone = z.string().superRefine((text, context) => {
  if (hasParameter(text) || isZone(text)) return;
  const params = { nearest: nearestZone(text) };
  context.addIssue({
    code: "custom",
    message: "an IANA time zone, such as Europe/Berlin",
    params,
  });
});

export const language = z
  .string()
  .refine((text) => hasParameter(text) || knowsLanguage(text), "a language code, such as de");

export const pattern = z.string().superRefine((text, context) => {
  const error = hasParameter(text) ? undefined : patternError(text);
  if (error !== undefined) context.addIssue({ code: "custom", message: `a valid pattern (${error})` });
});

const oneDateForm = z.string().superRefine((text, context) => {
  const error = hasParameter(text) ? undefined : dateFormError(text);
  if (error === undefined) return;
  // Other programs use uppercase letters for years and days, as in `DD.MM.YYYY`.
  const usual = text.replaceAll("Y", "y").replaceAll("D", "d");
  const params = dateFormError(usual) === undefined ? { nearest: usual } : {};
  context.addIssue({ code: "custom", message: `a date format such as dd.MM.yyyy; ${error}`, params });
});

export const dateForms = z.union([oneDateForm, z.array(oneDateForm).min(1, "at least one date format")]);

export function listed(forms: z.output<typeof dateForms>): readonly string[] {
  return typeof forms === "string" ? [forms] : forms;
}
