/** This module writes small pieces of YAML without a library, because comments and layout are important in a draft. */

/** Returns a scalar, quoted only if necessary. */
export function scalar(text: string): string {
  const plain = /^[\p{L}\p{Nd}_$][\p{L}\p{M}\p{Nd} _./()+$'-]*$/u.test(text) && !/\s$| #/.test(text);
  return plain ? text : JSON.stringify(text);
}

export function flowList(items: readonly string[]): string {
  return `[${items.map(scalar).join(", ")}]`;
}

/** Marks comments that explain a draft and are removed from the finished mapping. */
const ofDraft = "#?";

/** Returns a comment of one or more lines. A line has at most 78 characters, unless a single word is longer. */
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

export function withoutReasons(draft: string): string {
  return draft
    .split("\n")
    .filter((line) => !line.trimStart().startsWith(ofDraft))
    .join("\n");
}
