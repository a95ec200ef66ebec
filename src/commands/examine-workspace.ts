import { constants, promises as fs } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { dirname, relative, resolve } from "node:path";
import { refuseOtherVersion, versionOf } from "../deliveries/data-folder.js";
import { failure, LadingError } from "../errors.js";
import { feedState } from "../lists/feed-state.js";
import { readJournal } from "../lists/journal.js";
import type { Step } from "../sources/step.js";
import { realDisk } from "../storage/disk.js";
import { exists, hasCode } from "../storage/durable.js";
import { loadMapping } from "../workspace/mapping-file.js";
import type { Workspace } from "../workspace/workspace.js";
import { refuseOtherPlatforms } from "./feeds/open.js";

/** The workspace and its machine, step by step (`lading doctor`); writes nothing. */

/** Bytes that must be free: a publication and its encodings are written beside the ones before. */
const enough = 500_000_000;

const day = 86_400_000;

export async function* examineWorkspace(workspace: Workspace): AsyncGenerator<Step> {
  const { data, server } = workspace;
  yield await step("machine", async () => {
    refuseOtherPlatforms();
    return `Node ${process.versions.node}`;
  });
  yield await step("mappings", () => examineMappings(workspace));
  yield await step("data folder", () => examineData(data));
  yield await step("disk", () => examineDisk(data));
  yield await step("clock", () => examineClock(workspace));
  if (server.tls !== undefined) {
    yield await step("TLS key", () => examineKey(workspace.root, server.tls?.key ?? ""));
  }
  yield await step("port of the lists", () =>
    examinePort(server.address, server.port, server.operators.port),
  );
}

/** What is found, or what is wrong with its mend. An error of another kind than ours is a fault, and goes on. */
async function step(what: string, find: () => Promise<string>): Promise<Step> {
  try {
    return { what, outcome: "done", detail: await find() };
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    return { what, outcome: "failed", detail: error.message, next: error.hint, error };
  }
}

async function examineMappings({ root, feeds }: Workspace): Promise<string> {
  const paths = new Set<string>();
  for (const { mapping, account } of feeds) {
    if (mapping === undefined) continue;
    await loadMapping(mapping, relative(root, mapping), [account]);
    paths.add(mapping);
  }
  return `${paths.size} for ${feeds.length} feeds`;
}

async function examineData(data: string): Promise<string> {
  if (!(await exists(realDisk, data))) {
    await mayWrite(dirname(data));
    return "not there yet: the first run makes it";
  }
  await refuseOtherVersion(realDisk, data);
  await mayWrite(data);
  const { mode } = await fs.stat(data);
  if ((mode & 0o077) !== 0) {
    throw failure("folder_exposed", { path: data, mode: (mode & 0o777).toString(8).padStart(4, "0") });
  }
  return `version ${(await versionOf(realDisk, data)) ?? "none yet"}, private, this user may write`;
}

async function mayWrite(path: string): Promise<void> {
  try {
    await fs.access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw failure("no_permission", { path }, error);
  }
}

async function examineDisk(data: string): Promise<string> {
  const { bavail, bsize } = await fs.statfs((await exists(realDisk, data)) ? data : dirname(data));
  const free = bavail * bsize;
  if (free < enough) throw failure("disk_nearly_full", { path: data, free: megabytes(free) });
  return `${megabytes(free)} free`;
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`;
}

async function examineClock({ feeds }: Workspace): Promise<string> {
  const now = new Date();
  for (const { name, folder } of feeds) {
    const last = feedState((await readJournal(realDisk, folder)).entries).lastPublishedAt;
    if (last !== undefined && now.getTime() < Date.parse(last) - day) {
      throw failure("clock_wrong", { now: now.toISOString(), feed: name, last });
    }
  }
  return now.toISOString();
}

async function examineKey(root: string, key: string): Promise<string> {
  try {
    const { mode } = await fs.stat(resolve(root, key));
    if ((mode & 0o077) !== 0) {
      throw failure("secret_exposed", { path: key, mode: (mode & 0o777).toString(8).padStart(4, "0") });
    }
    return "readable by its owner only";
  } catch (error) {
    if (hasCode(error, "ENOENT")) throw failure("file_not_found", { path: key }, error);
    if (hasCode(error, "EACCES")) throw failure("not_readable", { path: key }, error);
    throw error;
  }
}

/** A port that is taken is well when our own operators' page answers beside it. */
async function examinePort(address: string, port: number, operators: number): Promise<string> {
  if (port === 0) return "any free one";
  const failed = await new Promise<NodeJS.ErrnoException | undefined>((told) => {
    const probe = createServer()
      .once("error", told)
      .listen(port, address, () => probe.close(() => told(undefined)));
  });
  if (failed === undefined) return `${port} on ${address} is free`;
  if (failed.code !== "EADDRINUSE") {
    throw failure("cannot_listen", { address, port, reason: failed.code ?? failed.message }, failed);
  }
  if (await isOurs(operators)) return `${port} on ${address} is served by Lading now`;
  throw failure("port_in_use", { address, port }, failed);
}

function isOurs(operators: number): Promise<boolean> {
  return new Promise((told) => {
    const asked = get({ host: "127.0.0.1", port: operators, path: "/healthz", timeout: 2_000 }, (answer) => {
      answer.resume();
      told(answer.statusCode === 200);
    });
    asked.once("timeout", () => asked.destroy()).once("error", () => told(false));
  });
}
