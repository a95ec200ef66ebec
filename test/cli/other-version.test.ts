import { mkdir } from "node:fs/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "vitest";
import { workdir } from "../support/workdir.js";

/** No command reads or writes the store of a newer Lading, which it may misunderstand. */

const feed = "acme/staff";
const commands = [
  ["run"],
  ["watch"],
  ["serve", "--port", "0", "--operators-port", "0"],
  ["status"],
  ["plan"],
  ["history", feed],
  ["release", feed, "--reason", "x"],
  ["reject", feed, "--reason", "x"],
  ["rollback", feed, "--reason", "x"],
  ["resume", feed],
  ["replay", feed],
  ["forget", "1"],
  ["diff", feed, `${feed}@1`],
  ["token", "create", "--account", "acme"],
  ["token", "list"],
  ["client", "create", "--account", "acme"],
  ["list", feed],
  ["backup", "copy.db"],
];

test("rejects a store of a newer version in every command that opens it, and does not change the store", async () => {
  const dir = await workdir({
    "lading.yaml": `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds: { acme/staff: { source: inbox, files: "staff*.csv" } }
`,
    "inbox/staff-2026-01-01.csv": "external_id,updated_at,name,email_address,is_active\r\n",
  });
  await mkdir(dir.at("data"));
  const store = new DatabaseSync(dir.at("data/lading.db"));
  store.exec("create table store (version integer not null); insert into store values (999)");
  store.close();
  for (const words of commands) {
    const { code, stdout, stderr } = await dir.lading(words);
    expect([words, code, stdout]).toEqual([words, 2, ""]);
    expect(stderr).toMatch(
      /lading\.db has version 999, but this version of Lading supports versions up to \d+\./,
    );
  }
  expect(tables(dir.at("data/lading.db"))).toEqual(["store"]);
});

test("rejects data from versions that kept their state in files", async () => {
  const dir = await workdir({
    "lading.yaml": `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds: { acme/staff: { source: inbox, files: "staff*.csv" } }
`,
    "data/version": "1\n",
  });
  for (const words of [["run"], ["status"], ["history", feed], ["token", "list"]]) {
    const { code, stderr } = await dir.lading(words);
    expect([words, code]).toEqual([words, 2]);
    expect(stderr).toContain("which an older version created");
  }
  expect(await dir.files("data")).toEqual(["data/version"]);
});

function tables(path: string): readonly string[] {
  const store = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = store.prepare("select name from sqlite_master where type = 'table'").all();
    return rows.map((row) => String((row as { readonly name: string }).name));
  } finally {
    store.close();
  }
}
