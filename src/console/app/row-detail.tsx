import { useEffect, useRef } from "./library.js";
import type { RecordView, RowView } from "../studio/messages.js";
import { fieldLabels } from "../../model/field-labels.js";
import { PlainTable, type PlainTableProps, RowFixes } from "./parts.js";
import { texts, fieldName, valueName } from "./texts.js";
import { useWork } from "./work.js";

/** Shows a row next to the record produced from it. Other rows may also have contributed to the record. */
export function RowDetail({ row }: { readonly row: RowView }) {
  const { columns } = useWork();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const each of [document.querySelector(".grid tbody [aria-expanded=true]"), box.current]) {
      each?.scrollIntoView({ block: "nearest" });
    }
  }, [row.rowIndex]);
  return (
    <div class="use" role="region" aria-label={texts.grid.detail(row.line)} ref={box}>
      <h3>
        {texts.grid.detail(row.line)}: {texts.grid.states[row.state]}
        {row.others.length > 0 && `, ${texts.grid.rowsOf(row.others.length + row.left)}`}
        {row.rule !== undefined && ` (${texts.grid.by(row.rule)})`}
      </h3>
      {row.issues.map((found) => (
        <p key={found.message} class={`remark ${found.severity}`}>
          {found.message}
        </p>
      ))}
      {row.isRejectedInFeed && <p class="remark warning">{texts.grid.feedRejects}</p>}
      <RowFixes rowIndex={row.rowIndex} />
      {row.others.length > 0 && (
        <Columns
          name={texts.grid.rowsOf(row.others.length)}
          headings={[texts.grid.line, ...columns]}
          rows={row.others.map(({ line, cells }) => [String(line), ...columns.map((_, i) => cells[i] ?? "")])}
        />
      )}
      <div class="sides">
        {row.others.length === 0 && (
          <Pairs title={texts.grid.cells} pairs={columns.map((name, i) => [name, row.cells[i] ?? ""])} />
        )}
        {row.record === undefined ? (
          <p class="muted">
            {row.duplicateOf === undefined
              ? texts.grid.noRecord
              : texts.grid.repeats(row.duplicateOf.line, row.duplicateOf.columns)}
          </p>
        ) : (
          <Pairs
            title={texts.grid.record}
            pairs={Object.entries(row.record.fields).map(([name, value]) => [
              fieldName(name),
              name === "is_active" ? valueName(name, value) : value,
            ])}
          />
        )}
      </div>
      {Object.entries(row.record?.lists ?? {}).map(([name, list]) => (
        <Elements key={name} name={name} {...list} />
      ))}
    </div>
  );
}

/** Shows the elements of a list in the record as a table. */
function Elements({ name, elements, left }: RecordView["lists"][string] & { readonly name: string }) {
  const filled = elements.flatMap((each) => Object.entries(each).filter(([, value]) => value !== ""));
  const parts = [...new Set(filled.map(([part]) => part))];
  const title = texts.grid.elements(fieldName(name), elements.length + left);
  return (
    <>
      <h4>{title}</h4>
      {elements.length > 0 && (
        <Columns
          name={title}
          headings={parts.map((part) => (part === "" ? fieldName(name) : (fieldLabels[part] ?? part)))}
          rows={elements.map((each) => parts.map((part) => each[part] ?? ""))}
        />
      )}
      {left > 0 && <p class="muted">{texts.grid.more(left)}</p>}
    </>
  );
}

/** A table that scrolls horizontally if it is too wide. */
function Columns({ name, ...table }: Pick<PlainTableProps, "headings" | "rows"> & { readonly name: string }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={name}>
      <PlainTable class="small tight" {...table} />
    </div>
  );
}

function Pairs({ title, pairs }: { readonly title: string; readonly pairs: readonly [string, string][] }) {
  return (
    <div>
      <h4>{title}</h4>
      <dl>
        {pairs.map(([name, value], i) => (
          <div key={i}>
            <dt>{name}</dt>
            <dd class={value === "" ? "muted" : ""}>{value === "" ? texts.grid.nothing : value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
