import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Lints and builds docs/deploy/Containerfile, and uses the image as described in docs/operations.md: a
 * workspace in a volume, a pass, the daemon with a read-only root and without capabilities, its health check,
 * a stop, and another container with the same volume. `npm run proof:container`; requires podman and access to the base image.
 * Prints figures to standard output.
 */

const file = "docs/deploy/Containerfile";
/** The image's own health check, run before its first interval. */
const healthy =
  "fetch('http://127.0.0.1:8481/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))";
const image = "lading-proof";
const volume = "lading-proof";
const daemon = "lading-proof-daemon";
const narrow = ["--read-only", "--tmpfs", "/tmp", "--cap-drop=all", "--volume", `${volume}:/workspace`];
let failed = false;

const linted = spawnSync("npx", ["--yes", "dockerfile-utils@0.16.3", "lint", file], { encoding: "utf8" });
check(
  linted.status === 0,
  `dockerfile-utils reports nothing${linted.stdout === "" ? "" : `, but: ${linted.stdout}`}`,
);

const built = performance.now();
podman("build", "--format", "docker", "--file", file, "--tag", image, ".");
print(`built in ${((performance.now() - built) / 1000).toFixed(0)} s`);
try {
  const format = "{{.Config.User}} {{.Config.Healthcheck.Interval}} {{.Size}}";
  const [user, interval, size] = podman("image", "inspect", image, "--format", format).trim().split(" ");
  check(user === "10001:10001", `user ${user}`);
  check(interval === "30s", `health check every ${interval}`);
  const base = /^FROM (?<base>\S+)/m.exec(readFileSync(file, "utf8"))?.groups?.["base"] ?? "";
  const ofBase = Number(podman("image", "inspect", base, "--format", "{{.Size}}").trim());
  print(`image ${mega(Number(size))}, of which ${mega(ofBase)} are ${base}`);

  podman("volume", "create", volume);
  lading("init");
  lading("run");
  check(
    /good/.test(lading("status")),
    "init, run and status in a volume, on a read-only root, without capabilities",
  );

  podman("run", "--detach", "--name", daemon, ...narrow, image);
  await until("the daemon serves", () => inside("node", "-e", healthy).status === 0);
  check(podmanSays("healthcheck", "run", daemon).status === 0, "the image's health check succeeds");
  check(inside("sh", "-c", "id -u").stdout.trim() === "10001", "does not run as root");
  check(inside("sh", "-c", "touch /opt/lading/x").status !== 0, "the program cannot be changed");
  check(
    inside("sh", "-c", "touch /workspace/x && rm /workspace/x").status === 0,
    "the workspace can be changed",
  );
  const capabilities = inside("sh", "-c", "grep CapEff /proc/self/status").stdout.trim();
  check(/\t0+$/.test(capabilities), capabilities);
  const stopped = performance.now();
  podman("stop", "--time", "10", daemon);
  const code = podman("inspect", daemon, "--format", "{{.State.ExitCode}}").trim();
  check(code === "0", `stops with ${code} in ${((performance.now() - stopped) / 1000).toFixed(1)} s`);

  podman("rm", daemon);
  check(/good/.test(lading("status")), "another container continues with the volume");
} finally {
  podmanSays("rm", "--force", daemon);
  podmanSays("volume", "rm", volume);
  podmanSays("rmi", image);
}
if (failed) process.exitCode = 1;

function lading(...words: string[]): string {
  return podman("run", "--rm", ...narrow, image, ...words);
}

function inside(...words: string[]) {
  return podmanSays("exec", daemon, ...words);
}

function podman(...words: string[]): string {
  return execFileSync("podman", words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function podmanSays(...words: string[]) {
  return spawnSync("podman", words, { encoding: "utf8" });
}

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    if (holds()) return;
    await new Promise((later) => setTimeout(later, 500));
  }
  check(false, what);
}

function check(holds: boolean, what: string): void {
  failed ||= !holds;
  print(`${holds ? "" : "FAILED: "}${what}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function mega(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}
