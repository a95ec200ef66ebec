import { describe, expect, test } from "vitest";
import { cleanTables } from "../corpus/clean-tables.js";
import { damageKinds } from "../corpus/damage.js";
import { readBytes, type ReadTable } from "./text-reading.js";

/** Signs are conserved: each letter and digit of a file stands in a heading, in a cell, or in a line that is named as left out. */

function signs(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const sign of text.match(/[\p{L}\p{N}]/gu) ?? []) found.set(sign, (found.get(sign) ?? 0) + 1);
  return found;
}

function saidOf(text: string, { headings, rows, detected }: ReadTable): ReadonlyMap<string, number> {
  const lines = text.split(/\r\n|\n|\r/);
  const leftOut = (detected.leftOut ?? []).flatMap(({ lines: named }) =>
    named.map((line) => lines[line - 1]),
  );
  return signs([...(headings ?? []), ...rows.flatMap(({ cells }) => cells), ...leftOut].join("\n"));
}

describe("no letter and no digit is lost or made up", () => {
  test.each(damageKinds.map((kind) => [kind.name, kind] as const))(
    "%s",
    async (_, kind) => {
      let compared = 0;
      const made = cleanTables.slice(0, 2).flatMap((table) => [...kind.make(table)]);
      for (const { bytes, variant } of made) {
        const text = Buffer.from(bytes).toString("utf8");
        // Other character sets are proven by their own tests; titles over groups of headings are spread over each.
        if (/[\ufffd\u0000]/.test(text) || variant === "group titles") continue;
        const found = await readBytes(bytes);
        if (found.issues.some(({ severity }) => severity === "error")) continue;
        expect(saidOf(text, found), variant).toEqual(signs(text.replace(/^sep=/, "")));
        compared++;
      }
      expect(compared > 0 || made.length === 0 || ["nothing", "NUL characters"].includes(kind.name)).toBe(
        true,
      );
    },
    60_000,
  );
});
