import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync, type Stats } from "node:fs";
import { failure, hasCode, type LadingError } from "../../errors.js";
import { mountOf } from "../../system/mounts.js";

/**
 * Checks that only the owner of a secret file can read it. Kubernetes and Docker mount secrets read-only, owned by
 * root, with modes such as 0440 and 0444 that cannot be changed. Such a file is accepted if only root's group or one of
 * this process's groups can read it, or if the process runs in a container without processes of other users. `shown` is
 * the path for use in messages. Returns `secret_exposed`, or undefined if the file is accepted. On Windows, every file
 * is accepted. Throws the system's error if the file cannot be examined.
 */
export function exposureOf(path: string, shown: string): LadingError | undefined {
  const stats = statSync(path);
  const open = stats.mode & 0o077;
  if (process.platform === "win32" || open === 0) return undefined;
  const mode = modeText(stats);
  if (!isOnReadOnlyMount(path)) {
    const next = isOurs(stats) ? `Run \`chmod 600 ${shown}\`.` : nextAsRoot(shown);
    return failure("secret_exposed", { path: shown, mode, readers: "by other users", next });
  }
  const inContainer = isContainer();
  const exposed = (readers: string) =>
    failure("secret_exposed", { path: shown, mode, readers, next: nextOnMount("can read it") });
  if ((open & 0o022) !== 0) return exposed("and changed by other users");
  if (stats.uid !== 0 && stats.uid !== process.geteuid?.())
    return exposed(`by another user, uid ${stats.uid}`);
  // Group 0 belongs to root. systemd grants services access to files owned by this group through an access control
  // list.
  if ((open & 0o007) === 0 && (stats.gid === 0 || isOwnGroup(stats.gid))) return undefined;
  const others = inContainer ? otherUsers() : [];
  if (inContainer && others.length === 0) return undefined;
  if (others.length > 0)
    return exposed(`by other users, and processes of uid ${others.join(", ")} run on this machine`);
  return exposed((open & 0o007) === 0 ? `by group ${stats.gid}` : "by every user of this machine");
}

export function unreadableSecret(path: string, shown: string, cause: unknown): LadingError {
  const isFolder = hasCode(cause, "EISDIR");
  if (isFolder) {
    const reason = "it is a folder";
    const next = `Replace the folder with the file. Docker creates a folder if the file to mount does not exist on the host.`;
    return failure("secret_unreadable", { path: shown, reason, next }, cause);
  }
  const user = process.geteuid?.() ?? 0;
  const stats = statIfPossible(path);
  if (stats === undefined) {
    const reason = `uid ${user} is not permitted to open its folder`;
    const next = "Give this user permission to open the folder (`chmod u+x`, or change its owner).";
    return failure("secret_unreadable", { path: shown, reason, next }, cause);
  }
  const reason = `it belongs to uid ${stats.uid} (mode ${modeText(stats)}), and this process is uid ${user}`;
  const next = isOnReadOnlyMount(path) ? nextOnMount("cannot read it") : nextAsRoot(shown);
  return failure("secret_unreadable", { path: shown, reason, next }, cause);
}

function statIfPossible(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function nextAsRoot(shown: string): string {
  return `Run as root: \`chown ${process.geteuid?.() ?? 0} ${shown} && chmod 600 ${shown}\`.`;
}

function nextOnMount(problem: "can read it" | "cannot read it"): string {
  const user = process.geteuid?.() ?? 0;
  const kubernetes =
    "In Kubernetes, set `defaultMode: 0400` for the volume and `fsGroup` in the pod's `securityContext`.";
  const docker = `In Docker, set \`uid: "${user}"\` and \`mode: 0400\` under \`secrets\` of the service.`;
  const file = `For a file mounted from the host, run \`chown ${user}\` and \`chmod 600\` on the host.`;
  const mount =
    problem === "can read it" ? "The mount is read-only, so change the permissions at its source." : "";
  return [mount, kubernetes, docker, file].filter((part) => part !== "").join(" ");
}

function modeText({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(4, "0");
}

function isOurs({ uid }: Stats): boolean {
  const user = process.geteuid?.();
  return user === 0 || user === uid;
}

function isOwnGroup(gid: number): boolean {
  return process.getegid?.() === gid || process.getgroups?.().includes(gid) === true;
}

function isOnReadOnlyMount(path: string): boolean {
  if (process.platform !== "linux") return false;
  return mountOf(readFileSync("/proc/self/mountinfo", "utf8"), realpathSync(path))?.isReadOnly === true;
}

/** The initial PID namespace of a machine has this number on every Linux system (`PROC_PID_INIT_INO`). */
const namespaceOfTheMachine = "pid:[4026531836]";

/** A container has its own PID namespace, so `/proc` shows only the container's processes. */
function isContainer(): boolean {
  return readlinkSync("/proc/self/ns/pid") !== namespaceOfTheMachine;
}

/** Returns the users with visible processes, other than root and the user of this process. */
function otherUsers(): readonly number[] {
  const users = new Set<number>();
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    for (const uid of uidsOf(pid)) users.add(uid);
  }
  users.delete(0);
  users.delete(process.geteuid?.() ?? 0);
  return [...users];
}

/** Returns the real and the effective user ID of a process, or an empty list if the process has exited. */
function uidsOf(pid: string): readonly number[] {
  try {
    const [, real, effective] =
      /^Uid:\s+(\d+)\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return [real, effective].flatMap((uid) => (uid === undefined ? [] : [Number(uid)]));
  } catch {
    return [];
  }
}
