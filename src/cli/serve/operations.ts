import { mkdir, open, stat, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Writable } from "node:stream";
import { parse as parseCsv } from "csv-parse/sync";
import { normalizedFile } from "../../connectors/outputs/normalized-file.js";
import { changeRow } from "../../console/api/changes.js";
import type {
  DeliveryName,
  InvoiceOrder,
  ListOrder,
  Operations,
  Order,
  Refused,
  RollbackOrder,
  FeedOrder,
  StoredFile,
} from "../../console/api/operations.js";
import type { DeliveryReport, Done, FirstRows, RejectedTable } from "../../console/api/views.js";
import { unpacked, type RejectedRow } from "../../convert/evaluation.js";
import { LadingError } from "../../errors.js";
import { alertCauses } from "../../feeds/alerts/alert-causes.js";
import { partnerMessage, type PartnerMessage } from "../../feeds/alerts/partner-message.js";
import { evaluateAgain } from "../../feeds/deliveries/operator.js";
import { keptBytes, withFeed } from "../../feeds/deliveries/open-feed.js";
import type { Setup } from "../../feeds/deliveries/setup.js";
import { refuseReplaced } from "../../feeds/deliveries/workers.js";
import { labelOf, readDocument, rejectsName, reportName } from "../../feeds/lists/documents.js";
import { deliveriesOf } from "../../feeds/lists/feed-log.js";
import { isUnusable } from "../../feeds/lists/feed-state.js";
import { recordBytes } from "../../feeds/lists/list.js";
import { currentList, readCurrent } from "../../feeds/lists/publications.js";
import { evaluatedReport, storedReport, type FileReport } from "../../feeds/reports/file-report.js";
import { openTable } from "../../formats/index.js";
import { defaultLimits } from "../../formats/limits.js";
import { rejectColumns } from "../../mapping/rejects.js";
import { clerkSentence } from "../../model/issues.js";
import { servedColumns } from "../../model/record-type.js";
import { sourceInMemory } from "../../formats/bytes.js";
import type { Feed } from "../../workspace/workspace.js";
import type { Command, Terminal } from "../command.js";
import { chooseFeed, openWorkspace, personsPatience } from "../feeds/open.js";
import { reject } from "../reject.js";
import { release } from "../release.js";
import { resume } from "../resume.js";
import { rollback } from "../rollback.js";
import { events } from "../events.js";
import { outbox } from "../outbox.js";

/** Reads and decides deliveries for people at the console, as the commands do for a person at a terminal. */
export function operationsOf(terminal: Terminal): Operations {
  const quiet = { ...terminal, stderr: nowhere() };
  return {
    delivery: (of) => refusing(() => withSetup(quiet, (setup) => deliveryReport(setup, of))),
    decide: (order) => refusing(() => decide(quiet, order)),
    rollBack: (order) => refusing(() => rollBack(quiet, order)),
    resume: (order) => refusing(() => resumeFeed(quiet, order)),
    original: (of) => refusing(() => withSetup(quiet, (setup) => original(setup, of))),
    list: (order) => refusing(() => withSetup(quiet, (setup) => list(setup, order))),
    decideInvoice: (order) => refusing(() => decideInvoice(quiet, order)),
    retryEvents: ({ account, by }) => refusing(() => retryEvents({ ...quiet, person: by }, account)),
  };
}

/** A failure becomes a sentence for the person at the page. */
async function refusing<T>(work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    return { refused: `${error.message} ${error.hint}`.trim() };
  }
}

async function withSetup<T>(terminal: Terminal, work: (setup: Setup) => Promise<T>): Promise<T> {
  const setup = await openWorkspace(terminal, personsPatience);
  try {
    await refuseReplaced(setup);
    return await work(setup);
  } finally {
    await setup.close();
  }
}

/** So many rows are shown; the files that can be downloaded have all. */
const rejectedShown = 50;
const firstShown = 8;
const firstBytes = 64 * 1024;

/** A held delivery is evaluated against the current list. Of any other, the stored report is shown. */
async function deliveryReport(
  setup: Setup,
  { feed: name, delivery: sha256 }: DeliveryName,
): Promise<DeliveryReport | Refused> {
  const feed = chooseFeed(setup.workspace, name);
  const [delivery] = await deliveriesOf(setup.store.db, name, { beginning: sha256 });
  const partner = await messageForPartner(setup, feed, sha256);
  const first = await firstRows(setup, feed, sha256).catch(() => undefined);
  const about = { ...(partner !== undefined && { partner }), ...(first !== undefined && { first }) };
  if (delivery?.status !== "HELD") {
    const text = await readDocument(setup.store.db, name, sha256, reportName);
    const report = text === "" ? undefined : storedReport(text);
    if (report === undefined) return { refused: "The report of this delivery is no longer kept." };
    const rejects = await readDocument(setup.store.db, name, sha256, rejectsName(report.file));
    const rejected = rejects === "" ? undefined : storedRejects(rejects);
    return { ...shownReport(report), ...about, ...(rejected !== undefined && { rejected }) };
  }
  return withFeed(setup, feed, async (open) => {
    const evaluation = await evaluateAgain(open, delivery);
    const report = evaluatedReport(delivery.arrival.name, feed.type, evaluation, true);
    if (!("changeSet" in evaluation)) {
      return { ...shownReport(report), ...about };
    }
    const { changeSet, counts, evaluated } = evaluation;
    const guards = "guards" in evaluation ? evaluation.guards : [];
    const listed = evaluation.result.changes.first.map((change) => changeRow(change));
    const rejected = rejectedTable(evaluated.reads, evaluated.rejected, counts.rejected);
    const shown = shownReport(report);
    return {
      ...shown,
      ...about,
      ...(shown.changes !== undefined && { changes: { ...shown.changes, listed } }),
      ...(rejected !== undefined && { rejected }),
      changeSet,
      isUnusable: isUnusable({ status: "HELD", guards, counts }),
    };
  });
}

