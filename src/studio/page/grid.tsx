import { useEffect, useLayoutEffect, useRef, useState } from "./library.js";

import type { ComponentChildren } from "./library.js";
import type { FieldView, OutcomeView, RecordView, RowFilter, RowView, View } from "../messages.js";
import type { Send } from "./send.js";
import { fieldCard, goTo } from "./control.js";
import { foldHeading } from "../../formats/fold-heading.js";
import { fieldLabels } from "../../records/field-labels.js";
import { fieldName, valueName } from "./field-names.js";
import { RowMends } from "./mends.js";
import { server } from "./server.js";
import { texts } from "./texts.js";

/** A cell to go to. */
export interface Goal {
  readonly place: number;
  readonly column: string | undefined;
}

interface Props {
  readonly view: View;
  readonly outcome: OutcomeView | undefined;
  readonly filter: RowFilter;
  readonly setFilter: (filter: RowFilter) => void;
  readonly goal: Goal | undefined;
  readonly send: Send;
}

const rowHeight = 30;
const chunk = 60;

/** The rows of the sample. Only those in sight are fetched and drawn, so that 100,000 are as quick as ten. */
export function Grid({ view, outcome, filter, setFilter, goal, send }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const [total, setTotal] = useState(view.table.rows);
  const [chunks, setChunks] = useState<ReadonlyMap<string, readonly RowView[]>>(new Map());
  const [chosen, setChosen] = useState<RowView>();
  /** The column whose heading was picked. */
  const [picked, setPicked] = useState<string>();
  const revision = outcome?.revision ?? 0;
  const key = `${revision} ${filter}`;

  useLayoutEffect(() => {
    if (box.current !== null) setHeight(box.current.clientHeight);
  }, []);

  const first = Math.max(0, Math.floor(top / rowHeight) - 5);
  const last = Math.min(total, first + Math.ceil(height / rowHeight) + 10);
  const needed: number[] = [];
  for (let at = Math.floor(first / chunk); at * chunk < Math.max(last, 1); at++) needed.push(at);

  useEffect(() => {
    let isCurrent = true;
    const missing = needed.filter((at) => !chunks.has(`${key} ${at}`));
    for (const at of missing) {
      server.rows(view.id, filter, at * chunk, chunk).then(
        (found) => {
          if (!isCurrent) return;
          setTotal(found.total);
          setChunks((before) => new Map([...[...before].slice(-30), [`${key} ${at}`, found.rows]]));
        },
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [key, needed.join(), view.id]);

  useEffect(() => {
    setTop(0);
    box.current?.scrollTo({ top: 0 });
  }, [filter]);

  useEffect(() => {
    if (goal === undefined || box.current === null) return;
    box.current.scrollIntoView({ block: "nearest" });
    box.current.scrollTo({ top: Math.max(0, goal.place * rowHeight - height / 3) });
    const timer = setTimeout(() => {
      (document.querySelector(".goal .aim") ?? document.querySelector(".goal"))?.scrollIntoView({
        block: "nearest",
        inline: "nearest",
      });
    }, 250);
    return () => clearTimeout(timer);
  }, [goal]);

  useEffect(() => {
    // The column of the card in which somebody is at work.
    const follow = ({ target }: FocusEvent): void => {
      const card = target instanceof Element ? target.closest("fieldset.field") : null;
      const field = view.form?.fields.find(({ name }) => card?.id === fieldCard(name));
      const of = field?.columns[0] ?? field?.guess?.candidates[0]?.column ?? "";
      const at = view.table.columns.findIndex(({ name }) => foldHeading(name) === foldHeading(of));
      const heading = box.current?.querySelectorAll<HTMLElement>("thead th")[at + 2];
      if (at < 0 || heading === undefined || box.current === null) return;
      const beyond = heading.offsetLeft + heading.offsetWidth - box.current.clientWidth;
      box.current.scrollTo({ left: Math.min(heading.offsetLeft, Math.max(box.current.scrollLeft, beyond)) });
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, [view]);

  const columns = view.table.columns;
  const fieldsOf = new Map<string, string[]>();
  for (const field of view.form?.fields ?? []) {
    for (const name of field.columns)
      fieldsOf.set(foldHeading(name), [...(fieldsOf.get(foldHeading(name)) ?? []), field.name]);
  }
  const rowAt = (place: number): RowView | undefined => {
    const at = Math.floor(place / chunk);
    const found = chunks.get(`${key} ${at}`) ?? latest(chunks, filter, at);
    return found?.[place - at * chunk];
  };
  const isSoFar = (outcome?.open.length ?? 0) > 0;
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  return (
    <section class="card" aria-labelledby="grid-title">
      <div class="row spread">
        <h2 id="grid-title">{texts.grid.title}</h2>
        <label class="inline">
          {texts.grid.filter}
          <select value={filter} onChange={(event) => setFilter(event.currentTarget.value as RowFilter)}>
            {Object.entries(texts.grid.filters).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div
        class="grid"
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={texts.grid.table}
        onScroll={({ currentTarget: at }) => {
          setTop(at.scrollTop);
          setHeight(at.clientHeight);
        }}
        onKeyDown={(event) => {
          // At once: a slow way to the end would fetch all that lies between.
          const { key: pressed, currentTarget: at, target } = event;
          if (target !== at || (pressed !== "End" && pressed !== "Home")) return;
          event.preventDefault();
          at.scrollTo({ top: pressed === "End" ? at.scrollHeight : 0 });
        }}
      >
        <table aria-rowcount={total + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{texts.grid.line}</th>
              <th scope="col">{texts.grid.state}</th>
              {columns.map((column) => (
                <th scope="col" key={column.name} class={picked === column.name ? "aim" : ""}>
                  <button
                    type="button"
                    class="heading"
                    aria-expanded={picked === column.name}
                    aria-label={texts.grid.use(column.name)}
                    title={texts.grid.use(column.name)}
                    onClick={() => {
                      setChosen(undefined);
                      setPicked(picked === column.name ? undefined : column.name);
                    }}
                  >
                    {column.name}
                  </button>
                  <span class="row tight">
                    {(fieldsOf.get(foldHeading(column.name)) ?? []).map((field) => (
                      <button type="button" class="chip" key={field} onClick={() => goTo(field)}>
                        {fieldName(field)}
                      </button>
                    ))}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <Space rows={first} columns={columns.length + 2} />}
            {shown.map((place) => {
              const row = rowAt(place);
              return row === undefined ? (
                <tr key={place}>
                  <td colSpan={columns.length + 2}> </td>
                </tr>
              ) : (
                <Line
                  key={place}
                  row={row}
                  index={place}
                  width={columns.length}
                  names={columns.map((column) => column.name)}
                  fields={view.form?.fields ?? []}
                  goal={goal !== undefined && goal.place === row.place ? goal : undefined}
                  onLook={() => {
                    setPicked(undefined);
                    setChosen(chosen?.place === row.place ? undefined : row);
                  }}
                  isChosen={chosen?.place === row.place}
                  isSoFar={isSoFar}
                />
              );
            })}
            {last < total && <Space rows={total - last} columns={columns.length + 2} />}
          </tbody>
        </table>
        {total === 0 && <p class="muted">{texts.grid.none}</p>}
      </div>
      {picked !== undefined && (
        <Use
          key={picked}
          column={picked}
          fields={view.form?.fields ?? []}
          used={fieldsOf.get(foldHeading(picked)) ?? []}
          samples={columns.find((column) => column.name === picked)?.samples ?? []}
          send={send}
          close={() => {
            setPicked(undefined);
            box.current?.querySelector<HTMLElement>(".heading[aria-expanded=true]")?.focus();
          }}
        />
      )}
      {chosen !== undefined && (
        <Detail
          row={rowAt(chosen.place) ?? chosen}
          columns={columns.map((column) => column.name)}
          send={send}
        />
      )}
    </section>
  );
}

/** Maps from the table: which field the column fills. */
function Use({
  column,
  fields,
  used,
  samples,
  send,
  close,
}: {
  readonly column: string;
  readonly fields: readonly FieldView[];
  /** Names of the fields that it fills now. */
  readonly used: readonly string[];
  readonly samples: readonly string[];
  readonly send: Send;
  readonly close: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
    box.current?.querySelector("button")?.focus();
  }, []);
  return (
    <div
      class="card use"
      role="region"
      aria-label={texts.grid.use(column)}
      ref={box}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <div class="row spread">
        <h3>{texts.grid.fills(column)}</h3>
        <button type="button" class="quiet" onClick={close}>
          {texts.close}
        </button>
      </div>
      <p class="muted small">
        {samples
          .filter((sample) => sample !== "")
          .slice(0, 4)
          .join(" · ")}
      </p>
      <div class="row">
        {fields.map(({ name, columns: others }) => {
          const isUsed = used.includes(name);
          return (
            <button
              type="button"
              key={name}
              aria-pressed={isUsed}
              title={isUsed || others.length === 0 ? undefined : texts.grid.insteadOf(others.join(", "))}
              onClick={() =>
                void send(isUsed ? { do: "clear", field: name } : { do: "column", field: name, column })
              }
            >
              {fieldName(name)}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** Rows of an earlier revision stay in sight until the new ones are there. */
function latest(
  chunks: ReadonlyMap<string, readonly RowView[]>,
  filter: RowFilter,
  at: number,
): readonly RowView[] | undefined {
  const ending = ` ${filter} ${at}`;
  return [...chunks].findLast(([key]) => key.endsWith(ending))?.[1];
}

function Space({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    <tr aria-hidden="true">
      <td class="space" colSpan={columns} style={{ height: `${rows * rowHeight}px` }} />
    </tr>
  );
}

interface LineProps {
  readonly row: RowView;
  readonly index: number;
  readonly width: number;
  readonly names: readonly string[];
  readonly fields: readonly FieldView[];
  readonly goal: Goal | undefined;
  readonly onLook: () => void;
  readonly isChosen: boolean;
  /** Some questions are open: fine is not accepted yet. */
  readonly isSoFar: boolean;
}

function Line({ row, index, width, names, fields, goal, onLook, isChosen, isSoFar }: LineProps) {
  const wrong = new Map<string, string>();
  for (const found of row.issues) {
    const columns =
      found.column !== undefined
        ? found.column.split(" + ")
        : (fields.find((field) => field.name === found.field)?.columns ?? []);
    // What an answer decides is not wrong yet.
    const severity = row.state === "asked" ? "warning" : found.severity;
    for (const column of columns) wrong.set(foldHeading(column), `${severity} ${found.message}`);
  }
  const stateText = row.state === "accepted" && isSoFar ? texts.grid.soFar : texts.grid.states[row.state];
  const goals = new Set((goal?.column ?? "").split(" + ").map(foldHeading));
  return (
    <tr aria-rowindex={index + 2} class={goal === undefined ? row.state : `${row.state} goal`}>
      <th scope="row">
        <button
          type="button"
          aria-expanded={isChosen}
          aria-label={texts.grid.look(row.line)}
          onClick={onLook}
        >
          {row.line}
        </button>
      </th>
      <td class="state small">{stateText}</td>
      {Array.from({ length: width }, (_, i) => {
        const name = foldHeading(names[i] ?? "");
        const said = wrong.get(name);
        const classes = [said?.split(" ")[0], goals.has(name) ? "aim" : undefined].filter(Boolean).join(" ");
        return (
          <td key={i} class={classes} title={said?.slice(said.indexOf(" ") + 1) ?? row.cells[i]}>
            {row.cells[i] ?? ""}
          </td>
        );
      })}
    </tr>
  );
}

interface DetailProps {
  readonly row: RowView;
  readonly columns: readonly string[];
  readonly send: Send;
}

function Detail({ row, columns, send }: DetailProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const each of [document.querySelector(".grid tbody [aria-expanded=true]"), box.current]) {
      each?.scrollIntoView({ block: "nearest" });
    }
  }, [row.place]);
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
      <RowMends row={row} send={send} />
      {row.others.length > 0 && (
        <Scroll name={texts.grid.rowsOf(row.others.length)}>
          <Columns
            headings={[texts.grid.line, ...columns]}
            rows={row.others.map(({ line, cells }) => [
              String(line),
              ...columns.map((_, i) => cells[i] ?? ""),
            ])}
          />
        </Scroll>
      )}
      <div class="sides">
        {row.others.length === 0 && (
          <Pairs title={texts.grid.cells} pairs={columns.map((name, i) => [name, row.cells[i] ?? ""])} />
        )}
        {row.record === undefined ? (
          <p class="muted">{texts.grid.noRecord}</p>
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
      {Object.entries(row.record?.lists ?? {}).map(([name, { elements, left }]) => (
        <Elements key={name} name={name} elements={elements} left={left} />
      ))}
    </div>
  );
}

/** The elements of a list of a record, one in each row. */
function Elements({
  name,
  elements,
  left,
}: {
  readonly name: string;
  readonly elements: RecordView["lists"][string]["elements"];
  readonly left: number;
}) {
  const filled = elements.flatMap((each) => Object.entries(each).filter(([, value]) => value !== ""));
  const parts = [...new Set(filled.map(([part]) => part))];
  const title = texts.grid.elements(fieldName(name), elements.length + left);
  return (
    <>
      <h4>{title}</h4>
      {elements.length > 0 && (
        <Scroll name={title}>
          <Columns
            headings={parts.map((part) => (part === "" ? fieldName(name) : (fieldLabels[part] ?? part)))}
            rows={elements.map((each) => parts.map((part) => each[part] ?? ""))}
          />
        </Scroll>
      )}
      {left > 0 && <p class="muted">{texts.grid.more(left)}</p>}
    </>
  );
}

function Scroll({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={name}>
      {children}
    </div>
  );
}

function Columns({
  headings,
  rows,
}: {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}) {
  return (
    <table class="small tight">
      <thead>
        <tr>
          {headings.map((heading, i) => (
            <th scope="col" key={i}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, i) => (
          <tr key={i}>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
