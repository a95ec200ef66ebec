import { expect, test } from "vitest";
import { inTime } from "../../src/console/api/in-time.js";

test("returns a finished result, even if it is a failure", async () => {
  expect(await inTime(Promise.resolve("done"), Promise.resolve("goes on"))).toBe("done");
  await expect(inTime(Promise.reject(new Error("no")), Promise.resolve("goes on"))).rejects.toThrow("no");
});

test("answers while long work continues, and ignores its later failure", async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<string>((_, reject) => (fail = reject));
  expect(await inTime(work, Promise.resolve("goes on"), 1)).toBe("goes on");
  fail(new Error("later"));
  await expect(work).rejects.toThrow("later");
});

test("does not report work as continuing before it has started", async () => {
  let begin: (answer: string) => void = () => undefined;
  const begun = new Promise<string>((resolve) => (begin = resolve));
  const answer = inTime(new Promise<string>(() => undefined), begun, 1);
  const first = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 50, "waiting"))]);
  expect(first).toBe("waiting");
  begin("goes on");
  expect(await answer).toBe("goes on");
});
