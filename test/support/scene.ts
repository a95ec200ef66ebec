import { DatabaseSync } from "@photostructure/sqlite";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { recordType } from "../../src/model/record-types/index.js";
import { builtCli, projectRoot } from "./build.js";
import { copyOfDatabase, rowsIn } from "./postgres.js";

/**
 * A workspace with one publication and a second delivery in the inbox, for the proofs that use real
 * processes.
 *
 * @param database URL of an empty PostgreSQL database; SQLite if omitted
 */
export function prepareScene(folder: string, database?: string): void {
  emptyScene(folder, database);
  deliver(folder, people(8, "2026-01-01T00:00:00.000Z"));
  const { status } = runProgram(folder);
  if (status !== 0)
    throw new Error(`the scene is not as it should be: the first delivery ended with ${status}`);
  deliver(folder, people(9, "2026-02-01T00:00:00.000Z"));
}

/** A workspace without deliveries. */
export function emptyScene(folder: string, database?: string): void {
  mkdirSync(join(folder, "inbox"), { recursive: true });
  if (database !== undefined) writeFileSync(join(folder, databaseFile), database, { mode: 0o600 });
  writeFileSync(
    join(folder, "lading.yaml"),
    `lading: 1
${database === undefined ? "" : `database: file:${databaseFile}\n`}accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds: { acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish } }
`,
  );
}

/** In a workspace with its state in PostgreSQL: its URL. */
const databaseFile = "database-url";

function databaseOf(folder: string): string | undefined {
  const file = join(folder, databaseFile);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** Times are supplied, so that two runs at different times produce the same bytes. */
export function people(count: number, time: string): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const [at, name] = i === 0 ? [time, `Name ${time}`] : ["2026-01-01T00:00:00.000Z", `Name ${i}`];
    return `${i + 1},${at},${name},p${i}@example.com,true\r\n`;
  });
  return `external_id,updated_at,name,email_address,is_active\r\n${rows.join("")}`;
}

export function deliver(folder: string, text: string): void {
  writeFileSync(join(folder, "inbox", "staff.csv"), text);
}

export function copyScene(template: string, folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  cpSync(template, folder, { recursive: true, preserveTimestamps: true });
  const database = databaseOf(folder);
  if (database !== undefined)
    writeFileSync(join(folder, databaseFile), copyOfDatabase(database, basename(folder)));
  const waiting = join(folder, "inbox/staff.csv");
  if (existsSync(waiting)) utimesSync(waiting, new Date("2026-02-01"), new Date("2026-02-01"));
  return folder;
}

/**
 * Runs `lading run`, or another command, to its end or to the disturbed call: see `scripts/crash-child.js`.
 */
export function runProgram(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  words: readonly string[] = ["run"],
): Ended {
  builtCli();
  const { status, signal } = spawnSync(process.execPath, [crashChild, ...words], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
    stdio: "ignore",
  });
  return { status, signal };
}

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

export const crashChild = join(projectRoot, "scripts", "crash-child.js");

/** Result of a query of the store, from one snapshot. */
export function inStore<T>(folder: string, read: (all: <R>(sql: string) => R[]) => T): T {
  const url = databaseOf(folder);
  // Nothing else uses it during the check.
  if (url !== undefined) return read((sql) => rowsIn(url, sql));
  const database = new DatabaseSync(join(folder, "data/lading.db"), { readOnly: true });
  try {
    database.exec("begin");
    return read((sql) => database.prepare(sql).all() as never[]);
  } finally {
    // A statement that is not collected yet keeps the connection, and with it the snapshot.
    database.exec("commit");
    database.close();
  }
}

/** Numbers of the publications that can be restored. None before there is a store. */
export function publications(folder: string): readonly number[] {
  const isPostgres = databaseOf(folder) !== undefined;
  if (!isPostgres && !existsSync(join(folder, "data/lading.db"))) return [];
  return inStore(folder, (all) => {
    const known = isPostgres ? "tablename from pg_tables where table" : "name from sqlite_master where ";
    if (all(`select ${known}name = 'publications'`).length === 0) return [];
    return all<{ number: number }>(
      "select number from publications where delivered <> '' order by number",
    ).map(({ number }) => number);
  });
}

/** The records of the current publication, as a reader sees them. Throws if they do not match its hash. */
export function listOf(folder: string): string {
  return inStore(folder, (all) => {
    const list = all<{ record: string }>("select record from records order by id")
      .map(({ record }) => `${record}\n`)
      .join("");
    const [current] = all<{ facts: string }>(
      "select facts from feeds join publications on feed = feeds.id and publications.number = feeds.number",
    );
    const { record, list_sha256 } = JSON.parse(current?.facts ?? "{}") as {
      record?: string;
      list_sha256?: string;
    };
    const isOneByOne = recordType(record ?? "")?.served === "one by one";
    if (list_sha256 !== undefined && (isOneByOne ? sumOfHashes(list) : hash(list)) !== list_sha256)
      throw new Error("torn: the list has another hash");
    return list;
  });
}

/** Everything that must be equal after a run with faults and after one without. */
export function finalState(folder: string): string {
  return JSON.stringify({
    list: listOf(folder),
    publications: publications(folder),
    ...inStore(folder, (all) => ({
      deliveries: all(
        `select sha256, bytes, status, (select count(*) from unacknowledged
           where unacknowledged.feed = deliveries.feed and unacknowledged.delivery = deliveries.sha256) as unacknowledged
           from deliveries order by sha256`,
      ),
      changes: all("select number, id, kind, before, after from changes order by number, id"),
      documents: all("select distinct delivery, name from documents order by delivery, name"),
    })),
    blobs: blobsOf(folder).map((bytes) => hash(bytes)),
    left: leftBehind(folder),
  });
}

function hash(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The combined identity of records that are served one by one. */
function sumOfHashes(list: string): string {
  const lines = list.split("\n").slice(0, -1);
  const sum = lines.reduce((all, line) => all + BigInt(`0x${hash(line)}`), 0n);
  return BigInt.asUintN(256, sum).toString(16).padStart(64, "0");
}

/** The bytes of every stored delivery, all of them small. */
function blobsOf(folder: string): Buffer[] {
  if (databaseOf(folder) !== undefined) {
    const pieces = "select encode(bytes, 'hex') as bytes from blobs where piece = 0 order by sha256";
    return inStore(folder, (all) =>
      all<{ bytes: string }>(pieces).map(({ bytes }) => Buffer.from(bytes, "hex")),
    );
  }
  const blobs = join(folder, "data/blobs");
  return namesIn(blobs).flatMap((name) =>
    namesIn(join(blobs, name)).map((blob) => readFileSync(join(blobs, name, blob))),
  );
}

export function filed(folder: string): string[] {
  return blobsOf(folder).map((bytes) => bytes.toString());
}

/** Leftovers of a run that are not permitted: files in the inbox and in `tmp/`, leases. */
export function leftBehind(folder: string): string[] {
  // On PostgreSQL, a worker stays registered for a while.
  const leases = inStore(folder, (all) =>
    all<{ name: string }>("select name from leases where owner <> '' and name not like 'worker %'"),
  );
  return [
    ...namesIn(join(folder, "inbox")),
    ...namesIn(join(folder, "data/tmp")),
    ...leases.map(({ name }) => `the lease ${name}`),
  ];
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}
