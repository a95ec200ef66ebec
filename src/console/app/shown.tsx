import { pageSize, type Done, type Page } from "../api/views.js";
import { useEffect, useId, useLayoutEffect, useRef, useState, type ComponentChildren } from "./library.js";
import type { Loaded } from "./api.js";
import { texts } from "./texts.js";

const shapes: Readonly<Record<string, string>> = {
  good: "good",
  done: "good",
  held: "held",
  rejected: "rejected",
  failing: "doubt",
  stale: "late",
  paused: "paused",
  partial: "partial",
  unpublished: "none",
  waiting: "wait",
  first_file: "held",
  unusable: "held",
  quarantined: "rejected",
  rejected_by_person: "rejected",
  undecided: "doubt",
  late: "late",
  no_list: "none",
  workspace_not_taken: "late",
  alerts_failing: "late",
  outbox_in_doubt: "doubt",
  expiring: "late",
  RECEIVED: "wait",
  WAITING: "wait",
  HELD: "held",
  PUBLISHED: "good",
  UNCHANGED: "none",
  SUPERSEDED: "none",
  REJECTED: "rejected",
  QUARANTINED: "rejected",
  RECORDED: "wait",
  WRITTEN: "wait",
  SENDING: "wait",
  SENT: "wait",
  PICKED_UP: "wait",
  IN_DOUBT: "doubt",
  IMPORTED: "good",
  REFUSED: "rejected",
  WITHDRAWN: "none",
  sending: "wait",
  retrying: "late",
  stopped: "doubt",
  none: "none",
  failed: "doubt",
  error: "rejected",
  warning: "late",
  note: "none",
};

/** Shows a state as a symbol and a word. */
export function State({
  of,
  isPill = false,
}: {
  /** State of a feed, delivery, invoice or run. */
  readonly of: string;
  readonly isPill?: boolean;
}) {
  return (
    <span class={`st ${shapes[of] ?? "none"}${isPill ? " pill" : ""}`} title={texts.console.explained[of]}>
      {texts.console.states[of] ?? of}
    </span>
  );
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats a time as `Nov 28, 08:04` in UTC. The year is added if it is not the current year. */
export function dateTime(at: string): string {
  const date = new Date(at);
  const year = date.getUTCFullYear() === new Date().getUTCFullYear() ? "" : ` ${date.getUTCFullYear()}`;
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}${year}, ${at.slice(11, 16)}`;
}

/** Writes times in a sentence from the server, such as `2026-11-28 08:04 UTC`, in the form of `dateTime`. */
export function withShortTimes(sentence: string): string {
  return sentence.replace(
    /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g,
    (_, day: string, time: string) => `${dateTime(`${day}T${time}:00Z`)} UTC`,
  );
}

/** Formats an age, such as `5 min`, `6 h` or `3 days`. For ages over 14 days, returns the date. */
export function ageOf(at: string, now = new Date()): string {
  const minutes = Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 60_000));
  if (minutes < 1) return texts.console.now;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} h`;
  const days = Math.round(hours / 24);
  return days <= 14 ? `${days} days` : (dateTime(at).split(",")[0] ?? "");
}

export function Age({ at }: { readonly at: string | undefined }) {
  if (at === undefined) return <span class="muted">–</span>;
  return (
    <time dateTime={at} title={`${dateTime(at)} UTC`}>
      {ageOf(at)}
    </time>
  );
}

export function When({ at }: { readonly at: string }) {
  return <time dateTime={at}>{dateTime(at)}</time>;
}

export function count(n: number | undefined): string {
  return n === undefined ? "–" : n.toLocaleString("en-US");
}

/** Formats an exact decimal number, such as `11261.99`, without rounding. */
export function amount(exact: string): string {
  return exact.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ","));
}

export function sizeText(size: number): string {
  if (size < 1024) return `${size} B`;
  if (size < 1024 * 1024) return `${Math.round(size / 1024)} KB`;
  return `${(size / 1024 / 1024).toFixed(1)} MB`;
}

