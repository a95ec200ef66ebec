import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { generatedFiles } from "./generated.js";

for (const { path, content } of generatedFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, await content());
  console.log(path);
}
