/** A position in a mapping, which may be incomplete at that point. */
export interface Place {
  /** Keys from the top. `"#"` represents a list item. */
  readonly path: readonly string[];
  readonly expects: "key" | "value" | "either";
  /** Offset at which the word before the position starts. */
  readonly from: number;
}

interface Open {
  readonly indent: number;
  readonly key: string;
}

const keyOnLine = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#{}[\],:"'][^#{}[\],:]*?)\s*:(?=\s|$)/;
const token = /"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|[{}[\],]|:(?=\s|$)|(?:^|(?<=\s))#.*|[^\s{}[\],:"'#]+|\S/g;

/**
 * Finds the keys that contain a position, based on indentation and brackets. A YAML parser cannot be used, because it
 * would reject an incomplete mapping.
 */
export function placeAt(text: string, at: number): Place {
  const lines = text.slice(0, at).split("\n");
  const last = lines.length - 1;
  const open: Open[] = [];
  /** Open brackets, and the current key in each of them. */
  const brackets: { readonly isMap: boolean; key?: string | undefined; word?: string | undefined }[] = [];
  let hasKey = false;
  let isItem = false;
  for (const [number, line] of lines.entries()) {
    let rest = line.trimStart();
    if (number < last && (rest === "" || rest.startsWith("#"))) continue;
    if (brackets.length === 0) {
      let indent = line.length - rest.length;
      close(open, indent, rest.startsWith("-"));
      hasKey = isItem = false;
      for (let dash = /^-(?:\s+|$)/.exec(rest); dash !== null; dash = /^-(?:\s+|$)/.exec(rest)) {
        open.push({ indent, key: "#" });
        indent += dash[0].length;
        rest = rest.slice(dash[0].length);
        isItem = true;
      }
      const key = keyOnLine.exec(rest);
      if (key !== null) {
        open.push({ indent, key: plain(key[1] ?? "") });
        rest = rest.slice(key[0].length);
        hasKey = true;
      }
    }
    for (const [part] of rest.matchAll(token)) {
      const top = brackets.at(-1);
      if (part === "{" || part === "[") {
        if (top !== undefined || rest.trimStart().startsWith(part)) brackets.push({ isMap: part === "{" });
      } else if (part === "}" || part === "]") brackets.pop();
      else if (top === undefined) continue;
      else if (part === ",") top.key = top.word = undefined;
      else if (part === ":") top.key = plain(top.word ?? "");
      else top.word = top.word === undefined ? part : `${top.word} ${part}`;
    }
  }
  const from = at - (/[\p{L}\p{N}_.$/-]*$/u.exec(lines[last] ?? "")?.[0].length ?? 0);
  const inner = brackets.map(({ isMap, key }) => (isMap ? key : "#")).filter((key) => key !== undefined);
  const path = [...open.map(({ key }) => key), ...inner];
  const top = brackets.at(-1);
  if (top !== undefined) {
    return { path, expects: top.isMap && top.key === undefined ? "key" : "value", from };
  }
  return { path, expects: hasKey ? "value" : isItem ? "either" : "key", from };
}

/** Closes blocks that end at this indentation. A list may have the same indentation as its key. */
function close(open: Open[], indent: number, isItem: boolean): void {
  for (let top = open.at(-1); top !== undefined && top.indent >= indent; top = open.at(-1)) {
    if (isItem && top.indent === indent && top.key !== "#") return;
    open.pop();
  }
}

function plain(key: string): string {
  return /^["']/.test(key) ? key.slice(1, -1) : key;
}
