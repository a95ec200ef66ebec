import { createHash } from "node:crypto";
import { relative, resolve, sep } from "node:path";
import { rejectsFile } from "../../convert/rejects-file.js";
import { withoutAnsweredNote } from "../../draft/draft.js";
import { rebound } from "../../draft/rebind.js";
import { foldHeading } from "../../formats/fold-heading.js";
import { readHead } from "../../formats/head.js";
import type { Issue } from "../../model/issues.js";
import type { Diagnostic } from "../../mapping/diagnostics.js";
import { mappingJsonSchema } from "../../mapping/grammar.js";
import { isRejectsFile } from "../../mapping/rejects.js";
import { readYaml } from "../../mapping/read-yaml.js";
import type { YamlEdit } from "../../mapping/yaml-edit.js";
import { accountOfFeed } from "../../model/account.js";
import type { Account } from "../../model/account.js";
import type { RecordTypeName } from "../../model/record-types/index.js";
import type { AnyRecord, RecordType } from "../../model/record-type.js";
import type { NamedFile } from "../../system/readers/evaluate-file.js";
import { yamlMapOf, type Plain } from "../../mapping/yaml-document.js";
import { newServer, tryServer, writeFeed } from "./add-feed.js";
import { examplesFor } from "./examples.js";
import { assertAsShown, feedOffer, feedPlan } from "./feed-offer.js";
import { listFile } from "./list-file.js";
import { fieldEdit, unaskedEdits } from "./form-edits.js";
import { formView, itemsOf, diagnosticView, partAt, placesOf } from "./form.js";
import { MappingText } from "./mapping-text.js";
import { fixesOf, rowEdit, plainIssue, valueEdit } from "./fixes.js";
import type {
  FeedPlan,
  FeedTried,
  FormView,
  Latest,
  OutcomeView,
  Promoted,
  IssueView,
  RowsView,
  OpenedSample,
  View,
} from "./messages.js";
import type { FeedRequest, FormCommand, RowFilter, SaveRequest } from "./requests.js";
import { blockedOutcome, type SampleOutcome } from "./outcome.js";
import {
  accountFor,
  accountNamed,
  accountNames,
  feedsWith,
  inboxOf,
  listsOf,
  type Project,
} from "./projects.js";
import { openQuestions } from "./questions.js";
import { mappingVersions, promoteDraft, promotedPath, replacedText } from "./promote.js";
import { readAndGuess, type SampleReading } from "./sample-reading.js";
import {
  listsIn,
  SampleReferences,
  type ListedSample,
  type ResolvedReference,
  type SampleList,
} from "./references.js";
import { RequestRefused } from "./request-refused.js";
import type { SampleTable } from "./sample-table.js";
import { operatorsPage } from "./sign-in.js";
import { leftOutBy, diagnosticsOf, outcomeOfTrial, openQuestionsText, type Trial } from "./trial.js";

const mostFits = 3;

/** Keys under `read` that define the position of the table in a file. */
const tableWords = ["member", "members", "sheet", "range", "table", "header", "columns", "records"] as const;

function placeOfTable({ detected, headings }: SampleTable): string {
  return JSON.stringify([detected.sheet, detected.records, detected.headerRows, headings]);
}

/** Issues of files that no mapping can read. */
const unreadableFile: ReadonlySet<string> = new Set([
  "unsupported_format",
  "password_protected",
  "unreadable_file",
]);

interface SessionSource {
  readonly id: string;
  readonly source: NamedFile;
  readonly project: () => Promise<Project>;
  /** All open samples, including this one. */
  readonly samples: () => readonly StudioSession[];
  readonly reading: SampleReading;
  /** False on the shared console, which neither shows nor restores versions. */
  readonly mayPromote: boolean;
}

