import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { mkdir } from "node:fs/promises";
import { LadingError } from "../errors.js";
import { readOptionsSchema } from "../formats/read-options.js";
import type { Issue } from "../issues.js";
import type { Row } from "../formats/row.js";
import type { NamedFile } from "../runtime/evaluate-file.js";
import { fixedLayoutOf } from "../runtime/fixed-layout.js";
import { compileMapping } from "../mapping/compile.js";
import { draftMapping, withoutOpenAnswers } from "../guess/draft.js";
import { guessMapping, type Guess } from "../guess/guess.js";
import { rebound } from "../guess/rebind.js";
import { conditionWords, sourceWords, topWords } from "../mapping/grammar.js";
import { lookupsIn } from "../mapping/lookups.js";
import type { CompiledMapping, MappingContext } from "../mapping/mapping.js";
import type { Diagnostic } from "../mapping/diagnostics.js";
import { parseMapping, type ParsedMapping } from "../mapping/parse.js";
import { runExamples, standInAccount } from "../mapping/run-examples.js";
import { readYaml } from "../mapping/read-yaml.js";
import { editYaml, type YamlEdit } from "../mapping/yaml-edit.js";
import { writeFileWhole } from "../outputs/write-file.js";
import { countryCodes } from "../records/countries.js";
import { rejectsFile } from "../evaluation/rejects-file.js";
import { todayIn, type Account } from "../records/account.js";
import { recordType, type RecordTypeName } from "../records/index.js";
import { targetsOf } from "../records/fields.js";
import type { AnyRecord, RecordType } from "../records/record-type.js";
import { operatorsUrl, serverSettingsSchema } from "../workspace/server-settings.js";
import { loadMapping } from "../workspace/mapping-file.js";
import { loadLexicon } from "../workspace/synonyms.js";
import { withStore } from "../workspace/open-store.js";
import { nightlyRun, patternOf, planFeed, writeFeed } from "./add-feed.js";
import { changesFor } from "./changes.js";
import { examplesOf } from "./examples.js";
import { mendsOf, rowEdit, saidPlainly, valueEdit } from "./mends.js";
import { fieldEdits, keyOrder, unaskedEdits } from "./form-edits.js";
import { formView, isList, mapOf, mistakeView, open, partAt, placesOf, type PlainMap } from "./form.js";
import type {
  ChangesView,
  FeedOffer,
  FeedPlan,
  FeedRequest,
  FeedTried,
  FormCommand,
  FormView,
  Latest,
  OutcomeView,
  PlainYaml,
  Promoted,
  RecordName,
  ReferenceView,
  RemarkView,
  RowFilter,
  RowsView,
  SaveRequest,
  StudioError,
  View,
} from "./messages.js";
import { blockedOutcome, outcomeOf, rowNumberOf, type SampleOutcome } from "./outcome.js";
import {
  accountFor,
  accountNamed,
  accountNames,
  feedsFor,
  fittingMappings,
  inboxOf,
  listsOf,
  textOf,
  type Project,
} from "./projects.js";
import { partialMapping } from "./partial.js";
import { promoteDraft } from "./promote.js";
import { readSampleTable, type SampleTable } from "./sample-table.js";
import { packagePath } from "../package-paths.js";

/** One sample on the workbench with the mapping that is made for it: the text is the truth, the form is a view of it. */
export interface StudioTables {
  readonly id: string;
  readonly name: string;
  /** Which records it lists. */
  type(): RecordName | undefined;
  /** The list that comes of it, for others that refer to it. */
  list(): Promise<SampleList>;
  /** The samples that its references are checked against, by record type. */
  readonly referred: ReadonlyMap<string, string>;
  view(): Promise<View>;
  latest(): Promise<Latest>;
  /** @throws {RequestRefused} when the command was made on an older revision, or cannot be carried out */
  command(revision: number, command: FormCommand): Promise<View>;
  outcome(): Promise<OutcomeView>;
  rows(filter: RowFilter, from: number, count: number): Promise<RowsView>;
  changes(feed: string): Promise<ChangesView | undefined>;
  save(revision: number, request: SaveRequest): Promise<View>;
  /** The rejected rows with the reasons, for the partner: lines of a file as a feed writes it. */
  rejects(): Promise<readonly string[]>;
  promote(by: string, reason: string): Promise<Promoted>;
  planFeed(wanted: FeedRequest): Promise<FeedPlan>;
  /** @throws {RequestRefused} when the file is not the one any more that the plan was made for */
  addFeed(wanted: FeedRequest, base: string): Promise<FeedTried>;
  /** Puts the sample where the feed's files arrive, as its first one. */
  deliver(feed: string): Promise<{ readonly path: string }>;
}

