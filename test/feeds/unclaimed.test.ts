import { expect, onTestFinished, test } from "vitest";
import { failure, type LadingError } from "../../src/errors.js";
import { noteUnclaimed } from "../../src/feeds/deliveries/unclaimed.js";
import {
  dropOtherSources,
  mostUnprocessed,
  noteUnprocessed,
  readUnprocessed,
} from "../../src/feeds/deliveries/unprocessed-files.js";
import { loadWorkspace } from "../../src/workspace/load.js";
import { openStoreOf } from "../../src/workspace/open-store.js";
import { workdir } from "../support/workdir.js";
import { world } from "../support/world.js";

test("status lists the files on a server that no feed claims, from the last listing", async () => {
  const dir = await workdir({
    "lading.yaml": `lading: 1
accounts: { acme: { country: US } }
sources: { partner: { sftp: { host: sftp.example, user: u, password: "env:P", directory: /out } } }
feeds: { acme/staff: { source: partner, files: "staff*.csv" } }
`,
  });
  const workspace = await loadWorkspace(dir.path);
  const store = await openStoreOf(workspace, {});
  onTestFinished(() => store.close());
  const note = (names: readonly string[], failed?: LadingError) => {
    const unclaimed = names.map((name) => ({ name, size: 1, modified: 1, identity: name }));
    const listing = { arriving: [], unclaimed, ignored: [], failed };
    return noteUnclaimed(
      { store, workspace, clock: { now: () => new Date() } },
      { sources: new Map([["partner", listing]]) },
    );
  };
  const shown = async () => (await dir.lading(["status"])).stdout;

  await note(["notes.docx"]);
  expect(await shown()).toMatch(/source partner: unclaimed\n.*No feed claims "notes\.docx"\.\n/);
  // A listing that failed shows nothing.
  await note([], failure("sftp_refused", { host: "sftp.example", port: 22 }));
  expect(await shown()).toContain('No feed claims "notes.docx".');
  await note(Array.from({ length: mostUnprocessed + 1 }, (_, index) => `old-${index}.csv`));
  expect(await shown()).toContain(`No feed claims ${mostUnprocessed} or more files, such as`);
  await note([]);
  expect(await shown()).not.toContain("No feed claims");
});

test("files at a source keep the time when they were first noticed, until they change or no feed uses the source", async () => {
  const w = await world();
  const note = (files: readonly (readonly [string, string])[]) =>
    noteUnprocessed(
      w.setup,
      "inbox",
      "ignored",
      files.map(([name, reason]) => ({ name, reason })),
    );
  const stored = async () =>
    (await readUnprocessed(w.store.db, "inbox", "ignored")).map(({ name, since }) => [
      name,
      since.slice(11, 13),
    ]);
  const [link, part] = [
    ["a.lnk", "it is a link"],
    ["b.part", "it has a temporary name"],
  ] as const;
  expect(await note([link, part])).toHaveLength(2);
  w.clock.advance(3_600_000);
  expect(await note([link, part])).toEqual([]);
  expect(await note([part, ["a.lnk", "its name is not UTF-8"]])).toMatchObject([{ name: "a.lnk" }]);
  expect(await stored()).toEqual([
    ["b.part", "08"],
    ["a.lnk", "09"],
  ]);
  expect(await note([part])).toEqual([]);
  expect(await stored()).toEqual([["b.part", "08"]]);
  // A duplicate row is deleted.
  const duplicate = { source: "inbox", kind: "ignored", place: 7, name: part[0], reason: part[1] } as const;
  await w.store.db
    .insertInto("unprocessed_files")
    .values({ ...duplicate, since: "2026-01-01T08:00:00.000Z" })
    .execute();
  expect(await note([part])).toEqual([]);
  expect(await stored()).toEqual([["b.part", "08"]]);
  await dropOtherSources(w.setup);
  expect(await stored()).toEqual([["b.part", "08"]]);
  await dropOtherSources({ store: w.store, workspace: { ...w.setup.workspace, feeds: [] } });
  expect(await stored()).toEqual([]);
});