export async function openSession(
  id: string,
  source: NamedFile,
  project: () => Promise<Project>,
  samples: () => readonly StudioSession[] = () => [],
  mayPromote = true,
): Promise<StudioSession> {
  if (isRejectsFile(await readHead(source))) {
    throw new RequestRefused({
      message: `${source.name} is a rejects file. It contains only the rows that were rejected, not a list.`,
      hint: "To get the corrected rows into the list, open the original file in a spreadsheet, correct the same cells there, save it, and drop it here. The column lading_line contains the row number in the original file. If the original file is still open in Lading, you can reuse your answers. If you saved the mapping, you can reuse the mapping.",
    });
  }
  const current = await project();
  const last = samples()
    .map((sample) => sample.account)
    .findLast((name) => current.workspace?.accounts.has(name));
  const account = accountFor(current, source.name, last);
  const reading = await readAndGuess(source, project);
  const unreadable = reading.table.issues.find(({ code }) => unreadableFile.has(code));
  if (unreadable !== undefined && reading.table.rows.length === 0) {
    const { message, hint } = plainIssue(unreadable);
    throw new RequestRefused({ code: "unreadable", message: `${source.name}: ${message}`, hint });
  }
  const draft = await reading.draft(accountNamed(current, account), {});
  return new StudioSession(
    { id, source, project, samples, reading, mayPromote },
    account,
    new MappingText(draft),
  );
}

interface KnownOutcome {
  readonly revision: number;
  readonly found: Promise<SampleOutcome>;
  now?: SampleOutcome;
}

/** A person's work on one sample and its mapping. The form shows the content of the mapping's text. */
export class StudioSession implements ListedSample {
  readonly #opened: SessionSource;
  readonly #mapping: MappingText;
  readonly #references = new SampleReferences();
  #account: string;
  /**
   * The account that was selected before a different account's mapping was opened. Undefined after a person has
   * chosen an account.
   */
  #accountBefore: string | undefined;
  /** True if a person changed more than read options and row rules. */
  #isTouched = false;
  /** Fields that a person changed or confirmed. */
  readonly #answered = new Set<string>();
  #listed: { readonly key: string; readonly of: SampleTable; readonly table: SampleTable } | undefined;
  #outcome: KnownOutcome | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #openedAt = new Date().toISOString();
  /** The headings before a person changed how the file is read. Undefined for a file without a header. */
  readonly #headings: string | undefined;

  constructor(opened: SessionSource, account: string, mapping: MappingText) {
    this.#opened = opened;
    this.#account = account;
    this.#mapping = mapping;
    const { headings } = opened.reading.table;
    this.#headings = headings === null ? undefined : JSON.stringify(headings.map(foldHeading));
  }

  get id(): string {
    return this.#opened.id;
  }

  get name(): string {
    return this.#opened.source.name;
  }

  get source(): NamedFile {
    return this.#opened.source;
  }

  get account(): string {
    return this.#account;
  }

  get record(): RecordTypeName | undefined {
    return this.#mapping.type?.name as RecordTypeName | undefined;
  }

  get listed(): OpenedSample {
    return { id: this.id, name: this.name, record: this.record, openedAt: this.#openedAt };
  }

  refersTo(sample: string): boolean {
    return this.#references.refersTo(sample);
  }

  async list(): Promise<SampleList> {
    const { view, whole } = await this.#outcomeInTurn();
    return {
      revision: view.revision,
      records: whole?.evaluated.accepted.map(({ record }) => record),
      blocked:
        whole === undefined ? (view.blocked ?? openQuestionsText(view.questions.length)) : view.blocked,
    };
  }

  view(): Promise<View> {
    return this.#inTurn(async () => {
      // Mappings may have been saved since the file was opened.
      if (this.#mapping.path === undefined) await this.#opened.reading.fitAgain();
      return this.#view();
    });
  }

  /** The JSON Schema for mappings of this record type, which the editor uses to suggest and explain keys. */
  schema(): Record<string, unknown> {
    const { type } = this.#mapping;
    return mappingJsonSchema(type === undefined ? undefined : [type]);
  }

