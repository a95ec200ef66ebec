import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { corpusFiles, corpusFolder } from "../test/corpus/corpus-files.js";

/** `npm run corpus` writes the files in test/corpus/files again. */

rmSync(corpusFolder, { recursive: true, force: true });
mkdirSync(corpusFolder);
for (const { file, write } of corpusFiles) writeFileSync(join(corpusFolder, file), await write());
