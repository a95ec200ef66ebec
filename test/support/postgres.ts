import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A PostgreSQL cluster for the tests in a temporary folder, with its socket there. It never uses a cluster that
 * is already running.
 */
export interface Cluster {
  /** URL of a new, empty database. */
  database(...options: readonly string[]): string;
  /** URL of a copy of a database without connections. */
  copy(url: string): string;
  /** The URL of a database through a pooler that keeps a connection only for one transaction. */
  pooled(url: string): Promise<string>;
  /** Stops the cluster as in a power cut. */
  crash(): void;
  start(): void;
  /** Suspends all its processes as a hypervisor would, and resumes them. */
  freeze(): () => void;
  /** Creates a synchronous standby. The URL, of a new database, names both. */
  withStandby(): { readonly standby: Standby; readonly database: string };
  /** Ends and removes it. */
  stop(): void;
  /** The same when this process ends for any reason. */
  stopWithProcess(): void;
}

interface Standby {
  promote(): void;
  stop(): void;
}

/** Where Debian installs the connection pooler. */
const poolerProgram = "/usr/sbin/pgbouncer";

export const hasPooler = existsSync(poolerProgram);

/** The folder in LADING_TEST_POSTGRES, or where Debian installs the programs. Undefined: none found. */
export function postgresPrograms(): string | undefined {
  const named = process.env["LADING_TEST_POSTGRES"];
  if (named !== undefined) return named;
  const folder = "/usr/lib/postgresql";
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  const newest = versions.filter((version) => version >= 13).sort((a, b) => b - a)[0];
  return newest === undefined ? undefined : join(folder, String(newest), "bin");
}

/** @param settings additional settings, such as `-c work_mem=8MB` */
export function startCluster(programs: string, settings = ""): Cluster {
  const folder = mkdtempSync(join(tmpdir(), "lading-pg-"));
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const { uid, gid } = isRoot ? statSync(homeOfPostgres) : { uid: undefined, gid: undefined };
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const run = (program: string, ...words: readonly string[]): void => {
    const path = existsSync(join(programs, program)) ? join(programs, program) : program;
    const { status, stderr, stdout } = spawnSync(path, words, {
      cwd: folder,
      encoding: "utf8",
      ...(uid === undefined ? {} : { uid, gid }),
    });
    if (status !== 0) throw new Error(`${program}: ${stdout}${stderr}`);
  };
  const data = join(folder, "data");
  run("initdb", "--auth=trust", "--username=lading", "--encoding=UTF8", "--no-sync", "-D", data);
  const options = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off ${settings}`;
  const start = (): void =>
    run("pg_ctl", "start", "-w", "-s", "-D", data, "-l", join(folder, "log"), "-o", options);
  const crash = (): void => run("pg_ctl", "stop", "-s", "-m", "immediate", "-D", data);
  start();
  let made = 0;
  let pooler: ChildProcess | undefined;
  const create = (...more: readonly string[]): string => {
    const name = `store_${++made}`;
    run("createdb", "-h", folder, "-U", "lading", ...more, name);
    return `postgresql://lading@/${name}?host=${encodeURIComponent(folder)}`;
  };
  const freeze = (): (() => void) => {
    const pid = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0] ?? "";
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    const all = [pid, ...children.split(" ").filter(Boolean)];
    const send = (signal: string): void => void spawnSync("kill", [`-${signal}`, ...all]);
    send("STOP");
    return () => send("CONT");
  };
  return {
    crash,
    start,
    freeze,
    database: (...options) => create(...options),
    copy: (url) => create("-T", /@\/(\w+)/.exec(url)?.[1] ?? ""),
    async pooled(url) {
      const file = join(folder, "pooler.ini");
      writeFileSync(
        file,
        `[databases]
* = host=${folder} user=lading
[pgbouncer]
unix_socket_dir = ${folder}
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = 4
`,
      );
      pooler = spawn(poolerProgram, [file], { stdio: "ignore", ...(uid === undefined ? {} : { uid, gid }) });
      while (!existsSync(join(folder, ".s.PGSQL.6432")))
        await new Promise((resolve) => setTimeout(resolve, 20));
      return `${url}&port=6432`;
    },
    withStandby() {
      const name = /store_\d+/.exec(create())?.[0];
      const place = join(folder, "standby");
      const copy = join(place, "data");
      run("mkdir", place);
      const socket = ["-h", folder, "-U", "lading"];
      run("pg_basebackup", ...socket, "-D", copy, "-R", "--no-sync", "--checkpoint=fast");
      const own = `-c listen_addresses= -c unix_socket_directories=${place} -c fsync=off ${settings}`;
      const of = "-c primary_conninfo='host=" + folder + " user=lading application_name=standby'";
      run("pg_ctl", "start", "-w", "-s", "-D", copy, "-l", join(place, "log"), "-o", `${own} ${of}`);
      const setting = "alter system set synchronous_standby_names = 'standby'";
      run("psql", ...socket, "-q", "-c", setting, "-c", "select pg_reload_conf()", "postgres");
      const hosts = [folder, place].map((each) => encodeURIComponent(each)).join();
      return {
        database: `postgresql://lading@${hosts}/${name}`,
        standby: {
          promote: () => run("pg_ctl", "promote", "-w", "-s", "-D", copy),
          stop: () => run("pg_ctl", "stop", "-s", "-m", "immediate", "-D", copy),
        },
      };
    },
    stop() {
      pooler?.kill();
      crash();
      rmSync(folder, { recursive: true, force: true });
    },
    stopWithProcess() {
      // The script reads to the end of a pipe that only this process holds.
      const script = 'cat > /dev/null; "$0" stop -s -m immediate -D "$1/data"; rm -rf "$1"';
      const child = spawn("sh", ["-c", script, join(programs, "pg_ctl"), folder], {
        cwd: "/",
        detached: true,
        stdio: ["pipe", "ignore", "ignore"],
        ...(uid === undefined ? {} : { uid, gid }),
      });
      child.unref();
      (child.stdin as Socket).unref();
    },
  };
}

