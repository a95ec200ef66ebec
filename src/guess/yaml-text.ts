/** Small pieces of YAML text, written by hand because comments and layout matter in a draft. */

/** A scalar: plain where that is safe, else in double quotes. */
export function scalar(text: string): string {
  const plain = /^[\p{L}\p{Nd}_$][\p{L}\p{M}\p{Nd} _./()+$'-]*$/u.test(text) && !/\s$| #/.test(text);
  return plain ? text : JSON.stringify(text);
}

export function flowList(items: readonly string[]): string {
  return `[${items.map(scalar).join(", ")}]`;
}

/** A comment of one or more lines, each at most 78 characters wide. */
export function comment(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.replace(/\s+/g, " ").trim().split(" ")) {
    if (line !== "" && indent.length + line.length + word.length > 75) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${indent}# ${each}`);
}
