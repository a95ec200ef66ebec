/** Month names in many languages, taken from `Intl`. */

const languages = [
  "en", "de", "fr", "es", "it", "nl", "pl", "pt", "cs", "sk", "sv", "da", "nb", "fi", "hu", "ro", "tr", "ru", "uk",
  "bg", "hr", "sl", "lt", "lv", "et", "el", "vi", "id",
]; // oxfmt-ignore

/**
 * Month names and abbreviations that spreadsheets and accounting programs write but that `Intl` does not contain for
 * the language.
 */
const extra: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  de: { jän: 1, jänner: 1, mrz: 3, mär: 3 },
  en: { sept: 9 },
};

/**
 * Month number (1 to 12) by folded name. The number is 0 if languages disagree, as for `listopad`, which means
 * October or November.
 */
export type MonthNames = ReadonlyMap<string, number>;

const known = new Map<string, MonthNames>();

/** Returns the month names in one language, or in all `languages` if the language is omitted. */
export function monthNames(language?: string): MonthNames {
  const key = language ?? "";
  let names = known.get(key);
  if (names === undefined) {
    names = collect(language === undefined ? languages : [language]);
    known.set(key, names);
  }
  return names;
}

export function knowsLanguage(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([language]).length > 0;
  } catch {
    return false;
  }
}

export function foldMonthName(name: string): string {
  return name.normalize("NFC").toLowerCase().replaceAll(".", "");
}

function collect(from: readonly string[]): MonthNames {
  const names = new Map<string, number>();
  const add = (name: string, month: number): void => {
    const folded = foldMonthName(name);
    const before = names.get(folded);
    names.set(folded, before === undefined || before === month ? month : 0);
  };
  for (const language of from) {
    for (const style of ["long", "short"] as const) {
      // In many languages, the month name is inflected inside a date, so both forms are collected.
      const alone = new Intl.DateTimeFormat(language, { month: style, timeZone: "UTC" });
      const within = new Intl.DateTimeFormat(language, { day: "numeric", month: style, timeZone: "UTC" });
      for (let month = 1; month <= 12; month++) {
        const day = Date.UTC(2024, month - 1, 15);
        add(alone.format(day), month);
        const part = within.formatToParts(day).find((each) => each.type === "month");
        if (part !== undefined) add(part.value, month);
      }
    }
    for (const [name, month] of Object.entries(extra[language] ?? {})) add(name, month);
  }
  return names;
}
