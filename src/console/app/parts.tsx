import { useId, useState, type ComponentChildren } from "./library.js";
import type { Fix, RowView, StudioError } from "../studio/messages.js";
import type { FormCommand } from "../studio/requests.js";
import { Button } from "./control.js";
import { failureOf } from "./api.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

export function Card({
  title,
  beside,
  children,
  ...rest
}: {
  readonly title: string;
  /** Content to the right of the title. */
  readonly beside?: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly id?: string;
  readonly tabIndex?: number;
  readonly "aria-busy"?: boolean;
}) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id} {...rest}>
      <div class="row spread">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}

export interface PlainTableProps {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly class?: string;
}

export function PlainTable({ headings, rows, ...rest }: PlainTableProps) {
  return (
    <table {...rest}>
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

export function Offer({ label, command }: { readonly label: string; readonly command: FormCommand }) {
  const { send } = useWork();
  return <Button label={label} class="quiet" onPress={() => void send(command)} />;
}

interface FixesProps {
  readonly fixes: readonly Fix[];
  readonly children?: ComponentChildren;
}

export function Fixes({ fixes, children }: FixesProps) {
  return (
    <span class="row tight fixes">
      {fixes.map(({ kind, what, rows, records, command }) => (
        <Offer
          key={kind + what}
          label={`${texts.fixes[kind](what)} ${rows === undefined ? "" : texts.leavesOut(rows, records)}`.trim()}
          command={command}
        />
      ))}
      {children}
    </span>
  );
}

/**
 * Buttons for a row that is not a record. They use the row as the header, end the list before the row, or skip similar
 * rows.
 */
export function RowFixes({ rowIndex }: Pick<RowView, "rowIndex">) {
  return (
    <p class="row tight">
      {(["heading", "end", "leave out"] as const).map((what) => (
        <Offer label={texts.grid.is[what]} key={what} command={{ do: what, rowIndex }} />
      ))}
    </p>
  );
}

export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [isDone, setDone] = useState(false);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setDone(true));
  return <Button label={isDone ? texts.copied : label} class="quiet" onPress={copy} />;
}

/** Sends a request. The error message is kept until the next request. */
export function useAsk() {
  const [error, setError] = useState<StudioError>();
  const ask = <T,>(asked: Promise<T>, take: (found: T) => void): void => {
    setError(undefined);
    asked.then(take, (thrown: unknown) => setError(failureOf(thrown)));
  };
  return { error, setError, ask };
}

/** `children` contains buttons for the next steps. */
export function ErrorRemark({
  error,
  children,
}: {
  readonly error: StudioError | undefined;
  readonly children?: ComponentChildren;
}) {
  if (error === undefined) return null;
  return (
    <div class="remark error row spread" role="alert">
      <p>
        {error.message} {error.hint}
      </p>
      {children}
    </div>
  );
}

/** Formats a time as `14:05:30` in the person's time zone. */
export function clockTime(at: string): string {
  return new Date(at).toLocaleTimeString("en-US", { hourCycle: "h23" });
}
