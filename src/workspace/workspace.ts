import { createHash } from "node:crypto";
import { posix, relative, resolve } from "node:path";
import type { ServeSettings } from "../formats/output/served.js";
import { guardLimits, type Expected, type GuardLimits } from "../model/guard-limits.js";
import type { Schedule } from "../model/schedule.js";
import type { Field } from "../model/fields.js";
import { isZone, nearestZone } from "../model/zone.js";
import type { Missing } from "../mapping/mapping.js";
import { account, accountOfFeed, type Account } from "../model/account.js";
import { recordType, recordTypeNames, recordTypes, servedOneByOne } from "../model/record-types/index.js";
import type { RecordType } from "../model/record-type.js";
import { renameDiagnostics, type Rename } from "../model/renames.js";
import type { SourceSettings } from "../connectors/sources/index.js";
import type { SftpDirectory } from "../connectors/sftp/settings.js";
import {
  comparedPattern,
  namePattern,
  patternsOverlap,
  type NamePattern,
} from "../connectors/sources/patterns.js";
import type { LogSettings } from "../log.js";
import { nearest } from "../nearest.js";
import type { FeedSettings } from "./feed-settings.js";
import { logSettings } from "./log-settings.js";
import { notifySettings, type NotifySettings } from "../connectors/alerts/notify-settings.js";
import type { AcknowledgementListSettings, OutboxSettings } from "./outbox-settings.js";
import type { PlatformSettings } from "../connectors/platform/platform-settings.js";
import { retentionOf, runsRetention, type Keep, type Retention } from "./retention-settings.js";
import type { WorkspaceSettings } from "./schema.js";
import { isOnePort, serverSettingsSchema, type ServerSettings } from "./server-settings.js";
import { modeOf } from "../model/scalars.js";
import { hour } from "../model/time-spans.js";

/** A workspace in memory, in which names are resolved, defaults are filled in, and paths are absolute. */

export interface Workspace {
  /** Folder that contains `lading.yaml`. */
  readonly root: string;
  /** Folder for state. */
  readonly data: string;
  /**
   * Reference to the URL of a PostgreSQL database. If undefined, the store is a SQLite database in the data folder.
   */
  readonly database: string | undefined;
  readonly accounts: ReadonlyMap<string, WorkspaceAccount>;
  readonly sources: ReadonlyMap<string, SourceSettings>;
  /** Feeds in processing order. Referenced record types come first. */
  readonly feeds: readonly Feed[];
  readonly outputs: readonly Output[];
  readonly server: ServerSettings;
  readonly notify: NotifySettings | undefined;
  readonly log: LogSettings;
  /** True if reports may show staff values. */
  readonly showStaff: boolean;
  readonly keepRuns: Keep;
  /**
   * Absolute paths of the other files that were read along with `lading.yaml` (the table of accounts and the holiday
   * files).
   */
  readonly files: readonly string[];
  /** Hash of the workspace's settings. */
  readonly revision: string;
}

export interface WorkspaceAccount {
  readonly name: string;
  readonly account: Account;
  readonly serve: ServeSettings;
  /** The platform's names for fields, by record type. */
  readonly rename: Rename;
  readonly sync: Sync | undefined;
  /** Undefined without `sync: events`. */
  readonly platform: PlatformSettings | undefined;
  /** Undefined if invoices are not accepted. */
  readonly outbox: Outbox | undefined;
}

