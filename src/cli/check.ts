import type { Argv } from "yargs";
import { dirname, relative, resolve } from "node:path";
import { LadingError } from "../errors.js";
import { counted } from "../sentence.js";
import { writeFileWhole } from "../system/write-file.js";
import { todayIn, type Account } from "../model/account.js";
import { readWorkspace } from "../workspace/load.js";
import { loadSampleManifest, type Sample, type SampleManifest } from "../workspace/sample-manifest.js";
import { notLive, withoutCurrency, type Feed, type Workspace } from "../workspace/workspace.js";
import { checkLayoutFile, outboxDiagnostics } from "./check/check-layout.js";
import { severalFiles } from "./check/check-file-set.js";
import { checkMappingFile, type MappingResult } from "./check/check-mapping.js";
import { asText, ofDiagnostics, type CheckDiagnostic, type FeedFinding } from "./check/diagnostic.js";
import { runSample, type Golden } from "./check/golden.js";
import { findTargets, isFile, unclaimedSamples, type Targets } from "./check/targets.js";
import { wrappedText, textTable } from "./feeds/table.js";
import { lookFor, type Look } from "./look.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  textsOption,
} from "./command.js";

const options = (yargs: Argv) =>
  yargs
    .positional("paths", textsOption("Mappings, layouts, folders that contain them, or lading.yaml"))
    .option(
      "accept",
      flagOption(
        "Show the differences from the samples' expected outputs and overwrite the expected outputs",
      ),
    )
    .option("json", flagOption("Print the diagnostics as JSON"))
    .epilogue(
      "Exit codes: 0 if everything is correct, 1 if an example or sample differs, 2 if a file has errors.",
    );

type Options = OptionsOf<typeof options>;

export const check = defineCommand({
  usage: "check [paths...]",
  examples: [
    [
      "lading check",
      "everything in this folder: lading.yaml, its mappings, mappings/, layouts/, samples/samples.yaml",
    ],
    ["lading check mappings/acme/staff.yaml", "one mapping and the samples that use it"],
    [
      "lading check --accept",
      "show the differences from the expected outputs and overwrite the expected outputs",
    ],
  ],
  options,
  run,
});

interface Checked {
  diagnostics: CheckDiagnostic[];
  readonly counts: { mappings: number; layouts: number; examples: number; samples: number };
  /** Files with expected output that `--accept` overwrote. */
  readonly accepted: string[];
  /** The feeds after expansion. Set only if an entry in lading.yaml defines several feeds. */
  expanded?: readonly Feed[];
}

async function run(options: Options, terminal: Terminal): Promise<ExitCode> {
  const targets = await findTargets(options.paths ?? [], terminal.cwd);
  const label = (path: string): string => relative(terminal.cwd, path) || path;
  const checked: Checked = {
    diagnostics: [],
    counts: { mappings: 0, layouts: 0, examples: 0, samples: 0 },
    accepted: [],
  };

  const read = await readFeeds(targets, label, checked);
  const feeds = read ?? [];
  const known = new Map(feeds.map((feed) => [feed.account.name ?? "", feed.account]));
  // If lading.yaml is invalid, the accounts are unknown, and checks that depend on them would report false errors.
  const manifest = read === undefined ? undefined : await readManifest(targets, known, label, checked);
  const mappings = await checkMappings(targets, usersOf(manifest, feeds), manifest?.today, label, checked);
  if (read === undefined) checked.diagnostics = checked.diagnostics.filter(({ kind }) => kind === "error");
  checkFeeds(feeds, mappings, targets, label, checked);
  await checkLayouts(targets, label, checked);
  if (manifest !== undefined) await checkSamples(targets, manifest, options.accept, label, checked);
  return report(checked, options, terminal);
}

type Label = (path: string) => string;

/**
 * Returns the workspace's feeds, an empty list if no workspace is checked, or undefined if the workspace has errors.
 * Workspace errors are added to the diagnostics.
 */
