import { readFile } from "node:fs/promises";
import { failure } from "../errors.js";
import type { Layout } from "../layouts/layout.js";
import { parseLayout } from "../layouts/parse.js";
import { formatMistakes } from "../mapping/mistakes.js";
import type { Account } from "../records/account.js";
import { diskFile } from "../sources/disk.js";

/**
 * A layout from disk.
 *
 * @param label how mistakes name the file
 * @throws file_not_found, not_a_file, not_readable, wrong_layout with every mistake at once
 */
export async function loadLayout(path: string, account: Account, label = path): Promise<Layout> {
  // Opening it first says in plain words when there is no such file.
  await diskFile(path);
  const result = parseLayout(await readFile(path, "utf8"), label, account);
  if ("mistakes" in result) throw failure("wrong_layout", { mistakes: formatMistakes(result.mistakes) });
  return result.layout;
}
