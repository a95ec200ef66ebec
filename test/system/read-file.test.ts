import { execFileSync } from "node:child_process";
import { appendFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { diskFile } from "../../src/system/read-file.js";

const folder = await mkdtemp(join(tmpdir(), "lading-disk-"));
afterAll(() => rm(folder, { recursive: true }));

async function textOf(path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await diskFile(path)).stream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("a file on disk", () => {
  it("can be read repeatedly and completely", async () => {
    const text = "line\n".repeat(200_000);
    await writeFile(join(folder, "a.csv"), text);
    const file = await diskFile(join(folder, "a.csv"));
    expect(file.size).toBe(text.length);
    expect(await textOf(file.path)).toBe(text);
    expect(await textOf(file.path)).toBe(text);
    expect(await file.sha256()).toBe(await file.sha256());
    await file.assertUnchanged();
  });

  it("notices a change", async () => {
    await writeFile(join(folder, "b.csv"), "a");
    const file = await diskFile(join(folder, "b.csv"));
    await appendFile(file.path, "b");
    await expect(file.assertUnchanged()).rejects.toMatchObject({ code: "file_changed" });
  });

  it("explains problems with a path", async () => {
    await expect(diskFile(join(folder, "absent"))).rejects.toMatchObject({ code: "file_not_found" });
    await expect(diskFile(folder)).rejects.toMatchObject({ code: "not_a_file" });
    await expect(diskFile("/dev/null")).rejects.toMatchObject({ code: "not_a_file" });
  });

  it("suggests similar files and folders", async () => {
    await mkdir(join(folder, "samples", "harbour"), { recursive: true });
    const meant = join(folder, "samples", "harbour", "staff.csv");
    await writeFile(meant, "a");
    for (const mistyped of [
      "samples/harbour/staf.csv",
      "samples/habour/staff.csv",
      "sample/habour/staf.csv",
    ]) {
      const message = expect.stringContaining(`Did you mean ${meant}?`) as string;
      await expect(diskFile(join(folder, mistyped)), mistyped).rejects.toMatchObject({ message });
    }
    const far = "quite/another.csv";
    const message = expect.not.stringContaining("Did you mean") as string;
    await expect(diskFile(join(folder, far))).rejects.toMatchObject({ message });
  });

  it("never waits for a pipe", async () => {
    execFileSync("mkfifo", [join(folder, "pipe.csv")]);
    await expect(diskFile(join(folder, "pipe.csv"))).rejects.toMatchObject({ code: "not_a_file" });
  });
});
