import { expect, test } from "vitest";
import { workdir } from "../support/workdir.js";

/** A data folder of a newer Lading: no command reads or writes what it may misunderstand. */

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
  ["backtest", feed, "inbox"],
  ["diff", feed, `${feed}@1`],
  ["notify", "show"],
  ["token", "create", "--account", "acme"],
  ["token", "list"],
  ["client", "create", "--account", "acme"],
  ["adopt"],
  ["migrate"],
];

test("is refused by every command that looks into it, and stays as it is", async () => {
  const dir = await workdir({
    "lading.yaml": `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds: { acme/staff: { source: inbox, files: "staff*.csv" } }
`,
    "inbox/staff-2026-01-01.csv": "external_id,updated_at,name,email_address,is_active\r\n",
    "data/version": "2\n",
  });
  for (const words of commands) {
    const { code, stdout, stderr } = await dir.lading(words);
    expect([words, code, stdout]).toEqual([words, 2, ""]);
    expect(stderr).toContain("holds data of version 2; this Lading works with version 1.");
  }
  expect(await dir.files("data")).toEqual(["data/version"]);
});

test("a folder without a version has nothing to migrate", async () => {
  const dir = await workdir();
  await dir.lading(["init"]);
  const { code, stdout } = await dir.lading(["migrate"]);
  expect([code, stdout]).toEqual([
    0,
    "data/ has no version, the first run gives it one: nothing to migrate.\n",
  ]);
});
