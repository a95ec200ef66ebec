import { countryCodes, meantCountry } from "../model/countries.js";
import { atFirstUse } from "./data.js";
import { valueKey } from "./words.js";

/** Country codes, including those used by tax offices: EL, UK, XI for Northern Ireland, and EU. */
const writtenCodes = new Set([...countryCodes, "EL", "UK", "XI", "EU"]);

/** True for an ISO 3166-1 alpha-2 code or a code used by tax offices. */
export function isCountryCode(value: string): boolean {
  return writtenCodes.has(value.trim());
}

/** Returns the ISO code, or undefined for EU and XI. */
function isoCountry(code: string): string | undefined {
  return code === "EU" || code === "XI" ? undefined : (meantCountry(code) ?? code);
}

const nameLanguages = "en de fr es it pt nl pl cs sv da fi tr ru uk zh ja ko vi id ar hu ro".split(" ");

const codesByName = atFirstUse(
  () =>
    new Map(
      nameLanguages.flatMap((language) => {
        const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
        return [...writtenCodes].flatMap((code) => {
          const name = display.of(code);
          return name === undefined || isoCountry(code) !== code ? [] : [[valueKey(name), code] as const];
        });
      }),
    ),
);

/**
 * Returns the ISO code for the name of a country in any of `nameLanguages`, or for a three-letter code such as FRA.
 */
export function countryOfName(value: string): string | undefined {
  const ofCode = /^[A-Z]{3}$/.test(value.trim()) ? meantCountry(value) : undefined;
  return ofCode ?? codesByName().get(valueKey(value));
}

/** Returns the ISO code for a code or name of a country. Returns undefined for EU, XI and unknown values. */
export function isoCountryOf(value: string): string | undefined {
  return isCountryCode(value) ? isoCountry(value.trim()) : countryOfName(value);
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

export function isCurrencyCode(value: string): boolean {
  return currencies.has(value.trim());
}
