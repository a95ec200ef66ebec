/**
 * Formats the next step after `Next:`. If it starts with a command, the command gets its own line, so that it can be
 * copied.
 *
 * @param lead text before `Next:`
 */
export function nextText(hint: string, lead = ""): string {
  const [, command, rest = ""] = /^`(lading [^`<]+)`,?(?: (.+))?$/s.exec(hint) ?? [];
  if (command === undefined) return `${lead}Next: ${hint}`;
  return `${lead}Next: ${command}${rest === "" ? "" : `\n${lead}      ${rest}`}`;
}
