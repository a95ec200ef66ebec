import { z } from "zod";
import { countryCodes, meantCountry } from "./countries.js";
import { currencyCodes } from "./currencies.js";
import { option } from "./scalars.js";

/**
 * The settings of an account, which is a partner's company in one country. Settings for serving and sources are part
 * of the workspace.
 */
export const accountSchema = z.strictObject({
  country: z
    .string()
    .superRefine((text, context) => {
      if (countryCodes.has(text)) return;
      const params = { nearest: meantCountry(text) };
      context.addIssue({
        code: "custom",
        message: "an ISO 3166-1 country code in capital letters, such as DE",
        params,
      });
    })
    .optional()
    .meta({
      description: "Country of the company, ISO 3166-1 alpha-2.",
      pattern: "^[A-Z]{2}$",
      examples: ["DE"],
    }),
  tax_mode: option(
    z.enum(["tax", "non_tax"]),
    "`tax`: charge codes require a tax code. `non_tax`: charge codes do not require a tax code. Default: `non_tax` for US, `tax` for all other countries.",
    "tax",
  ),
  currency: option(
    z
      .string()
      .refine((code) => currencyCodes.has(code), "an ISO 4217 currency code in capital letters, such as EUR"),
    "The account's local currency, ISO 4217. Every `local_amount` is in this currency. Without this setting, feeds reject a file with several local currencies, or with a local currency that the account's other lists do not use.",
    "EUR",
  ),
  tax_codes: option(
    z.literal("none"),
    "`none`: no tax codes are delivered for this account. References to tax codes are not checked, and `GET /tax-codes` returns `[]`.",
    "none",
  ),
  zone: option(
    z.string(),
    'Time zone for times without an offset and for "today", as an IANA name.',
    "Europe/Berlin",
  ),
  company: option(
    z.string(),
    "The company's code in the export. Mappings use it as `${account.company}` and must define which rows belong to the company.",
    "DE01",
  ),
  parameters: option(
    z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.string()),
    "Additional values that mappings use as `${account.NAME}`.",
    { default_tax: "S1" },
  ),
});

export type AccountSettings = z.infer<typeof accountSchema>;

export type TaxMode = "tax" | "non_tax";

export interface Account {
  /** The account's name in the workspace. Undefined for a single conversion outside a workspace. */
  readonly name: string | undefined;
  readonly taxMode: TaxMode;
  /** False if the account has `tax_codes: none`, so that references to tax codes are not checked. */
  readonly hasTaxCodes: boolean;
  /** IANA time zone. If undefined, a time without an offset is an issue, unless the mapping specifies a zone. */
  readonly zone: string | undefined;
  /** Local currency, ISO 4217. Undefined if lading.yaml does not set a currency. */
  readonly currency?: string;
  /**
   * Values of `${account.NAME}` in mappings, by name. The names are country, company, zone, tax_mode, currency and
   * the account's own parameters.
   */
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

/**
 * Returns the current date in the account's time zone as `yyyy-MM-dd`. Without a zone, UTC is used instead of the
 * machine's zone.
 */
export function todayIn(zone: string | undefined, now: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone ?? "UTC" }).format(now);
}

/** Returns the account part of a feed name such as `account/record-type`. */
export function accountOfFeed(name: string): string {
  return name.split("/", 1)[0] ?? name;
}