interface SampleList {
  /** Another for every change. */
  readonly revision: number;
  readonly records: readonly AnyRecord[] | undefined;
  /** Why there are none. */
  readonly blocked: string | undefined;
}

/** What cannot be done as asked, in words for the person at the page. */
export class RequestRefused extends Error {
  readonly trouble: StudioError;

  constructor(trouble: StudioError) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

/** The zones that are furthest apart. */
const farZones = ["Pacific/Kiritimati", "Pacific/Niue"];
const mostUndo = 100;
const mostFits = 3;

const schemaFile = packagePath("schemas/mapping.schema.json");

interface Reference extends ReferenceView {
  readonly list: readonly AnyRecord[] | undefined;
  readonly revision: number | undefined;
}

export async function openBench(
  id: string,
  source: NamedFile,
  project: () => Promise<Project>,
  /** All samples that are open, this one among them. */
  samples: () => readonly StudioTables[] = () => [],
): Promise<StudioTables> {
  let revision = 1;
  let chosenRecord: RecordTypeName | undefined;
  let account = accountFor(await project(), source.name);
  let text = "";
  /** Whether a person changed more than how the file is read. */
  let isTouched = false;
  /** Fields about which a person said something. */
  const answered = new Set<string>();
  let path: string | undefined;
  let savedText: string | undefined;
  const past: string[] = [];
  const referred = new Map<string, string>();
  /** What the samples that are referred to were like when this one was last looked at. */
  let seen: string | undefined;

  /** The account of a feed that uses the mapping: the chosen one where it has such a feed. */
  async function accountUsing(mapping: string): Promise<string | undefined> {
    const feeds = ((await project()).workspace?.feeds ?? []).filter((feed) => feed.mapping === mapping);
    const names = feeds.map((feed) => feed.name.split("/", 1)[0]);
    return names.includes(account) ? account : names[0];
  }

  const lexicon = await loadLexicon((await project()).root);
  let table = await readSampleTable(source, {});
  let tableKey = "{}";
  const layout = await fixedLayoutOf(source, table);
  if (layout !== undefined) {
    const options = readOptionsSchema.parse(layout);
    table = await readSampleTable(source, options);
    tableKey = JSON.stringify(options);
  }
  let guess = guessOf();
  /** The mappings that fit, looked for once for each way of reading and guessing. */
  let fits = fittingMappings(await project(), table.headings, guess);
  let listed: { readonly key: string; readonly of: SampleTable; readonly table: SampleTable } | undefined;
  let known:
    | { readonly revision: number; readonly outcome: Promise<SampleOutcome>; decided?: SampleOutcome }
    | undefined;
  text = await draft({});

  function guessOf(): Guess {
    return guessMapping(
      { name: source.name, headings: table.headings, rows: table.rows.map((row) => row.cells) },
      { record: chosenRecord, lexicon },
    );
  }

  /** The draft of the guess; what a person said about reading stands in it. */
  async function draft(read: PlainMap): Promise<string> {
    const { root } = await project();
    const lines = new Map(table.rows.map((row) => [row.cells, row.line]));
    // What a file lists that is refused is asked, though its headings may sound like something.
    const isUnknown = guess.verdict !== "draft" && chosenRecord === undefined;
    const made = draftMapping(isUnknown ? { ...guess, record: undefined } : guess, {
      name: source.name,
      schema: relative(join(root, "mappings", "partner"), schemaFile)
        .split(sep)
        .join("/"),
      detected: table.detected,
      layout: table.detected.format === "fixed-width" ? layout : undefined,
      taxMode: accountNamed(await project(), account).taxMode,
      lineOf: (row) => lines.get(row),
    });
    const edits = Object.entries(read).map(([key, value]): YamlEdit => ({ path: ["read", key], value }));
    return editYaml(made, edits, keyOrder(typeOf(made) ?? fallbackType)) ?? made;
  }

  /** Reads the sample again when the text says so. */
  async function readAsWritten(): Promise<void> {
    const { document } = readYaml(text, source.name);
    const written = document === undefined ? undefined : mapOf(document.value)?.["read"];
    const options = readOptionsSchema.safeParse(written ?? {});
    if (!options.success || document === undefined) return;
    const key = JSON.stringify(options.data);
    if (key === tableKey) return;
    table = await readSampleTable(source, options.data);
    tableKey = key;
    await guessAgain();
  }

  async function guessAgain(): Promise<void> {
    guess = guessOf();
    fits = fittingMappings(await project(), table.headings, guess);
  }

  /** The lists that are referred to: those of other samples before those of the workspace. */
  async function references(
    type: RecordType | undefined,
    stored?: ReadonlyMap<string, readonly AnyRecord[]>,
  ): Promise<readonly Reference[]> {
    if (type === undefined) return [];
    const known = stored ?? (await listsOf(await project(), account));
    const others = samples().filter((other) => other.id !== id);
    const found: Reference[] = [];
    for (const target of targetsOf(type.fields)) {
      const choices = others.filter((other) => other.type() === target);
      const chosen = choices.find((other) => other.id === referred.get(target));
      const given = await chosen?.list();
      const list = given === undefined ? known.get(target) : given.records;
      found.push({
        target,
        sample: chosen && { id: chosen.id, name: chosen.name },
        records: list?.length,
        blocked: given?.blocked,
        choices: choices.map(({ id, name }) => ({ id, name })),
        list,
        revision: given?.revision,
      });
    }
    return found;
  }

  /** Counts on when another sample that is referred to became another. */
  function noteReferences(refers: readonly Reference[]): void {
    const now = JSON.stringify(refers.map(({ sample, revision }) => [sample?.id, revision]));
    if (seen !== undefined && now !== seen) revision += 1;
    seen = now;
  }

  async function isChangedOutside({ root }: Project): Promise<boolean> {
    return path !== undefined && (await textOf(resolve(root, path))) !== savedText;
  }

  /** The page asks for this every few seconds, so neither the mapping nor a stored list is looked at. */
  async function latest(): Promise<Latest> {
    noteReferences(await references(typeOf(text), new Map()));
    return { revision, changedOutside: await isChangedOutside(await project()) };
  }

  async function view(): Promise<View> {
    const current = await project();
    const refers = await references(typeOf(text));
    noteReferences(refers);
    const label = path === undefined ? "draft" : path;
    const { document } = readYaml(text, label);
    const diagnostics = await mistakesNow();
    const type = typeOf(text);
    return {
      id,
      file: source.name,
      size: source.size,
      revision,
      table: { ...table.view, issues: table.issues.map((each) => remark(each, type)) },
      record: type?.name as RecordTypeName | undefined,
      verdict: { isList: guess.verdict === "draft", reason: guess.reason, system: guess.system },
      account,
      fits: (await fits).slice(0, mostFits).map(({ name, renamed }) => ({
        path: name,
        renamed: renamed.flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }])),
      })),
      text,
      words: {
        top: type === undefined ? ["record"] : topWords(type),
        fields: type?.columns ?? [],
        sources: sourceWords,
        rules: conditionWords,
      },
      mistakes: diagnostics.map(mistakeView),
      form:
        document === undefined || type === undefined
          ? undefined
          : formOf(document.value, type, await listedTable(), guess, answered, diagnostics, (at) =>
              document.mistake(at, "", { at: "key" }),
            ),
      path,
      isSaved: savedText === text,
      changedOutside: await isChangedOutside(current),
      canUndo: past.length > 0,
      offer: await offerNow(current),
      feeds: feedsFor(current, type?.name, account).map((feed) => feed.name),
      references: refers.map(({ list: _, revision: __, ...each }) => each),
      usedBy: samples()
        .filter((other) => [...other.referred.values()].includes(id))
        .map(({ id, name }) => ({ id, name })),
    };
  }

  /** The mapping that the draft became, once it was promoted. */
  async function promotedPath(root: string): Promise<string | undefined> {
    const promoted = path?.replace(/\.draft\.ya?ml$/, ".yaml");
    return promoted !== undefined && (await textOf(resolve(root, promoted))) !== undefined
      ? promoted
      : undefined;
  }

  async function offerNow({ root, workspace }: Project): Promise<FeedOffer | undefined> {
    const mapping = await promotedPath(root);
    if (mapping === undefined) return undefined;
    const file = resolve(root, mapping);
    return {
      mapping,
      feeds: (workspace?.feeds ?? []).filter((feed) => feed.mapping === file).map(({ name }) => name),
      accounts: [...(workspace?.accounts.keys() ?? [])],
      withoutTaxCodes: [...(workspace?.accounts ?? [])].flatMap(([name, { account: each }]) =>
        each.taxMode === "tax" &&
        each.hasTaxCodes &&
        !workspace?.feeds.some((feed) => feed.name === `${name}/tax-code`)
          ? [name]
          : [],
      ),
      sources: [...(workspace?.sources.keys() ?? [])],
      files: patternOf(source.name),
      countries: [...countryCodes],
      nightly: await nightlyRun(),
    };
  }

  async function feedPlanned(wanted: FeedRequest) {
    const { root } = await project();
    const mapping = await promotedPath(root);
    const type = typeOf(text);
    if (mapping === undefined || type === undefined) {
      throw new RequestRefused({
        message: "The mapping is not promoted yet, so no feed can use it.",
        hint: "Promote the draft first.",
      });
    }
    return { root, plan: await planFeed(root, `${wanted.account}/${type.name}`, mapping, wanted) };
  }

  async function addFeed(wanted: FeedRequest, base: string): Promise<FeedTried> {
    const { root, plan } = await feedPlanned(wanted);
    if (plan.base !== base) {
      throw new RequestRefused({
        code: "exists",
        message: "lading.yaml was changed by another program. Nothing was written.",
        hint: "Look at the lines again.",
      });
    }
    if (plan.mistakes !== undefined) {
      throw new RequestRefused({ message: plan.mistakes, hint: "Nothing was written." });
    }
    await writeFeed(root, plan, wanted);
    account = wanted.account;
    revision += 1;
    const { counts, blocked } = (await outcome()).view;
    const now = await project();
    const operators = operatorsUrl(now.workspace?.server ?? serverSettingsSchema.parse({}));
    return { feed: plan.feed, folder: inboxOf(now, plan.feed), operators, counts, blocked };
  }

  async function deliver(feed: string): Promise<{ readonly path: string }> {
    const folder = inboxOf(await project(), feed);
    if (folder === undefined) {
      throw new RequestRefused({
        message: `${feed} takes its files from a server, not from a folder here.`,
        hint: "Put the sample there.",
      });
    }
    const path = join(folder, source.name);
    if (existsSync(path)) {
      throw new RequestRefused({ message: `${path} is there already.`, hint: "The next run takes it." });
    }
    await writeFileWhole(path, source.stream());
    return { path };
  }

  async function rejects(): Promise<readonly string[]> {
    const { decided } = await outcomeInTurn();
    if (decided === undefined) return [];
    const hash = createHash("sha256");
    for await (const piece of source.stream()) hash.update(piece);
    return [...rejectsFile(decided.reads, decided.rejected, hash.digest("hex"))];
  }

  function remark(found: Issue, type: RecordType | undefined): RemarkView {
    const accepted = readPart()["accept"] ?? [];
    return {
      severity: found.severity,
      ...saidPlainly(found),
      mends: mendsOf(found, table, isList(accepted) ? accepted : [], type),
    };
  }

  async function assertNewest(made: number): Promise<void> {
    if (made === revision) return;
    throw new RequestRefused({
      code: "stale",
      message:
        "The mapping was changed in another window meanwhile. You see the newest one now; your last change was not made.",
      hint: "Look at it, and make your change again.",
      view: await view(),
    });
  }

  function setText(next: string): void {
    if (next === text) return;
    past.push(text);
    if (past.length > mostUndo) past.shift();
    text = next;
    revision += 1;
  }

  function edit(edits: readonly YamlEdit[]): void {
    const edited = editYaml(text, edits, keyOrder(typeOf(text) ?? fallbackType));
    if (edited === undefined) {
      throw new RequestRefused({
        message: "The text of the mapping has a mistake that has to be corrected there first.",
        hint: "Open the text and look at the lines that are marked.",
      });
    }
    setText(edited);
  }

  async function run(command: FormCommand): Promise<void> {
    switch (command.do) {
      case "text":
        isTouched = true;
        setText(command.text);
        return readAsWritten();
      case "undo": {
        const last = past.pop();
        if (last === undefined) return;
        text = last;
        revision += 1;
        return readAsWritten();
      }
      case "record":
        chosenRecord = command.record as RecordTypeName;
        await guessAgain();
        isTouched = false;
        answered.clear();
        setText(await draft(readPart()));
        return;
      case "account":
        if (!accountNames(await project()).includes(command.account)) return;
        account = command.account;
        revision += 1;
        // An account without tax has fewer questions.
        if (!isTouched) text = await draft(readPart());
        return;
      case "reload":
      case "load": {
        const wanted = command.do === "load" ? command.path : path;
        const { root } = await project();
        const file = wanted === undefined ? undefined : inMappings(root, wanted);
        const found = file === undefined ? undefined : await textOf(file);
        if (found === undefined || wanted === undefined) {
          throw new RequestRefused({
            code: "gone",
            message: "The file of the mapping is not there any more. What you see here is kept.",
            hint: "Save it again to make the file anew.",
          });
        }
        isTouched = true;
        setText(found);
        path = wanted;
        account = (await accountUsing(resolve(root, wanted))) ?? account;
        savedText = found;
        revision += 1;
        return readAsWritten();
      }
      case "fit": {
        const fit = (await fits).find(({ name }) => name === command.path);
        await run({ do: "load", path: command.path });
        const renamed = new Map(fit?.renamed.map(({ from, to }) => [from, to ?? from]));
        setText(rebound(text, renamed) ?? text);
        return;
      }
      case "set": {
        edit([{ path: command.path, value: command.value ?? undefined }]);
        await readAsWritten();
        // While nobody has mapped anything, another way of reading is a reason to guess again.
        if (command.path[0] === "read" && !isTouched) text = await draft(readPart());
        else isTouched ||= command.path[0] !== "read";
        await dropUnasked();
        if (command.path[0] === "fields" && command.path[1] !== undefined) answered.add(command.path[1]);
        return;
      }
      case "heading":
      case "end":
      case "leave out": {
        const found = rowEdit(command, table, rootPart()["skip"]);
        if (found !== undefined) return run({ do: "set", ...found });
        throw new RequestRefused({
          message: "A row above begins like this one, so the list would end there.",
          hint: "Leave out this row instead, or write the rule yourself.",
        });
      }
      case "leave out value":
        return run({ do: "set", ...valueEdit(command, table, rootPart()["skip"]) });
      case "refer":
        if (command.sample === "") referred.delete(command.target);
        else referred.set(command.target, command.sample);
        revision += 1;
        return;
      case "column":
      case "columns":
      case "constant":
      case "clear":
      case "answer":
      case "word": {
        const type = typeOf(text);
        if (type === undefined) return;
        isTouched = true;
        answered.add(command.field);
        const place = placesOf(type).get(command.field);
        if (place === undefined) return;
        edit(fieldEdits(command, partAt(rootPart(), place.path), type, await listedTable()));
      }
    }
  }

  function readPart(): PlainMap {
    return mapOf(rootPart()["read"]) ?? {};
  }

  function fieldsPart(): PlainMap {
    return mapOf(rootPart()["fields"]) ?? {};
  }

  function rootPart(): PlainMap {
    const { document } = readYaml(text, source.name);
    return (document === undefined ? undefined : mapOf(document.value)) ?? {};
  }

  function outcome(): Promise<SampleOutcome> {
    if (known?.revision === revision) return known.outcome;
    const found = decideNow(revision);
    const here: typeof known = { revision, outcome: found };
    known = here;
    found.then(
      (decided) => (here.decided = decided),
      () => undefined,
    );
    return found;
  }

  /** Every mistake: those of the text, else those that show with the account. */
  async function mistakesNow(): Promise<readonly Diagnostic[]> {
    const made = await compiled();
    if (!("diagnostics" in made)) return [];
    const { document } = readYaml(text, path ?? "draft");
    const type = typeOf(text);
    if (type === undefined || document === undefined || !made.diagnostics.every(isOpen))
      return made.diagnostics;
    // What is wrong beside the open questions is not kept until the last of them is answered.
    const found = await soFar(rootPart(), type, rowNumberOf(table));
    const others = [...(found?.diagnostics ?? [])].flatMap(([name, wrong]) =>
      wrong.map(({ message, expected, nearest }) => ({
        ...document.mistake(["fields", name], message, { at: "key" }),
        expected,
        nearest,
      })),
    );
    return [...made.diagnostics, ...others];
  }

  /** @param asked the account that it is compiled for; the chosen one when omitted */
  async function compiled(written = text, asked?: Account) {
    const result = parseMapping(written, path ?? "draft");
    if ("diagnostics" in result) return result;
    const current = await project();
    const lists = await listsNow();
    const own = asked ?? accountNamed(current, account);
    const target = lists.has("tax-code") ? { ...own, hasTaxCodes: true } : own;
    const lookups = lookupsIn(lists);
    const tables = await tablesOf(current, result.parsed);
    const today = todayIn(target.zone, new Date());
    const made = compileMapping(result.parsed, { account: target, lookups, today, tables });
    return "diagnostics" in made ? made : { mapping: made.compiled, account: target, lookups };
  }

  async function listsNow(): Promise<ReadonlyMap<string, readonly AnyRecord[]>> {
    const found = await references(typeOf(text));
    return new Map(
      found.flatMap(({ target, list }) => (list === undefined ? [] : [[target, list] as const])),
    );
  }

  async function decideNow(at: number): Promise<SampleOutcome> {
    const read = table;
    const made = await compiled();
    if (!("diagnostics" in made))
      return outcomeOf({ source, table: read, revision: at, open: [], asked: new Set(), ...made });
    return (await decideSoFar(at, read)) ?? blockedOutcome(read, at, whyBlocked(made.diagnostics));
  }

  /** What a mapping says of which only some is answered. */
  async function soFar(root: PlainMap, type: RecordType, rowNumber: string) {
    const own = accountNamed(await project(), account);
    return partialMapping(root, type, rowNumber, (written, questions) =>
      compiled(written, accountWhile(own, type, questions)),
    );
  }

  /** The table without the rows that the rules leave out, as far as the rules can be read. */
  async function listedTable(): Promise<SampleTable> {
    const { read, zone, only, skip } = rootPart();
    const type = typeOf(text);
    if (type === undefined || (only === undefined && skip === undefined)) return table;
    const rules = Object.fromEntries(
      Object.entries({ read, zone, only, skip }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    );
    const key = JSON.stringify([rules, account]);
    if (listed?.key !== key || listed.of !== table) {
      const found = await soFar(rules, type, "#1");
      const bound = found?.mapping.bind(table.headings, table.rows[0]);
      const isLeftOut = (row: Row): boolean => bound?.apply(row).kind === "skipped";
      listed = { key, of: table, table: table.without(isLeftOut) };
    }
    return listed.table;
  }

  /** A value that no row of the list has any more is no open question. */
  async function dropUnasked(): Promise<void> {
    const now = await listedTable();
    const type = typeOf(text);
    const root = rootPart();
    const edits = [...(type === undefined ? [] : placesOf(type).values())].flatMap((place) => {
      const source = partAt(root, place.path);
      return source === undefined ? [] : unaskedEdits(place, source, now);
    });
    text = editYaml(text, edits, keyOrder(typeOf(text) ?? fallbackType)) ?? text;
  }

  /** What the answers so far make of the rows; undefined when nothing can be said yet. */
  async function decideSoFar(at: number, read: SampleTable): Promise<SampleOutcome | undefined> {
    const type = typeOf(text);
    if (type === undefined || readYaml(text, "draft").diagnostics.length > 0) return undefined;
    const found = await soFar(rootPart(), type, rowNumberOf(read));
    if (found === undefined) return undefined;
    const lists = await listsNow();
    const { mapping, open: questions, asked } = found;
    const job = {
      source,
      table: read,
      revision: at,
      mapping,
      lookups: lookupsIn(lists),
      open: questions,
      asked,
    };
    const target = accountWhile(accountNamed(await project(), account), type, questions);
    return outcomeOf({ ...job, account: lists.has("tax-code") ? { ...target, hasTaxCodes: true } : target });
  }

  /** Look-up files beside the mapping; they are known once it has a file. */
  async function tablesOf(current: Project, parsed: ParsedMapping): Promise<MappingContext["tables"]> {
    if (parsed.tables.length === 0 || path === undefined) return new Map();
    try {
      return (await loadMapping(resolve(current.root, path))).tables;
    } catch (error) {
      // The mapping itself says which table it misses.
      if (error instanceof LadingError) return new Map();
      throw error;
    }
  }

  async function save(made: number, request: SaveRequest): Promise<View> {
    await assertNewest(made);
    const { root } = await project();
    const type = typeOf(text);
    const target = draftPath(path, request.partner, type);
    const file = resolve(root, target);
    const there = await textOf(file);
    const isOwn = target === path && there === savedText;
    if (there !== undefined && there !== text && !isOwn && !request.overwrite) {
      throw new RequestRefused({
        code: "exists",
        message:
          target === path
            ? `${target} was changed by another program. Nothing was written.`
            : `${target} is there already. Nothing was written.`,
        hint: "Save over it, or take what the file says, or save under another name.",
      });
    }
    if ((await mistakesNow()).length === 0) setText(withoutOpenAnswers(text));
    if (request.examples && rootPart()["examples"] === undefined) await addExamples(type);
    await mkdir(join(file, ".."), { recursive: true });
    await writeFileWhole(file, [text]);
    path = target;
    savedText = text;
    revision += 1;
    return view();
  }

  /** Adds examples that hold for every account and on every day. */
  async function addExamples(type: RecordType | undefined): Promise<void> {
    const { decided, mapping, rowsOf } = await outcome();
    const result = parseMapping(text, path ?? "draft");
    if (decided === undefined || mapping === undefined || type === undefined || "diagnostics" in result)
      return;
    const own = accountNamed(await project(), account);
    const elsewhere: CompiledMapping[] = [];
    for (const zone of farZones) {
      const made = await compiled(text, { ...own, zone });
      if (!("diagnostics" in made)) elsewhere.push(made.mapping);
    }
    const { parsed } = result;
    const today = todayIn(own.zone, new Date());
    const tables = await tablesOf(await project(), parsed);
    const job = { decided, parsed, mapping, elsewhere, today, table, rowsOf, type, fields: fieldsPart() };
    const examples = examplesOf(job).filter((example) => {
      const written = editYaml(text, [{ path: ["examples"], value: [example] }], keyOrder(type));
      const again = parseMapping(written ?? text, "draft");
      if ("diagnostics" in again) return false;
      return [own, standInAccount(again.parsed)].every(
        (each) => runExamples(again.parsed, { account: each, tables, today }).diagnostics.length === 0,
      );
    });
    if (examples.length > 0) edit([{ path: ["examples"], value: examples }]);
  }

  // Two windows may ask at once: each change is whole before the next begins, or a save would call written what came
  // while it wrote. The rows are worked out beside it, from the state between two changes.
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  }
  async function outcomeInTurn(): Promise<SampleOutcome> {
    const started = await inTurn(() => Promise.resolve({ outcome: outcome() }));
    return started.outcome;
  }

  return {
    id,
    name: source.name,
    referred,
    type: () => typeOf(text)?.name,
    async list() {
      const { view, decided } = await outcomeInTurn();
      return {
        revision: view.revision,
        records: decided?.accepted.map(({ record }) => record),
        blocked: decided === undefined ? (view.blocked ?? whyOpen(view.open.length)) : view.blocked,
      };
    },
    view: () => inTurn(view),
    latest: () => inTurn(latest),
    command: (made, command) =>
      inTurn(async () => {
        await assertNewest(made);
        await run(command);
        return view();
      }),
    outcome: async () => (await outcomeInTurn()).view,
    async rows(filter, from, count) {
      // All rows are shown as they were read until they are checked; which are rejected is waited for.
      const atOnce = known?.revision === revision ? known.decided : undefined;
      const found = filter === "all" ? (atOnce ?? blockedOutcome(table, 0, "")) : await outcomeInTurn();
      return { revision: found.view.revision, ...found.rows(filter, from, count) };
    },
    async changes(name) {
      const { decided, mapping } = await outcomeInTurn();
      const feed = feedsFor(await project(), typeOf(text)?.name, account).find((each) => each.name === name);
      if (decided === undefined || mapping === undefined || feed === undefined) return undefined;
      const { workspace } = await project();
      if (decided.refused !== undefined || workspace === undefined) return undefined;
      return withStore(workspace, process.env, "read", (store) => changesFor(store, feed, decided, mapping));
    },
    save: (made, request) => inTurn(() => save(made, request)),
    planFeed: (wanted) =>
      inTurn(async () => {
        const { feed, lines, mistakes, base } = (await feedPlanned(wanted)).plan;
        return { feed, lines, mistakes, base };
      }),
    addFeed: (wanted, base) => inTurn(() => addFeed(wanted, base)),
    deliver: (feed) => inTurn(() => deliver(feed)),
    rejects,
    promote: (by, reason) =>
      inTurn(async () => {
        const current = await project();
        if (path === undefined || savedText !== text) {
          throw new RequestRefused({
            message: "What you see is not saved yet, so it cannot be promoted.",
            hint: "Save the draft first.",
          });
        }
        const file = resolve(current.root, path);
        if ((await textOf(file)) !== savedText) {
          throw new RequestRefused({
            code: "exists",
            message: `${path} was changed by another program. Nothing was promoted.`,
            hint: "Take what the file says, or save over it; then promote.",
          });
        }
        const done = await promoteDraft({
          draft: file,
          by,
          reason,
          workspace: current.workspace,
          now: new Date(),
        });
        const short = (each: string): string => relative(current.root, each).split(sep).join("/");
        path = short(done.path);
        revision += 1;
        return {
          path,
          kept: done.kept === undefined ? undefined : short(done.kept),
          feeds: done.feeds,
        };
      }),
  };
}

