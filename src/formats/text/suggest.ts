import { detectAll } from "jschardet";
import { decoder, knownCharset } from "./charset.js";

export interface Suggestion {
  readonly charset: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** How likely it is beside the others. */
  readonly rank: number;
  /** The sample in it. */
  readonly text: string;
}

/** Sets that are suggested before others of about the same confidence: what exports on today's computers are written in. */
const common = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "shift_jis",
  "gb18030",
  "euc-kr",
  "big5",
  "euc-jp",
];

/** Sets of several bytes a character. */
const eastern = ["shift_jis", "gb18030", "euc-kr", "big5", "euc-jp"];

/** Sets that differ from a common one only in signs that tables rarely hold. */
const widerSet: Readonly<Record<string, string>> = {
  "iso-8859-9": "windows-1254",
  "iso-8859-15": "windows-1252",
};

/** A set in which one sign of six is one that nobody writes is no suggestion, even where all bytes are valid in it. */
const leastRank = -0.3;

/**
 * Always looked at: a few accents in a long table are too little for the detector, which does not know all of them either.
 * It cannot tell sets of Latin letters from each other: the words decide, and where they do not, what is written most.
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
 * Character sets for bytes that are not UTF-8, the likeliest first. The sample reads in all of them as somebody would write,
 * and all of it is valid, save for sets of Latin letters: of those a byte may be damaged. It may begin and end within a character.
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
  // The detector knows nothing of a short text of another script.
  return found.length > 0 ? found : readable(sample, new Map(eastern.map((charset) => [charset, 0])));
}

/** Sets of given confidences in which the sample reads as somebody would write, the likeliest first. */
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
    if (rank > leastRank) found.push({ charset, confidence, rank, text });
  }
  return found.sort((a, b) => b.rank - a.rank);
}

/**
 * The raised sign of `2ª tarifa`, `Nº`, `NºFactura`, `Sr.ª` and `20 ºC`, which is neither a letter of its word nor odd in it. Behind
 * or before more letters its byte is likelier the `ş` of another set: `Braşov`, `Mureş`, `Ştefan`.
 */
const ordinal =
  /(?<=\d\.?|(?<!\p{L})[b-df-hj-np-tv-z])[ªº°]|(?<=\d |\.|(?<!\p{L})\p{L}{2,3})[ªº°](?!\p{L})|[º°](?=C(?!\p{L}))/giu;

/** The letters of Latin as wide as the Japanese signs that they stand among: none of them has an accent. */
const wideLetters = /[\uff21-\uff3a\uff41-\uff5a]+/g;

/** The letters beyond a to z of those who write in Latin letters. */
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
 * The share of words with accents that no language could hold, and a third of the share that is not of the language that most
 * of them are of: `Jiøí` is of none, and where `è`, `ì` and `ø` are in one list, it is likelier a Czech one.
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

/** The sample as text, or undefined when it is not valid in the set. */
function decoded(sample: Uint8Array, charset: string): string | undefined {
  try {
    // A byte that the set does not have reads as a control character, which is odd, and is refused when the file is read.
    const lacking = lackingIn(charset);
    return decoder(charset).write(
      lacking.size === 0 ? sample : sample.map((byte) => (lacking.has(byte) ? 0x7f : byte)),
    );
  } catch {
    return undefined;
  }
}

const lackingOf = new Map<string, ReadonlySet<number>>();

/** Bytes that a set of Latin letters does not have; none are said of other sets, where a byte may be part of a character. */
function lackingIn(charset: string): ReadonlySet<number> {
  let lacking = lackingOf.get(charset);
  if (lacking === undefined) {
    const bytes = latin[charset] === undefined ? [] : Array.from({ length: 128 }, (_, i) => i + 128);
    lacking = new Set(bytes.filter((byte) => !isValid(Uint8Array.of(byte), charset)));
    lackingOf.set(charset, lacking);
  }
  return lacking;
}

function isValid(bytes: Uint8Array, charset: string): boolean {
  try {
    decoder(charset).write(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Signs that stand in no word, alone or side by side; a dot in the middle of the line only between two l, as in Catalan. */
const sign = "\\u00a1-\\u00b4\\u00b6-\\u00bf\\u00d7\\u00f7\\u02c7-\\u02dd\\u25a0-\\u25ff";

/**
 * What nobody writes: signs within words, control characters, lines of boxes, letters of another script within a word of
 * Latin letters, a capital behind a small letter, a small one between capitals.
 */
const odd = [
  /[\u0080-\u009f\u2500-\u259f\ue000-\uf8ff]/gu,
  /(?<=[a-z]|[A-Z](?=.[a-z]))[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff61-\uff65](?=[a-z\s,;]|$)/gu,
  new RegExp(`(?<=\\p{L}[${sign}]*)(?<!l(?=·l))[${sign}](?=[${sign}]*\\p{L})`, "giu"),
  /(?<=\p{L})(?:[\u201a\u201e]|[\u201c\u201d\u2020\u2021\u2030\u02c6\u2039\u203a\u2026](?=\p{L}))/gu,
  /(?<=[A-Za-z])[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{scx=Arabic}]/gu,
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{scx=Arabic}](?=[A-Za-z])/gu,
  // An abbreviation in capitals stands beside a Thai word at times.
  /(?<=[a-z])\p{Script=Thai}|\p{Script=Thai}(?=[a-z])|(?<=[A-Z])\p{Script=Thai}{1,2}(?=[A-Z])/gu,
  /(?<=\p{Ll})(?![A-Z])\p{Lu}/gu,
  /(?<=\p{Lu})(?![a-zßº])\p{Ll}(?=\p{Lu})/gu,
];

/** Twice the share of the characters beyond ASCII that nobody writes there. */
function oddness(text: string): number {
  const beyond = text.match(/[^\u0000-\u007f]/g)?.length ?? 1;
  const count = odd.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
  const lost = text.match(/\u007f/g)?.length ?? 0;
  // Names are written in capitals at times, and hardly without any.
  const uncapped =
    /(?:\p{Script=Cyrillic}[^\p{Script=Cyrillic}]*){12}/u.test(text) &&
    !/(?=\p{Script=Cyrillic})\p{Lu}/u.test(text);
  return (2 * count + lost) / beyond + (uncapped ? 0.3 : 0);
}
