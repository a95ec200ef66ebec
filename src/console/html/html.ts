/** HTML that was escaped: whatever else is put into it becomes text. */
export interface Html {
  readonly text: string;
}

type Part = Html | string | number | readonly Part[];

/** A template whose gaps are escaped, so that no name of a file or a feed can become markup. */
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

/** A sentence in which a command or a name stands between backticks: those become code. */
export function prose(sentence: string): Html {
  const parts = sentence
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
  return html`${parts}`;
}

/** A moment, to the second, in UTC. */
export function instant(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 19).replace("T", " ")}</time>`;
}

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}
