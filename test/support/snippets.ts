/** The fenced blocks of a Markdown page, and its links and headings. */

export interface Snippet {
  readonly language: string;
  /** The text after the language. */
  readonly mark: string;
  readonly text: string;
  /** First line of the block in the page, from 1. */
  readonly line: number;
}

/** Fenced blocks in order, without the indentation of their fence. */
export function snippetsOf(page: string): Snippet[] {
  const found: Snippet[] = [];
  let open:
    | { fence: string; indent: number; language: string; mark: string; line: number; lines: string[] }
    | undefined;
  for (const [index, line] of page.split("\n").entries()) {
    const fence = /^(?<indent> *)(?<fence>`{3,})(?<info>.*)$/.exec(line)?.groups;
    if (open === undefined) {
      if (fence === undefined) continue;
      const [language = "", ...mark] = (fence["info"] ?? "").trim().split(" ");
      open = {
        fence: fence["fence"] ?? "",
        indent: (fence["indent"] ?? "").length,
        language,
        mark: mark.join(" "),
        line: index + 1,
        lines: [],
      };
    } else if (fence !== undefined && line.trim() === open.fence) {
      const { language, mark, line: start, lines } = open;
      found.push({ language, mark, text: lines.map((each) => `${each}\n`).join(""), line: start });
      open = undefined;
    } else open.lines.push(line.slice(open.indent));
  }
  return found;
}

const ownFiles = "https://github.com/lading/lading/blob/main/";

/** Path of a file in this repository to which an absolute link leads. Undefined for all other links. */
export function ownFile(target: string): string | undefined {
  return target.startsWith(ownFiles) ? target.slice(ownFiles.length).split("#", 1)[0] : undefined;
}

/** Targets of the links outside fenced blocks, and of link definitions (`[name]: target`). */
export function linksOf(page: string): string[] {
  const text = withoutCode(page).replaceAll(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\((?<target>[^)\s]+)\)|^\[[^\]]+\]: (?<defined>\S+)$/gm)].map(
    ({ groups }) => groups?.["target"] ?? groups?.["defined"] ?? "",
  );
}

/** Texts between backquotes outside fenced blocks. */
export function inlineCodeOf(page: string): string[] {
  return [...withoutCode(page).matchAll(/`(?<code>[^`]+)`/g)].map((match) =>
    (match.groups?.["code"] ?? "").replaceAll(/\s+/g, " "),
  );
}

/** Anchors of the headings, as common renderers create them. */
export function anchorsOf(page: string): string[] {
  const headings = [...withoutCode(page).matchAll(/^#{1,6} +(?<title>.*)$/gm)];
  return headings.map((match) =>
    (match.groups?.["title"] ?? "")
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
}

function withoutCode(page: string): string {
  return page.replaceAll(/^ *```.*?^ *```$/gms, "");
}
