import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { commands } from "../src/cli/index.js";
import { workdir } from "./support/workdir.js";

/** The files of docs/deploy. Operators copy them unchanged, so they must work. */

const folder = "docs/deploy";
const units = readdirSync(folder).filter((name) => /\.(?:service|timer)$/.test(name));

function read(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}

describe("systemd units", () => {
  it.each(units.filter((name) => name.endsWith(".service")))("%s starts a command that exists", (name) => {
    const [, verb] = /^ExecStart=\/usr\/local\/bin\/lading (\w+)/m.exec(read(name)) ?? [];
    expect(commands.map((command) => command.verb)).toContain(verb);
  });

  it("restart a pass only after exit code 75, so that it survives a short fault", () => {
    const unit = read("lading-run.service");
    expect(unit).toMatch(/^Restart=on-failure$/m);
    expect(unit).toMatch(/^RestartPreventExitStatus=1 2 3$/m);
    expect(unit).toMatch(/^StartLimitBurst=4$/m);
    expect(unit).toMatch(/^ExecStart=\S+ run --retry-for 10min$/m);
  });

  it("restart a service after a SIGHUP, which systemd counts as a clean end", () => {
    for (const name of ["lading-watch.service", "lading-serve.service"])
      expect(read(name)).toMatch(/^RestartForceExitStatus=SIGHUP$/m);
  });

  it("pass systemd's own check, if it is installed", async () => {
    const here = await workdir(
      // The check requires existing programs.
      Object.fromEntries(
        units.map((name) => [name, read(name).replaceAll("/usr/local/bin/lading", "/bin/true")]),
      ),
    );
    const checked = spawnSync("systemd-analyze", ["verify", ...units.map((name) => here.at(name))], {
      encoding: "utf8",
    });
    if (checked.error === undefined) expect(checked).toMatchObject({ status: 0, stderr: "" });
  });
});

