import { valueKey } from "./words.js";

const countryCodes = new Set(
  (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF " +
    "CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI " +
    "GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ " +
    "LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO " +
    "NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST " +
    "SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XI XK YE YT ZA ZM ZW " +
    "EL UK EU"
  ).split(" "),
);

/** ISO 3166-1 alpha-2, with the EL and UK that tax offices write. */
export function isCountryCode(value: string): boolean {
  return countryCodes.has(value.trim());
}

/** What is written where ISO 3166-1 has another code. */
const otherwise: Readonly<Record<string, string>> = { EL: "GR", UK: "GB" };

/** The ISO code of a code as it is written, or undefined when it is a code of no country (EU, XI). */
export function isoCountry(code: string): string | undefined {
  const iso = otherwise[code] ?? code;
  return iso === "EU" || iso === "XI" ? undefined : iso;
}

const nameLanguages = "en de fr es it pt nl pl cs sv da fi tr ru uk zh ja ko vi id ar hu ro".split(" ");
let names: ReadonlyMap<string, string> | undefined;

/** The ISO code of a country's name in any of the languages that the synonyms know. */
export function countryOfName(value: string): string | undefined {
  names ??= new Map(
    nameLanguages.flatMap((language) => {
      const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
      return [...countryCodes].flatMap((code) => {
        const name = display.of(code);
        return name === undefined || isoCountry(code) !== code ? [] : [[valueKey(name), code] as const];
      });
    }),
  );
  return names.get(valueKey(value));
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

export function isCurrencyCode(value: string): boolean {
  return currencies.has(value.trim());
}
