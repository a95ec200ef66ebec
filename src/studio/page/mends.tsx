import type { ComponentChildren } from "./library.js";
import type { Mend, RowView } from "../messages.js";
import { Offer } from "./parts.js";
import { texts } from "./texts.js";

interface Props {
  readonly mends: readonly Mend[];
  /** Other buttons beside them. */
  readonly children?: ComponentChildren;
}

/** What can be done about a remark, each with a button. */
export function Mends({ mends, children }: Props) {
  return (
    <span class="row tight mends">
      {mends.map(({ kind, what, rows, records, command }) => (
        <Offer
          key={kind + what}
          label={`${texts.mends[kind](what)} ${rows === undefined ? "" : texts.leavesOut(rows, records)}`.trim()}
          command={command}
        />
      ))}
      {children}
    </span>
  );
}

/** What a row of the table is, when it is no record. */
export function RowMends({ place }: Pick<RowView, "place">) {
  return (
    <p class="row tight">
      {(["heading", "end", "leave out"] as const).map((what) => (
        <Offer label={texts.grid.is[what]} key={what} command={{ do: what, place }} />
      ))}
    </p>
  );
}
