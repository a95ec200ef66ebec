import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { decodeText } from "../../formats/text/charset.js";
import type { LayoutContext, Layout, RenderedFile } from "../../mapping/layouts/layout.js";
import { renderInvoice } from "../../mapping/layouts/render.js";
import { echo } from "../../mapping/layouts/run-examples.js";
import { writeFileWhole } from "../../system/write-file.js";
import { todayIn } from "../../model/account.js";
import type { AnyRecord } from "../../model/record-type.js";
import { diskFile } from "../../system/read-file.js";
import { readOutboundInvoice } from "../../formats/json/outbound-invoice.js";
import type { InvoiceIssue } from "../../model/rules/outbound-invoice.js";
import { loadLayout } from "../../workspace/layout-file.js";
import { wrongUse } from "../../errors.js";
import type { ExitCode, Terminal } from "../command.js";
import { accountOf, accountList, namedLists } from "../convert-inputs.js";

/** `lading outbox preview`: renders an invoice with a layout, without recording or sending anything. */

export interface PreviewOptions {
  readonly file: string | undefined;
  readonly layout: string | undefined;
  readonly account: string | undefined;
  readonly company: string | undefined;
  readonly param: string[];
  readonly with: string[];
  readonly out: string | undefined;
  readonly json: boolean;
}

export async function previewInvoice(options: PreviewOptions, terminal: Terminal): Promise<ExitCode> {
  if (options.file === undefined || options.layout === undefined)
    throw wrongUse("preview requires the invoice and --layout FILE");
  const inputs = {
    ...options,
    mapping: undefined,
    record: undefined,
    "tax-mode": undefined,
    country: undefined,
    zone: undefined,
  };
  const account = await accountOf(inputs, terminal);
  const layout = await loadLayout(resolve(terminal.cwd, options.layout), account, options.layout);
  const source = await diskFile(resolve(terminal.cwd, options.file));
  const read = readOutboundInvoice(await readFile(source.path));
  if ("issues" in read) return refused(read.issues, options, terminal);

  const lists = await namedLists(options.with, account, terminal);
  const echoed = new Set<string>();
  const context: LayoutContext = {
    externalId: "1",
    attempt: 1,
    today: todayIn(account.zone, new Date()),
    counters: new Map(layout.counters.map((name) => [name, "1"])),
    find: async (type, id) => {
      let list = lists.get(type);
      if (list === undefined && options.account !== undefined) {
        list = await accountList(options.account, type, terminal);
        if (list !== undefined) lists.set(type, list);
      }
      if (list !== undefined) return recordOf(list, id);
      echoed.add(type);
      return echo(id);
    },
  };
  const rendered = await renderInvoice(layout, read.invoice, context);
  for (const type of echoed)
    terminal.stderr.write(
      `No ${type} records are available, so lookups return the ID. Add --account, or --with ${type}=FILE.\n`,
    );
  if ("issues" in rendered) return refused(rendered.issues, options, terminal);
  await show(layout, rendered.files, options, terminal);
  return 0;
}

const indexes = new WeakMap<readonly AnyRecord[], ReadonlyMap<string, AnyRecord>>();

function recordOf(list: readonly AnyRecord[], id: string): AnyRecord | undefined {
  let index = indexes.get(list);
  if (index === undefined) indexes.set(list, (index = new Map(list.map((each) => [each.external_id, each]))));
  return index.get(id);
}

function refused(issues: readonly InvoiceIssue[], { json }: PreviewOptions, terminal: Terminal): ExitCode {
  if (json) terminal.stdout.write(`${JSON.stringify({ files: [], issues }, null, 2)}\n`);
  else terminal.stderr.write(issues.map(({ message }) => `${message}\n`).join(""));
  terminal.stderr.write(
    "The invoice would be rejected. The platform would receive status 400 with the messages shown.\n",
  );
  return 3;
}

async function show(
  layout: Layout,
  files: readonly RenderedFile[],
  { out, json }: PreviewOptions,
  terminal: Terminal,
): Promise<void> {
  const shown = files.map(({ fileName, bytes }, i) => {
    const { encoding = "utf-8" } = layout.parts[i]?.file ?? {};
    return { name: fileName, encoding, size: bytes.length, text: decodeText(bytes, encoding) };
  });
  if (out !== undefined) {
    for (const { fileName, bytes } of files)
      await writeFileWhole(join(resolve(terminal.cwd, out), fileName), [bytes]);
  }
  if (json) {
    terminal.stdout.write(`${JSON.stringify({ files: shown, issues: [] }, null, 2)}\n`);
    return;
  }
  for (const { name, encoding, size, text } of shown) {
    terminal.stderr.write(`${out === undefined ? name : join(out, name)}: ${size} bytes, ${encoding}\n`);
    if (out === undefined) terminal.stdout.write(text);
  }
}