function shownReport({ changes, rejectedRows: _, ...file }: FileReport): DeliveryReport {
  if (changes === undefined) return { file };
  const { kinds, fields, listed } = changes;
  return { file, changes: { kinds, fields, listed: [], isPrivate: listed === undefined } };
}

function rejectedTable(
  columns: readonly string[],
  rejected: Iterable<RejectedRow>,
  count: number,
): RejectedTable | undefined {
  const rows: RejectedTable["rows"][number][] = [];
  for (const { line, cells, issues } of rejected) {
    if (rows.length === rejectedShown) break;
    rows.push({
      line,
      cells: unpacked(cells).slice(0, columns.length),
      issues: issues
        .filter(({ severity }) => severity === "error")
        .map((found) => ({
          ...(found.column !== undefined && { column: found.column }),
          sentence: clerkSentence(found),
        })),
    });
  }
  return rows.length === 0 ? undefined : { columns, rows, count };
}

/** The rejects file as it was kept: its last columns say which row it was, and why it was rejected. */
function storedRejects(text: string): RejectedTable | undefined {
  const [headings = [], ...lines] = parseCsv(text, { relax_column_count: true }) as string[][];
  const columns = headings.slice(0, -rejectColumns.length);
  const at = columns.length;
  const rows = lines.slice(0, rejectedShown).map((cells) => ({
    line: Number(cells[at]),
    cells: cells.slice(0, at),
    issues: reasonsIn(cells[at + 1] ?? "", columns),
  }));
  return rows.length === 0 ? undefined : { columns, rows, count: lines.length };
}

/** `[Column] Sentence.` one after the other. */
function reasonsIn(text: string, columns: readonly string[]): RejectedTable["rows"][number]["issues"] {
  const marks = columns
    .flatMap((column) => {
      const at = text.indexOf(`[${column}] `);
      return at === -1 ? [] : [{ column, at, end: at + column.length + 3 }];
    })
    .sort((a, b) => a.at - b.at);
  const before = text.slice(0, marks[0]?.at ?? text.length).trim();
  return [
    ...(before === "" ? [] : [{ sentence: before }]),
    ...marks.map(({ column, end }, index) => ({
      column,
      sentence: text.slice(end, marks[index + 1]?.at ?? text.length).trim(),
    })),
  ];
}

/** The first rows of a text file, as they are in it. Workbooks and archives are for a reader process alone. */
async function firstRows(setup: Setup, feed: Feed, sha256: string): Promise<FirstRows | undefined> {
  const path = await keptBytes({ setup, feed }, sha256);
  if (path === undefined) return undefined;
  const head = await beginningOf(path);
  if (head === undefined) return undefined;
  const lookups = { find: () => undefined };
  const { read } = await setup.compile(feed, {
    lookups,
    today: setup.clock.now().toISOString().slice(0, 10),
  });
  if (read.format !== undefined && read.format !== "delimited") return undefined;
  const table = await openTable(
    sourceInMemory("sample", head),
    { ...read, format: "delimited" },
    defaultLimits,
  );
  const rows: FirstRows["rows"][number][] = [];
  for await (const batch of table.rows) {
    for (const { line, cells } of batch) if (rows.length < firstShown) rows.push({ line, cells: [...cells] });
    if (rows.length === firstShown) break;
  }
  return rows.length === 0 ? undefined : { columns: table.headings ?? [], rows };
}

/** Whole lines from the beginning of a text file; undefined for anything that is no plain text. */
async function beginningOf(path: string): Promise<Buffer | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const isPlain =
      !head.subarray(0, 512).some((byte) => byte === 0) &&
      !/^\s*[{[<]|^PK|^\x1f\x8b/.test(head.toString("latin1", 0, 64));
    if (!isPlain) return undefined;
    const end = head.lastIndexOf("\n");
    return bytesRead < firstBytes || end === -1 ? head : head.subarray(0, end + 1);
  } finally {
    await file.close();
  }
}

