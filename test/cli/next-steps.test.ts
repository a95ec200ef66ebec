import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { runCommand } from "../../src/cli/command-line.js";
import type { Terminal } from "../../src/cli/command.js";
import { commands } from "../../src/cli/index.js";
import { writeZip } from "../formats/zip-writer.js";
import { workdir } from "../support/workdir.js";
import { shellWord } from "../../src/sentence.js";

/** Every command in a message is valid as written. */

/** Example values for placeholders that are filled at run time. */
function filled(text: string): string {
  return text
    .replaceAll(/\$?\{(?:one\.)?kind\}/g, "token")
    .replaceAll(/\$?\{action\}/g, "list")
    .replaceAll(/\$?\{option\}|(?<=create)\$\{account\}/g, "")
    .replaceAll(/\$?\{feed(?:\.\w+)?\}/g, "acme-de/staff")
    .replaceAll(/\$?\{type\}/g, "staff")
    .replaceAll(/\$?\{[^}]*\}/g, "x");
}

const sources = readdirSync("src", { encoding: "utf8", recursive: true })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => join("src", path));

const suggested = new Set(
  sources.flatMap((path) => {
    const text = readFileSync(path, "utf8").replaceAll("\\`", "`");
    const found = text.matchAll(/`lading ([^`\n]+)`|Next: lading ([^`"\\\n]+)/g);
    return [...found].map(([, ticked, next]) => filled(ticked ?? next ?? ""));
  }),
);
const lines = [...suggested].filter((line) => /^[a-z]+(?: |$)/.test(line) && !/[<|:;]/.test(line));

test("finds many next steps", () => {
  expect(lines.length).toBeGreaterThan(35);
});

test.each(lines)("suggests a valid command: lading %s", async (line) => {
  const [verb = "", ...args] = line.split(" ").filter((word) => word !== "");
  if (verb === "help" || verb === "x") return; // A command name that is filled at run time.
  const entry = commands.find((command) => command.verb === verb);
  expect(entry).toBeDefined();
  // A command name alone is only mentioned.
  if (entry === undefined || args.length === 0) return;
  let output = "";
  const stderr = new Writable({ write: (text, _, done) => done(void (output += String(text))) });
  const terminal = { stdout: stderr, stderr, cwd: ".", env: {} } as unknown as Terminal;
  const command = await entry.load(args);
  if (args.includes("--help")) return;
  const code = await runCommand({ ...command, run: async () => 0 }, args, terminal);
  // An option alone is only mentioned as well.
  if (
    args.every((word) => word.startsWith("--")) &&
    / requires a value|> (?:is|are) missing\. Usage/.test(output)
  )
    return;
  expect([code, output]).toEqual([0, ""]);
});

test("suggests commands that work when pasted for held, rejected, released, rolled back and resumed feeds", async () => {
  const people = (count: number) =>
    `Id,Name,Mail\n${Array.from({ length: count }, (_, n) => `E${n},Person ${n},e${n}@acme.test\n`).join("")}`;
  const dir = await workdir({
    "lading.yaml": `lading: 1
accounts: { acme-us: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme-us/staff: { source: inbox, files: "staff*.csv", mapping: mappings/staff.yaml, settle: final_name }
`,
    "mappings/staff.yaml":
      "lading: 1\nrecord: staff\nfields: { external_id: Id, name: Name, email_address: Mail, is_active: { constant: true } }\n",
    "inbox/staff-1.csv": people(20),
  });
  const type = async (line: string) => dir.lading(line.split(" ").slice(1));
  const next = ({ stdout, stderr }: { stdout: string; stderr: string }): string[] =>
    [...`${stdout}\n${stderr}`.matchAll(/(?:Next: |^ {4,}|`)(lading [^`\n]+)/gm)].map(
      ([, line]) => line ?? "",
    );

  const first = await type("lading run");
  expect(first.code).toBe(1);
  expect((await type(next(first)[1] ?? "")).code).toBe(0);
  await dir.write({ "inbox/staff-2.csv": people(5) });
  const held = await type("lading run");
  const [inspect = "", release = "", reject = ""] = next(held);
  expect(next(await type("lading status"))).toEqual([inspect, release, reject]);
  expect(await type(inspect)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("held by rows_below") as unknown,
  });
  const refused = await type(reject);
  expect(refused.code).toBe(0);
  const [back = ""] = next(refused);
  expect(next(await type(back))).toContain(release);
  expect((await type(release)).code).toBe(0);
  const wentBack = await type("lading rollback acme-us/staff 1 --reason TEXT");
  expect(wentBack.code).toBe(0);
  const [resume = ""] = next(wentBack);
  expect(next(await type("lading status"))).toEqual([resume]);
  expect((await type(resume)).code).toBe(0);
});

