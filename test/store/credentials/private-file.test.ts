import { spawnSync } from "node:child_process";
import { chmod } from "node:fs/promises";
import { expect, test } from "vitest";
import { builtCli } from "../../support/build.js";
import { workdir } from "../../support/workdir.js";

/** Secret files as Kubernetes, Docker and systemd mount them: real mounts, real users, a real process. */

/** The user that `lading` runs as. */
const user = 10_001;
const asUser = ["--reuid", String(user), "--regid", String(user)];
const canMount =
  spawnSync("unshare", ["--mount", "--pid", "--fork", "--mount-proc", "true"]).status === 0 &&
  spawnSync("setpriv", [...asUser, "--clear-groups", process.execPath, builtCli(), "--version"]).status === 0;

interface Situation {
  readonly mode: string;
  readonly owner?: string;
  readonly mount?: "ro" | "rw";
  /** `container`: a PID namespace of its own. */
  readonly place?: "container" | "machine";
  readonly groups?: string;
  /** Another user whose process runs there. */
  readonly beside?: number;
}

/** Runs `lading status`, whose database is named by a secret file, and returns what it writes. */
async function statusIn(situation: Situation): Promise<string> {
  const { mode, owner = "0:0", mount = "ro", place = "container", groups, beside } = situation;
  const dir = await workdir({
    "lading.yaml":
      "lading: 1\naccounts: { acme: { country: DE } }\nsources: {}\nfeeds: {}\ndatabase: file:secrets/url\n",
    "secrets/.keep": "",
  });
  await chmod(dir.path, 0o755);
  // As kubelet does it: the name is a link into a folder that is replaced as a whole.
  const script = `set -e
    mount -t tmpfs tmpfs secrets
    mkdir secrets/..1
    printf 'postgresql://me@127.0.0.1:1/x' > secrets/..1/url
    ln -s ..1 secrets/..data
    ln -s ..data/url secrets/url
    chown ${owner} secrets/..1/url
    chmod ${mode} secrets/..1/url
    mount -o remount,${mount} secrets
    ${beside === undefined ? "" : `setpriv --reuid ${beside} --clear-groups sleep 60 & sleep 0.1`}
    setpriv ${asUser.join(" ")} ${groups === undefined ? "--clear-groups" : `--groups ${groups}`} "$0" "$1" status || true
    ${beside === undefined ? "" : "kill $!"}`;
  const namespaces = place === "container" ? ["--pid", "--fork", "--mount-proc"] : [];
  const args = ["--mount", "--propagation", "private", ...namespaces, "sh", "-c", script];
  const ran = spawnSync("unshare", [...args, process.execPath, builtCli()], {
    cwd: dir.path,
    encoding: "utf8",
  });
  return ran.stdout + ran.stderr;
}

const accepted = async (_: string, situation: Situation) => {
  expect(await statusIn(situation)).toMatch(/The database did not respond/);
};
const accepting = "accepts a secret file on a read-only mount: %s";

test.skipIf(!canMount).each<[string, Situation]>([
  ["0444 owned by root, as Docker creates it", { mode: "0444" }],
  [
    "0440 with the process's group, as Kubernetes creates it with fsGroup",
    { mode: "0440", owner: "0:2000", groups: "2000", beside: 10_077 },
  ],
])(accepting, accepted);

test.skipIf(!canMount).each<[string, Situation]>([
  ["0644 owned by root, as Kubernetes creates it", { mode: "0644" }],
  [
    "0440 with the process's first group, on the machine itself",
    { mode: "0440", owner: `0:${user}`, place: "machine" },
  ],
  ["0400 owned by the user", { mode: "0400", owner: `${user}:0`, place: "machine", beside: 10_077 }],
  ["0444 owned by the user", { mode: "0444", owner: `${user}:0` }],
])(accepting, { tags: ["long"] }, accepted);

const origin = /Next: The mount is read-only.*defaultMode: 0400.*fsGroup.*uid: "10001"/;

const refused = async (_: string, situation: Situation, problem: RegExp, next: RegExp) => {
  const output = await statusIn(situation);
  expect(output).toMatch(problem);
  expect(output).toMatch(next);
};
const refusing = "refuses a secret file with the fix for its origin: %s";

test.skipIf(!canMount).each<[string, Situation, RegExp, RegExp]>([
  [
    "another user runs there",
    { mode: "0444", beside: 10_077 },
    /processes of uid 10077 run on this machine \(mode 0444\)/,
    origin,
  ],
  [
    "the mount is writable",
    { mode: "0444", mount: "rw" },
    /by other users/,
    /Next: Run as root: `chown 10001 secrets\/url && chmod 600 secrets\/url`/,
  ],
  [
    "only root can read it",
    { mode: "0400" },
    /cannot be read: it belongs to uid 0 \(mode 0400\), and this process is uid 10001/,
    /Next: In Kubernetes/,
  ],
])(refusing, refused);

test.skipIf(!canMount).each<[string, Situation, RegExp, RegExp]>([
  [
    "the machine has other users",
    { mode: "0444", place: "machine" },
    /by every user of this machine/,
    origin,
  ],
  [
    "a group with other users",
    { mode: "0440", owner: "0:2000", place: "machine", groups: "2001" },
    /by group 2000/,
    origin,
  ],
  [
    "an owner who is neither root nor the process",
    { mode: "0444", owner: "1000:1000" },
    /by another user, uid 1000/,
    origin,
  ],
  ["others can write", { mode: "0466" }, /read and changed by other users/, origin],
])(refusing, { tags: ["long"] }, refused);

test.each([
  ["empty", "", /secret file:secret is missing: the file is empty/],
  [
    "a folder, as Docker creates it for a missing file",
    undefined,
    /cannot be read: it is a folder.*\n.*Docker creates a folder/,
  ],
])("explains a secret that is %s", async (_, content, expected) => {
  const dir = await workdir({
    "lading.yaml":
      "lading: 1\naccounts: { acme: { country: DE } }\nsources: {}\nfeeds: {}\ndatabase: file:secret\n",
    [content === undefined ? "secret/x" : "secret"]: content ?? "",
  });
  await chmod(dir.at("secret"), content === undefined ? 0o700 : 0o600);
  expect((await dir.lading(["status"])).stderr).toMatch(expected);
});
