import type { View } from "../messages.js";
import type { Send } from "./send.js";
import { Control } from "./control.js";
import { LiveInput } from "./live-input.js";
import { Mends } from "./mends.js";
import { texts } from "./texts.js";

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

interface Props {
  readonly view: View;
  readonly send: Send;
}

/** What was detected about the file, each to be changed. */
export function Reading({ view, send }: Props) {
  const { table, form } = view;
  const read = form?.read ?? {};
  const pin = (key: string, value: string | null) => void send({ do: "set", path: ["read", key], value });
  const written = (key: string): string => (typeof read[key] === "string" ? read[key] : "");
  const headerRow = table.headerRows[0];
  // There each value has its name beside it, and no row of names is looked for.
  const hasKeys = ["json", "ndjson", "xml"].includes(table.format);
  return (
    <section class="card" aria-labelledby="read-title">
      <h2 id="read-title">{texts.read.title}</h2>
      <div class="row low">
        {table.encoding !== undefined && (
          <Choice
            id="read-encoding"
            label={texts.read.encoding}
            value={written("encoding")}
            found={table.encoding}
            choices={encodings}
            onChoose={(value) => pin("encoding", value)}
          />
        )}
        {table.delimiter !== undefined && (
          <Choice
            id="read-delimiter"
            label={texts.read.delimiter}
            value={written("delimiter")}
            found={table.delimiter}
            choices={Object.keys(texts.read.delimiters)}
            words={texts.read.delimiters}
            onChoose={(value) => pin("delimiter", value)}
          />
        )}
        {table.sheets.length > 0 && (
          <Choice
            id="read-sheet"
            label={texts.read.sheet}
            value={written("sheet")}
            found={table.sheet ?? ""}
            choices={table.sheets}
            onChoose={(value) => pin("sheet", value)}
          />
        )}
        {hasKeys && (
          <Control id="read-records" label={texts.read.records}>
            <LiveInput
              id="read-records"
              value={written("records")}
              placeholder={table.records ?? texts.read.path}
              onSay={(path) => pin("records", path.trim() === "" ? null : path.trim())}
            />
          </Control>
        )}
        {!hasKeys && (
          <Choice
            id="read-header"
            label={texts.read.header}
            value={written("header")}
            found={headerRow === undefined ? "none" : table.headerRows.join(" + ")}
            choices={["none", ...Array.from({ length: 20 }, (_, i) => String(i + 1))]}
            words={{ none: texts.read.none }}
            onChoose={(value) => pin("header", value)}
          />
        )}
      </div>
      {!table.encodingIsSure && written("encoding") === "" && (
        <p class="remark warning">{texts.read.unsure}</p>
      )}
      {table.issues.map((found) => (
        <div key={found.message} class={`remark ${found.severity}`}>
          {found.message} {found.hint}
          <Mends mends={found.mends} send={send} />
        </div>
      ))}
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
    </section>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  /** What the mapping says; empty: it leaves it to be found. */
  readonly value: string;
  readonly found: string;
  readonly choices: readonly string[];
  readonly words?: Readonly<Record<string, string>>;
  readonly onChoose: (value: string | null) => void;
}

function Choice({ id, label, value, found, choices, words = {}, onChoose }: ChoiceProps) {
  const word = (each: string): string => words[each] ?? each;
  const all = value === "" || choices.includes(value) ? choices : [value, ...choices];
  return (
    <Control id={id} label={label}>
      <select
        id={id}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value === "" ? null : event.currentTarget.value)}
      >
        <option value="">{texts.read.found(value === "" ? word(found) : "…")}</option>
        {all.map((each) => (
          <option key={each} value={each}>
            {word(each)}
          </option>
        ))}
      </select>
    </Control>
  );
}