test("offers no other command for a paused feed before it is resumed", async () => {
  const people = (count: number) =>
    `Id,Name\n${Array.from({ length: count }, (_, n) => `E${n},Person ${n}\n`).join("")}`;
  const dir = await workdir({
    "lading.yaml": `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", mapping: staff.yaml, settle: final_name, first: publish }
`,
    "staff.yaml":
      "lading: 1\nrecord: staff\nfields: { external_id: Id, name: Name, email_address: { constant: a@b.test }, is_active: { constant: true } }\n",
    "inbox/staff-1.csv": people(20),
  });
  const type = async (line: string) => dir.lading(line.split(" ").slice(1));
  const next = ({ stdout, stderr }: { stdout: string; stderr: string }): string[] =>
    [...`${stdout}\n${stderr}`.matchAll(/(?:Next: (?:Run `)?|^ {4,})(lading [^`\n]+)/gm)].map(
      ([, line]) => line ?? "",
    );
  await type("lading run");
  await dir.write({ "inbox/staff-2.csv": people(21) });
  await type("lading run");
  await dir.write({ "inbox/staff-3.csv": people(5) });
  const [, release = "", reject = ""] = next(await type("lading run"));
  expect((await type("lading rollback acme/staff 1 --reason TEXT")).code).toBe(0);
  const resume = "lading resume acme/staff";
  expect(new Set(next(await type("lading status")))).toEqual(new Set([resume]));
  const refused = await type(release);
  expect(refused.code).toBe(2);
  expect(next(refused)).toEqual([resume]);
  // A rejection is possible, and names both commands that undo it.
  const rejected = await type(reject);
  expect(rejected.code).toBe(0);
  const [first = "", replay = ""] = next(rejected);
  expect(first).toBe(resume);
  expect(new Set(next(await type("lading status")))).toEqual(new Set([resume]));
  expect((await type(first)).code).toBe(0);
  expect(next(await type(replay))).toContain(release);
});

test("mentions only options that belong to the named command", async () => {
  const zip = writeZip([
    { name: "a.csv", data: Buffer.from("Id,Name\n1,A\n2,B\n") },
    { name: "b.csv", data: Buffer.from("Id,Name\n1,A\n2,B\n") },
  ]);
  const dir = await workdir({ "lists.json": '{"a":[{"id":1},{"id":2}],"b":[{"id":1},{"id":2}]}' });
  await writeFile(dir.at("two.zip"), zip);
  const suggested = new Set<string>();
  for (const file of ["two.zip", "lists.json"]) {
    for (const verb of ["convert", "preview", "guess", "read"]) {
      const { stdout, stderr } = await dir.lading([verb, file]);
      const [, option = "", both = ""] =
        /Next: Choose one: `(--\w+ \S+)` with (.*?), or /.exec(stdout + stderr) ?? [];
      const verbs = [...both.matchAll(/`lading (\w+)`/g)].map(([, named]) => named ?? "");
      expect(verbs).toEqual(["guess", "read"]);
      for (const named of verbs) suggested.add(`${named} ${file} ${option}`);
    }
  }
  for (const line of suggested) {
    const { stdout, stderr } = await dir.lading(line.split(" "));
    expect(stdout + stderr).not.toMatch(/there is no option|Choose one/);
  }
});

test("quotes a file name with a space", () => {
  expect(["a.csv", "für/x-1.csv", "our staff.csv", "it's"].map(shellWord)).toEqual([
    "a.csv",
    "für/x-1.csv",
    "'our staff.csv'",
    "'it'\\''s'",
  ]);
});
