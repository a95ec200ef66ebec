import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/commands/index.js";
import { workdir } from "../support/workdir.js";

async function script(shell: string, words: readonly string[] = []): Promise<string> {
  const ran = await (await workdir()).lading(["completion", ...words], { env: { SHELL: `/bin/${shell}` } });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  return ran.stdout;
}

/** What bash offers at the end of a line. */
function offered(text: string, ...words: string[]): string[] {
  const ask = `${text}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
compopt() { :; }
_lading; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const answer = execFileSync("bash", ["-c", ask], { encoding: "utf8" });
  return answer.split("\n").filter((line) => line !== "");
}

describe("lading completion", () => {
  it("bash completes commands, options and their words", async () => {
    const text = await script("tcsh", ["bash"]);
    expect(offered(text, "lading", "")).toEqual([...commands.map(({ verb }) => verb), "--help", "--version"]);
    expect(offered(text, "lading", "conv")).toEqual(["convert"]);
    expect(offered(text, "lading", "convert", "--map")).toContain("--mapping");
    expect(offered(text, "lading", "convert", "x.csv", "--to", "x")).toEqual(["xlsx"]);
    expect(offered(text, "lading", "convert", "")).toEqual([]);
  });

  it.each(["bash", "zsh", "fish"])(
    "the script for %s parses, where that shell is installed",
    async (shell) => {
      const text = await script(shell);
      for (const { verb } of commands) expect(text).toContain(verb);
      const read = spawnSync(shell, ["-n", (await workdir({ script: text })).at("script")], {
        encoding: "utf8",
      });
      if (read.error === undefined) expect(read).toMatchObject({ status: 0, stderr: "" });
    },
  );

  it("names the shells it knows", async () => {
    const ran = await (await workdir()).lading(["completion", "tcsh"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toContain('bash, zsh, fish, not for "tcsh"');
  });
});
