import { expect, test } from "vitest";
import { algorithms } from "../../../src/connectors/sftp/algorithms.js";

const old = /sha1\b|-cbc$|^ssh-(rsa|dss)$/;

test("offers old algorithms only if they are permitted, and after the others", () => {
  const safe = algorithms(["ssh-rsa"], false);
  expect(Object.values(safe).flat()).not.toEqual([]);
  expect(
    Object.values(safe)
      .flat()
      .filter((name) => old.test(name as string)),
  ).toEqual([]);
  for (const names of Object.values(algorithms(["ssh-rsa"], true)) as string[][]) {
    const firstOld = names.findIndex((name) => old.test(name));
    if (firstOld !== -1) expect(names.slice(firstOld).every((name) => old.test(name))).toBe(true);
  }
});