let shared: Cluster | undefined;

/** The shared cluster for tests of this process that only need a database. */
function sharedCluster(): Cluster {
  if (shared === undefined) {
    shared = startCluster(postgresPrograms() ?? "");
    shared.stopWithProcess();
  }
  return shared;
}

/** URL of a copy of a database of the same cluster without connections. */
export function copiedDatabase(url: string): string {
  return sharedCluster().copy(url);
}

/** URL of a new, empty database of PostgreSQL. `options` are options of `createdb`. */
export function newDatabase(...options: readonly string[]): string {
  return sharedCluster().database(...options);
}

/** The available databases by name, each with a function that creates one. SQLite has no URL. */
export const databases: readonly (readonly [name: string, make: () => string | undefined])[] = [
  ["SQLite", () => undefined],
  ...(postgresPrograms() === undefined ? [] : [["PostgreSQL", () => newDatabase()] as const]),
];

/** Belongs to the user that Debian's package creates. */
const homeOfPostgres = "/var/lib/postgresql";

/** Result of a query with psql, for callers that cannot await a promise. */
export function rowsIn<R>(url: string, query: string): R[] {
  return JSON.parse(psql(url, `select coalesce(json_agg(found), '[]') from (${query}) as found`)) as R[];
}

/** Copies a database without connections, replacing an earlier copy with that name. Returns its URL. */
export function copyOfDatabase(url: string, name: string): string {
  const copied = /\/([^/?]+)\?/;
  const named = `copy_${name.replaceAll(/\W/g, "_")}`;
  const other = url.replace(copied, "/postgres?");
  psql(other, `drop database if exists ${named} with (force)`);
  psql(other, `create database ${named} template ${copied.exec(url)?.[1]}`);
  return url.replace(copied, `/${named}?`);
}

function psql(url: string, statement: string): string {
  const program = join(postgresPrograms() ?? "", "psql");
  const words = [url, "--no-psqlrc", "--tuples-only", "--no-align", "--quiet", "--command", statement];
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${statement}: ${stderr}`);
  return stdout;
}
