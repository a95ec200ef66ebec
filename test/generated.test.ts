import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../scripts/generated.js";

describe("a generated file", () => {
  it.each(generatedFiles.map((file) => [file.path, file] as const))(
    "is up to date with npm run generate: %s",
    async (path, file) => {
      expect(existsSync(path) ? readFileSync(path, "utf8") : "missing").toBe(await file.content());
    },
  );
});