const fallbackType = recordType("staff") as RecordType;

/** The record type that a text names, also while the rest of it has mistakes. */
function typeOf(text: string): RecordType | undefined {
  const { document } = readYaml(text, "draft");
  const record = document === undefined ? undefined : mapOf(document.value)?.["record"];
  return typeof record === "string" ? recordType(record) : undefined;
}

function formOf(
  value: PlainYaml,
  type: RecordType,
  table: SampleTable,
  guess: Guess,
  answered: ReadonlySet<string>,
  diagnostics: readonly Diagnostic[],
  keyAt: (path: readonly string[]) => Diagnostic,
): FormView {
  const written = [
    ...Object.keys(mapOf(value) ?? {}).map((name) => [name]),
    ...[...placesOf(type).values()].map(({ path }) => path),
  ].filter((path) => partAt(value, path) !== undefined);
  const starts = written.map((path) => ({ path: path.join("\n"), ...keyAt(path) }));
  const form = formView(value, type, table, guess, (path) => {
    const start = starts.find((each) => each.path === path.join("\n"));
    if (start === undefined) return [];
    const [next] = starts.filter((each) => isBefore(start, each)).sort((a, b) => (isBefore(a, b) ? -1 : 1));
    return diagnostics.filter(
      (each) => !isBefore(each, start) && (next === undefined || isBefore(each, next)),
    );
  });
  return {
    ...form,
    fields: form.fields.map((field) => ({ ...field, isAnswered: answered.has(field.name) })),
  };
}

