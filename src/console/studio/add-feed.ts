import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fingerprint, keyType } from "../../store/credentials/host-keys.js";
import { LadingError } from "../../errors.js";
import { editYaml, type YamlEdit } from "../../mapping/yaml-edit.js";
import { writeFileWhole } from "../../system/write-file.js";
import { examineSource } from "../../connectors/sources/examine.js";
import { fetchHostKeys } from "../../connectors/sftp/connection.js";
import { standardDeadlines } from "../../connectors/sftp/settings.js";
import { workspaceFrom } from "../../workspace/load.js";
import type { FeedPlan, FeedTried } from "./messages.js";
import type { FeedRequest } from "./requests.js";
import { packagePath } from "../../system/package-paths.js";
import type { Workspace } from "../../workspace/workspace.js";
import type { Plain } from "../../mapping/yaml-document.js";
import { textOf, type Project } from "./projects.js";

/**
 * This module adds a feed for a promoted mapping. The studio shows the new lines of `lading.yaml` and writes them only
 * after confirmation.
 */

const topWords = ["lading", "data", "database", "accounts", "sources", "feeds"];

/**
 * Plans the change to `lading.yaml`, or a new file if there is no workspace. Existing lines and comments are kept.
 * `root` is the workspace folder. `feed` has the form `account/record-type`. `mapping` is a path relative to the
 * workspace.
 */
export async function planFeed(
  root: string,
  feed: string,
  mapping: string,
  request: FeedRequest,
): Promise<Omit<FeedPlan, "server"> & { readonly text: string }> {
  const before = (await textOf(join(root, "lading.yaml"))) ?? "";
  const known = await workspaceFrom(before, join(root, "lading.yaml"), root);
  const names = "workspace" in known ? known.workspace : undefined;
  const edits: YamlEdit[] = [];
  if (names?.accounts.has(request.account) !== true) {
    const { country, zone, tax } = request;
    const usual = country === "US" ? "non_tax" : "tax";
    const mode = tax === "unchecked" ? "tax" : tax;
    const written = {
      country,
      ...(zone === "" ? {} : { zone }),
      ...(mode === usual ? {} : { tax_mode: mode }),
      ...(tax === "unchecked" ? { tax_codes: "none" } : {}),
    };
    edits.push({ path: ["accounts", request.account], value: written });
  } else if (request.tax === "unchecked" || feed.endsWith("/tax-code")) {
    // "unchecked" turns off checks of tax codes. A feed that delivers tax codes removes this setting, so that
    // references are checked again.
    const value = request.tax === "unchecked" ? "none" : undefined;
    edits.push({ path: ["accounts", request.account, "tax_codes"], value });
  }
  const there = request.source === "" ? sourceAt(root, request, names) : request.source;
  const source = there ?? newName(`${request.account}-inbox`, names?.sources);
  if (there === undefined) edits.push({ path: ["sources", source], value: placeOf(request) });
  edits.push({ path: ["feeds", feed], value: { source, files: request.files, mapping } });
  const text = editYaml(before === "" ? "lading: 1\n" : before, edits, (path) =>
    path.length === 0 ? topWords : [],
  );
  const isThere = names?.feeds.some(({ name }) => name === feed) === true;
  const read = text === undefined ? undefined : await workspaceFrom(text, join(root, "lading.yaml"), root);
  const error = isThere
    ? `${feed} already exists.`
    : read === undefined
      ? "lading.yaml has an error. Correct the error in the file first."
      : "diagnostics" in read
        ? read.diagnostics
            .map(({ message, expected }) => (expected === undefined ? message : `${message} (${expected})`))
            .join(". ")
        : undefined;
  return {
    feed,
    lines: addedLines(before, text ?? before),
    error,
    base: createHash("sha256").update(before).digest("hex"),
    text: text ?? before,
  };
}

/**
 * Writes the planned text of `lading.yaml`, which was shown to the person. For a new local source, also creates its
 * folder.
 */
export async function writeFeed(
  root: string,
  plan: { readonly text: string },
  request: FeedRequest,
): Promise<void> {
  if (request.source === "" && request.place === "folder") {
    await mkdir(resolve(root, request.folder), { recursive: true });
  }
  await writeFileWhole(join(root, "lading.yaml"), [plan.text]);
}

