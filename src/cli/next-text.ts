/**
 * Formats the next step after `Next:`. If the next step starts with a command, the text after the command moves to the
 * next line, so that the command can be copied. `lead` is the text before `Next:`.
 */
export function nextText(hint: string, lead = ""): string {
  const [, command, rest = ""] = /^`(lading [^`<]+)`,?(?: (.+))?$/s.exec(hint) ?? [];
  if (command === undefined) return `${lead}Next: ${hint}`;
  return `${lead}Next: ${command}${rest === "" ? "" : `\n${lead}      ${rest}`}`;
}
