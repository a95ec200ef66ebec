import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Guess } from "../../mapping/guess/guess.js";
import { fitting, type Fit } from "../../mapping/guess/refit.js";
import { parseMapping } from "../../mapping/parse.js";
import type { Terminal } from "../command.js";
import { mappingsIn } from "../check/targets.js";

/** The mappings under `mappings/` that fit the file already, or would with renamed headings. Mistaken ones are `check`'s. */
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

export function fitTalk(fits: readonly Fit[]): string {
  return fits
    .slice(0, 5)
    .map(({ name, renamed }) => {
      if (renamed.length === 0) return `  ${name} fits this file already.\n`;
      const names = renamed.map(({ from, to, reason }) => `${from} -> ${to ?? ""} (${reason})`).join(", ");
      return `  ${name} fits when renamed headings are bound again: ${names}.\n`;
    })
    .join("");
}
