import { expect, test } from "vitest";
import { workdir } from "./workdir.js";

test("runs the real command line in a new folder", async () => {
  const dir = await workdir({ "in/a.txt": "a" });
  const ran = await dir.process(["--version"]);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await dir.files()).toEqual(["in/a.txt"]);
});

test("waits for output of a running process, and stops it", async () => {
  const dir = await workdir({ "s.mjs": "console.log('up'); setInterval(() => {}, 1000);" });
  const running = dir.startNode(["s.mjs"]);
  expect(await running.waitFor("up")).toContain("up");
  expect((await running.stop()).code).toBe(143);
});

test("a process that ends before the expected output fails the test", async () => {
  const dir = await workdir({ "s.mjs": "console.error('no'); process.exit(3);" });
  await expect(dir.startNode(["s.mjs"]).waitFor("up")).rejects.toThrow(/ended with 3 before up:\nno/);
});