export interface Outbox {
  /** Absolute path of the layout. */
  readonly layout: string;
  /**
   * A local folder, or a directory on a server. The key of a folder inside the workspace stays the same if the
   * workspace is moved.
   */
  readonly location:
    | { readonly folder: string; readonly key: string; readonly mode?: number | undefined }
    | SftpDirectory;
  /** Folder in which invoice files are prepared. If undefined, a folder inside the outbox folder is used. */
  readonly unfinished: string | undefined;
  /** Milliseconds that an invoice may wait for the FFS before an alert is sent. */
  readonly alertAfter: number;
  /** The FFS's response files, relative to the outbox folder. Undefined if the FFS does not write response files. */
  readonly acknowledgements:
    | {
        readonly imported: readonly string[];
        readonly refused: readonly string[];
        /** Lists with one row for each invoice, or for each line of an invoice. */
        readonly list:
          | (Pick<AcknowledgementListSettings, "files" | "word" | "imported" | "refused"> & {
              readonly invoice: string | undefined;
              readonly reason: string | undefined;
            })
          | undefined;
      }
    | undefined;
  /** First day that the FFS's exports cover, as `yyyy-MM-dd`. */
  readonly cutover: string | undefined;
  /** Names of the machines that may send invoices, or undefined if all machines may send them. */
  readonly workers: readonly string[] | undefined;
}

/** How changes to records that are served individually reach the platform (`docs/interface.md` section 1). */
export type Sync = NonNullable<WorkspaceSettings["accounts"][string]["sync"]>;

export interface Feed {
  /** `account/record-type`. */
  readonly name: string;
  readonly account: Account;
  readonly serve: ServeSettings;
  readonly type: RecordType;
  readonly sources: readonly string[];
  readonly patterns: readonly NamePattern[];
  /** True if other feeds may claim the same file. */
  readonly isShared: boolean;
  /** Files that form one delivery. Undefined if each file is a delivery. */
  readonly set: FileSet | undefined;
  /** Absolute path of the mapping. Undefined if files are in the recommended format. */
  readonly mapping: string | undefined;
  readonly delivery: "full" | "delta";
  /** Names of the parts, in lowercase. Empty if the list has only one part. */
  readonly parts: readonly string[];
  readonly settle: Settle;
  readonly missing: Missing | undefined;
  readonly first: "hold" | "publish";
  readonly expected: Expected | undefined;
  readonly due: Schedule | undefined;
  /** Days on which no delivery is due, as `yyyy-MM-dd`. */
  readonly holidays: ReadonlySet<string>;
  /** Milliseconds after which a list that has not changed is stale. */
  readonly changeEvery: number | undefined;
  readonly guard: GuardLimits;
  readonly retention: Retention;
  /** The settings that affect decisions, serialized as a string. */
  readonly settings: string;
}

/** The files that form one delivery but arrive separately. */
export interface FileSet {
  readonly members: readonly SetMember[];
  /** Milliseconds to wait for optional files after the last file. Undefined if a marker completes the batch. */
  readonly optionalAfter: number | undefined;
  /** Milliseconds without a new file after which an incomplete batch is reported. */
  readonly alertAfter: number;
}

export interface SetMember {
  /** Folder for this member in the packed delivery. */
  readonly name: string;
  readonly pattern: NamePattern;
  /**
   * A marker only signals that a batch is complete. The files of a `many` member are independent of each other and
   * are processed together.
   */
  readonly kind: "required" | "optional" | "marker" | "many";
}

/** Determines when a file is complete. */
type Settle =
  /** The file is complete when it has been unchanged for a while. If undefined, the source's default applies. */
  | { readonly mode: "settle"; /** Milliseconds. */ readonly for: number | undefined }
  /** The file is complete when its done file exists. In the pattern, `{name}` represents the file's name. */
  | { readonly mode: "done_file"; readonly doneFile: string }
  /** The file is complete immediately, because files appear under their final names. */
  | { readonly mode: "final_name" };

export interface Output {
  readonly name: string;
  /** An absolute path, or a directory on a server. */
  readonly location: { readonly folder: string; readonly mode?: number | undefined } | SftpDirectory;
  readonly feeds: readonly string[];
  readonly formats: readonly string[];
  /** True if each publication is a separate file with a time in its name. */
  readonly isStamped: boolean;
  /** Names of the machines that may write to the output, or undefined if all machines may write to it. */
  readonly workers: readonly string[] | undefined;
}

