/** Escaped HTML. */
export interface Html {
  readonly text: string;
}

type Part = Html | string | number | readonly Part[];

/** Template tag that escapes its values, so that file and feed names cannot become markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? "";
  parts.forEach((part, index) => {
    text += textOf(part) + (strings[index + 1] ?? "");
  });
  return { text };
}

function textOf(part: Part): string {
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  if ("text" in part) return part.text;
  return part.map(textOf).join("");
}

/** Commands and names in backticks are formatted as code. */
export function prose(sentence: string): Html {
  const parts = sentence
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
  return html`${parts}`;
}

export function instant(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 19).replace("T", " ")}</time>`;
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
