import { expect, test } from "vitest";
import { deliver, emptyScene, listOf, people, prepareScene } from "../support/scene.js";
import { Workdir } from "../support/workdir.js";

/** Wrong workspaces and data folders that are not as Lading left them: named, and nothing is touched. */

async function inScene(make: (folder: string) => void, use: (dir: Workdir) => Promise<void>): Promise<void> {
  const dir = await Workdir.make();
  try {
    make(dir.path);
    await use(dir);
  } finally {
    await dir.remove();
  }
}

test("a wrong workspace is refused whole, with line and column, before anything is touched", () =>
  inScene(emptyScene, async (dir) => {
    deliver(dir.path, people(3, "2026-01-01T00:00:00.000Z"));
    const right = await dir.read("lading.yaml");
    await dir.write({ "lading.yaml": `${right}outputs: { files: { folder: out, format: [csv] } }\n` });
    const ran = await dir.process(["run"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/lading\.yaml:5:\d+/);
    expect(await dir.files()).toEqual(["inbox/staff.csv", "lading.yaml"]);
  }));

test("a damaged manifest and foreign files are named, the last list that verifies is served, nothing is deleted", () =>
  inScene(prepareScene, async (dir) => {
    const first = listOf(dir.path);
    expect((await dir.process(["run"])).code).toBe(0);
    const pub = "data/accounts/acme/staff/pub";
    const manifest = await dir.read(`${pub}/2/manifest.json`);
    await dir.write({
      [`${pub}/2/manifest.json`]: manifest.replace('"records": 9', '"records": 8'),
      [`${pub}/notes.txt`]: "mine",
      "data/readme.txt": "mine",
    });
    const before = await dir.files("data");
    const status = await dir.process(["status"]);
    expect(status.code).toBe(1);
    expect(status.stdout).toMatch(/Publication 2 is not served: its manifest does not match its seal/);
    expect(status.stdout).toContain('"readme.txt"');
    expect(status.stdout).toContain('"accounts/acme/staff/pub/notes.txt"');
    await dir.process(["run"]);
    expect((await dir.files("data")).filter((name) => before.includes(name))).toEqual(before);
    expect(await dir.read(`${pub}/1/list.json`)).toBe(first);
  }));