/** A problem with a setting, and the position of the setting in `lading.yaml`. */
export interface WorkspaceDiagnostic {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly expected?: string | undefined;
  readonly nearest?: string | undefined;
}

/** Resolves the settings in `lading.yaml`, or returns all contradictions between them. */
export function resolveWorkspace(
  settings: WorkspaceSettings,
  root: string,
  holidays: ReadonlyMap<string, ReadonlySet<string>>,
  accountsFrom: readonly string[],
): { readonly workspace: Workspace } | { readonly diagnostics: readonly WorkspaceDiagnostic[] } {
  const diagnostics = checkFit(settings);
  if (diagnostics.length > 0) return { diagnostics };
  const data = dataFolder(root, settings.data);
  const accounts = new Map<string, WorkspaceAccount>();
  for (const [name, { serve, rename, sync, platform, outbox, ...rest }] of Object.entries(
    settings.accounts,
  )) {
    accounts.set(name, {
      name,
      account: account(name, rest),
      serve: serve ?? {},
      rename: rename ?? {},
      sync,
      platform,
      outbox: outbox && outboxOf(outbox, root),
    });
  }
  const showStaff = settings.reports?.staff_values === true;
  const feeds = Object.entries(settings.feeds).map(([name, stated]) =>
    resolveFeed(name, stated, settings, accounts, root, data, holidays),
  );
  const rank = (feed: Feed) => recordTypes.findIndex((type) => type.name === feed.type.name);
  feeds.sort((a, b) => rank(a) - rank(b));
  return {
    workspace: {
      root,
      data,
      database: settings.database,
      accounts,
      sources: new Map(Object.entries(settings.sources)),
      feeds,
      outputs: Object.entries(settings.outputs ?? {}).map(([name, output]) => ({
        name,
        location:
          "sftp" in output
            ? output.sftp
            : { folder: resolve(root, output.folder), mode: modeOf(output.mode) },
        feeds: output.feeds ?? feeds.map((feed) => feed.name),
        formats: output.formats ?? ["csv"],
        isStamped: output.names === "platform",
        workers: output.workers,
      })),
      server: settings.server ?? serverSettingsSchema.parse({}),
      notify: settings.notify && notifySettings(settings.notify),
      log: logSettings(settings.log),
      showStaff,
      keepRuns: runsRetention(settings.retention, showStaff),
      files: [...accountsFrom, ...holidays.keys()].map((name) => resolve(root, name)),
      revision: createHash("sha256")
        .update(JSON.stringify([settings, [...holidays].map(([name, days]) => [name, [...days]])]))
        .digest("hex"),
    },
  };
}

function outboxOf(stated: OutboxSettings, root: string): Outbox {
  const { layout, unfinished, alert_after: alertAfter, cutover, workers, acknowledged } = stated;
  const { imported = [], refused = [], list } = acknowledged ?? {};
  return {
    layout: resolve(root, layout),
    location:
      "sftp" in stated ? stated.sftp : { ...folderOf(stated.folder, root), mode: modeOf(stated.mode) },
    unfinished: unfinished && ("sftp" in stated ? unfinished : resolve(root, unfinished)),
    alertAfter,
    acknowledgements: acknowledged && {
      imported,
      refused,
      list: list && { ...list, invoice: list.invoice, reason: list.reason },
    },
    cutover,
    workers,
  };
}

export function dataFolder(root: string, stated = "data"): string {
  return resolve(root, stated);
}

function folderOf(stated: string, root: string): { readonly folder: string; readonly key: string } {
  const folder = resolve(root, stated);
  const within = relative(root, folder);
  return { folder, key: /^\.\.(?:$|[/\\])/.test(within) ? folder : within };
}

