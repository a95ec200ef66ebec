import { useEffect, useLayoutEffect, useRef, useState } from "./library.js";
import type { FieldView, OutcomeView, RowView } from "../studio/messages.js";
import type { RowFilter } from "../studio/requests.js";
import { foldHeading } from "../../formats/fold-heading.js";
import { Button, Select } from "./control.js";
import { Card } from "./parts.js";
import { RowDetail } from "./row-detail.js";
import { server } from "./server.js";
import { fieldCard, goTo } from "./sight.js";
import { texts, fieldName } from "./texts.js";
import { useWork } from "./work.js";

/** A cell to scroll to. */
export interface Goal {
  readonly rowIndex: number;
  readonly column: string | undefined;
}

interface Props {
  readonly outcome: OutcomeView | undefined;
  readonly filter: RowFilter;
  readonly setFilter: (filter: RowFilter) => void;
  readonly goal: Goal | undefined;
}

/** Loaded rows. Rows from an older revision stay visible until the new rows arrive. */
interface Chunk {
  readonly revision: number;
  /** Number of rows that match the filter. */
  readonly total: number;
  readonly rows: readonly RowView[];
}

const rowHeight = 30;
const chunk = 60;

/**
 * The rows of the sample. Only visible rows are loaded and rendered, so the grid is as fast with 100,000 rows as with
 * ten.
 */
