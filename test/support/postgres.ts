import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL of the tests' own, in a temporary folder, reached through a socket there; never one that happens to run. */
export interface Cluster {
  /** URL of a new, empty database. */
  database(): string;
  /** URL of a copy of a database, to which nobody is connected. */
  copy(url: string): string;
  /** Ends it as a power cut would. */
  crash(): void;
  start(): void;
  /** Ends it and removes all of it. */
  stop(): void;
}

/** Where Debian leaves the programs; undefined: there are none. */
export function postgresPrograms(): string | undefined {
  const folder = "/usr/lib/postgresql";
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  const newest = versions.filter((version) => version >= 13).sort((a, b) => b - a)[0];
  return newest === undefined ? undefined : join(folder, String(newest), "bin");
}

export function startCluster(programs: string): Cluster {
  const folder = mkdtempSync(join(tmpdir(), "lading-pg-"));
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const { uid, gid } = isRoot ? statSync(homeOfPostgres) : { uid: undefined, gid: undefined };
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const run = (program: string, ...words: readonly string[]): void => {
    const { status, stderr, stdout } = spawnSync(join(programs, program), words, {
      cwd: folder,
      encoding: "utf8",
      ...(uid === undefined ? {} : { uid, gid }),
    });
    if (status !== 0) throw new Error(`${program}: ${stdout}${stderr}`);
  };
  const data = join(folder, "data");
  run("initdb", "--auth=trust", "--username=lading", "--encoding=UTF8", "--no-sync", "-D", data);
  const options = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off`;
  const start = (): void =>
    run("pg_ctl", "start", "-w", "-s", "-D", data, "-l", join(folder, "log"), "-o", options);
  const crash = (): void => run("pg_ctl", "stop", "-s", "-m", "immediate", "-D", data);
  start();
  let made = 0;
  const create = (...more: readonly string[]): string => {
    const name = `store_${++made}`;
    run("createdb", "-h", folder, "-U", "lading", ...more, name);
    return `postgresql://lading@/${name}?host=${encodeURIComponent(folder)}`;
  };
  return {
    crash,
    start,
    database: () => create(),
    copy: (url) => create("-T", /@\/(\w+)/.exec(url)?.[1] ?? ""),
    stop() {
      crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Belongs to the user that Debian's package makes. */
const homeOfPostgres = "/var/lib/postgresql";
