import { detectAll } from "jschardet";
import { decoder, decodeText, knownCharset, multiByteSets } from "./charset.js";

export interface Suggestion {
  readonly charset: string;
  /** Higher for more likely character sets. May be negative. */
  readonly rank: number;
  readonly text: string;
}

/** Character sets that are preferred if the confidence is similar, because current systems use them. */
const common = ["windows-1252", "windows-1250", "windows-1251", ...multiByteSets];

/**
 * For each less common character set, a more common set that differs only in characters that rarely occur in tables.
 */
const widerSet: Readonly<Record<string, string>> = {
  "iso-8859-9": "windows-1254",
  "iso-8859-15": "windows-1252",
};

/**
 * Minimum rank of a suggestion. A rank below this value means that about one non-ASCII character in six or more is
 * implausible, even if all bytes are valid.
 */
const leastRank = -0.3;

/**
 * Character sets that are always considered, because the detector overlooks rare accents and does not support some of
 * these sets. The detector cannot distinguish Latin character sets, so the choice depends on the words in the text
 * and on how common each character set is.
 */
const latin: Readonly<Record<string, number>> = {
  "windows-1252": 0.17,
  "windows-1250": 0.1,
  "windows-1254": 0.08,
  cp850: 0.06,
  macintosh: 0.04,
  cp852: 0.04,
  cp857: 0.03,
  "iso-8859-2": 0.03,
  "windows-1257": 0.03,
};

/**
 * Returns the plausible character sets for bytes that are not UTF-8, most likely first. The whole sample is valid in
 * each of these sets, except for individual damaged bytes in Latin character sets. The sample may start and end in
 * the middle of a character.
 */
export function suggestCharsets(sample: Uint8Array): readonly Suggestion[] {
  const given = new Map<string, number>(Object.keys(latin).map((charset) => [charset, 0.05]));
  for (const { encoding, confidence } of detectAll(sample, { minimumThreshold: 0 })) {
    const known = encoding === null ? undefined : knownCharset(encoding);
    if (known === undefined || known.startsWith("utf-")) continue;
    const charset = widerSet[known] ?? known;
    given.set(charset, Math.max(confidence, given.get(charset) ?? 0));
  }
  const found = readable(sample, given);
  // The detector does not recognize short samples in East Asian scripts.
  return found.length > 0 ? found : readable(sample, new Map(multiByteSets.map((charset) => [charset, 0])));
}

function readable(sample: Uint8Array, given: ReadonlyMap<string, number>): readonly Suggestion[] {
  const best = Math.max(...Object.keys(latin).map((charset) => given.get(charset) ?? 0));
  const found: Suggestion[] = [];
  for (const [charset, confidence] of given) {
    const text = decoded(sample, charset);
    if (text === undefined) continue;
    const likely =
      latin[charset] === undefined
        ? confidence + (common.includes(charset) ? 0.02 : 0)
        : best + latin[charset];
    const words = text.replace(ordinal, " ").replace(wideLetters, " ");
    const rank = likely - oddness(words) - strangeness(words);
    if (rank > leastRank) found.push({ charset, rank, text });
  }
  return found.sort((a, b) => b.rank - a.rank);
}

/**
 * Matches the ordinal indicators in `2ª tarifa`, `Nº`, `NºFactura`, `Sr.ª` and `20 ºC`. Next to other letters, the
 * same byte is more likely `ş` in a different character set, as in `Braşov`, `Mureş` and `Ştefan`.
 */
const ordinal =
  /(?<=\d\.?|(?<!\p{L})[b-df-hj-np-tv-z])[ªº°]|(?<=\d |\.|(?<!\p{L})\p{L}{2,3})[ªº°](?!\p{L})|[º°](?=C(?!\p{L}))/giu;

/** Matches full-width Latin letters, which occur among Japanese characters and never have accents. */
const wideLetters = /[\uff21-\uff3a\uff41-\uff5a]+/g;

/** Letters other than a to z in languages that use the Latin script. */
const alphabets = [
  "äöüß", // German
  "àâæçéèêëîïôœùûü", // French
  "áéíñóúü", // Spanish
  "áâãàçéêíóôõúü", // Portuguese
  "àèéìòù", // Italian
  "åäöéæø", // Swedish, Danish, Norwegian
  "áðéíóúýþæö", // Icelandic
  "ąćęłńóśźż", // Polish
  "áčďéěíňóřšťúůýž", // Czech
  "áäčďéíľĺňóôŕšťúýž", // Slovak
  "áéíóöőúüű", // Hungarian
  "čćđšž", // Croatian, Slovenian, Serbian
  "ăâîșțşţ", // Romanian
  "çğıöşüâî", // Turkish
  "ąčęėįšųūž", // Lithuanian
  "āčēģīķļņšūž", // Latvian
  "äöõüšž", // Estonian
].map((letters) => new Set(letters));

