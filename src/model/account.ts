import { z } from "zod";
import { countryCodes, meantCountry } from "./countries.js";
import { currencyCodes } from "./currencies.js";
import { option } from "./scalars.js";

/**
 * The account that a record belongs to: one company of a partner in one country. Only what decides about records; how it
 * is served and where its files come from stands in the workspace.
 */
export const accountSchema = z.strictObject({
  country: z
    .string()
    .superRefine((text, context) => {
      if (countryCodes.has(text)) return;
      const params = { nearest: meantCountry(text) };
      context.addIssue({ code: "custom", message: "two capital letters of ISO 3166-1, such as DE", params });
    })
    .optional()
    .meta({
      description: "Country of the company, ISO 3166-1 alpha-2.",
      pattern: "^[A-Z]{2}$",
      examples: ["DE"],
    }),
  tax_mode: option(
    z.enum(["tax", "non_tax"]),
    "`tax`: charge codes need a tax code. `non_tax`: they have none. US defaults to `non_tax`, all others to `tax`.",
    "tax",
  ),
  currency: option(
    z.string().refine((code) => currencyCodes.has(code), "three capital letters of ISO 4217, such as EUR"),
    "Local currency of the account, ISO 4217: the currency of every `local_amount`. Without it, a file with several is refused.",
    "EUR",
  ),
  tax_codes: option(
    z.literal("none"),
    "`none`: this account delivers no tax codes; references to them are not checked, and `GET /tax-codes` answers `[]`.",
    "none",
  ),
  zone: option(
    z.string(),
    'Time zone of times without an offset and of "today", as in the IANA list.',
    "Europe/Berlin",
  ),
  company: option(
    z.string(),
    "The company's code in the export. Mappings read it as `${account.company}`, and must state which rows belong to it.",
    "DE01",
  ),
  parameters: option(
    z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.string()),
    "More values that mappings read as `${account.NAME}`.",
    { default_tax: "S1" },
  ),
});

export type AccountSettings = z.infer<typeof accountSchema>;

export type TaxMode = "tax" | "non_tax";

/** An account with its defaults filled in. */
export interface Account {
  /** Name in the workspace; undefined for a one-off conversion outside of one. */
  readonly name: string | undefined;
  readonly taxMode: TaxMode;
  /** False when the account says `tax_codes: none`: references to tax codes are then taken as they are. */
  readonly hasTaxCodes: boolean;
  /** IANA zone; undefined when nobody said one, and then a time without an offset is an issue. */
  readonly zone: string | undefined;
  /** Local currency, ISO 4217; undefined when lading.yaml does not state it. */
  readonly currency?: string;
  /** What `${account.NAME}` stands for, by NAME: country, company, zone, tax_mode, currency and the account's own parameters. */
  readonly parameters: ReadonlyMap<string, string>;
}

export function account(name: string | undefined, settings: AccountSettings): Account {
  const taxMode = settings.tax_mode ?? (settings.country === "US" ? "non_tax" : "tax");
  const parameters = new Map(Object.entries(settings.parameters ?? {}));
  const own = {
    country: settings.country,
    company: settings.company,
    zone: settings.zone,
    tax_mode: taxMode,
    currency: settings.currency,
  };
  for (const [key, value] of Object.entries(own)) if (value !== undefined) parameters.set(key, value);
  const hasTaxCodes = settings.tax_codes !== "none";
  const { zone, currency } = settings;
  return { name, taxMode, hasTaxCodes, zone, parameters, ...(currency === undefined ? {} : { currency }) };
}

/** Today where the account is, `yyyy-MM-dd`; in UTC when no zone was said. Never the machine's own zone. */
export function todayIn(zone: string | undefined, now: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone ?? "UTC" }).format(now);
}

/** The account of a feed, by the feed's name `account/record-type`. */
export function accountOfFeed(name: string): string {
  return name.split("/", 1)[0] ?? name;
}
