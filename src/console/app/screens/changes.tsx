import type { ChangeRow, Page } from "../../api/views.js";
import type { ComponentChildren } from "../library.js";
import { count } from "../shown.js";
import { texts } from "../texts.js";

/** Tables of changes to records. */

const say = texts.console.feed;

export function ChangeHeadings() {
  return (
    <>
      <th scope="col">{say.columns.change}</th>
      <th scope="col">{say.columns.field}</th>
      <th scope="col">{say.columns.before}</th>
      <th scope="col">{say.columns.after}</th>
    </>
  );
}

/** A change, with one row per field. */
export function ChangeRows({
  change: { kind, fields },
  lead,
}: {
  readonly change: Pick<ChangeRow, "kind" | "fields">;
  /** Leading cells, each of which spans the given number of rows. */
  readonly lead: (rows: number) => ComponentChildren;
}) {
  const shown = fields.length === 0 ? [{ label: "", before: "", after: "" }] : fields;
  return (
    <>
      {shown.map(({ label, before, after }, at) => (
        <tr key={at} class={at === 0 ? "" : "more-fields"}>
          {at === 0 && (
            <>
              {lead(shown.length)}
              <td rowSpan={shown.length} data-label={say.columns.change}>
                {texts.console.kinds[kind] ?? kind}
              </td>
            </>
          )}
          <td data-label={say.columns.field}>{label}</td>
          <td data-label={say.columns.before}>
            {before === "" ? <span class="muted">–</span> : <del>{before}</del>}
          </td>
          <td data-label={say.columns.after}>
            {after === "" ? <span class="muted">–</span> : <ins>{after}</ins>}
          </td>
        </tr>
      ))}
    </>
  );
}

export function ChangesTable({
  page,
  label,
}: {
  readonly page: Pick<Page<ChangeRow>, "rows">;
  readonly label: string;
}) {
  if (page.rows.length === 0) return <p class="muted">{say.noChange}</p>;
  if (page.rows.every(({ kind }) => kind === "added")) return <AddedTable rows={page.rows} label={label} />;
  return (
    <table class="stacked pairs" aria-label={label}>
      <thead>
        <tr>
          <th scope="col" class="pin">
            {say.columns.id}
          </th>
          <th scope="col">{say.columns.name}</th>
          <ChangeHeadings />
        </tr>
      </thead>
      <tbody>
        {page.rows.map((change) => (
          <ChangeRows
            key={change.id}
            change={change}
            lead={(rows) => (
              <>
                <th scope="row" class="pin" rowSpan={rows} data-label={say.columns.id}>
                  {change.id}
                </th>
                <td rowSpan={rows} data-label={say.columns.name}>
                  {change.name}
                </td>
              </>
            )}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Added records, with one row per record. */
function AddedTable({ rows, label }: { readonly rows: readonly ChangeRow[]; readonly label: string }) {
  const fields = [...new Set(rows.flatMap((row) => row.fields.map((field) => field.label)))];
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col" class="pin">
            {say.columns.id}
          </th>
          {fields.map((field) => (
            <th scope="col" key={field}>
              {field}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" class="pin">
              {row.id}
            </th>
            {fields.map((field) => (
              <td key={field}>{row.fields.find((each) => each.label === field)?.after}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Sentence with the number of changes of each kind. */
export function kindsText(kinds: Readonly<Record<string, number>>): string {
  const counts = countsText(kinds);
  return counts === "" ? texts.console.delivery.nothingChanges : `${counts}.`;
}

/** The number of changes of each kind, such as "1 changed, 4 deactivated". Empty if nothing changes. */
export function countsText(kinds: Readonly<Record<string, number>>): string {
  return Object.entries(kinds)
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => `${count(n)} ${(texts.console.kinds[kind] ?? kind).toLowerCase()}`)
    .join(", ");
}
