import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { failure } from "../../errors.js";
import type { Guess } from "../../draft/guess.js";
import { fitting, type Fit } from "../../draft/refit.js";
import { formatDiagnostics } from "../../mapping/diagnostics.js";
import { parseMapping, type ParsedMapping } from "../../mapping/parse.js";
import { diskFile } from "../../system/read-file.js";
import type { Terminal } from "../command.js";
import { mappingsIn } from "../check/targets.js";
import { shellWord } from "../../sentence.js";

/**
 * Returns the mappings under `mappings/` that fit the file, either directly or after renaming headings. Invalid
 * mappings are skipped.
 */
export async function existingFits(
  headings: readonly string[] | null,
  guess: Guess,
  terminal: Terminal,
): Promise<readonly Fit[]> {
  const paths = await mappingsIn(join(terminal.cwd, "mappings"));
  const mappings = await Promise.all(
    paths.map(async (path) => {
      const name = relative(terminal.cwd, path);
      const result = parseMapping(await readFile(path, "utf8"), name);
      return "parsed" in result ? [{ name, parsed: result.parsed }] : [];
    }),
  );
  return fitting(mappings.flat(), headings, guess);
}

/** Throws `file_not_found`, `not_a_file`, `not_readable` or `wrong_mapping`. */
export async function existingMapping(
  path: string,
  terminal: Terminal,
): Promise<{ readonly text: string; readonly parsed: ParsedMapping }> {
  const { path: found } = await diskFile(resolve(terminal.cwd, path));
  const text = await readFile(found, "utf8");
  const result = parseMapping(text, path);
  if ("diagnostics" in result)
    throw failure("wrong_mapping", {
      diagnostics: formatDiagnostics(result.diagnostics),
      file: shellWord(path),
    });
  return { text, parsed: result.parsed };
}

/** `file` is the file name of the export, as entered by the user. */
export function fitText(file: string, fits: readonly Fit[]): string {
  return fits
    .slice(0, 5)
    .map(({ name, renamed }) => {
      if (renamed.length === 0) return `  ${name} already fits this file.\n`;
      const names = renamed.map(({ from, to, reason }) => `${from} -> ${to ?? ""} (${reason})`).join(", ");
      const out = name.replace(/(?:\.draft)?\.ya?ml$/, ".draft.yaml");
      const next = `lading guess ${shellWord(file)} --fit ${shellWord(name)} --out ${shellWord(out)}`;
      return `  ${name} fits after renaming headings: ${names}.\n    Next: ${next}\n`;
    })
    .join("");
}
