import { issue, type Issue } from "../../model/issues.js";
import { foldHeading } from "../fold-heading.js";

/**
 * Detects an error message that the exporting system wrote in place of a table, such as `Login failed: session
 * expired`.
 */

const failure =
  /\b(?:\w*error|errors|fail|failed|failure|denied|\w*exception|expired|invalid|not found|unauthori[sz]ed|forbidden|time-?out|timed out|refused|unavailable|cannot|can't|could not|unable|no (?:data|records|rows|results)|fehler|fehlgeschlagen|ungültig|abgelaufen|keine daten|erreur|échec|échoué|expirée?|errore|scadut[ao]|fout|mislukt|verlopen|błąd|wygasła|caducad[ao]|fallid[ao]|erro)(?![\p{L}\d])/iu;

/** Maximum number of lines in a message, and number of characters that are kept. */
const [mostLines, mostKept] = [3, 300];

/** Maximum number of text fragments between tags on a page that contains only a message. */
const mostParts = 20;

/**
 * Returns an issue for a text that consists only of a message. `wanted` contains the headings that the mapping reads.
 * A text in which one of these headings is a cell is not a message. `isRow` is true if a single line may be a row,
 * because the mapping specifies that the file has no header.
 */
export function senderMessage(
  text: string,
  wanted: readonly string[] = [],
  isRow = false,
): Issue | undefined {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  if (first === "" || lines.length > mostLines) return undefined;
  // Compares whole cells, because "invalid username" does not contain the heading "Name".
  const cells = new Set(
    text
      .replaceAll('"', "")
      .split(/[,;|\t\r\n]| {2,}/)
      .map(foldHeading),
  );
  if (wanted.some((heading) => cells.has(foldHeading(heading)))) return undefined;
  const isFailure = failure.test(text);
  const areSentences = lines.every((line) => isSentence(line, isFailure));
  if (!areSentences) return undefined;
  if (isFailure) return messageIssue(text);
  // A text that does not mention an error is not quoted, because it may contain personal data.
  return !isRow && lines.length === 1
    ? issue("sender_message", { value: shortened(text) }, { message: "" })
    : undefined;
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
    .filter((line) => line !== "");
  const failures = lines.filter((line) => failure.test(line) && isSentence(line, true));
  const isMessage = lines.length <= mostParts && failures.length > 0;
  return isMessage ? messageIssue([...new Set(failures)].join(" ")) : undefined;
}

/** Returns the issue with the message. Email addresses are removed. */
export function messageIssue(text: string): Issue {
  const message = shortened(text).replace(/[^\s"<>]+@[^\s"<>]+/g, "…");
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
  if (isFailure) return words >= 2 && !line.includes("\t") && line.split(/[;|]/).length <= 2;
  return words >= 4 && !/[;|\t=]|,(?! )| {2}/.test(line.trim());
}
