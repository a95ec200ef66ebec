import { readFile } from "node:fs/promises";
import { failure } from "../errors.js";
import type { Layout } from "../mapping/layouts/layout.js";
import { parseLayout } from "../mapping/layouts/parse.js";
import { formatDiagnostics } from "../mapping/diagnostics.js";
import type { Account } from "../model/account.js";
import { shellWord } from "../sentence.js";
import { diskFile } from "../system/read-file.js";

/**
 * `label` is the file name for diagnostics. Throws `file_not_found`, `not_a_file`, `not_readable`, or `wrong_layout`
 * with all diagnostics.
 */
export async function loadLayout(path: string, account: Account, label = path): Promise<Layout> {
  const text = await readFile(path, "utf8").catch(async (error: unknown) => {
    // `diskFile` throws an error that explains why the file cannot be read.
    await diskFile(path);
    throw error;
  });
  const result = parseLayout(text, label, account);
  if ("diagnostics" in result)
    throw failure("wrong_layout", {
      diagnostics: formatDiagnostics(result.diagnostics),
      file: shellWord(label),
    });
  return result.layout;
}

/** Throws the same errors as `loadLayout`. Also throws `layout_of_several_files` if the layout writes more than one file. */
export async function loadOutboxLayout(path: string, account: Account, label: string): Promise<Layout> {
  const layout = await loadLayout(path, account, label);
  const count = layout.parts.length;
  if (count !== 1) throw failure("layout_of_several_files", { layout: label, count });
  return layout;
}
