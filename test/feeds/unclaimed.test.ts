import { expect, onTestFinished, test } from "vitest";
import { failure, type LadingError } from "../../src/errors.js";
import { mostUnclaimed, noteUnclaimed } from "../../src/feeds/deliveries/unclaimed.js";
import { loadWorkspace } from "../../src/workspace/load.js";
import { openStoreOf } from "../../src/workspace/open-store.js";
import { workdir } from "../support/workdir.js";

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
    return noteUnclaimed({ store, workspace }, { sources: new Map([["partner", listing]]) });
  };
  const shown = async () => (await dir.lading(["status"])).stdout;

  await note(["notes.docx"]);
  expect(await shown()).toMatch(/source partner: unclaimed\n.*No feed claims "notes\.docx"\.\n/);
  // A listing that failed shows nothing.
  await note([], failure("sftp_refused", { host: "sftp.example", port: 22 }));
  expect(await shown()).toContain('No feed claims "notes.docx".');
  await note(Array.from({ length: mostUnclaimed + 1 }, (_, index) => `old-${index}.csv`));
  expect(await shown()).toContain("No feed claims 100 or more files, such as");
  await note([]);
  expect(await shown()).not.toContain("No feed claims");
});
