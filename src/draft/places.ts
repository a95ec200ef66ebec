import { countryCodes, meantCountry } from "../model/countries.js";
import { atFirstUse } from "./data.js";
import { valueKey } from "./words.js";

/** With what tax offices write besides: EL, UK, Northern Ireland, and the union. */
const writtenCodes = new Set([...countryCodes, "EL", "UK", "XI", "EU"]);

/** ISO 3166-1 alpha-2, with the EL and UK that tax offices write. */
export function isCountryCode(value: string): boolean {
  return writtenCodes.has(value.trim());
}

/** The ISO code of a code as it is written, or undefined when it is a code of no country (EU, XI). */
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

/** The ISO code of a country's name in any of the languages that the synonyms know. */
export function countryOfName(value: string): string | undefined {
  return codesByName().get(valueKey(value));
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

export function isCurrencyCode(value: string): boolean {
  return currencies.has(value.trim());
}
