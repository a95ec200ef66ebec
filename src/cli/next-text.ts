/**
 * Formats the next step after `Next:`. If the next step starts with a command, the command is placed on a separate
 * line, so that it can be copied. `lead` is the text before `Next:`.
 */
export function nextText(hint: string, lead = ""): string {
  const [, command, rest = ""] = /^`(lading [^`<]+)`,?(?: (.+))?$/s.exec(hint) ?? [];
  if (command === undefined) return `${lead}Next: ${hint}`;
  return `${lead}Next: ${command}${rest === "" ? "" : `\n${lead}      ${rest}`}`;
}
