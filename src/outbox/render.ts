import { relative } from "node:path";
import { failure } from "../errors.js";
import type { Layout, LayoutContext, RenderedFile } from "../mapping/layouts/layout.js";
import { renderInvoice } from "../mapping/layouts/render.js";
import { valueOf, type Scope } from "../mapping/layouts/values.js";
import type { LayoutSource } from "../mapping/layouts/grammar.js";
import { todayIn } from "../model/account.js";
import type { OutboundInvoice } from "../model/outbound-invoice.js";
import type { AnyRecord } from "../model/record-type.js";
import { readLockedFact, writeFact } from "../store/facts.js";
import type { Queries, Store } from "../store/store.js";
import { loadOutboxLayout } from "../workspace/layout-file.js";
import type { Workspace, WorkspaceAccount } from "../workspace/workspace.js";
import type { Render } from "./receive.js";

/**
 * Returns a function that renders an account's invoices with the account's layout. Lookups use the published lists, and
 * counters are kept in the store. Throws `layout_unusable`.
 */
export async function renderFor(
  store: Store,
  { root }: Pick<Workspace, "root">,
  { name, account, outbox }: WorkspaceAccount,
  now: () => Date = () => new Date(),
): Promise<Render> {
  if (outbox === undefined) throw new TypeError(`the account ${name} has no outbox`);
  const label = relative(root, outbox.layout);
  const layout = await loadOutboxLayout(outbox.layout, account, label).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    // This error is temporary, so the platform posts the invoice again.
    throw failure("layout_unusable", { layout: label, reason }, error);
  });
  return async (id, invoice) => {
    const context: LayoutContext = {
      externalId: id,
      attempt: 1,
      today: todayIn(account.zone, now()),
      counters: await nextNumbers(store, name, layout.counters),
      find: (type, of) => publishedRecord(store.db, `${name}/${type}`, of),
    };
    const rendered = await renderInvoice(layout, invoice, context);
    if ("issues" in rendered) return rendered;
    const { fileName, bytes } = rendered.files[0] as RenderedFile;
    return { fileName, bytes, written: writtenNumbers(layout, invoice, context) };
  };
}

/** Numbers are never reused, so the numbers of a refused invoice are skipped. */
async function nextNumbers(
  store: Store,
  account: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  return store.transaction(async (tx) => {
    const fact = `outbox counters ${account}`;
    const before = ((await readLockedFact(tx, fact)) ?? {}) as Readonly<Record<string, number>>;
    const next = { ...before };
    for (const name of names) next[name] = (before[name] ?? 0) + 1;
    await writeFact(tx, fact, next);
    return new Map(names.map((name) => [name, String(next[name])]));
  });
}

/** Money is stored as a string, so that parsing does not lose digits. */
async function publishedRecord(db: Queries, feed: string, id: string): Promise<AnyRecord | undefined> {
  const row = await db
    .selectFrom("records")
    .innerJoin("feeds", "feeds.id", "records.feed")
    .select("records.record")
    .where("feeds.name", "=", feed)
    .where("records.id", "=", id)
    .executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.record) as AnyRecord);
}

/** Returns the forms in which the layout writes the invoice number, such as a shortened form or uppercase. */
function writtenNumbers(
  layout: Layout,
  invoice: OutboundInvoice,
  context: Omit<LayoutContext, "find">,
): readonly string[] {
  const scope: Scope = {
    ...context,
    invoice,
    line: undefined,
    group: undefined,
    position: { block: 1, file: 1 },
    find: () => undefined,
    report: () => {},
  };
  const numbers = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (!Array.isArray(value) && "field" in value && value.field === "invoice_number") {
      const { text } = valueOf(value as LayoutSource, scope, "");
      if (text !== null) numbers.add(text);
    }
    Object.values(value).forEach(visit);
  };
  visit(layout.parts);
  return [...numbers];
}
