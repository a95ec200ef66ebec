/**
 * What a person does next, behind `Next:`. A command with which it begins stands alone on its line, so that it can be
 * copied, and what is said of it below.
 *
 * @param lead what stands before `Next:`
 */
export function nextText(hint: string, lead = ""): string {
  const [, command, rest = ""] = /^`(lading [^`<]+)`,?(?: (.+))?$/s.exec(hint) ?? [];
  if (command === undefined) return `${lead}Next: ${hint}`;
  return `${lead}Next: ${command}${rest === "" ? "" : `\n${lead}      ${rest}`}`;
}