export function Prose({ text }: { readonly text: string }) {
  return <>{text.split("`").map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</>;
}

/** The result of a decision, and the data that the decision could not remove. */
export function Result({ of: { sentence, left = [] } }: { readonly of: Done }) {
  return (
    <>
      <Prose text={sentence} />
      {left.length > 0 && (
        <>
          {" "}
          {texts.console.notDeleted}
          <ul>
            {left.map((each) => (
              <li key={each}>
                <Prose text={each} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/**
 * A region of a screen that loads data independently. Old content remains visible while new data is loading, and a
 * failure does not affect other regions.
 */
export function Region<T>({
  of,
  children,
}: {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  const { data, error, isLoading, reload } = of;
  return (
    <div aria-busy={isLoading} class="stackl">
      {error !== undefined && (
        <div class="note bad" role="alert">
          <p>
            {error.message} {error.hint}
          </p>
          <button type="button" class="btn sm" onClick={reload}>
            {texts.console.retry}
          </button>
        </div>
      )}
      {data === undefined ? error === undefined && <Loading /> : children(data)}
    </div>
  );
}

/** A placeholder that looks like a table. The style sheet shows it after a short delay. */
function Loading() {
  return (
    <div class="loading">
      <span class="vh">{texts.console.loading}</span>
      {[0, 1, 2, 3].map((each) => (
        <span key={each} class="load" />
      ))}
    </div>
  );
}

/** A heading of a table, with a class such as `n` for numbers. `vh`: only for screen readers. */
type Heading = string | readonly [label: string | undefined, kind: string];

/** A table that scrolls on narrow screens. */
export function Table({
  label,
  headings,
  class: box = "",
  isMid = false,
  isStacked = false,
  children,
}: {
  readonly label: string;
  readonly headings: readonly Heading[];
  readonly class?: string;
  /** True if cells are centered vertically. */
  readonly isMid?: boolean;
  /** True if narrow screens show each row as a card, with a label for each cell. */
  readonly isStacked?: boolean;
  readonly children: ComponentChildren;
}) {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (!isStacked) return;
    const labels = headings.map((heading) => (typeof heading === "string" ? heading : (heading[0] ?? "")));
    for (const body of table.current?.tBodies ?? [])
      for (const row of body.rows)
        for (const cell of row.cells) if (cell.colSpan === 1) cell.dataset["label"] = labels[cell.cellIndex];
  });
  return (
    <div class={`tw ${box}`} tabIndex={0} role="region" aria-label={label}>
      <table ref={table} class={`${isMid ? "mid" : ""} ${isStacked ? "stacked" : ""}`}>
        <thead>
          <tr>
            {headings.map((heading, at) => {
              const [text, kind] = typeof heading === "string" ? [heading, ""] : heading;
              return (
                <th scope="col" class={kind === "vh" ? "" : kind} key={at}>
                  {kind === "vh" ? <span class="vh">{text}</span> : text}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A table row that opens details in a row below it. A click anywhere in the row opens and closes the details. */
export function OpeningRow({
  head,
  columns,
  cells,
  children,
}: {
  readonly head: ComponentChildren;
  /** The number of columns of the table. */
  readonly columns: number;
  /** The cells after the first one. */
  readonly cells: ComponentChildren;
  readonly children: () => ComponentChildren;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr
        class="opens"
        onClick={({ target, currentTarget, detail }) => {
          // Links in the row work as usual, and a click that selects text opens nothing. `detail` is 0 for the keyboard.
          const isLink = (target as Element).closest("a") !== null;
          const selection = getSelection();
          const isSelecting =
            detail > 0 && selection?.isCollapsed === false && selection.containsNode(currentTarget, true);
          if (!isLink && !isSelecting) setOpen(!isOpen);
        }}
      >
        <th scope="row" class="pin t">
          <button type="button" aria-expanded={isOpen} aria-controls={id}>
            {head}
          </button>
        </th>
        {cells}
      </tr>
      <tr id={id} class="opened" hidden={!isOpen}>
        {isOpen && <td colSpan={columns}>{children()}</td>}
      </tr>
    </>
  );
}

/** The position in a long list, with buttons for the previous and next page. */
export function Pager({
  page: { rows, from, count: all },
  onGo,
}: {
  readonly page: Page<unknown>;
  readonly onGo: (from: number) => void;
}) {
  const end = from + rows.length;
  return (
    <p class="pager right">
      <span>{all === 0 ? "0" : `${count(from + 1)}–${count(end)} of ${count(all)}`}</span>
      <button
        type="button"
        class="btn sm"
        disabled={from === 0}
        onClick={() => onGo(Math.max(0, from - pageSize))}
      >
        {texts.console.previous}
      </button>
      <button type="button" class="btn sm" disabled={end >= all} onClick={() => onGo(from + pageSize)}>
        {texts.console.next}
      </button>
    </p>
  );
}

/** Buttons for choosing one of a few options. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, words: string])[];
  readonly onChoose: (value: T) => void;
}) {
  return (
    <div class="seg" role="group" aria-label={label}>
      {options.map(([each, words]) => (
        <button type="button" key={each} aria-pressed={each === value} onClick={() => onChoose(each)}>
          {words}
        </button>
      ))}
    </div>
  );
}

/** A modal dialog. After the dialog closes, focus returns to the element that opened it. */
export function Dialog({
  title,
  isWide = false,
  isBusy = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isWide?: boolean;
  /** True while a request is being processed. The dialog cannot be closed then, because it shows whether the request fails. */
  readonly isBusy?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => before?.focus?.();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? "wide" : ""}
      aria-labelledby="dialog-title"
      closedby={isBusy ? "none" : undefined}
      // Not all browsers support `closedby`.
      onCancel={(event) => isBusy && event.preventDefault()}
      onClose={onClose}
    >
      <h2 id="dialog-title">{title}</h2>
      <div class="stack">{children}</div>
    </dialog>
  );
}

/** Asks for confirmation. The first control has the initial focus: the Cancel button, unless `children` contains a field. */
export function Confirm({
  title,
  children,
  action,
  isBusy,
  onConfirm,
  onCancel,
  isReady = true,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action: string;
  readonly isBusy: boolean;
  readonly isReady?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
  return (
    <Dialog title={title} isBusy={isBusy} onClose={onCancel}>
      {children}
      <div class="two">
        <button type="button" class="btn" onClick={onCancel} disabled={isBusy}>
          {texts.console.cancel}
        </button>
        <button
          type="button"
          class="btn primary"
          onClick={onConfirm}
          disabled={isBusy || !isReady}
          aria-busy={isBusy}
        >
          {isBusy ? texts.console.working : action}
        </button>
      </div>
    </Dialog>
  );
}

/** A search field that reports input after a short pause. */
export function Search({
  label,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = value;
  }, [value]);
  return (
    <input
      class="input"
      type="search"
      ref={input}
      defaultValue={value}
      placeholder={label}
      aria-label={label}
      onInput={({ currentTarget: { value: text } }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(text), 250);
      }}
    />
  );
}

/** A menu of links, which closes if the user presses Escape, clicks outside it, or chooses a link. */
export function Menu({
  label,
  children,
  class: more = "",
}: {
  readonly label: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const { current } = menu;
      if (current === null || !current.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === "Escape";
      const isPressed = current.querySelector("summary")?.contains(event.target as Node) === true;
      if (!isEscape && (event.type !== "click" || isPressed)) return;
      current.open = false;
      // The pressed item is now hidden and cannot keep the focus.
      if (isEscape || current.contains(event.target as Node)) current.querySelector("summary")?.focus();
    };
    document.addEventListener("click", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class={`menu ${more}`} ref={menu}>
      <summary class="btn">{label}</summary>
      <div>{children}</div>
    </details>
  );
}