function resolveFeed(
  name: string,
  stated: FeedSettings,
  settings: WorkspaceSettings,
  accounts: ReadonlyMap<string, WorkspaceAccount>,
  root: string,
  data: string,
  holidays: ReadonlyMap<string, ReadonlySet<string>>,
): Feed {
  const [accountName = "", typeName = ""] = name.split("/");
  const of = accounts.get(accountName) as WorkspaceAccount;
  const type = recordType(typeName) as RecordType;
  const { account: accountSettings } = of;
  const rename = type.served === "as a list" ? of.rename[type.name] : undefined;
  const serve = rename === undefined ? of.serve : { ...of.serve, rename };
  const set = fileSet(stated);
  const isPlatforms = Array.isArray(stated.files) && stated.files.includes(platformNames);
  return {
    name,
    account: accountSettings,
    serve: serve,
    type,
    sources: stated.source,
    patterns: set?.members.map(({ pattern }) => pattern) ?? namesClaimed(name, stated).flatMap(patternOf),
    set,
    mapping: stated.mapping === undefined ? undefined : resolve(root, stated.mapping),
    delivery: stated.delivery ?? "full",
    parts: (stated.parts ?? []).map((part) => part.toLowerCase()),
    settle: settleOf(stated.settle ?? (isPlatforms ? "final_name" : undefined)),
    missing: stated.missing,
    isShared: stated.shared === true,
    first: stated.first === "publish" ? "publish" : "hold",
    expected: expectedOf(stated.expect),
    due: stated.expect?.delivery,
    holidays: (stated.holidays === undefined ? undefined : holidays.get(stated.holidays)) ?? new Set(),
    changeEvery: stated.expect_change_every,
    guard: guardLimits(stated.guard),
    retention: retentionOf(settings.retention, type.personal),
    settings: JSON.stringify([
      // Decisions do not depend on how changes and invoices are sent, or on renamed fields of records that are fetched
      // individually.
      {
        ...settings.accounts[accountName],
        ...{ sync: undefined, platform: undefined, outbox: undefined, rename },
      },
      stated.delivery ?? "full",
      stated.missing ?? null,
      stated.parts ?? [],
    ]),
  };
}

function patternOf(text: string): readonly NamePattern[] {
  const pattern = namePattern(text);
  return "error" in pattern ? [] : [pattern];
}

/** Value of `files` for the platform's flat file names, which contain the record type and the seconds since 1970. */
const platformNames = "platform";

function namesClaimed(feed: string, { files, batch }: FeedSettings): readonly string[] {
  if (Array.isArray(files)) {
    const type = recordType(feed.split("/")[1] ?? "");
    const plain = type === undefined ? [] : [type.plural, type.name];
    const both = [...new Set(plain.flatMap((name) => [name, name.replaceAll("-", "_")]))];
    return files.flatMap((name) =>
      name === platformNames ? both.map((each) => `${each}-{sequence}.csv`) : [name],
    );
  }
  const names = Object.values(files).map((member) => (typeof member === "string" ? member : member.name));
  return batch?.marker === undefined ? names : [...names, batch.marker];
}

/** Default time before an incomplete batch is reported. */
const alertAfter = hour;

function fileSet({ files, batch }: FeedSettings): FileSet | undefined {
  if (Array.isArray(files)) return undefined;
  const members = Object.entries(files).flatMap(([name, stated]): SetMember[] => {
    const member = typeof stated === "string" ? { name: stated } : stated;
    const kind = member.many === true ? "many" : member.optional === true ? "optional" : "required";
    return patternOf(member.name).map((pattern) => ({ name, pattern, kind }));
  });
  const marker = batch?.marker === undefined ? [] : patternOf(batch.marker);
  return {
    members: [...members, ...marker.map((pattern) => ({ name: "marker", pattern, kind: "marker" as const }))],
    optionalAfter: batch?.optional_after,
    alertAfter: batch?.alert_after ?? alertAfter,
  };
}

function settleOf(stated: FeedSettings["settle"]): Settle {
  if (stated === "final_name") return { mode: "final_name" };
  if (stated !== undefined && "done_file" in stated) return { mode: "done_file", doneFile: stated.done_file };
  return { mode: "settle", for: stated?.for };
}

