import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../scripts/generated.js";

describe("generated files are up to date (npm run generate)", () => {
  it.each(generatedFiles.map((file) => [file.path, file] as const))("%s", async (path, file) => {
    expect(existsSync(path) ? readFileSync(path, "utf8") : "missing").toBe(await file.content());
  });
});
