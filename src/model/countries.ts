/** The two-letter, three-letter and numeric codes of each country, from ISO 3166-1 as of May 2023. */
const iso3166 =
  "ADAND020 AEARE784 AFAFG004 AGATG028 AIAIA660 ALALB008 AMARM051 AOAGO024 AQATA010 ARARG032 ASASM016 ATAUT040 " +
  "AUAUS036 AWABW533 AXALA248 AZAZE031 BABIH070 BBBRB052 BDBGD050 BEBEL056 BFBFA854 BGBGR100 BHBHR048 BIBDI108 " +
  "BJBEN204 BLBLM652 BMBMU060 BNBRN096 BOBOL068 BQBES535 BRBRA076 BSBHS044 BTBTN064 BVBVT074 BWBWA072 BYBLR112 " +
  "BZBLZ084 CACAN124 CCCCK166 CDCOD180 CFCAF140 CGCOG178 CHCHE756 CICIV384 CKCOK184 CLCHL152 CMCMR120 CNCHN156 " +
  "COCOL170 CRCRI188 CUCUB192 CVCPV132 CWCUW531 CXCXR162 CYCYP196 CZCZE203 DEDEU276 DJDJI262 DKDNK208 DMDMA212 " +
  "DODOM214 DZDZA012 ECECU218 EEEST233 EGEGY818 EHESH732 ERERI232 ESESP724 ETETH231 FIFIN246 FJFJI242 FKFLK238 " +
  "FMFSM583 FOFRO234 FRFRA250 GAGAB266 GBGBR826 GDGRD308 GEGEO268 GFGUF254 GGGGY831 GHGHA288 GIGIB292 GLGRL304 " +
  "GMGMB270 GNGIN324 GPGLP312 GQGNQ226 GRGRC300 GSSGS239 GTGTM320 GUGUM316 GWGNB624 GYGUY328 HKHKG344 HMHMD334 " +
  "HNHND340 HRHRV191 HTHTI332 HUHUN348 IDIDN360 IEIRL372 ILISR376 IMIMN833 ININD356 IOIOT086 IQIRQ368 IRIRN364 " +
  "ISISL352 ITITA380 JEJEY832 JMJAM388 JOJOR400 JPJPN392 KEKEN404 KGKGZ417 KHKHM116 KIKIR296 KMCOM174 KNKNA659 " +
  "KPPRK408 KRKOR410 KWKWT414 KYCYM136 KZKAZ398 LALAO418 LBLBN422 LCLCA662 LILIE438 LKLKA144 LRLBR430 LSLSO426 " +
  "LTLTU440 LULUX442 LVLVA428 LYLBY434 MAMAR504 MCMCO492 MDMDA498 MEMNE499 MFMAF663 MGMDG450 MHMHL584 MKMKD807 " +
  "MLMLI466 MMMMR104 MNMNG496 MOMAC446 MPMNP580 MQMTQ474 MRMRT478 MSMSR500 MTMLT470 MUMUS480 MVMDV462 MWMWI454 " +
  "MXMEX484 MYMYS458 MZMOZ508 NANAM516 NCNCL540 NENER562 NFNFK574 NGNGA566 NINIC558 NLNLD528 NONOR578 NPNPL524 " +
  "NRNRU520 NUNIU570 NZNZL554 OMOMN512 PAPAN591 PEPER604 PFPYF258 PGPNG598 PHPHL608 PKPAK586 PLPOL616 PMSPM666 " +
  "PNPCN612 PRPRI630 PSPSE275 PTPRT620 PWPLW585 PYPRY600 QAQAT634 REREU638 ROROU642 RSSRB688 RURUS643 RWRWA646 " +
  "SASAU682 SBSLB090 SCSYC690 SDSDN729 SESWE752 SGSGP702 SHSHN654 SISVN705 SJSJM744 SKSVK703 SLSLE694 SMSMR674 " +
  "SNSEN686 SOSOM706 SRSUR740 SSSSD728 STSTP678 SVSLV222 SXSXM534 SYSYR760 SZSWZ748 TCTCA796 TDTCD148 TFATF260 " +
  "TGTGO768 THTHA764 TJTJK762 TKTKL772 TLTLS626 TMTKM795 TNTUN788 TOTON776 TRTUR792 TTTTO780 TVTUV798 TWTWN158 " +
  "TZTZA834 UAUKR804 UGUGA800 UMUMI581 USUSA840 UYURY858 UZUZB860 VAVAT336 VCVCT670 VEVEN862 VGVGB092 VIVIR850 " +
  "VNVNM704 VUVUT548 WFWLF876 WSWSM882 YEYEM887 YTMYT175 ZAZAF710 ZMZMB894 ZWZWE716";

/**
 * The two-letter code of each country, keyed by each of the country's codes. Kosovo has no official code and uses XK.
 */
const byCode: ReadonlyMap<string, string> = new Map([
  ["XK", "XK"],
  ...iso3166.split(" ").flatMap((codes) => {
    const two = codes.slice(0, 2);
    return [two, codes.slice(2, 5), codes.slice(5)].map((code) => [code, two] as const);
  }),
]);

export const countryCodes: ReadonlySet<string> = new Set(byCode.values());