async function readFeeds(
  { workspace, layouts }: Targets,
  label: Label,
  checked: Checked,
): Promise<readonly Feed[] | undefined> {
  if (workspace === undefined) return [];
  const read = await readWorkspace(dirname(workspace));
  if ("diagnostics" in read) {
    const placed = read.diagnostics.map((diagnostic) => ({ ...diagnostic, file: label(workspace) }));
    checked.diagnostics.push(...ofDiagnostics("error", placed));
    return undefined;
  }
  if (read.isExpanded) checked.expanded = read.workspace.feeds;
  for (const { name, mapping } of read.workspace.feeds) {
    if (mapping === undefined || (await isFile(mapping))) continue;
    const message = `the mapping ${label(mapping)} of the feed ${name} does not exist`;
    checked.diagnostics.push({ kind: "error", file: label(workspace), message, next: "correct the path." });
  }
  for (const account of read.workspace.accounts.values()) {
    for (const diagnostic of await outboxDiagnostics(account, layouts, label))
      checked.diagnostics.push({ file: label(workspace), ...diagnostic });
  }
  for (const account of notLive(read.workspace)) {
    const message = `the account ${account} sets neither \`sync: events\` nor \`sync: polling\`, so its platform does not receive changes to records that are served individually`;
    checked.diagnostics.push({ kind: "remark", file: label(workspace), message });
  }
  for (const account of withoutCurrency(read.workspace)) {
    const message = `the account ${account} has records with amounts but no currency. Add the currency to the account, for example \`currency: EUR\``;
    checked.diagnostics.push({ kind: "remark", file: label(workspace), message });
  }
  warnAboutRemainingFiles(read.workspace, workspace, label, checked);
  return read.workspace.feeds;
}

async function readManifest(
  { manifest }: Targets,
  known: ReadonlyMap<string, Account>,
  label: Label,
  checked: Checked,
): Promise<SampleManifest | undefined> {
  if (manifest === undefined) return undefined;
  const loaded = await loadSampleManifest(manifest, label(manifest), known);
  if ("manifest" in loaded) return loaded.manifest;
  checked.diagnostics.push(...ofDiagnostics("error", loaded.diagnostics));
  return undefined;
}

/** Returns the accounts that use each mapping, keyed by the mapping's absolute path. */
function usersOf(
  manifest: SampleManifest | undefined,
  feeds: readonly Feed[],
): ReadonlyMap<string, ReadonlySet<Account>> {
  const users = new Map<string, Set<Account>>();
  const add = (mapping: string, account: Account) =>
    users.set(mapping, (users.get(mapping) ?? new Set()).add(account));
  for (const { mapping, account } of manifest?.samples ?? []) {
    if (mapping !== undefined) add(resolve(manifest?.root ?? "", mapping), account);
  }
  for (const { mapping, account } of feeds) if (mapping !== undefined) add(mapping, account);
  return users;
}

/** Returns the check results of the mappings, keyed by the absolute path of the mapping. */
async function checkMappings(
  targets: Targets,
  users: ReadonlyMap<string, ReadonlySet<Account>>,
  today: string | undefined,
  label: Label,
  checked: Checked,
): Promise<ReadonlyMap<string, MappingResult>> {
  const records = new Map<string, MappingResult>();
  // Feeds may use mappings outside the folders that are checked. A missing mapping is reported together with its
  // feed.
  const used = targets.onlyMappings === undefined ? users.keys() : [];
  for (const path of new Set([...targets.mappings, ...used])) {
    if (!(await isFile(path))) continue;
    const accounts = [...(users.get(path) ?? [])];
    const day = today ?? todayIn(accounts[0]?.zone, new Date());
    const result = await checkMappingFile(path, label(path), accounts, day);
    checked.diagnostics.push(...result.diagnostics);
    checked.counts.mappings += 1;
    checked.counts.examples += result.examples;
    records.set(path, result);
  }
  return records;
}

async function checkLayouts({ layouts }: Targets, label: Label, checked: Checked): Promise<void> {
  for (const path of layouts) {
    const { diagnostics, examples } = await checkLayoutFile(path, label(path));
    checked.diagnostics.push(...diagnostics);
    checked.counts.layouts += 1;
    checked.counts.examples += examples;
  }
}

/**
 * Checks a feed together with its mapping, and returns the problem, or undefined if there is none. `label` is the
 * mapping's path as shown in messages.
 */
type FeedRule = (feed: Feed, found: MappingResult | undefined, label: string) => FeedFinding | undefined;

