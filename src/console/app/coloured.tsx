import type { DiagnosticView } from "../studio/messages.js";
import { saidOf } from "./texts.js";

/** A line of a mapping in colours, with what is wrong with it behind. */
export function Coloured({
  line,
  wrong,
}: {
  readonly line: string;
  readonly wrong: DiagnosticView | undefined;
}) {
  return (
    <div class={wrong === undefined ? "" : "wrong error"}>
      <span class="line">
        {partsOf(line).map(({ kind, text }, i) => (
          <span key={i} class={kind}>
            {text}
          </span>
        ))}
      </span>
      {wrong !== undefined && <span class="said">{` ◂ ${saidOf(wrong)}`}</span>}
      {"\n"}
    </div>
  );
}

const pattern =
  /(?<comment>(?:^|(?<=\s))#.*$)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?<word>[\w$.{}-]+(?=\s*:(?:\s|$)))|(?<number>(?<![\w.-])(?:true|false|null|-?\d+(?:\.\d+)?)(?![\w.-]))|(?<todo>TODO)/g;

function partsOf(line: string): readonly { readonly kind: string; readonly text: string }[] {
  const parts: { kind: string; text: string }[] = [];
  let at = 0;
  for (const match of line.matchAll(pattern)) {
    if (match.index > at) parts.push({ kind: "", text: line.slice(at, match.index) });
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? "";
    parts.push({ kind, text: match[0] });
    at = match.index + match[0].length;
  }
  return [...parts, { kind: "", text: line.slice(at) }];
}