export function Grid({ outcome, filter, setFilter, goal }: Props) {
  const { view, columns } = useWork();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const [chunks, setChunks] = useState<ReadonlyMap<string, Chunk>>(new Map());
  /** The number of rows for the previous filter is used until the first rows for the new filter arrive. */
  const lastTotal = useRef(view.table.rows);
  const newestOfFilter = [...chunks].filter(([key]) => key.startsWith(`${filter} `)).at(-1)?.[1];
  const total = newestOfFilter?.total ?? lastTotal.current;
  lastTotal.current = total;
  const [chosen, setChosen] = useState<RowView>();
  /** The column that the person selected by pressing its heading. */
  const [picked, setPicked] = useState<string>();
  const revision = outcome?.revision ?? 0;

  useLayoutEffect(() => {
    if (box.current !== null) setHeight(box.current.clientHeight);
  }, []);

  const first = Math.max(0, Math.floor(top / rowHeight) - 5);
  const last = Math.min(total, first + Math.ceil(height / rowHeight) + 10);
  const needed: number[] = [];
  for (let at = Math.floor(first / chunk); at * chunk < Math.max(last, 1); at++) needed.push(at);

  useEffect(() => {
    let isCurrent = true;
    for (const at of needed) {
      const key = `${filter} ${at}`;
      if (chunks.get(key)?.revision === revision) continue;
      server.rows(view.id, filter, at * chunk, chunk).then(
        ({ total: all, rows }) => {
          if (!isCurrent) return;
          setChunks((before) => {
            const others = [...before].filter(([known]) => known !== key).slice(-30);
            return new Map([...others, [key, { revision, total: all, rows }]]);
          });
        },
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [revision, filter, needed.join(), view.id]);

  useEffect(() => {
    if (chosen === undefined) return undefined;
    let isCurrent = true;
    // The details stay on the row of the file, regardless of the filter. If a different line is now at this position,
    // because the header changed, the details are closed.
    server.rows(view.id, "all", chosen.rowIndex, 1).then(
      ({ rows: [row] }) => isCurrent && setChosen(row?.line === chosen.line ? row : undefined),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [revision, chosen?.rowIndex, view.id]);

  useEffect(() => {
    setTop(0);
    box.current?.scrollTo({ top: 0 });
  }, [filter]);

  useEffect(() => {
    if (goal === undefined || box.current === null) return;
    box.current.scrollIntoView({ block: "nearest" });
    box.current.scrollTo({ top: Math.max(0, goal.rowIndex * rowHeight - height / 3) });
    const timer = setTimeout(() => {
      (document.querySelector(".goal .aim") ?? document.querySelector(".goal"))?.scrollIntoView({
        block: "nearest",
        inline: "nearest",
      });
    }, 250);
    return () => clearTimeout(timer);
  }, [goal]);

  useEffect(() => {
    // Scrolls to the column that belongs to the focused card.
    const follow = ({ target }: FocusEvent): void => {
      const card = target instanceof Element ? target.closest("fieldset.field") : null;
      const field = view.form?.fields.find(({ name }) => card?.id === fieldCard(name));
      const of = field?.columns[0] ?? field?.guess?.candidates[0]?.column ?? "";
      const at = columns.findIndex((name) => foldHeading(name) === foldHeading(of));
      const [line, state, ...headings] = box.current?.querySelectorAll<HTMLElement>("thead th") ?? [];
      const heading = headings[at];
      if (line === undefined || state === undefined || heading === undefined || box.current === null) return;
      const beyond = heading.offsetLeft + heading.offsetWidth - box.current.clientWidth;
      // The row numbers and results cover the left edge.
      const start = heading.offsetLeft - line.offsetWidth - state.offsetWidth;
      box.current.scrollTo({ left: Math.min(start, Math.max(box.current.scrollLeft, beyond)) });
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, [view]);

  const fields = view.form?.fields ?? [];
  const rowAt = (rowIndex: number): RowView | undefined => {
    const at = Math.floor(rowIndex / chunk);
    return chunks.get(`${filter} ${at}`)?.rows[rowIndex - at * chunk];
  };
  const isSoFar = (outcome?.open.length ?? 0) > 0;
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  return (
    <Card
      title={texts.grid.title}
      beside={
        <label class="inline">
          {texts.grid.filter}
          <Select
            value={filter}
            options={Object.entries(texts.grid.filters)}
            onChoose={(chosen) => setFilter(chosen as RowFilter)}
          />
        </label>
      }
    >
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
          // The grid jumps without an animation, because smooth scrolling would load all rows in between.
          const { key: pressed, currentTarget: at, target } = event;
          if (target !== at || (pressed !== "End" && pressed !== "Home")) return;
          event.preventDefault();
          at.scrollTo({ top: pressed === "End" ? at.scrollHeight : 0 });
        }}
      >
        <table aria-rowcount={total + 1} style={{ "--digits": Math.max(3, String(view.table.rows).length) }}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{texts.grid.line}</th>
              <th scope="col">{texts.grid.state}</th>
              {columns.map((column) => (
                <th scope="col" key={column} class={picked === column ? "aim" : ""}>
                  <Button
                    label={column}
                    class="heading"
                    aria-expanded={picked === column}
                    aria-label={texts.grid.use(column)}
                    title={texts.grid.use(column)}
                    onPress={() => {
                      setChosen(undefined);
                      setPicked(picked === column ? undefined : column);
                    }}
                  />
                  <span class="row tight">
                    {fields.filter(fills(column)).map(({ name }) => (
                      <Button label={fieldName(name)} class="chip" key={name} onPress={() => goTo(name)} />
                    ))}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <Space rows={first} columns={columns.length + 2} />}
            {shown.map((rowIndex) => {
              const row = rowAt(rowIndex);
              return row === undefined ? (
                <tr key={rowIndex}>
                  <td colSpan={columns.length + 2}> </td>
                </tr>
              ) : (
                <Line
                  key={rowIndex}
                  row={row}
                  index={rowIndex}
                  goal={goal !== undefined && goal.rowIndex === row.rowIndex ? goal : undefined}
                  onLook={() => {
                    setPicked(undefined);
                    setChosen(chosen?.rowIndex === row.rowIndex ? undefined : row);
                  }}
                  isChosen={chosen?.rowIndex === row.rowIndex}
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
          close={() => {
            setPicked(undefined);
            box.current?.querySelector<HTMLElement>(".heading[aria-expanded=true]")?.focus();
          }}
        />
      )}
      {chosen !== undefined && <RowDetail row={chosen} />}
    </Card>
  );
}

function fills(column: string): (field: FieldView) => boolean {
  return ({ columns }) => columns.some((name) => foldHeading(name) === foldHeading(column));
}

/** A panel in which the person selects the fields that a column fills. */
function Use({ column, close }: { readonly column: string; readonly close: () => void }) {
  const { view, send } = useWork();
  const samples = view.table.columns.find(({ name }) => name === column)?.samples ?? [];
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
        <Button label={texts.close} class="quiet" onPress={close} />
      </div>
      <p class="muted small">{samples.join(" · ")}</p>
      <div class="row">
        {view.form?.fields.map((field) => {
          const { name, columns: others } = field;
          const isUsed = fills(column)(field);
          return (
            <Button
              label={fieldName(name)}
              key={name}
              aria-pressed={isUsed}
              title={isUsed || others.length === 0 ? undefined : texts.grid.insteadOf(others.join(", "))}
              onPress={() =>
                void send(isUsed ? { do: "clear", field: name } : { do: "column", field: name, column })
              }
            />
          );
        })}
      </div>
    </div>
  );
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
  readonly goal: Goal | undefined;
  readonly onLook: () => void;
  readonly isChosen: boolean;
  /** True if there are open questions. Accepted rows are then labeled "OK so far" instead of "OK". */
  readonly isSoFar: boolean;
}

function Line({ row, index, goal, onLook, isChosen, isSoFar }: LineProps) {
  const { view, columns } = useWork();
  const wrong = new Map<string, string>();
  for (const found of row.issues) {
    const of =
      found.column?.split(" + ") ?? view.form?.fields.find(({ name }) => name === found.field)?.columns ?? [];
    // If the row depends on an open question, the cells are marked as warnings instead of errors.
    const severity = row.state === "asked" ? "warning" : found.severity;
    for (const column of of) wrong.set(foldHeading(column), `${severity} ${found.message}`);
  }
  const stateText = row.isRejectedInFeed
    ? texts.grid.notInFeed
    : row.state === "accepted" && isSoFar
      ? texts.grid.soFar
      : texts.grid.states[row.state];
  const goals = new Set((goal?.column ?? "").split(" + ").map(foldHeading));
  return (
    <tr aria-rowindex={index + 2} class={goal === undefined ? row.state : `${row.state} goal`}>
      <th scope="row">
        <Button
          label={row.line}
          aria-expanded={isChosen}
          aria-label={texts.grid.look(row.line)}
          onPress={onLook}
        />
      </th>
      <td class="state small">{stateText}</td>
      {columns.map((column, i) => {
        const name = foldHeading(column);
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