function checkFeeds(
  feeds: readonly Feed[],
  mappings: ReadonlyMap<string, MappingResult>,
  { workspace }: Targets,
  label: Label,
  checked: Checked,
): void {
  if (workspace === undefined) return;
  for (const rule of [recordTypeOf, orderOfDeltas, severalFiles, unstatedReading]) {
    for (const feed of feeds) {
      const { mapping } = feed;
      const result = mapping === undefined ? undefined : mappings.get(mapping);
      const found = rule(feed, result, mapping === undefined ? "" : label(mapping));
      if (found !== undefined) checked.diagnostics.push({ file: label(workspace), ...found });
    }
  }
}

/** If a mapping produces a different record type than its feed expects, the feed cannot process any delivery. */
const recordTypeOf: FeedRule = ({ name, type }, found, label) =>
  found?.record === undefined || found.record === type.name
    ? undefined
    : {
        kind: "error",
        message: `the feed ${name} uses the mapping ${label}, but the mapping produces ${found.record} records`,
        next: "use a mapping for the feed's record type.",
      };

/**
 * If a feed receives deltas of records that are served individually, the rows or the file names must show which of two
 * changes to a record is newer.
 */
const orderOfDeltas: FeedRule = ({ name, type, mapping, delivery, patterns }, found) => {
  if (delivery !== "delta" || type.served !== "one by one") return undefined;
  const isTimed = mapping === undefined || found?.isTimed !== false;
  if (isTimed || patterns.every(({ text }) => /\{(?:sequence|date:|batch)/u.test(text))) return undefined;
  return {
    kind: "error",
    message: `the feed ${name} receives deltas, but neither the rows nor the file names show which of two changes is newer`,
    next: "map `updated_at`, or use {sequence} or {date:yyyyMMdd} in `files`.",
  };
};

const unstatedReading: FeedRule = ({ name }, found, label) =>
  found?.statesReading !== false
    ? undefined
    : {
        kind: "remark",
        message: `the mapping ${label} of the feed ${name} does not specify how files are read, so Lading detects the format of each file`,
        next: "under `read`, set the properties that never change, such as `delimiter`, `sheet`, `records` or `format`",
      };

/**
 * Adds a remark for each SFTP source that leaves its files on the server and does not fetch them again to compare their
 * content. New content is then noticed only if the name, size or time of the file changes.
 */
function warnAboutRemainingFiles(
  { sources }: Workspace,
  workspace: string,
  label: Label,
  checked: Checked,
): void {
  for (const [name, settings] of sources) {
    if (!("sftp" in settings)) continue;
    const { after, compareEvery } = settings.sftp;
    if (after.published.action !== "none" || compareEvery !== undefined) continue;
    checked.diagnostics.push({
      kind: "remark",
      file: label(workspace),
      message: `the source ${name} leaves its files on the server (\`after_success: none\`), so Lading does not notice new content with the same name, size and time`,
      next: "move, rename or delete the files with `after_success`, or compare them regularly with `compare_every: 24 h`",
    });
  }
}

async function checkSamples(
  targets: Targets,
  manifest: SampleManifest,
  accept: boolean,
  label: Label,
  checked: Checked,
): Promise<void> {
  const unusable = new Set(
    checked.diagnostics.filter((each) => each.kind === "error").map((each) => each.file),
  );
  for (const sample of manifest.samples) {
    const mapping = sample.mapping === undefined ? undefined : resolve(manifest.root, sample.mapping);
    if (targets.onlyMappings !== undefined && !targets.onlyMappings.has(mapping ?? "")) continue;
    // If the mapping has errors, its samples would only report the same errors again.
    if (mapping !== undefined && unusable.has(label(mapping))) continue;
    checked.counts.samples += 1;
    const file = label(resolve(manifest.root, sample.file));
    try {
      await checkSample(await runSample(sample, manifest), file, manifest, accept, label, checked);
    } catch (error) {
      if (!(error instanceof LadingError)) throw error;
      checked.diagnostics.push({ kind: "error", file, message: error.message, next: error.hint });
    }
  }
  if (targets.onlyMappings !== undefined || targets.manifest === undefined) return;
  const claimed = new Set(manifest.samples.map((sample) => resolve(manifest.root, sample.file)));
  for (const path of await unclaimedSamples(targets.manifest, claimed)) {
    const message = `no sample in ${label(targets.manifest)} uses the file, so the file is not checked`;
    checked.diagnostics.push({ kind: "remark", file: label(path), message });
  }
}

async function checkSample(
  golden: Golden,
  file: string,
  manifest: SampleManifest,
  accept: boolean,
  label: Label,
  checked: Checked,
): Promise<void> {
  const { sample, differences, output } = golden;
  const named = `${file}, account ${sample.account.name ?? ""}`;
  for (const remark of golden.remarks) checked.diagnostics.push({ kind: "remark", file, message: remark });
  if (differences.length === 0) return;
  const expected = resolve(manifest.root, sample.expected.path);
  const accepts = accept && output !== undefined;
  if (accepts) {
    await writeFileWhole(expected, [output]);
    checked.accepted.push(label(expected));
  }
  checked.diagnostics.push({
    kind: accepts ? "remark" : "sample",
    file,
    message: `${named} differs from ${label(expected)}${accepts ? ", and the expected output was overwritten" : ""}:`,
    details: differences,
    ...(accepts ? {} : { next: nextStep(sample, output) }),
  });
}

function nextStep(sample: Sample, output: string | undefined): string {
  if (output === undefined)
    return "correct the mapping or the sample, or add a `report` for a broken export.";
  return `correct ${sample.mapping ?? "the sample"}, or run \`lading check --accept\` if the new output is correct.`;
}

function report(checked: Checked, options: Options, terminal: Terminal): ExitCode {
  const { diagnostics, counts, accepted, expanded = [] } = checked;
  const inCwd = (path = ""): string => relative(terminal.cwd, path) || path;
  const exit = exitCodeFor(diagnostics);
  if (options.json) {
    const plain = diagnostics.map(({ located: _, ...rest }) => rest);
    terminal.stdout.write(
      `${JSON.stringify({ exit, counts, accepted, feeds: expandedJson(expanded, inCwd), diagnostics: plain }, null, 2)}\n`,
    );
    return exit;
  }
  const look = lookFor(terminal);
  terminal.stdout.write(
    wrappedText(diagnostics.map((diagnostic) => `${asText(diagnostic)}\n`).join(""), look),
  );
  terminal.stdout.write(expandedText(expanded, inCwd, look));
  terminal.stderr.write(summary(checked));
  return exit;
}

function expandedText(feeds: readonly Feed[], label: Label, look: Look): string {
  if (feeds.length === 0) return "";
  const accounts = new Set(feeds.map(({ account }) => account.name)).size;
  const rows = expandedJson(feeds, label).map(({ feed, sources, files, mapping }) => [
    feed,
    sources.join(", "),
    files.join(", "),
    mapping ?? "",
  ]);
  const table = textTable(["feed", "source", "files", "mapping"], rows, look);
  return `${table}${counted(accounts, "account")}, ${counted(feeds.length, "feed")}\n`;
}

function expandedJson(feeds: readonly Feed[], label: Label) {
  return feeds.map(({ name, sources, patterns, mapping }) => ({
    feed: name,
    sources,
    files: patterns.map(({ text }) => text),
    mapping: mapping === undefined ? null : label(mapping),
  }));
}

function exitCodeFor(diagnostics: readonly CheckDiagnostic[]): ExitCode {
  if (diagnostics.some((diagnostic) => diagnostic.kind === "error")) return 2;
  return diagnostics.some((diagnostic) => diagnostic.kind !== "remark") ? 1 : 0;
}

function summary({ diagnostics, counts, accepted }: Checked): string {
  const number = (kind: CheckDiagnostic["kind"]) =>
    diagnostics.filter((diagnostic) => diagnostic.kind === kind).length;
  const wrong = [
    [number("error"), "error", "errors"],
    [number("example"), "example differs", "examples differ"],
    [number("sample"), "sample differs", "samples differ"],
    [accepted.length, "expected output overwritten", "expected outputs overwritten"],
  ] as const;
  const parts = wrong
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  const layouts = counts.layouts === 0 ? "" : `${counted(counts.layouts, "layout")}, `;
  const what = `${counted(counts.mappings, "mapping")}, ${layouts}${counted(counts.examples, "example")}, ${counted(counts.samples, "sample")} checked`;
  return `${what}: ${parts.length === 0 ? "no errors" : parts.join(", ")}.\n`;
}
