import { expect, test } from "vitest";
import { eachGroup, feedGroups } from "../../src/feeds/deliveries/feed-groups.js";
import type { Feed } from "../../src/workspace/workspace.js";

const feed = (name: string, ...sources: string[]) => ({ name, sources }) as unknown as Feed;
const namesOf = (feeds: readonly Feed[]) => feedGroups(feeds).map((group) => group.map(({ name }) => name));

test.each([
  ["in one account", [feed("a/tax-code", "x"), feed("a/staff", "y")], [["a/tax-code", "a/staff"]]],
  ["from one source", [feed("a/staff", "x"), feed("b/staff", "x")], [["a/staff", "b/staff"]]],
  ["separate", [feed("a/staff", "x"), feed("b/staff", "y")], [["a/staff"], ["b/staff"]]],
  [
    "joined by a third",
    [feed("a/staff", "x"), feed("c/staff", "z"), feed("b/staff", "y"), feed("b/tax-code", "x")],
    [["a/staff", "b/staff", "b/tax-code"], ["c/staff"]],
  ],
])("groups feeds that are %s", (_name, feeds, groups) => {
  expect(namesOf(feeds)).toEqual(groups);
});

test("a group that hangs does not delay others, and each keeps its order", async () => {
  const groups = feedGroups([
    feed("slow/staff", "x"),
    feed("a/one", "y"),
    feed("a/two", "y"),
    feed("b/staff", "z"),
  ]);
  const done: string[] = [];
  let release = (): void => undefined;
  const stuck = new Promise<void>((resolve) => (release = resolve));
  const all = eachGroup(groups, 2, async (group) => {
    for (const { name } of group) {
      if (name === "slow/staff") await stuck;
      done.push(name);
    }
  });
  await expect.poll(() => done).toEqual(["a/one", "a/two", "b/staff"]);
  release();
  await all;
  expect(done.at(-1)).toBe("slow/staff");
});

test("many waiting groups cause no warning", async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error): void => void warnings.push(message);
  process.on("warning", note);
  const groups = feedGroups(Array.from({ length: 40 }, (_, i) => feed(`a${i}/staff`, `s${i}`)));
  await eachGroup(groups, 2, () => new Promise((resolve) => setImmediate(resolve)));
  process.off("warning", note);
  expect(warnings).toEqual([]);
});
