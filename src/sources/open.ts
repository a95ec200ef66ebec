import { folderSource } from "./folder.js";
import type { SourceSettings } from "./index.js";
import type { Source } from "./source.js";

/** Opens a source of the workspace; nothing is connected before it is listed. */
export async function openSource(name: string, settings: SourceSettings, root: string): Promise<Source> {
  return folderSource(name, settings, root);
}
