import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { failure } from "../errors.js";
import { lexiconWith, standardLexicon, type Lexicon } from "../draft/lexicon.js";

/**
 * Returns the words that drafts recognize: the built-in words and those in a folder's `synonyms/*.txt` files, which
 * contain one line per meaning. Throws `wrong_synonyms`, which reports every invalid line.
 */
export async function loadLexicon(folder: string): Promise<Lexicon> {
  const place = join(folder, "synonyms");
  const names = (await readdir(place).catch(() => [])).filter((name) => name.endsWith(".txt")).sort();
  if (names.length === 0) return standardLexicon();
  const texts = names.map(async (name) => [name, await readFile(join(place, name), "utf8")] as const);
  const { lexicon, diagnostics } = lexiconWith(Object.fromEntries(await Promise.all(texts)));
  if (diagnostics.length > 0) {
    const lines = diagnostics.map(({ file, line, reason }) => `synonyms/${file}:${line}: ${reason}`);
    throw failure("wrong_synonyms", { diagnostics: lines.join("\n") });
  }
  return lexicon;
}
