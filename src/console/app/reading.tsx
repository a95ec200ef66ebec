import { LiveInput, Select } from "./control.js";
import { Card, Fixes } from "./parts.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

const encodings = [
  "utf-8",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1254",
  "iso-8859-1",
  "iso-8859-2",
  "utf-16le",
  "utf-16be",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
  "macintosh",
  "cp437",
  "cp850",
];

/** Detected properties of the file, each of which can be changed. */
export function Reading() {
  const { view } = useWork();
  const { table } = view;
  const records = useReadWord("records");
  // In JSON and XML, each value has a name, so there is no header row.
  const hasKeys = ["json", "ndjson", "xml"].includes(table.format);
  return (
    <Card title={texts.read.title}>
      <div class="row low">
        {table.encoding !== undefined && (
          <Choice word="encoding" found={table.encoding} choices={encodings} />
        )}
        {table.delimiter !== undefined && (
          <Choice
            word="delimiter"
            found={table.delimiter}
            choices={Object.keys(texts.read.delimiters)}
            words={texts.read.delimiters}
          />
        )}
        {table.sheets.length > 0 && <Choice word="sheet" found={table.sheet ?? ""} choices={table.sheets} />}
        {hasKeys ? (
          <LiveInput
            label={texts.read.records}
            value={records.value}
            placeholder={table.records ?? texts.read.path}
            onSay={(path) => records.say(path.trim())}
          />
        ) : (
          <Choice
            word="header"
            found={table.headerRows.join(" + ") || "none"}
            choices={["none", ...Array.from({ length: 20 }, (_, i) => String(i + 1))]}
            words={{ none: texts.read.none }}
          />
        )}
      </div>
      {table.issues.map((found) => (
        <div key={found.message} class={`remark ${found.severity}`}>
          {found.message} {found.hint}
          <Fixes fixes={found.fixes} />
        </div>
      ))}
      {table.leftOut.length > 0 && (
        <>
          <p class="small muted">{texts.read.leftOut}</p>
          <ul class="small muted">
            {table.leftOut.map((text, i) => (
              <li key={i}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {!table.isWhole && <p class="remark note">{texts.read.cut(table.rows)}</p>}
      {!view.verdict.isList && <p class="remark warning">{texts.outcome.notList(view.verdict.reason)}</p>}
      {table.evidence.length > 0 && (
        <details>
          <summary>{texts.read.evidence}</summary>
          <ul>
            {table.evidence.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

interface ChoiceProps {
  readonly word: "encoding" | "delimiter" | "sheet" | "header";
  readonly found: string;
  readonly choices: readonly string[];
  readonly words?: Readonly<Record<string, string>>;
}

function Choice({ word, found, choices, words = {} }: ChoiceProps) {
  const { value, say } = useReadWord(word);
  const said = (each: string): string => words[each] ?? each;
  return (
    <Select
      label={texts.read[word]}
      value={value}
      options={[
        ["", texts.read.found(value === "" ? said(found) : "…")],
        ...choices.map((each) => [each, said(each)] as const),
      ]}
      onChoose={say}
    />
  );
}

/** Reads and sets a key under `read` in the mapping. An empty value means automatic detection. */
function useReadWord(word: string): { readonly value: string; readonly say: (value: string) => void } {
  const { view, send } = useWork();
  const value = view.form?.read[word];
  return {
    value: typeof value === "string" ? value : "",
    say: (said) => void send({ do: "set", path: ["read", word], value: said === "" ? null : said }),
  };
}
