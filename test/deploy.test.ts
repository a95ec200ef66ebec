import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../src/commands/index.js";
import { workdir } from "./support/workdir.js";

/** The files of docs/deploy: what an operator copies has to work without being looked at. */

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

  it("pass systemd's own check, where it is installed", async () => {
    const here = await workdir(
      // The check wants programs that exist.
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

describe("Containerfile", () => {
  const lines = read("Containerfile")
    .replaceAll(/ ?\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const of = (word: string) => lines.filter((line) => line.startsWith(`${word} `));

  it("stays off root, keeps one volume, and is asked for its health", () => {
    expect(of("USER")).toEqual(["USER 10001:10001"]);
    expect(of("VOLUME")).toHaveLength(1);
    expect(of("HEALTHCHECK")).toHaveLength(1);
    expect(lines.indexOf(of("USER")[0]!)).toBeLessThan(lines.indexOf(of("ENTRYPOINT")[0]!));
    expect(of("ADD")).toEqual([]);
  });

  it("takes one named base, and installs by the lock file without scripts", () => {
    const bases = of("FROM").map((line) => line.split(" ")[1]);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:\d+-/);
    for (const [install] of of("RUN")
      .join("\n")
      .matchAll(/npm (?:ci|install)[^&\n]*/g)) {
      expect(install).toContain("npm ci --ignore-scripts");
    }
  });

  it("copies what the package ships, and nothing that is not there", () => {
    const copied = of("COPY").flatMap((line) => line.split(" ").filter((word) => word.startsWith("/build/")));
    const made = ["node_modules", "dist"];
    for (const path of copied.map((word) => word.slice("/build/".length))) {
      expect(made.includes(path) || existsSync(path), path).toBe(true);
    }
    const shipped = (JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] }).files;
    const needed = shipped.filter(
      (name) => !["docs", "README.md", "SECURITY.md", "CHANGELOG.md", "LICENSE"].includes(name),
    );
    expect(copied.map((word) => word.slice("/build/".length))).toEqual(expect.arrayContaining(needed));
  });
});