/** Other common codes and short names, such as VAT prefixes, vehicle codes, and the parts of the United Kingdom. */
const alsoWritten: Readonly<Record<string, string>> = {
  ...{ EL: "GR", UK: "GB", XI: "GB", ENGLAND: "GB", SCOTLAND: "GB", WALES: "GB", "NORTHERN IRELAND": "GB" },
  ...{
    USA: "US",
    "U.S.A.": "US",
    "U.S.": "US",
    "U.K.": "GB",
    "GREAT BRITAIN": "GB",
    UAE: "AE",
    HOLLAND: "NL",
    "SOUTH KOREA": "KR",
    "CZECH REPUBLIC": "CZ",
    TURKEY: "TR",
  },
  // Codes that ISO 3166-1 has withdrawn, and codes of sports and vehicles.
  ...{ BU: "MM", DD: "DE", FX: "FR", SF: "FI", TP: "TL", ZR: "CD" },
  ...{ BUR: "MM", DDR: "DE", FXX: "FR", ROM: "RO", TMP: "TL", ZAR: "CD" },
  ...{ BUL: "BG", CRO: "HR", DEN: "DK", GER: "DE", GRE: "GR", IRE: "IE", KSA: "SA", LAT: "LV", NED: "NL" },
  ...{ POR: "PT", RSA: "ZA", SLO: "SI", SUI: "CH", TPE: "TW", PRC: "CN", VAE: "AE", FRG: "DE", BRD: "DE" },
  ...{ KV: "XK", RKS: "XK" },
  ...{
    BURMA: "MM",
    "HONG KONG SAR": "HK",
    "IVORY COAST": "CI",
    MACEDONIA: "MK",
    OESTERREICH: "AT",
    "P.R. CHINA": "CN",
    "REPUBLIC OF KOREA": "KR",
    "RUSSIAN FEDERATION": "RU",
    SWAZILAND: "SZ",
    "UNITED STATES OF AMERICA": "US",
    "VIET NAM": "VN",
    ZAIRE: "CD",
  },
  ...{ D: "DE", F: "FR", I: "IT", E: "ES", A: "AT", B: "BE", P: "PT", S: "SE", N: "NO" },
};

const nameLanguages = "en de fr es it pt nl pl cs sv da fi tr ru uk zh ja ko vi id ar hu ro".split(" ");

let byName: ReadonlyMap<string, string> | undefined;

/** Country codes by uppercase name in many languages. Built on first use. */
function countriesByName(): ReadonlyMap<string, string> {
  return (byName ??= new Map(
    nameLanguages.flatMap((language) => {
      const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
      return [...countryCodes].map((code) => [nameKey(display.of(code) ?? code), code] as const);
    }),
  ));
}

function nameKey(written: string): string {
  return written.trim().toUpperCase().replaceAll("’", "'");
}

/** Returns the most likely ISO code for a nonstandard code or a country name, or undefined. */
export function meantCountry(written: string): string | undefined {
  const name = nameKey(written);
  // Numeric codes have three digits, but spreadsheets remove leading zeros.
  const text = /^\d{1,2}$/.test(name) ? name.padStart(3, "0") : name;
  return byCode.get(text) ?? alsoWritten[text] ?? countriesByName().get(text);
}

/** Codes that occur in exports but do not represent current countries, with their meanings. */
const besideCountries: Readonly<Record<string, string>> = {
  EU: "the European Union, not a country",
  AN: "the Netherlands Antilles, dissolved in 2010: use CW, SX or BQ",
  CS: "Serbia and Montenegro, dissolved in 2006: use RS or ME",
  ANT: "the Netherlands Antilles, dissolved in 2010: use CW, SX or BQ",
  SCG: "Serbia and Montenegro, dissolved in 2006: use RS or ME",
  CSK: "Czechoslovakia, dissolved in 1993: use CZ or SK",
  YUG: "Yugoslavia, dissolved in 2003: use the code of the present country",
  SUN: "the Soviet Union, dissolved in 1991: use the code of the present country",
  BX: "Benelux, not a country",
  YU: "Yugoslavia, dissolved in 2003: use the code of the present country",
  SU: "the Soviet Union, dissolved in 1991: use the code of the present country",
  XX: "a placeholder",
  ZZ: "a placeholder",
};

/** Returns the meaning of a code that does not represent a country, worded as the end of a sentence. */
export function meaningBesideCountries(written: string): string | undefined {
  return besideCountries[written.trim().toUpperCase()];
}

/** Returns the country code in an ISO 3166-2 region code, such as `US` for `US-CA`. */
export function countryOfRegion(code: string): string {
  return code.slice(0, 2);
}

/**
 * Countries that are also regions of another country in ISO 3166-2. For example, Puerto Rico is both `PR` and
 * `US-PR`.
 */
const alsoRegions: Readonly<Record<string, readonly string[]>> = {
  CN: ["HK", "MO", "TW"],
  FI: ["AX"],
  FR: ["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"],
  NL: ["AW", "BQ", "CW", "SX"],
  NO: ["SJ"],
  US: ["AS", "GU", "MP", "PR", "UM", "VI"],
};

/** True if an ISO 3166-2 region may belong to a country. */
export function isRegionOf(region: string, country: string): boolean {
  const own = countryOfRegion(region);
  return own === country || alsoRegions[own]?.includes(country) === true;
}