function isBefore(a: Pick<Diagnostic, "line" | "column">, b: Pick<Diagnostic, "line" | "column">): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** The account that can be asked while some fields are open: a tax code that nobody has mapped yet is not missed. */
function accountWhile(own: Account, type: RecordType, questions: readonly string[]): Account {
  return questions.some((name) => type.fields[name]?.required === "tax")
    ? { ...own, taxMode: "non_tax" }
    : own;
}

function isOpen({ message }: Diagnostic): boolean {
  return message.includes(open);
}

function whyBlocked(diagnostics: readonly Diagnostic[]): string {
  const questions = diagnostics.filter(isOpen).length;
  const others = diagnostics.length - questions;
  const parts = [
    ...(questions > 0 ? [whyOpen(questions)] : []),
    ...(others > 0
      ? [others === 1 ? "1 mistake is to be corrected" : `${others} mistakes are to be corrected`]
      : []),
  ];
  return `${parts.join(", and ")}: then every row is checked.`;
}

function whyOpen(questions: number): string {
  return questions === 1 ? "1 question is open" : `${questions} questions are open`;
}

const partnerName = /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,63}$/u;

/** Where a mapping is saved: always a draft, which no feed uses. */
function draftPath(path: string | undefined, partner: string, type: RecordType | undefined): string {
  const name = partner.trim().toLowerCase().replaceAll(" ", "-");
  if (name === "" && path !== undefined) return path.replace(/(?:\.draft)?\.ya?ml$/, ".draft.yaml");
  if (!partnerName.test(name) || name.includes("..")) {
    throw new RequestRefused({
      message: "A partner's name is made of letters, numbers and the signs - _ .",
      hint: "Write a short name, such as acme.",
    });
  }
  return `mappings/${name}/${type?.name ?? "mapping"}.draft.yaml`;
}

/** The path of a mapping below `mappings/`; undefined for anything else. */
function inMappings(root: string, path: string): string | undefined {
  const file = resolve(root, path);
  const inside = relative(join(root, "mappings"), file);
  return inside.startsWith("..") || !/\.ya?ml$/.test(file) ? undefined : file;
}