/** What to write to the partner about a delivery that was held or rejected, or has rejected rows. */
async function messageForPartner(
  { store }: Setup,
  feed: Feed,
  sha256: string,
): Promise<PartnerMessage | undefined> {
  const always = new Date(0).toISOString();
  const [found] = await alertCauses(store.db, [feed], always, new Date());
  const causes = [...(found?.causes ?? []), ...(found?.past ?? [])];
  const cause = causes.find(({ delivery }) => delivery?.sha256 === sha256);
  return cause && partnerMessage(feed, cause, true);
}

async function decide(
  terminal: Terminal,
  { verb, feed, delivery, changeSet, reason, by }: Order,
): Promise<Done> {
  const asked = { feeds: [feed], delivery, reason, yes: false, json: true };
  const [command, args]: [Command, object] =
    verb === "release" ? [release, { ...asked, "change-set": changeSet, verbose: false }] : [reject, asked];
  const {
    publication,
    rejected,
    reasons = [],
  } = await answerOf<{
    readonly publication?: number | null;
    readonly rejected?: boolean;
    readonly reasons?: readonly string[];
  }>(command, args, { ...terminal, person: by });
  if (typeof publication === "number")
    return { isDone: true, sentence: `Version ${publication} is published.`, version: publication };
  if (rejected === true) return { isDone: true, sentence: "The file is rejected. The list did not change." };
  return { isDone: false, sentence: `Nothing was published. ${reasons.join(" ")}` };
}

async function rollBack(terminal: Terminal, { feed, to, reason, by }: RollbackOrder): Promise<Done> {
  const { number } = await answerOf<{ readonly number: number }>(
    rollback,
    { feed, number: to, reason, yes: false, json: true },
    { ...terminal, person: by },
  );
  return {
    isDone: true,
    version: number,
    sentence: `Version ${number} is published with the content of version ${to}. The feed is paused: new files wait until you select Resume.`,
  };
}

async function resumeFeed(terminal: Terminal, { feed, reason, by }: FeedOrder): Promise<Done> {
  await answerOf(resume, { feeds: [feed], reason, yes: false, json: true }, { ...terminal, person: by });
  return { isDone: true, sentence: "The feed is resumed. The next run processes the last file again." };
}

async function decideInvoice(terminal: Terminal, { id, action, reason, by }: InvoiceOrder): Promise<Done> {
  const args = {
    action,
    what: id,
    reason: `${by}: ${reason}`,
    "not-imported": false,
    content: false,
    all: false,
    json: true,
  };
  const { state } = await answerOf<{ readonly state: string }>(outbox, args, terminal);
  return {
    isDone: true,
    sentence:
      action === "confirm"
        ? "The invoice is imported. It will not be sent again."
        : `The invoice will be sent again (${state.toLowerCase()}).`,
  };
}

async function retryEvents(terminal: Terminal, account: string): Promise<Done> {
  await answerOf(events, { action: "retry", feeds: [account], all: false, json: true }, terminal);
  return { isDone: true, sentence: "The notifications are sent again within a minute." };
}

/** What a command answers as JSON. */
async function answerOf<T>(command: Command, args: object, terminal: Terminal): Promise<T> {
  let text = "";
  const stdout = new Writable({
    write(piece: Buffer, _encoding, done) {
      text += piece.toString();
      done();
    },
  });
  await command.run(args, { ...terminal, stdout });
  return JSON.parse(text || "{}") as T;
}

async function original(
  { store, ...setup }: Setup,
  { feed: name, delivery }: DeliveryName,
): Promise<StoredFile | Refused> {
  const feed = chooseFeed(setup.workspace, name);
  const [known] = await deliveriesOf(store.db, name, { beginning: delivery });
  const path = known && (await keptBytes({ setup: { ...setup, store }, feed }, known.sha256));
  if (known === undefined || path === undefined) return { refused: "The original file is no longer kept." };
  return { path, name: labelOf(known.arrival.name), size: (await stat(path)).size };
}

async function list(setup: Setup, { feed: name, format }: ListOrder): Promise<StoredFile | Refused> {
  const feed = chooseFeed(setup.workspace, name);
  const current = await readCurrent(setup.store.db, name);
  if (current === undefined) return { refused: "No list is served yet." };
  const { publication } = current;
  const columns = servedColumns(feed.type, publication.columns);
  const records = await currentList(setup.store, publication);
  const bytes = await normalizedFile(feed.type, { columns, records: () => recordBytes(records) }, format);
  const folder = join(setup.workspace.data, "tmp");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `list-${randomBytes(9).toString("base64url")}`);
  await writeFile(path, bytes ?? "", { mode: 0o600, flag: "wx" });
  const file = `${feed.account.name ?? ""}-${feed.type.plural}-${publication.number}.${format}`;
  return { path, name: file, size: bytes?.length ?? 0 };
}

/** Talk that is for somebody at a terminal. */
function nowhere(): Writable {
  return new Writable({ write: (_piece, _encoding, done) => done() });
}
