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
 * The words that guesses know, as data that anyone can add to: `data/synonyms/LANGUAGE.json` (words of headings),
 * `data/values.json` (words that are cells), `data/texts.json` (words within texts), `data/names.json` (names of people), `data/documents.json` and `data/orgs.json` (headings of jobs and invoices, and of orgs) and `data/presets.json` (headings of known
 * systems). What their schemas refuse stops the first guess, and so the tests.
 */

/** `id+staff`: an id and of staff, both at once. */
const meaningsText = z.string().transform((text, context): readonly Meaning[] => {
  const words = text.split("+");
  for (const word of words) {
    if (!isMeaning(word)) context.addIssue(`there is no meaning named "${word}"`);
  }
  return words.filter(isMeaning);
});

/** By meaning the words that have it, with commas between them. */
const synonyms = z.record(
  z.string().refine((key) => meaningsText.safeParse(key).success, "there is no such meaning"),
  z.string(),
);

const preset = z.strictObject({
  system: z.string(),
  record: z.enum(recordTypeNames),
  /** The export is recognized when it has all of these headings: some of them must be this system's own. */
  when: z.array(z.string()).min(1),
  headings: z.record(z.string(), meaningsText),
});

/** What the headings of one known export mean, taken from its system's documentation. */
export type Preset = z.infer<typeof preset>;

/** By meaning the words that have it, a line per language or group of languages. */
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
  /** The classes of a ledger, and what may stand before them: `current assets`. */
  accountKind: words("kind", "before"),
  /** What a column of kinds of rows calls those that only head others. */
  rowKind: words("title"),
  direction: words("output", "input", "both"),
  /** What may stand beside a direction: `VAT on sales`. */
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
  /** What the wording of a description suggests. */
  wording: words("origin", "destination", "freight"),
  /** What the name of a file or sheet says that it lists. */
  fileNames: words("staff", "charge-code", "tax-code", "org"),
});

const personNames = z.strictObject({
  /** With blanks between them. A name that is also a common word (`Grace`, `Mark`) is left out. */
  given: z.record(z.string(), z.string()),
  family: z.strictObject({ zh: z.string(), ko: z.string(), ja: z.string() }),
});

/** Made at its first use. */
export function atFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The languages of the synonym files. */
export const languages = Object.keys(files);
export const ownSynonyms = atFirstUse(() => z.record(z.string(), synonyms).parse(files));
/** The words of headings of jobs and invoices, by language: their own, for `Job` of people is a position. */
export const ownDocumentWords = atFirstUse(() => z.record(z.string(), synonyms).parse(documents));
/** What words of headings mean in a list of orgs, where it is not what they mean elsewhere. */
export const ownOrgWords = atFirstUse(() => z.record(z.string(), synonyms).parse(orgs));
export const ownPresets = atFirstUse((): readonly Preset[] => z.array(preset).parse(presets));
export const ownValueWords = atFirstUse(() => valueWords.parse(values));
export const ownTextWords = atFirstUse(() => textWords.parse(texts));
export const ownNames = atFirstUse(() => personNames.parse(names));
