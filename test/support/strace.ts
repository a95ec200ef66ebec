import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { builtCli } from "./build.js";
import { changes, type RecordedCall } from "./recorded-calls.js";
import { crashChild } from "./scene.js";

/** A run under strace: what the operating system saw, against what `scripts/crash-child.js` recorded of the same run. */

/** A change as both tell it, such as `fsync data/spool`; paths are relative to the workspace. */
export type Told = string;

const names =
  "openat,open,creat,write,pwrite64,writev,pwritev,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat," +
  "mkdir,mkdirat,rmdir,fsync,fdatasync,sync_file_range,truncate,ftruncate,fallocate";

export function hasStrace(): boolean {
  return spawnSync("strace", ["-V"], { stdio: "ignore" }).status === 0;
}

/** Runs `lading run` in a folder under strace, recorded into `log` as well; returns what the operating system saw. */
export function straced(folder: string, log: string, trace: string): readonly Told[] {
  builtCli();
  const args = ["-f", "-y", "-o", trace, "-e", `trace=${names}`, process.execPath, crashChild];
  const ran = spawnSync("strace", args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], CRASH_LOG: log },
    stdio: "ignore",
  });
  if (ran.status !== 0) throw new Error(`strace ended with ${ran.status}`);
  return merged(wholeLines(readFileSync(trace, "utf8")).flatMap((line) => toldByStrace(line, folder)));
}

/** What the harness recorded, in the same words. `rm` is what it removed, one name after the other: left out, see below. */
export function toldByHarness(calls: readonly RecordedCall[], folder: string): readonly Told[] {
  return merged(
    calls.filter(changes).map(({ call, path, to }) => {
      const at = short(path, folder);
      return to === undefined ? `${call} ${at}` : `${call} ${at} ${short(to, folder)}`;
    }),
  );
}

/**
 * The first difference between the two, in words; undefined when there is none. A recorded `rm` stands for any number of
 * removals of that path and below it.
 */
export function difference(harness: readonly Told[], system: readonly Told[]): string | undefined {
  let at = 0;
  for (const told of harness) {
    if (told.startsWith("rm ")) {
      const path = told.slice(3);
      while (isRemovalBelow(system[at], path)) at += 1;
      continue;
    }
    if (system[at] !== told) return `strace saw ${system[at] ?? "nothing more"}, the harness ${told}`;
    at += 1;
  }
  return at === system.length ? undefined : `the harness missed ${system[at]}`;
}

function isRemovalBelow(told: Told | undefined, path: string): boolean {
  const [call, at = ""] = (told ?? "").split(" ");
  return (call === "unlink" || call === "rmdir") && (at === path || at.startsWith(`${path}/`));
}

/** Lines of calls, those that another thread interrupted put together again. */
function wholeLines(trace: string): string[] {
  const begun = new Map<string, number>();
  const lines: string[] = [];
  for (const line of trace.split("\n")) {
    const [, pid = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const unfinished = / <unfinished \.\.\.>$/.exec(rest);
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    if (unfinished !== null) {
      begun.set(pid, lines.length);
      lines.push(rest.slice(0, unfinished.index));
    } else if (resumed !== null) {
      const index = begun.get(pid);
      if (index !== undefined) lines[index] = `${lines[index]}${resumed[1]}`;
    } else if (rest !== "") {
      lines.push(rest);
    }
  }
  return lines;
}

function toldByStrace(line: string, folder: string): Told[] {
  const [, call = "", args = ""] = /^(\w+)\((.*)\) += +\d+/.exec(line) ?? [];
  const [first = "", second = ""] = [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]);
  const open = /^\d+<([^>]*)>/.exec(args)?.[1] ?? "";
  const told = (() => {
    switch (call) {
      case "openat":
      case "open":
      case "creat":
        return /O_WRONLY|O_RDWR|O_CREAT/.test(args) || call === "creat" ? [`create`, first] : undefined;
      case "write":
      case "pwrite64":
      case "writev":
      case "pwritev":
        return ["write", open];
      case "fsync":
      case "fdatasync":
      case "sync_file_range":
        return ["fsync", open];
      case "truncate":
        return ["truncate", first];
      case "ftruncate":
      case "fallocate":
        return ["truncate", open];
      case "rename":
      case "renameat":
      case "renameat2":
        return ["rename", first, second];
      case "link":
      case "linkat":
      case "symlink":
      case "symlinkat":
        return ["link", first, second];
      case "unlink":
        return ["unlink", first];
      case "unlinkat":
        return [args.includes("AT_REMOVEDIR") ? "rmdir" : "unlink", first];
      case "rmdir":
        return ["rmdir", first];
      case "mkdir":
      case "mkdirat":
        return ["mkdir", first];
      default:
        return undefined;
    }
  })();
  const [name = "", ...paths] = told ?? [];
  const isMine = paths[0] === folder || paths[0]?.startsWith(`${folder}/`) === true;
  if (!isMine) return [];
  return [[name, ...paths.map((path) => short(path, folder))].join(" ")];
}

function short(path: string, folder: string): string {
  return path === folder ? "." : path.slice(folder.length + 1);
}

/**
 * The calls in an order that does not depend on the moment: files of a publication are written side by side, so their
 * calls are put by file, those on one file as they came. Writes to one file in a row are one.
 */
function merged(calls: readonly Told[]): readonly Told[] {
  const told: Told[] = [];
  let sideBySide: Told[] = [];
  const putByFile = (): void => {
    told.push(...sideBySide.sort((a, b) => (stagedFile(a) ?? "").localeCompare(stagedFile(b) ?? "")));
    sideBySide = [];
  };
  for (const call of calls) {
    if (stagedFile(call) !== undefined) {
      sideBySide.push(call);
      continue;
    }
    putByFile();
    told.push(call);
  }
  putByFile();
  return told.filter((one, index) => !(one.startsWith("write ") && told[index - 1] === one));
}

/** The file of a staged publication that a call makes, writes or syncs; its manifest has its place, after them all. */
function stagedFile(told: Told): string | undefined {
  return /^(?:create|write|fsync) (data\/tmp\/[^/]*~pub-\d+\/(?!manifest\.json$).+)$/.exec(told)?.[1];
}
