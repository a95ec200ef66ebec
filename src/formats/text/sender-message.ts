import { issue, type Issue } from "../../model/issues.js";
import { foldHeading } from "../fold-heading.js";

/** A message of the system that exports, in place of the table: `Login failed: session expired`. */

const failure =
  /\b(?:error|errors|fail|failed|failure|denied|exception|expired|invalid|not found|unauthori[sz]ed|forbidden|time-?out|timed out|refused|unavailable|cannot|can't|could not|unable|no (?:data|records|rows|results)|fehler|fehlgeschlagen|ungültig|abgelaufen|keine daten|erreur|échec|échoué|expirée?|errore|scadut[ao]|fout|mislukt|verlopen|błąd|wygasła|caducad[ao]|fallid[ao]|erro)(?![\p{L}\d])/iu;

/** How many lines a message has at most, and how much of it is kept. */
const [mostLines, mostKept] = [3, 300];

/**
 * The refusal of a text that is nothing but a message.
 *
 * @param wanted headings that the mapping reads: a line that holds one of them is no message
 * @param isRow whether a single line may be a row, because the mapping says that there is no header
 */
export function senderMessage(
  text: string,
  wanted: readonly string[] = [],
  isRow = false,
): Issue | undefined {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  if (first === "" || lines.length > mostLines) return undefined;
  const folded = foldHeading(text);
  if (wanted.some((heading) => folded.includes(foldHeading(heading)))) return undefined;
  const isFailure = failure.test(text);
  const areSentences = lines.every((line) => isSentence(line, isFailure));
  if (!areSentences) return undefined;
  if (isFailure) return messageIssue(text);
  // Without a word of failure it may be a person's data, so that it is not quoted.
  return !isRow && lines.length === 1
    ? issue("sender_message", { value: shortened(text) }, { message: "" })
    : undefined;
}

/** The refusal with the message in its sentence, without e-mail addresses. */
export function messageIssue(text: string): Issue {
  const message = shortened(text).replace(/[^\s"<>]+@[^\s"<>]+/g, "…");
  return issue("sender_message", {}, { message: `: ${message.replace(/\.$/, "")}` });
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > mostKept ? `${line.slice(0, mostKept)}…` : line;
}

/** Whether a line has words between spaces, and no delimiter but those that sentences have. */
function isSentence(line: string, isFailure: boolean): boolean {
  const words = line
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word)).length;
  if (isFailure) return words >= 2 && !line.includes("\t") && line.split(/[;|]/).length <= 2;
  return words >= 4 && !/[;|\t=]|,(?! )| {2}/.test(line.trim());
}
