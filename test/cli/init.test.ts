import { mkdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { workdir } from "../support/workdir.js";

test("creates a workspace that passes its check and has the exports in its inbox", async () => {
  const dir = await workdir();
  const ran = await dir.lading(["init", "w"]);
  expect(ran).toMatchObject({ code: 0, stdout: "" });
  expect(ran.stderr).toMatch(/^Created a workspace in w: /);
  expect(ran.stderr).toContain("  cd w\n");
  expect(await dir.files("w/inbox")).toEqual([
    "w/inbox/example/charge-codes.csv",
    "w/inbox/example/staff.csv",
    "w/inbox/example/tax-codes.csv",
  ]);
  const checked = await dir.lading(["check"], { cwd: "w" });
  expect(checked.stdout).toBe("");
  expect(checked.stderr).toBe("3 mappings, 4 examples, 3 samples checked: no errors.\n");
  expect(checked.code).toBe(0);
  const one = await dir.lading(["check", "mappings/example/staff.yaml"], { cwd: "w" });
  expect([one.code, one.stdout, one.stderr]).toEqual([
    0,
    "",
    "1 mapping, 1 example, 1 sample checked: no errors.\n",
  ]);
  // Commands are copied as shown, and zsh passes comments to them.
  expect(ran.stderr).not.toContain("#");
  // Everything except the sentence above fits 80 columns.
  expect(
    ran.stderr
      .split("\n")
      .slice(1)
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

test("works in the current folder, also in a new repository", async () => {
  const dir = await workdir({ ".git/HEAD": "ref: refs/heads/main\n" });
  expect((await dir.lading(["init"])).code).toBe(0);
  expect(await dir.read(".gitignore")).toBe("data/\ninbox/\n");
});

test("works in a new volume of the image with an empty data folder, but not if that folder contains data", async () => {
  const dir = await workdir({ "old/data/lading.db": "" });
  await mkdir(dir.at("new/data"), { recursive: true });
  expect((await dir.lading(["init", "new"])).code).toBe(0);
  const refused = await dir.lading(["init", "old"]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("(it contains data)")]);
});

test("does not change a folder that is not empty", async () => {
  const dir = await workdir({ "w/letter.txt": "mine" });
  const ran = await dir.lading(["init", "w"]);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toMatch(
    /^lading: The folder .*w is not empty \(it contains letter\.txt\).*\nNext: Specify a new or empty folder/,
  );
  expect(await dir.files("w")).toEqual(["w/letter.txt"]);
});

test("reports a file in place of the folder", async () => {
  const dir = await workdir({ w: "mine" });
  const ran = await dir.lading(["init", "w"]);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toMatch(/w is not a folder\.\nNext: /);
  expect((await dir.lading(["init", "w/deeper"])).stderr).toContain("is not a folder");
});