test("the crontab has five fields, a user and an existing command in a shell that can read it", () => {
  const lines = read("crontab")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const jobs = lines.filter((line) => !/^[A-Z]+=\S+$/.test(line));
  expect(jobs).toHaveLength(1);
  const [, user, job = ""] = /^(?:[\d*,/-]+ ){5}(?<user>[a-z]+) (?<job>.+)$/.exec(jobs[0] ?? "") ?? [];
  expect(user).toBe("lading");
  // Cron takes a percent sign for the end of the line.
  expect(job).not.toContain("%");
  const verbs = [...job.matchAll(/(?:^|&& )lading (?<verb>\w+)/g)].map(({ groups }) => groups?.["verb"]);
  expect(verbs).toEqual(["run"]);
  expect(job).toContain("lading run --quiet --retry-for 10min");
  const shell = /^SHELL=(?<path>\S+)$/m.exec(read("crontab"))?.groups?.["path"] ?? "sh";
  expect(spawnSync(shell, ["-n"], { input: job, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});

test("cron mails only the output of a failed pass", async () => {
  const job =
    read("crontab")
      .split("\n")
      .find((line) => line.includes("lading run")) ?? "";
  const here = await workdir({
    "bin/lading": '#!/bin/sh\necho for the log >&2\n[ "$END" = 0 ] || echo for the mail\nexit "$END"\n',
    "bin/logger": "#!/bin/sh\nexec cat > /dev/null\n",
  });
  for (const name of ["lading", "logger"]) chmodSync(here.at(`bin/${name}`), 0o755);
  const [, line = ""] = / lading cd \/srv\/lading && (?<line>.+)$/.exec(job) ?? [];
  const mailOf = (END: string) => {
    const env = { END, PATH: `${here.at("bin")}:/usr/bin:/bin` };
    const { stdout, stderr } = spawnSync("/bin/bash", ["--norc", "-c", line], { env, encoding: "utf8" });
    return stdout + stderr;
  };
  expect(mailOf("0")).toBe("");
  expect(mailOf("75")).toBe("for the mail\nlading run ended with 75; lading status says why\n");
});

test("the compose file starts a database, two workers and two servers of the image, each with its own folder", () => {
  const { services, volumes } = parse(read("compose.yaml"), { merge: true }) as {
    readonly services: Readonly<Record<string, { command?: string[]; image: string; volumes: string[] }>>;
    readonly volumes: Readonly<Record<string, null>>;
  };
  const ours = Object.values(services).filter(({ image }) => image === "lading");
  expect(ours.map(({ command }) => command)).toEqual([["watch"], ["watch"], ["serve"], ["serve"]]);
  expect(commands.map((command) => command.verb)).toEqual(expect.arrayContaining(["watch", "serve"]));
  const named = Object.values(services).flatMap((service) => service.volumes.map((one) => one.split(":")[0]));
  expect(new Set(named.filter((name) => !name?.startsWith(".")))).toEqual(new Set(Object.keys(volumes)));
  const own = ours.map((service) => service.volumes.find((one) => one.endsWith(":/workspace/data")));
  expect(new Set(own).size).toBe(4);
});

describe("Containerfile", () => {
  const lines = read("Containerfile")
    .replaceAll(/ ?\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const of = (word: string) => lines.filter((line) => line.startsWith(`${word} `));

  it("runs without root, keeps one volume, and has a health check", () => {
    expect(of("USER")).toEqual(["USER 10001:10001"]);
    expect(of("VOLUME")).toHaveLength(1);
    expect(of("HEALTHCHECK")).toHaveLength(1);
    expect(lines.indexOf(of("USER")[0]!)).toBeLessThan(lines.indexOf(of("ENTRYPOINT")[0]!));
    expect(of("ADD")).toEqual([]);
  });

  // The rules of a Containerfile linter, because no linter is available everywhere.
  it("has only known instructions, commands as lists, absolute paths and existing stages", () => {
    const known =
      /^(?:FROM|WORKDIR|COPY|RUN|USER|VOLUME|EXPOSE|HEALTHCHECK|ENTRYPOINT|CMD|ENV|LABEL|STOPSIGNAL) /;
    expect(lines.filter((line) => !known.test(line))).toEqual([]);
    const last = lines.slice(lines.lastIndexOf(of("FROM").at(-1)!));
    for (const word of ["CMD", "ENTRYPOINT"]) {
      const instructions = last.filter((line) => line.startsWith(`${word} `));
      expect(instructions).toHaveLength(1);
      expect(JSON.parse(instructions[0]!.slice(word.length))).toBeInstanceOf(Array);
    }
    const [, check] = / CMD (.*)$/.exec(of("HEALTHCHECK")[0]!) ?? [];
    expect(JSON.parse(check ?? "")).toBeInstanceOf(Array);
    expect(
      [...of("WORKDIR"), ...of("VOLUME")].filter((line) => !line.split(" ")[1]!.startsWith("/")),
    ).toEqual([]);
    const stages = of("FROM").flatMap((line) => / AS (\w+)$/.exec(line)?.[1] ?? []);
    const copied = of("COPY").flatMap((line) => /--from=(\w+)/.exec(line)?.[1] ?? []);
    expect(stages).toEqual(expect.arrayContaining(copied));
    expect(of("RUN").filter((line) => /\b(?:sudo|cd|curl|wget)\b/.test(line))).toEqual([]);
  });

  it("uses a Node version with long-term support", () => {
    const [, major] = /^FROM node:(\d+)-/.exec(of("FROM")[0]!) ?? [];
    expect(Number(major) % 2).toBe(0);
    expect(Number(major)).toBeGreaterThanOrEqual(24);
  });

  it("uses one named base, and installs from the lock file without scripts", () => {
    const bases = of("FROM").map((line) => line.split(" ")[1]);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:\d+-/);
    for (const [install] of of("RUN")
      .join("\n")
      .matchAll(/npm (?:ci|install)[^&\n]*/g)) {
      expect(install).toContain("npm ci --ignore-scripts");
    }
  });

  it("copies only existing files that the package ships", () => {
    const copied = of("COPY").flatMap((line) => line.split(" ").filter((word) => word.startsWith("/build/")));
    for (const path of copied.map((word) => word.slice("/build/".length))) {
      expect(path === "dist" || existsSync(path), path).toBe(true);
    }
    const shipped = (JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] }).files;
    const needed = shipped.filter(
      (name) =>
        !name.startsWith("!") &&
        !["docs", "README.md", "SECURITY.md", "CHANGELOG.md", "LICENSE"].includes(name),
    );
    expect(copied.map((word) => word.slice("/build/".length))).toEqual(expect.arrayContaining(needed));
  });
});
