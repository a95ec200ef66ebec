import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { completions } from "../../src/cli/completion.js";
import { commands } from "../../src/cli/index.js";
import { builtCli } from "../support/build.js";
import { workdir } from "../support/workdir.js";

async function script(shell: string, words: readonly string[] = []): Promise<string> {
  const ran = await (await workdir()).lading(["completion", ...words], { env: { SHELL: `/bin/${shell}` } });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  return ran.stdout;
}

describe("lading completion", () => {
  it("bash accepts the suggestions", async () => {
    const dir = await workdir();
    await dir.lading(["init", "work"]);
    const text = await script("tcsh", ["bash"]);
    const program = `lading() { '${process.execPath}' '${builtCli()}' "$@"; }`;
    /** What bash suggests at the end of a line in a workspace. */
    const offered = (...words: string[]): string[] => {
      const ask = `${program}
${text}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
_lading; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const answer = execFileSync("bash", ["-c", ask], { encoding: "utf8", cwd: dir.at("work") });
      return answer.split("\n").filter((line) => line !== "");
    };
    expect(offered("lading", "conv")).toEqual(["convert"]);
    expect(offered("lading", "convert", "")).toEqual([]);
    expect(offered("lading", "run", "example-de/staff", "example-de/t")).toEqual(["example-de/tax-code"]);
  });

  it("suggests commands, options and their values, feeds, accounts and sources where each fits", async () => {
    const dir = await workdir();
    await dir.lading(["init", "work"]);
    const offered = (...words: string[]) => completions(["lading", ...words], dir.at("work"));
    expect(await offered("")).toEqual([...commands.map(({ verb }) => verb), "--help", "--version"]);
    expect(await offered("convert", "--map")).toContain("--mapping");
    for (const [words, names] of [
      [["help", "conv"], ["convert"]],
      [["convert", "x.csv", "--to", "x"], ["xlsx"]],
      [["convert", "x.csv", "--mapping", ""], "file"],
      [["convert", "--no-such-wor"], []],
      // A missing file, and free text.
      [["release", "example-de/staff", "--reason", ""], []],
      [["token", "create", "--name", ""], []],
      [["convrt", ""], []],
      [["convert", "x.csv", "--account", ""], ["example-de"]],
      [
        ["token", ""],
        ["create", "list", "revoke"],
      ],
      [["token", "--account", "example-de", "re"], ["revoke"]],
      [["token", "create", "--account", "ex"], ["example-de"]],
      [["status", "--account=ex"], ["--account=example-de"]],
      [["status", "--account", "=", "ex"], ["example-de"]],
      [["status", "--account", "="], ["example-de"]],
      [["release", "example-de/s"], ["example-de/staff"]],
      [["rollback", "example-de/staff", ""], []],
      [["diff", "example-de/s"], ["example-de/staff"]],
      [["diff", "samples/st"], "file"],
      [["diff", "samples/", "--mapping", ""], "file"],
      [["doctor", ""], ["example-inbox"]],
      [["completion", "z"], ["zsh"]],
    ] as const)
      expect([words, await offered(...words)]).toEqual([words, names]);
    // Only the word `now`, because a file name is not a time.
    expect(await offered("convert", "x.csv", "--updated-at", "")).toEqual([
      expect.stringMatching(/^\d{4}-.*Z$/),
    ]);
  });

  it.each(["bash", "zsh", "fish"])("prints a valid script for %s", async (shell) => {
    const text = await script(shell);
    expect(text).toContain("lading --complete");
    const read = spawnSync(shell, ["-n", (await workdir({ script: text })).at("script")], {
      encoding: "utf8",
    });
    if (read.error === undefined) expect(read).toMatchObject({ status: 0, stderr: "" });
  });

  it("suggests accounts or files to fish where one is expected", async ({ skip }) => {
    const dir = await workdir({ "staff.csv": "", script: await script("fish") });
    await dir.lading(["init", "work"]);
    const complete = (line: string) =>
      spawnSync(
        "fish",
        [
          "-c",
          `function lading; ${process.execPath} ${builtCli()} $argv; end; source ../script; complete -C '${line}'`,
        ],
        { encoding: "utf8", cwd: dir.at("work") },
      );
    const account = complete("lading token create --account ");
    if (account.error !== undefined) skip("no fish here");
    expect(account.stdout).toBe("example-de\n");
    expect(complete("lading convert ../st").stdout).toBe("../staff.csv\n");
    expect(complete("lading release example-de/staff --reason ../st").stdout).toBe("");
  });

  it("lists the supported shells", async () => {
    const ran = await (await workdir()).lading(["completion", "tcsh"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toContain('bash, zsh, or fish, not "tcsh"');
  });
});
