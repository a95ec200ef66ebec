import { issue, type Issue } from "../../model/issues.js";
import { foldHeading } from "../fold-heading.js";
import { usualDelimiters } from "./delimiters.js";

/**
 * This module detects an error message that the exporting system wrote in place of a table, such as
 * `Login failed: session expired`.
 */

/** The pattern starts at most once in each word, because otherwise long words would take quadratic time. */
const failure =
  /(?<![\p{L}\d])(?:(?<!_)[\p{L}\d_]*error|errors|fail|failed|failure|denied|(?<!_)[\p{L}\d_]*exception|expired|invalid|not found|does not exist|fatal|uncaught|undefined|aborted|reset by peer|connection (?:lost|closed)|segmentation fault|out of memory|no space left|bad (?:gateway|request)|unauthori[sz]ed|forbidden|time-?out|timed out|refused|unavailable|cannot|can't|could not|unable|no (?:data|records|rows|results)|fehler|fehlgeschlagen|ungültig|abgelaufen|verweigert|nicht gefunden|kann nicht|konnte nicht|keine daten|erreur|échec|échoué|expirée?|refusée?|introuvable|impossible|errore|scadut[ao]|negat[ao]|non trovat[ao]|fout|mislukt|verlopen|geweigerd|niet gevonden|błąd|wygasła|odmowa|nie można|caducad[ao]|fallid[ao]|denegad[ao]|no se pudo|erro|negad[ao]|not (?:authori[sz]ed|connected|permitted|allowed|set)|locked|exceeded|no rows|0 rows|aucune donnée|nessun dato|geen gegevens|brak danych|misslyckades|mislyktes|epäonnistui|vypršel[ao]?|nezdařilo|chyba|hata|doldu|ошибка|запрещ[её]н[ао]?|ист[её]к(?:ла|ло)?)(?![\p{L}\d])/iu;

/** Beginnings of lines that only the error output of a program contains. */
const programError =
  /^(?:ora-\d{5}|sp2-\d{4}|error at line|msg \d+, level|sqlstate|(?:php )?(?:fatal error|parse error|warning|notice|deprecated)\s*:|traceback \(|exception in thread|unhandled exception|[\w.$]*(?:exception|error)\s*(?:$|[:(])|http\/\d)/i;

/** Lines of a stack trace, and lines without letters or digits. */
const traceLine =
  /^(?:at \S|file "|caused by:|suppressed:|\.{3} \d+ (?:more|common)|#\d+ |thrown in |stack trace:|call stack|traceback |-+> |--- end of|line \d+|sql>|[^\p{L}\d]*$)/iu;

/** Delimiters without a space after them. A comma between digits may be a decimal comma. */
const delimiters = [/;(?=\S)/g, /\|(?=\S)/g, /(?<!\d),(?=\S)|,(?=[^\s\d])/g];

/** Failures that servers report on web pages. */
const serverFailure =
  /\b(?:rejected|object moved|moved (?:permanently|temporarily)|too many requests|(?:log|sign) ?in|log ?on|anmelden|maintenance|wartung)(?!\p{L})/iu;

/** Maximum number of lines in a message, of lines in the error output of a program, and of characters that are kept. */
const [mostLines, mostOutput, mostKept] = [3, 200, 300];

/** Maximum number of text fragments between tags on a page that contains only a message. */
const mostParts = 40;

/**
 * Returns an issue if the file contains only a message. `wanted` contains the headings that the mapping reads. If one
 * of these headings is a cell in the file, the text is not a message. `isRow` is true if a single line may be a row,
 * because the mapping specifies that the file has no header.
 */
export function senderMessage(
  text: string,
  wanted: readonly string[] = [],
  isRow = false,
): Issue | undefined {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  if (first === "" || lines.length > mostOutput) return undefined;
  // Compares whole cells, because "invalid username" does not contain the heading "Name".
  const cells = new Set(
    text
      .replaceAll('"', "")
      .split(/[,;|\t\r\n]| {2,}/)
      .map(foldHeading),
  );
  if (wanted.some((heading) => cells.has(foldHeading(heading)))) return undefined;
  if (lines.length > mostLines) return programMessage(lines);
  if (isDelimited(lines, isRow)) return undefined;
  const isFailure = failure.test(text);
  const areSentences = lines.every(
    (line) => isSentence(line, isFailure) || (isFailure && line !== first && isTrace(line)),
  );
  const areWords = lines.length === 1 && areOnlyWords(first, wanted);
  if (!areSentences && !areWords) return undefined;
  if (isFailure || (areWords && serverFailure.test(text))) return messageIssue(text);
  // The issue's message quotes the text only if the text mentions an error. Other text may contain personal data.
  return !isRow && lines.length === 1
    ? issue("sender_message", { value: shortened(text) }, { message: "" })
    : undefined;
}

/**
 * True if the lines are rows or headings: one line contains several delimiters, or several lines contain the same
 * number. In sentences and error codes, a space follows the delimiter, as in `invalid password; logon denied`. If
 * `isRow` is true, one delimiter is enough.
 */
function isDelimited(lines: readonly string[], isRow: boolean): boolean {
  const counts = lines
    .filter((line) => !isTrace(line) && !line.includes('{"') && !beginsAsMessage(line))
    .flatMap((line) => delimiters.map((sign) => [sign.source, [...line.matchAll(sign)].length] as const))
    .filter(([, count]) => count > 0);
  const least = isRow ? 1 : 2;
  return counts.some(([, count]) => count >= least) || new Set(counts.map(String)).size < counts.length;
}

/** True if the text before the first delimiter reports a failure, as in `ERROR;Query failed`. */
function beginsAsMessage(line: string): boolean {
  const [beginning = ""] = line.split(/[,;|]/);
  return failure.test(beginning) || programError.test(line);
}

/**
 * True if the only line of a file consists of words separated by single spaces, such as `Too many requests`, and none
 * of them is a heading that the mapping reads. Without a mapping, the words may be headings.
 */
function areOnlyWords(line: string, wanted: readonly string[]): boolean {
  const words = line.trim().split(" ");
  const headings = new Set(wanted.map(foldHeading));
  return (
    wanted.some((heading) => !heading.startsWith("#")) &&
    words.length > 1 &&
    !/[;|\t=",]|\s{2}/.test(line.trim()) &&
    !words.some((word) => headings.has(foldHeading(word)))
  );
}

/** Returns an issue for the error output of a program, such as a stack trace. */
function programMessage(lines: readonly string[]): Issue | undefined {
  const others = lines.filter((line) => !isTrace(line)).map((line) => line.trim());
  if (!others.some((line) => programError.test(line))) return undefined;
  const counts = others.flatMap((line) =>
    usualDelimiters.map((sign) => [sign, line.split(sign).length - 1] as const),
  );
  const shapes = counts.filter(([, count]) => count >= 2).map(String);
  // Two lines with the same number of delimiters are rows of a table.
  if (new Set(shapes).size < shapes.length) return undefined;
  if (!others.every((line) => isSentence(line, true) || !/[,;|\t]/.test(line))) return undefined;
  const failures = others.filter((line) => failure.test(line) || programError.test(line));
  return messageIssue((failures.length > 0 ? failures : others).join(" "));
}

/** True if the beginning of the text mentions a failure. */
export function reportsFailure(text: string): boolean {
  const beginning = text.slice(0, 10_000);
  return failure.test(beginning) || serverFailure.test(beginning);
}

function isTrace(line: string): boolean {
  return traceLine.test(line.trim());
}

/**
 * Returns the issue for a page or document that contains an error message, such as an expired login, instead of rows.
 * Only sentences about the failure are quoted, because other text may contain personal data.
 */
export function messageInMarkup(text: string): Issue | undefined {
  const lines = text
    .replace(/<(script|style)\b.*?<\/\1>|<[?!][^>]*>/gis, "")
    .split(/<[^>]*>|[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !isTrace(line));
  const isFailure = (line: string): boolean => failure.test(line) || serverFailure.test(line);
  const failures = lines.filter((line) => isFailure(line) && isSentence(line, true));
  const isMessage = lines.length <= mostParts && failures.length > 0;
  return isMessage ? messageIssue([...new Set(failures)].join(" ")) : undefined;
}

/** Email addresses in the message are replaced with `…`. */
export function messageIssue(text: string): Issue {
  const message = shortened(text.replace(/^[\s:]+/, "")).replace(/[^\s"<>]+@[^\s"<>]+/g, "…");
  return issue("sender_message", {}, { message: `: ${message.replace(/\.$/, "")}` });
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > mostKept ? `${line.slice(0, mostKept)}…` : line;
}

/** True if a line has words separated by spaces and contains only sentence punctuation. */
function isSentence(line: string, isFailure: boolean): boolean {
  const words = line
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length;
  if (isFailure) return words >= 2 && !line.trim().includes("\t") && line.split(/[;|]/).length <= 2;
  return words >= 4 && !/[;|\t=]|,(?! )| {2}/.test(line.trim());
}