function expectedOf(stated: FeedSettings["expect"]): Expected | undefined {
  if (stated === undefined || !("rows" in stated || "columns" in stated)) return undefined;
  const { rows, columns } = stated;
  if (rows === undefined && columns === undefined) return undefined;
  return { rows: rows && { from: rows.from, to: rows.to }, columns: columns ?? {} };
}

/** The names in `lading.yaml`, in file order. */
export interface WorkspaceNames {
  readonly accounts: readonly string[];
  readonly sources: readonly string[];
  readonly feeds: readonly string[];
  readonly withPlatform: readonly string[];
}

function namesOf({ accounts, sources, feeds }: WorkspaceSettings): WorkspaceNames {
  return {
    accounts: Object.keys(accounts),
    sources: Object.keys(sources),
    feeds: Object.keys(feeds),
    withPlatform: Object.keys(accounts).filter((name) => accounts[name]?.platform !== undefined),
  };
}

/**
 * Finds contradictions between the settings. `names` contains all names in the file, in case `settings` contains only
 * the valid parts of the file.
 */
export function checkFit(settings: WorkspaceSettings, names = namesOf(settings)): WorkspaceDiagnostic[] {
  const diagnostics: WorkspaceDiagnostic[] = [];
  for (const [name, feed] of Object.entries(settings.feeds)) {
    diagnostics.push(...checkFeedName(name, names), ...checkFeed(name, feed, settings, names));
  }
  diagnostics.push(...checkCompanies(settings), ...checkSync(settings, names), ...checkRenames(settings));
  diagnostics.push(...checkOutboxes(settings));
  diagnostics.push(...checkClaims(settings), ...checkZones(settings));
  for (const [name, output] of Object.entries(settings.outputs ?? {})) {
    for (const [index, feed] of (output.feeds ?? []).entries()) {
      if (names.feeds.includes(feed)) continue;
      diagnostics.push(unknown(["outputs", name, "feeds", index], "feed", feed, names.feeds));
    }
    const accounts = new Set((output.feeds ?? names.feeds).map(accountOfFeed));
    if (output.names === "platform" && "sftp" in output && accounts.size > 1) {
      const message =
        "the platform's file names are the same for all accounts: add an output with its own directory for each account";
      diagnostics.push({ path: ["outputs", name, "names"], message });
    }
  }
  if (settings.server !== undefined && isOnePort(settings.server)) {
    const message = `the lists and the console must use different ports, but both use ${settings.server.port}`;
    diagnostics.push({ path: ["server"], message });
  }
  return diagnostics;
}

function checkFeedName(name: string, names: WorkspaceNames): WorkspaceDiagnostic[] {
  const [accountName = "", typeName = ""] = name.split("/");
  const path = ["feeds", name];
  const diagnostics: WorkspaceDiagnostic[] = [];
  if (!names.accounts.includes(accountName)) {
    diagnostics.push(unknown(path, "account", accountName, names.accounts));
  }
  if (recordType(typeName) === undefined) {
    diagnostics.push(unknown(path, "record type", typeName, recordTypeNames));
  }
  return diagnostics;
}

