import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { loadWorkspace } from "../../src/workspace/load.js";
import { workdir } from "../support/workdir.js";

/** Settings that `lading.yaml` states once for many accounts. */

const columns = "account;country;company;zone;staff_file";
const table = (rows: readonly string[]) => `${[columns, ...rows].join("\r\n")}\r\n`;

const forty = Array.from({ length: 40 }, (_, index) => {
  const name = `acme-${String(index + 1).padStart(2, "0")}`;
  return `${name};DE;C${index + 1};Europe/Berlin;people_${index + 1}`;
});

const yaml = `lading: 1
accounts_from: accounts.csv
accounts:
  acme-03: { serve: { blank: absent } }
sources:
  shared: { folder: inbox }
  "\${account.name}": { folder: "inbox/\${account.name}" }
defaults:
  source: "\${account.name}"
  settle: final_name
  expect: weekdays by 06:00 Europe/Berlin
  guard: { rows_below: "60 %" }
feeds:
  "*/staff": { files: "\${account.staff_file}*.csv", mapping: mappings/staff.yaml }
  "*/charge-code": { source: shared, files: "charges*.csv", shared: true, mapping: mappings/charge-code.yaml }
  "*/tax-code": { files: "tax*.csv" }
  acme-02/staff: { files: "staff*.xlsx", settle: { for: 5 s } }
`;

const root = fileURLToPath(new URL("../../", import.meta.url));

test("the sample of docs/operations.md loads unchanged, and `lading check` shows the feeds", async () => {
  const page = await readFile(join(root, "docs/operations.md"), "utf8");
  const [, sample = ""] = /```yaml\n(lading: 1\naccounts_from[\s\S]+?)```/.exec(page) ?? [];
  expect(sample.split("\n").length).toBeLessThan(60);
  const dir = await workdir({ "lading.yaml": sample, "accounts.csv": table(forty) });
  const types = ["staff", "charge-code", "tax-code"];
  for (const type of types) await dir.copy(`mappings/nordlicht/${type}.yaml`, `mappings/acme/${type}.yaml`);
  const shown = await dir.lading(["check", "lading.yaml"]);
  expect(shown).toMatchObject({ code: 0, stderr: expect.stringContaining("no errors") as string });
  expect(shown.stdout).toContain("40 accounts, 120 feeds\n");
  expect(shown.stdout).toMatch(/^acme-40\/tax-code +acme-40 +taxes\*\.csv +mappings\/acme\/tax-code\.yaml$/m);
});

async function load(text: string, accounts = table(forty)) {
  const folder = await mkdtemp(join(tmpdir(), "lading-expand-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "lading.yaml"), text);
  await writeFile(join(folder, "accounts.csv"), accounts);
  const workspace = await loadWorkspace(folder).catch((error: Error) => error.message);
  return { folder, workspace };
}

async function loaded(text: string, accounts?: string) {
  const { folder, workspace } = await load(text, accounts);
  if (typeof workspace === "string") throw new Error(workspace);
  return { folder, workspace };
}

test("expands a table of forty accounts with three feeds each from a few lines", async () => {
  const { folder, workspace } = await loaded(yaml);
  expect([workspace.accounts.size, workspace.feeds.length, workspace.sources.size]).toEqual([40, 120, 41]);
  const feed = (name: string) => workspace.feeds.find((one) => one.name === name);
  expect(workspace.accounts.get("acme-07")?.account).toMatchObject({ zone: "Europe/Berlin", taxMode: "tax" });
  expect(workspace.accounts.get("acme-07")?.account.parameters.get("company")).toBe("C7");
  expect(workspace.accounts.get("acme-03")?.serve).toEqual({ blank: "absent" });
  expect(workspace.sources.get("acme-07")).toEqual({ folder: "inbox/acme-07" });
  const seven = feed("acme-07/staff");
  expect(seven).toMatchObject({
    sources: ["acme-07"],
    mapping: join(folder, "mappings/staff.yaml"),
    settle: { mode: "final_name" },
    due: { kind: "by", hour: 6 },
    guard: { rows_below: 0.6 },
  });
  expect(seven?.patterns[0]?.match("people_7.csv")).toBeDefined();
  expect(seven?.patterns[0]?.match("people_8.csv")).toBeUndefined();
  expect(feed("acme-07/charge-code")?.sources).toEqual(["shared"]);
  // A feed's own settings have priority over those of its pattern and over the defaults.
  const two = feed("acme-02/staff");
  expect(two).toMatchObject({
    mapping: join(folder, "mappings/staff.yaml"),
    settle: { mode: "settle", for: 5000 },
    due: { kind: "by", hour: 6 },
  });
  expect(two?.patterns[0]?.match("staff.xlsx")).toBeDefined();
});

test("the expanded workspace equals a handwritten one, for any position of a named feed", async () => {
  const rows = table(["a;DE;C1;UTC;x"]);
  const short = `lading: 1
accounts_from: accounts.csv
sources: { in: { folder: inbox } }
defaults: { source: in, settle: final_name }
feeds:
  a/staff: { missing: keep }
  "*/staff": { files: "\${account.staff_file}.csv", missing: remove }
`;
  const long = `lading: 1
accounts: { a: { country: DE, company: C1, zone: UTC, parameters: { staff_file: x } } }
sources: { in: { folder: inbox } }
feeds: { a/staff: { source: in, files: x.csv, missing: keep, settle: final_name } }
`;
  const [{ workspace: one }, { workspace: other }] = [await loaded(short, rows), await loaded(long)];
  const seen = (workspace: typeof one) =>
    workspace.feeds.map(({ settings, missing, settle, sources }) => ({ settings, missing, settle, sources }));
  expect(seen(one)).toEqual(seen(other));
});

test.each([
  [
    "a key in the common settings",
    yaml.replace("settle: final_name", "settel: final_name"),
    "lading.yaml:10:3",
    "`settle`",
  ],
  ["a value of a pattern", yaml.replace("tax*.csv", "tax{x}.csv"), "lading.yaml:16:19", "acme-"],
  ["a record type", yaml.replace("*/tax-code", "*/tax-cod"), "lading.yaml:16:3", "`tax-code`"],
  ["a missing column", yaml.replace("staff_file}", "staff_fil}"), "lading.yaml:14:23", "`staff_file`"],
  [
    "a pattern that matches no account",
    yaml.replace("*/tax-code", "acne-*/tax-code"),
    "lading.yaml:16:3",
    "no account matches",
  ],
  ["a source", yaml.replace("source: shared", "source: sharde"), "lading.yaml:15:22", "`shared`"],
])("reports a mistake where it is written: %s", async (_, text, place, message) => {
  const { workspace } = await load(text);
  expect(workspace).toContain(place);
  expect(workspace).toContain(message);
});

test.each([
  ["a missing column", table(forty).replace("country", "contry"), 'column "contry"'],
  ["no names", table(forty).replace("account;", "who;"), 'no column "account"'],
  [
    "a name twice",
    table([...forty, forty[0] ?? ""]),
    'line 42 of accounts.csv: the account "acme-01" is already defined',
  ],
  ["a wrong country", table([...forty, "acme-41;XX;C41;;p"]), 'acme-41: found "XX"'],
  [
    "a wrong zone",
    table([...forty, "acme-41;DE;C41;Europe/Berln;p"]),
    'acme-41: there is no time zone "Europe/Berln"',
  ],
  ["an unreadable file", "", "accounts.csv cannot be read"],
])("reports a wrong table: %s", async (_, accounts, message) => {
  const { workspace } = await load(yaml, accounts);
  expect(workspace).toContain("lading.yaml:2:");
  expect(workspace).toContain(message);
});
