import type { ComponentChildren } from "./library.js";
import type { Mend, RowView } from "../messages.js";
import type { Send } from "./send.js";
import { texts } from "./texts.js";

interface Props {
  readonly mends: readonly Mend[];
  readonly send: Send;
  /** Other buttons beside them. */
  readonly children?: ComponentChildren;
}

/** What can be done about a remark, each with a button. */
export function Mends({ mends, send, children }: Props) {
  return (
    <span class="row tight mends">
      {mends.map(({ kind, what, rows, records, command }) => (
        <button key={kind + what} type="button" class="quiet" onClick={() => void send(command)}>
          {texts.mends[kind](what)}
          {rows !== undefined && ` ${texts.leavesOut(rows, records)}`}
        </button>
      ))}
      {children}
    </span>
  );
}

/** What a row of the table is, when it is no record. */
export function RowMends({ row, send }: { readonly row: RowView; readonly send: Send }) {
  return (
    <p class="row tight">
      {(["heading", "end", "leave out"] as const).map((what) => (
        <button
          key={what}
          type="button"
          class="quiet"
          onClick={() => void send({ do: what, place: row.place })}
        >
          {texts.grid.is[what]}
        </button>
      ))}
    </p>
  );
}
