import type { TextWords } from "../studio/messages.js";

/** What may come next where the cursor stands in the text of a mapping. */
export interface Completion {
  /** Where the word begins that is being written. */
  readonly from: number;
  readonly options: readonly string[];
}

const most = 12;

/**
 * @param at the place of the cursor
 * @param isAsked whether somebody asked, though no letter is written yet
 */
export function completionAt(
  text: string,
  at: number,
  words: TextWords,
  columns: readonly string[],
  isAsked: boolean,
): Completion | undefined {
  const lineStart = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(lineStart, at);
  const rest = /^[^\n]*/.exec(text.slice(at))?.[0] ?? "";
  const written = /[\p{L}\p{N}_.-]*$/u.exec(before)?.[0] ?? "";
  if ((written === "" && !isAsked) || /^[\p{L}\p{N}_]/u.test(rest)) return undefined;
  const options = (
    wordsAt(text.slice(0, lineStart), before.slice(0, -written.length || undefined), words) ??
    columns.map(asYaml)
  )
    .filter((word) => word.toLowerCase().startsWith(written.toLowerCase()) && word !== written)
    .slice(0, most);
  return options.length === 0 ? undefined : { from: at - written.length, options };
}

/** The words that fit; undefined where a heading of the file may stand. */
function wordsAt(above: string, before: string, words: TextWords): readonly string[] | undefined {
  const indent = /^ */.exec(before)?.[0].length ?? 0;
  const isKey = before.trim() === "" || /[{,]\s*$/.test(before) || /^\s*- (?:\{\s*)?$/.test(before);
  if (/^\s*record:\s*$/.test(before)) return [];
  if (!isKey) return /(?:fields|column|columns):?.*$|^\s+\w+:\s*$|\[\s*$/.test(before) ? undefined : [];
  if (indent === 0 && before.trim() === "") return words.top.map((word) => `${word}: `);
  const top = /^(\w+):[^\n]*$/m.exec([...above.matchAll(/^\w+:[^\n]*$/gm)].at(-1)?.[0] ?? "")?.[1];
  if (top === "only" || top === "skip") return words.rules.map((word) => `${word}: `);
  if (top !== "fields") return [];
  const isField = before.trim() === "" && indent <= 2;
  return (isField ? words.fields : words.sources).map((word) => `${word}: `);
}

/** A heading as YAML takes it. */
function asYaml(heading: string): string {
  return /^[\p{L}_][\p{L}\p{N} _./()-]*$/u.test(heading) && !/^(?:true|false|null|yes|no)$/i.test(heading)
    ? heading
    : JSON.stringify(heading);
}
