import { Writable } from "node:stream";
import { visible } from "../../sentence.js";
import type { Terminal } from "../command.js";

/** A screen that is drawn over and over on a terminal, with the last log lines below it. */
export interface LiveScreen {
  /** Where log lines go instead of between the lines of the screen. */
  readonly talk: Writable & { readonly isTTY: true };
  /** How wide it is now. */
  columns(): number;
  draw(text: string): void;
}

const linesKept = 8;
/** So many log lines stay on a screen that is too small for all: one that was polled, and most of a delivery before it. */
const linesAtLeast = (height: number): number => Math.min(5, Math.max(3, height >> 2));
/** A line of the log about a request, for people or for machines. */
const isRequest = /^\S+ +\w+ +request(?: |$)|"event":"request"/;
const home = "\x1b[H";
const clearLine = "\x1b[K";
const clearBelow = "\x1b[J";
const clearAll = "\x1b[2J";

/** @returns undefined when nobody looks: standard output is no terminal */
export function newLiveScreen({ stdout }: Terminal): LiveScreen | undefined {
  if (stdout.isTTY !== true) return undefined;
  let last: string[] = [];
  let requests = 0;
  let lastRequest = "";
  let begun = "";
  let shown: string | undefined;

  function show(before: string): void {
    const width = stdout.columns || 120;
    const polled = `requests so far: ${requests}, the last one ${visible(lastRequest)}`;
    const polls = polled.length > width ? `${polled.slice(0, width - 4)} ...` : polled;
    const log = [...last.map((line) => folded(visible(line), width)), ...(requests === 0 ? [] : [[polls]])];
    const lines = fitting(shown?.split("\n") ?? [], log, width, (stdout.rows || 50) - 1);
    stdout.write(before + lines.map((line) => `${line}${clearLine}\n`).join("") + clearBelow);
  }
  stdout.on("resize", () => {
    if (shown !== undefined) show(clearAll + home);
  });

  const talk = new Writable({
    write(chunk, _encoding, done) {
      const added = (begun + String(chunk)).split("\n");
      begun = added.pop() ?? "";
      // However often somebody asks for a list, what became of deliveries stays in sight; what is new of them shows at once.
      const before = last;
      for (const line of added.filter((each) => each !== "")) {
        if (!isRequest.test(line)) last = [...last, line].slice(-linesKept);
        else [lastRequest, requests] = [line, requests + 1];
      }
      if (last !== before && shown !== undefined) show(home);
      done();
    },
  });
  return {
    talk: Object.assign(talk, { isTTY: true as const }),
    columns: () => stdout.columns || 120,
    draw(text) {
      const isFirst = shown === undefined;
      shown = text;
      show(isFirst ? clearAll + home : home);
    },
  };
}

/** The lines that a terminal has room for: more would scroll, and the next drawing would not meet them. */
function fitting(
  text: readonly string[],
  log: readonly (readonly string[])[],
  width: number,
  height: number,
): readonly string[] {
  const body = text.flatMap((line) => wrapped(visible(line), width));
  const spare = Math.max(linesAtLeast(height), height - body.length);
  const talk = lastOf(log, Math.min(linesKept, spare));
  const bodyHeight = Math.max(1, height - talk.length);
  if (body.length <= bodyHeight) return [...body, ...talk];
  const left = `... ${body.length - bodyHeight + 1} more lines; \`lading status\` shows them all`;
  return [...body.slice(0, bodyHeight - 1), left.slice(0, width), ...talk];
}

/** So many lines of the last entries: each from its beginning, and only the first of them cut off. */
function lastOf(entries: readonly (readonly string[])[], most: number): readonly string[] {
  const lines: string[] = [];
  for (const entry of entries.toReversed()) lines.unshift(...entry.slice(0, most - lines.length));
  return lines;
}

/** A sentence goes on below, as far in as it begins; a line of a table is cut, for its columns have to stand. */
function wrapped(line: string, width: number): readonly string[] {
  if (line.length <= width || /\S {2,}\S/.test(line)) return [line.slice(0, width)];
  return folded(line, width);
}

function folded(line: string, width: number): readonly string[] {
  const indent = " ".repeat(Math.min(line.search(/\S/) + 2, width >> 1));
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const blank = rest.lastIndexOf(" ", width);
    const at = blank > indent.length ? blank : width;
    lines.push(rest.slice(0, at));
    rest = indent + rest.slice(at).trimStart();
  }
  return [...lines, rest];
}