/**
 * Derives a file pattern from the sample's name. Digits may differ between deliveries. If the name contains no
 * digits, any text may follow the base name.
 */
export function patternOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  const plain = stem.replace(/[*?{}[\]]/g, "?").replace(/\d[\d._-]*/g, "*");
  return `${plain.includes("*") ? plain : `${plain}*`}${ending}`;
}

/** Returns the name of the source that already uses the requested folder, or undefined if there is none. */
function sourceAt(root: string, request: FeedRequest, workspace: Workspace | undefined): string | undefined {
  if (request.place !== "folder") return undefined;
  const isThere = (folder: string) => resolve(root, folder) === resolve(root, request.folder);
  return [...(workspace?.sources ?? [])].find(
    ([, settings]) => "folder" in settings && isThere(settings.folder),
  )?.[0];
}

function placeOf({ place, folder, host: written, hostKey, user, secret }: FeedRequest): Plain {
  if (place === "folder") return { folder };
  const { host, port } = hostAndPort(written);
  return {
    sftp: {
      host,
      ...(port === undefined ? {} : { port }),
      user,
      [secret.startsWith("file:") ? "key" : "password"]: secret,
      ...(hostKey === "" ? {} : { host_key: hostKey }),
      directory: folder,
    },
  };
}

function hostAndPort(written: string): { readonly host: string; readonly port: string | undefined } {
  const [, host = written, port] = /^([^:]+):(\d{1,5})$/.exec(written.trim()) ?? [];
  return { host: host.trim(), port };
}

const longestLook = 20_000;

/**
 * Returns the host keys of a new server, strongest first. A person compares one of the keys before Lading sends a
 * password.
 */
export async function newServer(request: FeedRequest): Promise<FeedPlan["server"]> {
  if (request.source !== "" || request.place !== "sftp" || request.hostKey !== "") return undefined;
  const { host, port = "22" } = hostAndPort(request.host);
  const target = {
    host,
    port: Number(port),
    user: "",
    legacyAlgorithms: false,
    deadlines: standardDeadlines,
  };
  try {
    const keys = await fetchHostKeys(target, AbortSignal.timeout(longestLook));
    return {
      keys: keys.map((key) => ({ type: keyType(key), fingerprint: fingerprint(key) })),
      error: undefined,
    };
  } catch (error) {
    const { message, hint } =
      error instanceof LadingError ? error : { message: `${host} does not respond.`, hint: "" };
    return { keys: [], error: `${message} ${hint}`.trim() };
  }
}

/** Tests the connection to a feed's source. No file is processed. */
export async function tryServer({ workspace, root }: Project, feed: string): Promise<FeedTried["steps"]> {
  const [name = ""] = workspace?.feeds.find((each) => each.name === feed)?.sources ?? [];
  const settings = workspace?.sources.get(name);
  if (settings === undefined || !("sftp" in settings)) return [];
  const steps: FeedTried["steps"][number][] = [];
  const places = { root, db: undefined, env: process.env };
  for await (const step of examineSource(settings, places, AbortSignal.timeout(3 * longestLook))) {
    const { what, outcome, detail, next = "" } = step;
    if (outcome !== "not tried") steps.push({ what, isDone: outcome === "done", detail, next });
  }
  return steps;
}

function newName(wanted: string, taken: ReadonlyMap<string, unknown> | undefined): string {
  for (let i = 1; ; i++) {
    const name = i === 1 ? wanted : `${wanted}-${i}`;
    if (taken?.has(name) !== true) return name;
  }
}

/** Returns the new lines. Each block begins with the unchanged line above it, for context. */
function addedLines(before: string, after: string): FeedPlan["lines"] {
  const old = before.split("\n");
  let at = 0;
  const all = after.split("\n").map((line) => {
    const found = old.indexOf(line, at);
    if (found >= 0) at = found + 1;
    return { line, isNew: found < 0 };
  });
  return all.filter(({ isNew }, i) => isNew || all[i + 1]?.isNew === true);
}

/** Returns the time of the nightly run in the included crontab, such as `02:30`. */
export async function nightlyRun(): Promise<string> {
  const crontab = (await textOf(packagePath("docs/deploy/crontab"))) ?? "";
  const [, minute = "30", hour = "2"] = /^(\d+) (\d+) \* \* \*/m.exec(crontab) ?? [];
  return `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
}