function checkFeed(
  name: string,
  feed: FeedSettings,
  settings: WorkspaceSettings,
  names: WorkspaceNames,
): WorkspaceDiagnostic[] {
  const diagnostics: WorkspaceDiagnostic[] = [];
  for (const source of feed.source) {
    if (names.sources.includes(source)) continue;
    diagnostics.push(unknown(["feeds", name, "source"], "source", source, names.sources));
  }
  if (feed.mapping !== undefined && /\.draft\.ya?ml$/.test(feed.mapping)) {
    diagnostics.push({
      path: ["feeds", name, "mapping"],
      message: "a feed cannot use a draft. Promote it in the studio, or copy it to a name without `.draft`",
    });
  }
  diagnostics.push(...checkBatch(name, feed));
  for (const file of namesClaimed(name, feed)) {
    const pattern = namePattern(file);
    if ("error" in pattern) diagnostics.push({ path: ["feeds", name, "files"], message: pattern.error });
    if ((feed.parts !== undefined) !== file.includes("{part}")) {
      const message =
        feed.parts === undefined
          ? "a pattern contains {part}, so the feed must list its `parts`"
          : "the feed has `parts`, so each pattern must contain {part}";
      diagnostics.push({ path: ["feeds", name, "files"], message });
    }
  }
  if (feed.delivery === "delta" && feed.parts !== undefined) {
    diagnostics.push({
      path: ["feeds", name, "parts"],
      message: "a delta feed cannot have parts, because its files are applied in sequence",
    });
  }
  const account = settings.accounts[accountOfFeed(name)];
  const needsTaxCodes =
    name.endsWith("/charge-code") && account !== undefined && account.tax_codes !== "none";
  const taxMode = account?.tax_mode ?? (account?.country === "US" ? "non_tax" : "tax");
  const taxFeed = `${accountOfFeed(name)}/tax-code`;
  if (needsTaxCodes && taxMode === "tax" && !names.feeds.includes(taxFeed)) {
    diagnostics.push({
      path: ["feeds", name],
      message: `charge codes refer to tax codes, and the account uses tax: add the feed ${taxFeed}, or set \`tax_codes: none\` in the account`,
    });
  }
  return diagnostics;
}

/** Checks that the files in a delivery can be matched and that a batch can become complete. */
function checkBatch(name: string, { files, batch, delivery }: FeedSettings): WorkspaceDiagnostic[] {
  const at = (path: readonly string[], message: string): WorkspaceDiagnostic => ({
    path: ["feeds", name, ...path],
    message,
  });
  const isBatched = (text: string): boolean => text.includes("{batch}");
  if (Array.isArray(files)) {
    return [
      ...(batch === undefined
        ? []
        : [at(["batch"], "`files` does not name its patterns, so each file is a separate delivery")]),
      ...(files.some(isBatched)
        ? [
            at(
              ["files"],
              "{batch} requires a name for each pattern in `files`. If each file is a separate delivery, use {sequence}",
            ),
          ]
        : []),
    ];
  }
  const diagnostics: WorkspaceDiagnostic[] = [];
  const members = Object.entries(files).map(
    ([member, stated]) => [member, typeof stated === "string" ? { name: stated } : stated] as const,
  );
  const many = members.find(([, stated]) => "many" in stated && stated.many === true);
  if (many !== undefined) {
    const [name, stated] = many;
    const why = "files with `many: true` are independent of each other, so the feed must have";
    if (members.length > 1) diagnostics.push(at(["files", name], `${why} no other files`));
    else if ("optional" in stated)
      diagnostics.push(at(["files", name], "`many` and `optional` cannot be used together"));
    if (isBatched(stated.name))
      diagnostics.push(at(["files", name], `files with \`many: true\` must have no {batch} in their names`));
    if (batch !== undefined) diagnostics.push(at(["batch"], `${why} no \`batch\``));
    if (delivery !== "delta")
      diagnostics.push(
        at(["delivery"], "files with `many: true` are not a full list: set `delivery: delta`"),
      );
    return diagnostics;
  }
  for (const [member, stated] of members) {
    if (isBatched(stated.name)) continue;
    diagnostics.push(
      at(
        ["files", member],
        "the name must contain {batch}, so that the file can be matched with the other files of its batch",
      ),
    );
  }
  if (batch?.marker !== undefined && !isBatched(batch.marker))
    diagnostics.push(
      at(
        ["batch", "marker"],
        "the name must contain {batch}, so that the marker can be matched with the files of its batch",
      ),
    );
  const optional = members.find(([, stated]) => "optional" in stated && stated.optional === true);
  const [hasMarker, hasTime] = [batch?.marker !== undefined, batch?.optional_after !== undefined];
  if (optional !== undefined && !hasMarker && !hasTime) {
    const message = "the file is optional, so `batch` requires a `marker`, or a time in `optional_after`";
    diagnostics.push(at(["files", optional[0]], message));
  }
  if (members.every(([, stated]) => "optional" in stated && stated.optional === true))
    diagnostics.push(at(["files"], "at least one file must not be optional"));
  if (hasMarker && hasTime)
    diagnostics.push(
      at(["batch", "optional_after"], "the `marker` completes the batch, so a time has no effect"),
    );
  return diagnostics;
}

