import { afterAll, beforeAll, expect, test } from "vitest";
import { commandHelp, wrongUse } from "../../src/cli/command-line.js";
import { commands } from "../../src/cli/index.js";
import { rootHelp } from "../../src/cli/root-help.js";
import { Workdir } from "../support/workdir.js";

/** The examples of `--help` run, their JSON is valid, and the list of commands fits one screen. */

const mapping = `lading: 1
record: staff
zone: Europe/Berlin
fields:
  external_id: Nr
  name: Name
  email_address: E-Mail
  is_active: { constant: true }
`;
const staff =
  "Nr,Name,E-Mail\r\nE00017,Petra Vogel,petra@example.com\r\nE00018,Jan Vogel,jan@example.com\r\n";
const head = "external_id,updated_at,name,email_address,is_active\r\n";
const list = (name: string): string => `${head}1,2026-03-01T08:15:00Z,${name},ann@example.com,true\r\n`;

let dir: Workdir;

beforeAll(async () => {
  dir = await Workdir.make();
  await dir.write({
    "lading.yaml": `lading: 1
accounts: { acme-de: { country: DE, tax_codes: none } }
sources: { inbox: { folder: inbox } }
feeds:
  acme-de/staff: { source: inbox, files: "staff*.csv", mapping: mappings/acme/staff.yaml, settle: final_name, first: publish }
`,
    "mappings/acme/staff.yaml": mapping,
    "acme/staff.yaml": mapping,
    "staff.yaml": mapping,
    "staff.csv": staff,
    "export.csv": staff,
    "inbox/staff.csv": staff,
    "list.csv": list("Ann Lee"),
    "staff-monday.csv": list("Ann Lee"),
    "staff-tuesday.csv": list("Ann Smith"),
  });
});

afterAll(() => dir.remove());

/** The words of a line as a shell splits them, without output redirection. */
function wordsOf(line: string): string[] {
  const own = line.replaceAll("\\\n", " ").split(" > ", 1)[0] ?? "";
  const words = [...own.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  return words.slice(1).flatMap((word) => (word === "*.csv" ? ["staff.csv", "list.csv"] : [word]));
}

test("uses only declared options in every example", async () => {
  for (const { load } of commands) {
    for (const [line] of (await load()).examples) {
      const [verb, ...words] = wordsOf(line);
      const entry = commands.find((each) => each.verb === verb);
      const command = await entry?.load();
      expect([line, command && (await wrongUse(command, words))]).toEqual([line, undefined]);
    }
  }
});

/** Examples that need no other machine, person or time, with their permitted exit codes. */
const runnable: readonly (readonly [string, readonly number[]])[] = [
  ["lading convert staff.csv --mapping mappings/acme/staff.yaml", [0]],
  ["lading convert list.csv --record staff --to ndjson", [0]],
  ["lading read export.csv", [0]],
  ["lading read export.csv --explain", [0]],
  ["lading read --detect *.csv", [0]],
  ["lading diff staff-monday.csv staff-tuesday.csv", [1]],
  ["lading guess staff.csv", [0]],
  ["lading guess export.csv --json", [0]],
  ["lading preview staff.csv --mapping mappings/acme/staff.yaml", [0]],
  ["lading preview staff.csv --mapping staff.yaml --rows 20", [0]],
  ["lading preview staff.csv --mapping staff.yaml --id E00017", [0]],
  ["lading check", [0]],
  ["lading check mappings/acme/staff.yaml", [0]],
  ["lading plan", [0, 1]],
  ["lading plan acme-de/staff --verbose", [0, 1]],
  ["lading run", [0]],
  ["lading run acme-de/staff --json", [0]],
  ["lading status", [0]],
  ["lading status --json", [0]],
  ["lading status --account acme-de", [0]],
  ["lading history acme-de/staff", [0]],
  ["lading history acme-de/staff --record E00017", [0]],
  ["lading history", [0]],
  ["lading history --run last --out run.html", [0]],
  ["lading list acme-de/staff", [0]],
  ["lading token create --account acme-de", [0]],
  ["lading token list", [0]],
  ["lading client create --account acme-de", [0]],
  ['lading operator create --name "Grace Vogel"', [0]],
  ["lading operator list", [0]],
  ["lading doctor --json", [0, 1]],
  ["lading completion bash > ~/.local/share/bash-completion/completions/lading", [0]],
  ["lading init my-workspace", [0]],
];

test("runs the examples and prints JSON for --json", { timeout: 600_000 }, async () => {
  const all = await Promise.all(commands.map(async ({ load }) => (await load()).examples));
  const lines = all.flat().map(([line]) => line);
  for (const [line, codes] of runnable) {
    expect(lines).toContain(line);
    const words = wordsOf(line);
    const ran = await dir.lading(words);
    expect(codes, `${line}: ${ran.code}\n${ran.stderr}`).toContain(ran.code);
    if (words.includes("--json")) expect(JSON.parse(ran.stdout)).toBeTypeOf("object");
  }
});

test("describes each option in words in the help of its command", async () => {
  const texts = await Promise.all(commands.map(async ({ load }) => commandHelp(await load(), 80)));
  for (const text of texts) {
    expect(text).not.toMatch(/^ .*\[(?:array|boolean|number|string|required|default|choices)\b/m);
    const [options = ""] = text.split("\nExamples:");
    expect(options.split("\n").filter((line) => line.length > 80)).toEqual([]);
  }
  const [convert = ""] = texts;
  expect(convert).toMatch(/^ {2}files {2}Exports to convert; - for standard input$/m);
  expect(convert).toMatch(/\(csv,\s+json,\s+ndjson,\s+xlsx\)/);
  expect(convert).toMatch(/--param +NAME=VALUE: .* \(may be\s+repeated\)/);
});

test("prints lading --help on one screen of 80 columns, with one line per command", () => {
  const lines = rootHelp().trimEnd().split("\n");
  // One line for each of 33 commands, and six more.
  expect(lines.length).toBeLessThanOrEqual(commands.length + 6);
  expect(lines.find((line) => line.includes("FFS"))).toContain("freight forwarding system (FFS)");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  for (const { verb, summary } of commands) {
    expect(lines.filter((line) => line.endsWith(`${verb.padEnd(10)}  ${summary}`))).toHaveLength(1);
  }
  const groups = commands.map(({ group }) => group).filter((group, i, all) => all[i - 1] !== group);
  expect(groups).toEqual([...new Set(groups)]);
});
