/** Small pieces of YAML text, written by hand because comments and layout matter in a draft. */

/** A scalar: plain where that is safe, else in double quotes. */
export function scalar(text: string): string {
  const plain = /^[\p{L}\p{Nd}_$][\p{L}\p{M}\p{Nd} _./()+$'-]*$/u.test(text) && !/\s$| #/.test(text);
  return plain ? text : JSON.stringify(text);
}

export function flowList(items: readonly string[]): string {
  return `[${items.map(scalar).join(", ")}]`;
}

/** How comments begin that tell why a draft says what it says; they are not kept in the mapping that it becomes. */
const ofDraft = "#?";

/** A comment of one or more lines, each at most 78 characters wide. */
export function comment(text: string, indent = ""): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.replace(/\s+/g, " ").trim().split(" ")) {
    if (line !== "" && indent.length + line.length + word.length > 74) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${indent}${ofDraft} ${each}`);
}

/** A draft without what told why. */
export function withoutReasons(draft: string): string {
  return draft
    .split("\n")
    .filter((line) => !line.trimStart().startsWith(ofDraft))
    .join("\n");
}