/** Checks that no two accounts belong to the same company, because that company's records would be served twice. */
function checkCompanies({ accounts }: WorkspaceSettings): WorkspaceDiagnostic[] {
  const diagnostics: WorkspaceDiagnostic[] = [];
  const named = new Map<string, string>();
  for (const [name, { country, company }] of Object.entries(accounts)) {
    if (company === undefined) continue;
    const key = JSON.stringify([country, company.trim().toLowerCase()]);
    const other = named.get(key);
    named.set(key, other ?? name);
    if (other === undefined) continue;
    const message = `the account ${other} has the same country and company: merge the two accounts, or correct the \`company\` of one of them`;
    diagnostics.push({ path: ["accounts", name, "company"], message });
  }
  return diagnostics;
}

function checkRenames({ accounts }: WorkspaceSettings): WorkspaceDiagnostic[] {
  return Object.entries(accounts).flatMap(([name, { rename = {} }]) =>
    Object.entries(rename).flatMap(([typeName, renames]) => {
      const path = ["accounts", name, "rename", typeName];
      const type = recordType(typeName);
      if (type === undefined) return [unknown(path, "record type", typeName, recordTypeNames)];
      return renameDiagnostics(type, renames).map((diagnostic) => ({
        ...diagnostic,
        path: [...path, ...diagnostic.path],
      }));
    }),
  );
}

/**
 * Checks that each account has its own outbox folder, because a response in a shared folder would apply to several
 * accounts.
 */
function checkOutboxes({ accounts }: WorkspaceSettings): WorkspaceDiagnostic[] {
  const seen: { readonly account: string; readonly places: readonly string[] }[] = [];
  return Object.entries(accounts).flatMap(([account, { outbox }]): WorkspaceDiagnostic[] => {
    if (outbox === undefined) return [];
    const [host, folder] =
      "sftp" in outbox
        ? [`${outbox.sftp.host.toLowerCase()}:${outbox.sftp.port}`, outbox.sftp.directory]
        : ["", outbox.folder];
    const places = [folder, ...(outbox.unfinished === undefined ? [] : [outbox.unfinished])].map(
      (path) => `${host}:${posix.join(path, "/")}`,
    );
    const other = seen.find((each) => each.places.some((one) => places.some((two) => isWithin(one, two))));
    seen.push({ account, places });
    if (other === undefined) return [];
    const message = `${other.account} also uses this folder, or one folder is inside the other: each account needs its own folder`;
    return [{ path: ["accounts", account, "outbox"], message }];
  });
}

const isWithin = (one: string, two: string): boolean => one.startsWith(two) || two.startsWith(one);

/**
 * A polling platform requests every record type that is fetched individually (`docs/interface.md` section 1), so each
 * of these types requires a feed.
 */
