import { decimalsIn, unitsOf } from "./exact-decimals.js";

/** Active ISO 4217 currencies, grouped by number of decimals. */
const byDecimals: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2:
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY " +
    "COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR " +
    "JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO " +
    "NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS " +
    "TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

const decimals: ReadonlyMap<string, number> = new Map(
  Object.entries(byDecimals).flatMap(([places, codes]) =>
    codes.split(" ").map((code) => [code, Number(places)] as const),
  ),
);

export const currencyCodes: ReadonlySet<string> = new Set(decimals.keys());

/** Converts an amount to the smallest unit of its currency. Extra decimals are truncated. */
export function minorUnits(digits: string, decimals: number): bigint {
  const more = Math.max(0, decimalsIn(digits) - decimals);
  return unitsOf(more === 0 ? digits : digits.slice(0, -more), decimals);
}

/** Returns a currency's number of decimals, or two if the currency is unknown. */
export function decimalsOf(currency: string): number {
  return decimals.get(currency) ?? 2;
}