  /** The app polls this every few seconds, so it neither compiles the mapping nor reads stored lists. */
  latest(): Promise<Latest> {
    return this.#inTurn(async () => {
      this.#noteReferences(await this.#referred(new Map()));
      const { root } = await this.#opened.project();
      return { revision: this.#mapping.revision, changedOutside: await this.#mapping.isChangedOutside(root) };
    });
  }

  /** Throws `RequestRefused` if the command is based on an older revision, or cannot be carried out. */
  command(revision: number, command: FormCommand): Promise<View> {
    return this.#inTurn(async () => {
      await this.#assertNewest(revision);
      await this.#run(command);
      return this.#view();
    });
  }

  async outcome(): Promise<OutcomeView> {
    return (await this.#outcomeInTurn()).view;
  }

  async rows(filter: RowFilter, from: number, count: number): Promise<RowsView> {
    // Until the rows have been checked, the unfiltered list shows them as they were read. A filtered list is returned
    // after the check.
    const known = this.#outcome?.revision === this.#mapping.revision ? this.#outcome.now : undefined;
    const found =
      filter === "all"
        ? (known ?? blockedOutcome(this.#opened.reading.table, 0, ""))
        : await this.#outcomeInTurn();
    return { revision: found.view.revision, ...found.rows(filter, from, count) };
  }

  save(revision: number, request: SaveRequest): Promise<View> {
    return this.#inTurn(async () => {
      await this.#assertNewest(revision);
      const { root } = await this.#opened.project();
      this.#mapping.text = withoutAnsweredNote(this.#mapping.text);
      const path = await this.#mapping.fileToSave(root, request.partner, request.overwrite);
      if (request.examples && this.#mapping.root["examples"] === undefined) {
        const { whole } = await this.#outcomeNow();
        const examples = whole === undefined ? [] : await examplesFor(await this.#trial(), whole);
        if (examples.length > 0) this.#mapping.edit([{ path: ["examples"], value: examples }]);
      }
      await this.#mapping.save(root, path);
      return this.#view();
    });
  }

  /** The rejected rows with reasons for the partner, as lines of a rejects file. */
  async rejects(): Promise<readonly string[]> {
    const { whole } = await this.#outcomeInTurn();
    if (whole === undefined) return [];
    const hash = createHash("sha256");
    for await (const piece of this.#opened.source.stream()) hash.update(piece);
    return [...rejectsFile(await whole.ofAllRows(), hash.digest("hex"))];
  }

  /**
   * Returns the finished list as a file, so that users can convert files without using the command line. Throws
   * `RequestRefused` while the list is not complete, for example because questions are open.
   */
  async listFile(format: "csv" | "xlsx" | "json"): Promise<Buffer> {
    const { view, whole } = await this.#outcomeInTurn();
    if (whole === undefined || view.blocked !== undefined || view.questions.length > 0) {
      throw new RequestRefused({
        message: "The list is not complete.",
        hint: "Answer the open questions first.",
      });
    }
    return listFile(whole, format);
  }

  promote(by: string, reason: string): Promise<Promoted> {
    return this.#inTurn(async () => {
      const { root, workspace } = await this.#opened.project();
      const draft = await this.#mapping.savedFile(root);
      const done = await promoteDraft({ draft, by, reason, workspace, root, now: new Date() });
      const short = (each: string): string => relative(root, each).split(sep).join("/");
      const path = short(done.path);
      await this.#mapping.load(root, path);
      return { path, kept: done.kept === undefined ? undefined : short(done.kept) };
    });
  }

  planFeed(wanted: FeedRequest): Promise<FeedPlan> {
    return this.#inTurn(async () => {
      const { text: _, ...plan } = await feedPlan(await this.#opened.project(), this.#mapping, wanted);
      return { ...plan, server: await newServer(wanted) };
    });
  }

  /**
   * Adds the feed to `lading.yaml` and tests the feed. Throws `RequestRefused` if the file has changed since the plan
   * was made.
   */
  addFeed(wanted: FeedRequest, base: string): Promise<FeedTried> {
    return this.#inTurn(async () => {
      const before = await this.#opened.project();
      const plan = await feedPlan(before, this.#mapping, wanted);
      assertAsShown(plan, base);
      await writeFeed(before.root, plan, wanted);
      this.#account = wanted.account;
      this.#mapping.revision += 1;
      const { counts, inFeed, blocked } = (await this.#outcomeNow()).view;
      const now = await this.#opened.project();
      const operators = await operatorsPage(now);
      const served = operators.lists && `${operators.lists}/${this.#mapping.type?.plural}`;
      const { feed } = plan;
      const steps = await tryServer(now, feed);
      return { feed, folder: inboxOf(now, feed), steps, operators, served, counts, inFeed, blocked };
    });
  }

  // Requests from several windows are processed one at a time, because otherwise a save could mark a later change as
  // saved. Rows are evaluated outside this queue, on a snapshot taken between two changes.
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #outcomeInTurn(): Promise<SampleOutcome> {
    const started = await this.#inTurn(() => Promise.resolve({ outcome: this.#outcomeNow() }));
    return started.outcome;
  }

  #outcomeNow(): Promise<SampleOutcome> {
    const { revision } = this.#mapping;
    if (this.#outcome?.revision === revision) return this.#outcome.found;
    const found = this.#trial().then(async (trial) => {
      const diagnostics = await diagnosticsOf(trial);
      const form = await this.#formView(trial, diagnostics, []);
      return outcomeOfTrial(trial, revision, { form, diagnostics });
    });
    const here: KnownOutcome = { revision, found };
    this.#outcome = here;
    found.then(
      (outcome) => (here.now = outcome),
      () => undefined,
    );
    return found;
  }

  async #trial(refers?: readonly ResolvedReference[]): Promise<Trial> {
    const { text, type, root, path } = this.#mapping;
    const { table } = this.#opened.reading;
    const current = await this.#opened.project();
    return {
      text,
      type,
      root,
      file: path === undefined ? undefined : resolve(current.root, path),
      source: this.#opened.source,
      table,
      account: accountNamed(current, this.#account),
      lists: listsIn(refers ?? (await this.#referred())),
    };
  }

  /** Undefined for a built-in account. */
  #knownAccount({ workspace }: Project): Account | undefined {
    return workspace?.accounts.get(this.#account)?.account;
  }

  /** `stored` contains the current lists in the workspace. By default, these lists are read from the store. */
  async #referred(stored?: ReadonlyMap<string, readonly AnyRecord[]>): Promise<readonly ResolvedReference[]> {
    const { type } = this.#mapping;
    if (type === undefined) return [];
    const others = this.#opened.samples().filter((other) => other.id !== this.id);
    const current = await this.#opened.project();
    return this.#references.of(
      type,
      others,
      stored ?? (await listsOf(current, this.#account)),
      this.#knownAccount(current)?.hasTaxCodes === false ? ["tax-code"] : [],
    );
  }

  #noteReferences(refers: readonly ResolvedReference[]): void {
    if (this.#references.changed(refers)) this.#mapping.revision += 1;
  }

  async #view(): Promise<View> {
    const current = await this.#opened.project();
    const known = this.#knownAccount(current);
    const refers = await this.#referred();
    this.#noteReferences(refers);
    const { text, type, path, revision } = this.#mapping;
    const { table, guess } = this.#opened.reading;
    const trial = await this.#trial(refers);
    const diagnostics = await diagnosticsOf(trial);
    const form = await this.#formView(trial, diagnostics, refers);
    const outcome = this.#outcome?.revision === revision ? this.#outcome.now : undefined;
    return {
      id: this.id,
      file: this.name,
      revision,
      table: { ...table.view, issues: table.issues.map((each) => this.#issueView(each, type)) },
      record: this.record,
      // A record type that a person or a mapping has chosen settles the question.
      verdict: { isList: guess.verdict === "draft" || type !== undefined, reason: guess.reason },
      account: this.#account,
      accountBefore: this.#accountBefore,
      fits: (await this.#opened.reading.fits).slice(0, mostFits).map(({ name, renamed }) => ({
        path: name,
        renamed: renamed.flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }])),
      })),
      answered: this.#answeredSamples().map(({ listed }) => listed),
      text,
      diagnostics: diagnostics.map(diagnosticView),
      questions: openQuestions(form, diagnostics, outcome?.view.issues ?? []),
      form,
      path,
      isSaved: this.#mapping.isSaved,
      changedOutside: await this.#mapping.isChangedOutside(current.root),
      canUndo: this.#mapping.canUndo,
      versions:
        path === undefined || !this.#opened.mayPromote
          ? []
          : await mappingVersions(resolve(current.root, promotedPath(path))),
      offer: await feedOffer(current, this.#mapping, this.name),
      references: refers.map(({ list, revision: _, ...each }) => {
        const isAwaited = each.target === "tax-code" && list === undefined && known?.hasTaxCodes === true;
        const waitsFor = isAwaited && known.taxMode === "tax" ? `${this.#account}/tax-code` : undefined;
        return { ...each, waitsFor };
      }),
      usedBy: this.#opened
        .samples()
        .filter((other) => other.refersTo(this.id))
        .map(({ id, name }) => ({ id, name })),
    };
  }

  /** Saved mappings are not included, because they are offered as mappings that fit. */
  #answeredSamples(): readonly StudioSession[] {
    if (this.#isTouched || this.#headings === undefined) return [];
    const { chosenRecord } = this.#opened.reading;
    return this.#opened
      .samples()
      .filter((other) => other.id !== this.id && other.#headings === this.#headings)
      .filter((other) => other.#mapping.canUndo && !other.#mapping.isSaved)
      .filter(({ record }) => chosenRecord === undefined || record === chosenRecord)
      .toReversed()
      .slice(0, mostFits);
  }

  async #formView(
    trial: Trial,
    diagnostics: readonly Diagnostic[],
    refers: readonly ResolvedReference[],
  ): Promise<FormView | undefined> {
    const { document } = readYaml(trial.text, "draft");
    if (document === undefined || trial.type === undefined) return undefined;
    const keyAt = (at: readonly string[]): Diagnostic => document.diagnostic(at, "", { at: "key" });
    const diagnosticsAt = diagnosticsByKey(document.value, trial.type, diagnostics, keyAt);
    const table = await this.#listedTable(trial);
    const form = formView(document.value, trial.type, table, this.#opened.reading.guess, diagnosticsAt);
    const places = placesOf(trial.type);
    const hasNoTaxCodes = refers.some(
      ({ target, records, isUnchecked }) => target === "tax-code" && records === undefined && !isUnchecked,
    );
    return {
      ...form,
      fields: form.fields.map((field) => ({
        ...field,
        isAnswered: this.#answered.has(field.name),
        isUnchecked:
          hasNoTaxCodes &&
          places.get(field.name)?.field.target === "tax-code" &&
          field.shape !== "open" &&
          field.shape !== "absent",
      })),
    };
  }

  #issueView(found: Issue, type: RecordType | undefined): IssueView {
    const accepted = itemsOf(this.#mapping.read["accept"]);
    return {
      severity: found.severity,
      ...plainIssue(found),
      fixes: fixesOf(found, this.#opened.reading.table, accepted, type),
    };
  }

  /** The table without skipped rows. */
  async #listedTable(trial: Trial): Promise<SampleTable> {
    const { table, type, root } = trial;
    if (type === undefined) return table;
    const rules = Object.fromEntries(
      ["read", "zone", "only", "skip"].flatMap((name) =>
        root[name] === undefined ? [] : [[name, root[name]] as const],
      ),
    );
    const key = JSON.stringify([rules, this.#account]);
    if (this.#listed?.key !== key || this.#listed.of !== table) {
      this.#listed = { key, of: table, table: table.without(await leftOutBy(trial, rules)) };
    }
    return this.#listed.table;
  }

  async #assertNewest(made: number): Promise<void> {
    if (made === this.#mapping.revision) return;
    throw new RequestRefused({
      code: "stale",
      message:
        "The mapping was changed in another window. You now see the newest version; your last change was not applied.",
      hint: "Check the mapping, and then repeat your change.",
      view: await this.#view(),
    });
  }

  async #draft(): Promise<string> {
    return this.#opened.reading.draft(
      accountNamed(await this.#opened.project(), this.#account),
      this.#mapping.root,
    );
  }

  async #run(command: FormCommand): Promise<void> {
    const mapping = this.#mapping;
    switch (command.do) {
      case "text":
        this.#isTouched = true;
        mapping.set(command.text);
        return this.#readAgain();
      case "undo":
        return mapping.undo() ? this.#readAgain() : undefined;
      case "record":
        await this.#opened.reading.guessAs(command.record);
        this.#isTouched = false;
        this.#answered.clear();
        mapping.set(await this.#draft());
        return;
      case "account":
        if (!accountNames(await this.#opened.project()).includes(command.account)) return;
        this.#account = command.account;
        this.#accountBefore = undefined;
        mapping.revision += 1;
        // The account's tax mode affects the questions in the draft, so an untouched draft is written again.
        if (!this.#isTouched) mapping.text = await this.#draft();
        return;
      case "reload":
        return this.#load(mapping.path);
      case "load":
        return this.#load(command.path);
      case "restore": {
        if (!this.#opened.mayPromote) {
          throw new RequestRefused({
            message: "Versions cannot be restored in the shared console.",
            hint: "Use `lading studio` on your machine.",
          });
        }
        const { root } = await this.#opened.project();
        // Without a path, `replacedText` would read the log in the folder above the root.
        const text =
          mapping.path === undefined
            ? undefined
            : await replacedText(resolve(root, promotedPath(mapping.path)), command.file);
        if (text === undefined) {
          throw new RequestRefused({
            message: "This version no longer exists.",
            hint: "Choose another one.",
          });
        }
        this.#isTouched = true;
        mapping.set(text);
        return this.#readAgain(true);
      }
      case "fit": {
        const { reading } = this.#opened;
        const fit = (await reading.fits).find(({ name }) => name === command.path);
        const { read } = mapping;
        const before = placeOfTable(reading.table);
        await this.#load(command.path);
        // The mapping was offered for the visible table. If the mapping selects a different table, its options for the
        // position of the table are replaced with the current ones.
        if (placeOfTable(reading.table) !== before) {
          const keys = tableWords.filter((word) => word in read || word in mapping.read);
          mapping.edit(keys.map((word) => ({ path: ["read", word], value: read[word] })));
          await reading.readAs(mapping.text);
        }
        const renamed = new Map(fit?.renamed.map(({ from, to }) => [from, to ?? from]));
        mapping.set(rebound(mapping.text, renamed) ?? mapping.text);
        return;
      }
      case "answers": {
        const other = this.#answeredSamples().find(({ id }) => id === command.sample);
        if (other === undefined) {
          throw new RequestRefused({
            message: "The answers are no longer available.",
            hint: "Answer the questions on this page.",
          });
        }
        return this.#continue(other);
      }
      case "set":
        return this.#set(command.path, command.value ?? undefined);
      case "heading":
      case "end":
      case "leave out": {
        const found = rowEdit(command, this.#opened.reading.table, mapping.root["skip"]);
        if (found !== undefined) return this.#set(found.path, found.value);
        throw new RequestRefused({
          message: "An earlier row starts with the same words, so the list would end at that row.",
          hint: "Skip this row instead, or write the rule yourself.",
        });
      }
      case "leave out value": {
        const { path, value } = valueEdit(command, this.#opened.reading.table, mapping.root["skip"]);
        return this.#set(path, value);
      }
      case "refer":
        this.#references.refer(command.target, command.sample);
        mapping.revision += 1;
        return;
      default: {
        const { type } = mapping;
        if (type === undefined) return;
        this.#isTouched = true;
        this.#answered.add(command.field);
        const place = placesOf(type).get(command.field);
        if (place === undefined) return;
        const table = await this.#listedTable(await this.#trial());
        mapping.edit([fieldEdit(command, place, partAt(mapping.root, place.path), table)]);
      }
    }
  }

  async #load(path: string | undefined): Promise<void> {
    const { root, workspace } = await this.#opened.project();
    await this.#mapping.load(root, path);
    this.#isTouched = true;
    // If the mapping is used only by other accounts' feeds, the first of those accounts is chosen.
    const names = feedsWith(workspace, resolve(root, path ?? "")).map(accountOfFeed);
    const [first] = names;
    if (first !== undefined && !names.includes(this.#account)) {
      this.#accountBefore = this.#account;
      this.#account = first;
    }
    this.#opened.reading.confirmEncoding();
    this.#opened.reading.confirmHeadings();
    return this.#readAgain(true);
  }

  async #continue(other: StudioSession): Promise<void> {
    const { reading } = this.#opened;
    const { isEncodingConfirmed, areHeadingsConfirmed } = other.#opened.reading;
    if (isEncodingConfirmed) reading.confirmEncoding();
    if (areHeadingsConfirmed) reading.confirmHeadings();
    this.#mapping.copy(other.#mapping);
    this.#references.copy(other.#references, this.id);
    this.#account = other.#account;
    this.#accountBefore = other.#accountBefore;
    this.#isTouched = true;
    for (const field of other.#answered) this.#answered.add(field);
    if (this.record !== undefined) await reading.guessAs(this.record);
    return this.#readAgain(true);
  }

  async #readAgain(isLoaded = false): Promise<void> {
    const { reading } = this.#opened;
    await reading.readAs(this.#mapping.text, isLoaded);
    await reading.guessFrom((await this.#listedTable(await this.#trial())).listed);
  }

  async #set(path: YamlEdit["path"], value: Plain | undefined): Promise<void> {
    const mapping = this.#mapping;
    mapping.edit([{ path, value }]);
    const [part, field] = path;
    if (part === "read" && field === "encoding") this.#opened.reading.confirmEncoding();
    if (part === "read" && field === "header") this.#opened.reading.confirmHeadings();
    // The revision changes even if a person only confirmed a drafted value, because the app must show the
    // confirmation.
    mapping.revision += 1;
    await this.#readAgain();
    // Until a person has changed another part of the mapping, each change to the read options or row rules leads to a
    // new draft.
    const isOfRows = part === "read" || part === "only" || part === "skip";
    if (isOfRows && !this.#isTouched) mapping.text = await this.#draft();
    else this.#isTouched ||= !isOfRows;
    await this.#dropUnasked();
    if (part === "fields" && field !== undefined) this.#answered.add(field);
  }

  /** Removes open questions about values that no longer occur in any row. */
  async #dropUnasked(): Promise<void> {
    const trial = await this.#trial();
    if (trial.type === undefined) return;
    const now = await this.#listedTable(trial);
    const edits = [...placesOf(trial.type).values()].flatMap((place) => {
      const source = partAt(trial.root, place.path);
      return source === undefined ? [] : unaskedEdits(place, source, now);
    });
    this.#mapping.text = this.#mapping.edited(edits) ?? this.#mapping.text;
  }
}

/** Returns a function that finds the errors between a key and the next key of the form. */
function diagnosticsByKey(
  value: Plain,
  type: RecordType,
  diagnostics: readonly Diagnostic[],
  keyAt: (path: readonly string[]) => Diagnostic,
): (path: readonly string[]) => readonly Diagnostic[] {
  const written = [
    ...Object.keys(yamlMapOf(value) ?? {}).map((name) => [name]),
    ...[...placesOf(type).values()].map(({ path }) => path),
  ].filter((path) => partAt(value, path) !== undefined);
  const starts = written.map((path) => ({ path: path.join("\n"), ...keyAt(path) }));
  return (path) => {
    const start = starts.find((each) => each.path === path.join("\n"));
    if (start === undefined) return [];
    const [next] = starts.filter((each) => isBefore(start, each)).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    return diagnostics.filter(
      (each) => !isBefore(each, start) && (next === undefined || isBefore(each, next)),
    );
  };
}

function isBefore(a: Pick<Diagnostic, "line" | "column">, b: Pick<Diagnostic, "line" | "column">): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}
