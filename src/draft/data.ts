import { z } from "zod";
import { recordTypeNames } from "../model/record-types/index.js";
import { isMeaning, type Meaning } from "./meanings.js";
import documents from "./data/documents.json" with { type: "json" };
import orgs from "./data/orgs.json" with { type: "json" };
import names from "./data/names.json" with { type: "json" };
import presets from "./data/presets.json" with { type: "json" };
import * as files from "./synonyms.js";
import texts from "./data/texts.json" with { type: "json" };
import values from "./data/values.json" with { type: "json" };

/**
 * The word lists for drafts. Anyone can extend these files: `data/synonyms/LANGUAGE.json` (headings),
 * `data/values.json` (cells), `data/texts.json` (words within descriptions), `data/names.json` (people's names),
 * `data/documents.json` and `data/orgs.json` (headings of jobs, invoices and orgs) and `data/presets.json` (headings
 * of known systems). Invalid data causes an exception on first use, so that the tests detect it.
 */

/** The meanings of a word. `id+staff` represents two meanings, ID and staff. */
const meaningsText = z.string().transform((text, context): readonly Meaning[] => {
  const words = text.split("+");
  for (const word of words) {
    if (!isMeaning(word)) context.addIssue(`there is no meaning named "${word}"`);
  }
  return words.filter(isMeaning);
});

/** Words grouped by meaning and separated by commas. */
const synonyms = z.record(
  z.string().refine((key) => meaningsText.safeParse(key).success, "there is no such meaning"),
  z.string(),
);

const preset = z.strictObject({
  system: z.string(),
  record: z.enum(recordTypeNames),
  /**
   * Headings that identify the system. An export matches if it contains all of these headings. At least one heading
   * should be unique to the system.
   */
  when: z.array(z.string()).min(1),
  headings: z.record(z.string(), meaningsText),
});

/** Meanings of the headings in an export from a known system, based on that system's documentation. */
export type Preset = z.infer<typeof preset>;

/** Words grouped by meaning, with one line per language or group of languages. */
const words = <Names extends readonly string[]>(...meanings: Names) =>
  z.strictObject(
    Object.fromEntries(meanings.map((name) => [name, z.array(z.string())])) as {
      [Name in Names[number]]: z.ZodArray<z.ZodString>;
    },
  );

const valueWords = z.strictObject({
  flag: words("true", "false"),
  status: words("active", "inactive"),
  chargeType: words("freight", "origin", "destination", "other"),
  /** Classes of ledger accounts, and words that may come before them, as in `current assets`. */
  accountKind: words("kind", "before"),
  /** Values that mark title rows in a row-type column. */
  rowKind: words("title"),
  direction: words("output", "input", "both"),
  /** Words that may accompany a tax direction, as in `VAT on sales`. */
  taxName: words("tax", "joint"),
  taxType: words("vat", "gst", "sales_tax", "withholding", "duty"),
  firm: words("firm"),
  sum: words("sum"),
  invoiceStatus: words("posted", "draft"),
  jobType: words("shipment", "consol"),
  party: words("vendor", "customer", "both"),
});

const textWords = z.strictObject({
  texts: words(
    "charge",
    "tax",
    "offence",
    "account",
    "title",
    "key",
    "example",
    "rowCount",
    "month",
    "titleRow",
  ),
  /** Words in a description that suggest a charge type. */
  wording: words("origin", "destination", "freight"),
  /** Words in the name of a file or sheet that suggest a record type. */
  fileNames: words("staff", "charge-code", "tax-code", "org"),
});

const personNames = z.strictObject({
  /** Given names, separated by spaces. Names that are also common words, such as `Grace` and `Mark`, are omitted. */
  given: z.record(z.string(), z.string()),
  family: z.strictObject({ zh: z.string(), ko: z.string(), ja: z.string() }),
});

export function atFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

export const languages = Object.keys(files);
export const ownSynonyms = atFirstUse(() => z.record(z.string(), synonyms).parse(files));
/**
 * Words in the headings of jobs and invoices, by language. These words are in a separate list because `Job` means a
 * position in a list of staff.
 */
export const ownDocumentWords = atFirstUse(() => z.record(z.string(), synonyms).parse(documents));
/** Words that have a different meaning in a list of orgs. */
export const ownOrgWords = atFirstUse(() => z.record(z.string(), synonyms).parse(orgs));
export const ownPresets = atFirstUse((): readonly Preset[] => z.array(preset).parse(presets));
export const ownValueWords = atFirstUse(() => valueWords.parse(values));
export const ownTextWords = atFirstUse(() => textWords.parse(texts));
export const ownNames = atFirstUse(() => personNames.parse(names));