/**
 * Returns the share of accented words that fit no language, plus a third of the share of words that do not fit the
 * most common language. For example, `Jiøí` fits no language, and a list with `è`, `ì` and `ø` is more likely to be
 * Czech in a different character set.
 */
function strangeness(text: string): number {
  const words = (text.match(/[\p{L}\p{M}]*[^\u0000-\u007f\P{Script=Latin}][\p{L}\p{M}]*/gu) ?? []).map(
    (word) => [...word.replaceAll("İ", "ı").toLowerCase()].filter((letter) => letter > "\u007f"),
  );
  if (words.length === 0) return 0;
  const fitting = alphabets.map((alphabet) =>
    words.map((word) => word.every((letter) => alphabet.has(letter))),
  );
  const none = words.filter((_, at) => !fitting.some((fits) => fits[at])).length;
  const most = Math.max(...fitting.map((fits) => fits.filter(Boolean).length));
  return (none + (words.length - most) / 3) / words.length;
}

function decoded(sample: Uint8Array, charset: string): string | undefined {
  // Undefined bytes of Latin sets are decoded to a control character, which counts as implausible text. When the whole
  // file is read, undefined bytes cause an error.
  if (latin[charset] !== undefined) return decodeText(sample, charset).replaceAll("\ufffd", "\u007f");
  try {
    return decoder(charset).write(sample);
  } catch {
    return undefined;
  }
}

/**
 * Characters that normally do not occur inside words. A middle dot is allowed between two instances of the letter l,
 * as in Catalan.
 */
const sign = "\\u00a1-\\u00b4\\u00b6-\\u00bf\\u00d7\\u00f7\\u02c7-\\u02dd\\u25a0-\\u25ff";

/**
 * Matches implausible text: symbols inside words, control characters, box drawing, letters from a different script
 * inside a Latin word, a non-ASCII uppercase letter after a lowercase letter, or a non-ASCII lowercase letter between
 * uppercase letters.
 */
const odd = [
  /[\u0080-\u009f\u2500-\u259f\ue000-\uf8ff]/gu,
  /(?<=[a-z]|[A-Z](?=.[a-z]))[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff61-\uff65](?=[a-z\s,;]|$)/gu,
  new RegExp(`(?<=\\p{L}[${sign}]*)(?<!l(?=·l))[${sign}](?=[${sign}]*\\p{L})`, "giu"),
  /(?<=\p{L})(?:[\u201a\u201e]|[\u201c\u201d\u2020\u2021\u2030\u02c6\u2039\u203a\u2026](?=\p{L}))/gu,
  /(?<=[A-Za-z])[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{scx=Arabic}]/gu,
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{scx=Arabic}](?=[A-Za-z])/gu,
  // Abbreviations in uppercase letters may be next to a Thai word.
  /(?<=[a-z])\p{Script=Thai}|\p{Script=Thai}(?=[a-z])|(?<=[A-Z])\p{Script=Thai}{1,2}(?=[A-Z])/gu,
  /(?<=\p{Ll})(?![A-Z])\p{Lu}/gu,
  /(?<=\p{Lu})(?![a-zßº])\p{Ll}(?=\p{Lu})/gu,
];

/**
 * Returns a penalty, which is the sum of twice the share of implausible characters among the non-ASCII characters, the
 * share of invalid bytes, and 0.3 for text with at least 12 Cyrillic letters, none of which is uppercase.
 */
function oddness(text: string): number {
  const beyond = text.match(/[^\u0000-\u007f]/g)?.length ?? 1;
  const count = odd.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
  const lost = text.match(/\u007f/g)?.length ?? 0;
  // Names may be entirely in uppercase but are rarely entirely in lowercase.
  const uncapped =
    /(?:\p{Script=Cyrillic}[^\p{Script=Cyrillic}]*){12}/u.test(text) &&
    !/(?=\p{Script=Cyrillic})\p{Lu}/u.test(text);
  return (2 * count + lost) / beyond + (uncapped ? 0.3 : 0);
}