function checkSync(
  { accounts }: WorkspaceSettings,
  { feeds, withPlatform }: WorkspaceNames,
): WorkspaceDiagnostic[] {
  return Object.entries(accounts).flatMap(([name, { sync, platform }]): WorkspaceDiagnostic[] => {
    const path = ["accounts", name, "sync"];
    if (sync === "events" && !withPlatform.includes(name))
      return [
        {
          path,
          message: "the account has no `platform`: add `platform` with the address and the credentials",
        },
      ];
    if (sync !== "events" && platform !== undefined)
      return [
        { path: ["accounts", name, "platform"], message: "`platform` is used only with `sync: events`" },
      ];
    const missing = servedOneByOne
      .map(({ name: type }) => `${name}/${type}`)
      .filter((each) => !feeds.includes(each));
    if (sync !== "polling" || missing.length === 0) return [];
    const message = `a platform that polls requests every record type: add the feed${missing.length > 1 ? "s" : ""} ${missing.join(", ")}`;
    return [{ path, message }];
  });
}

/** Returns the accounts with records that are fetched individually but without a `sync` setting. */
export function notLive({ accounts, feeds }: Workspace): readonly string[] {
  return Array.from(accounts.values()).flatMap(({ name, sync }) =>
    sync === undefined &&
    feeds.some((feed) => feed.account.name === name && feed.type.served === "one by one")
      ? [name]
      : [],
  );
}

/** Returns the accounts with amounts in local currency but without a currency setting. */
export function withoutCurrency({ accounts, feeds }: Workspace): readonly string[] {
  const isLocal = ([name, field]: readonly [string, Field]): boolean =>
    name === "local_amount" || Object.entries(field.fields ?? {}).some(isLocal);
  const withAmounts = feeds.filter(
    ({ account, type }) => account.currency === undefined && Object.entries(type.fields).some(isLocal),
  );
  const names = new Set(withAmounts.map(({ account }) => account.name));
  return Array.from(accounts.keys()).filter((name) => names.has(name));
}

/** Checks that feeds that can claim the same file are both `shared` (`docs/semantics.md` section 1.2). */
function checkClaims(settings: WorkspaceSettings): WorkspaceDiagnostic[] {
  const diagnostics: WorkspaceDiagnostic[] = [];
  const feeds = Object.entries(settings.feeds).map(([name, feed]) => ({
    ...{ name, feed },
    claims: namesClaimed(name, feed).flatMap((pattern) => {
      const compared = comparedPattern(pattern);
      return compared === undefined ? [] : [compared];
    }),
  }));
  for (const [index, { name, feed, claims }] of feeds.entries()) {
    for (const other of feeds.slice(index + 1)) {
      if (feed.shared === true && other.feed.shared === true) continue;
      if (!feed.source.some((source) => other.feed.source.includes(source))) continue;
      if (!claims.some((one) => other.claims.some((two) => patternsOverlap(one, two)))) continue;
      diagnostics.push({
        path: ["feeds", other.name, "files"],
        message: `a file could belong to this feed and to ${name}: make the patterns differ, or set \`shared: true\` in both`,
      });
    }
  }
  return diagnostics;
}

function checkZones(settings: WorkspaceSettings): WorkspaceDiagnostic[] {
  const diagnostics: WorkspaceDiagnostic[] = [];
  const check = (zone: string | undefined, path: readonly string[]) => {
    if (zone === undefined || isZone(zone)) return;
    const message = `there is no time zone ${JSON.stringify(zone)}`;
    diagnostics.push({ path, message, nearest: nearestZone(zone) });
  };
  for (const [name, { zone }] of Object.entries(settings.accounts)) check(zone, ["accounts", name, "zone"]);
  for (const [name, { expect }] of Object.entries(settings.feeds)) {
    const due = expect?.delivery;
    if (due?.kind === "by") check(due.zone, ["feeds", name, "expect"]);
  }
  return diagnostics;
}

function unknown(
  path: WorkspaceDiagnostic["path"],
  what: string,
  word: string,
  words: readonly string[],
): WorkspaceDiagnostic {
  return {
    path,
    message: `there is no ${what} ${JSON.stringify(word)}`,
    expected:
      words.length > 20 || words.length === 0
        ? undefined
        : `one of ${words.map((each) => `\`${each}\``).join(", ")}`,
    nearest: nearest(word, words),
  };
}
