import { join } from "node:path";
import { failure } from "../errors.js";
import { ensureFolder, exists, linkDurably, writeNew } from "../storage/durable.js";
import { dropOrphans, temporaryName } from "../lists/spool.js";
import type { Setup } from "./setup.js";

/** Version of the layout of the data folder. */
const known = "1";

/** Makes the data folder when there is none, refuses one of another version, and drops what dead processes left. */
export async function prepareData(setup: Setup): Promise<void> {
  const { disk, workspace } = setup;
  const path = join(workspace.data, "version");
  await ensureFolder(disk, workspace.data);
  if (await exists(disk, path)) {
    const found = (await disk.readFile(path)).toString("utf8").trim();
    if (found !== known) throw failure("other_version", { path: workspace.data, found, known });
  } else {
    await ensureFolder(disk, join(workspace.data, "tmp"));
    const draft = join(workspace.data, "tmp", temporaryName());
    try {
      await writeNew(disk, draft, [`${known}\n`]);
      await linkDurably(disk, draft, path);
    } finally {
      await disk.remove(draft);
    }
  }
  await dropOrphans(disk, workspace.data);
}
