import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { readBytes } from "./text-reading.js";

const words = {
  French: ["Île-de-France", "Crédit à l'importation", "Taxe perçue", "Évian", "Noël"],
  German: ["Müller", "Übergabegebühr", "Größe", "Zölle", "MÜNCHEN", "Straße"],
  Spanish: ["Señor Peña", "Tránsito", "¿Qué?", "Año fiscal", "ESPAÑA"],
  Portuguese: ["São Paulo", "Alfândega", "Isenção", "Inspeção"],
  Swedish: ["Göteborg", "Ålesund", "Förtullning", "MALMÖ"],
  signs: ["5 °C", "± 3 %", "§ 4", "12 µm", "20 m²"],
} as const;

/** A table whose accents stand in a few of many rows only. */
function table(accented: readonly string[], rows: number): string[][] {
  return Array.from({ length: rows }, (_, at) => [
    `C${1000 + at}`,
    at % 37 === 5 ? (accented[(at / 37) | 0] ?? accented[0] ?? "") : "Plain handling",
    String(at),
  ]);
}

const csv = (rows: readonly (readonly string[])[]): string =>
  ["Code,Description,Number", ...rows.map((row) => row.join(","))].join("\r\n") + "\r\n";

describe("character sets that are suggested", () => {
  for (const [language, accented] of Object.entries(words)) {
    it(`reads ${language} in windows-1252 as it was written`, async () => {
      for (const count of [6, 60, 400]) {
        const rows = table(accented, count);
        const found = await readBytes(iconv.encode(csv(rows), "windows-1252"));
        expect(found.rows.map((row) => row.cells)).toEqual(rows);
        expect(found.codes).toContain("encoding_suggested");
      }
    });
  }

  it("holds a suggestion against the whole file", async () => {
    // Far below every window: a byte that windows-1252 does not have.
    const rows = [...table(["Café"], 40), ...table([], 20_000), ["X1", "Gebühr", "1"]];
    const found = await readBytes(iconv.encode(csv(rows), "cp850"));
    expect(found.detected.encoding).toBe("cp850");
    expect(found.rows.at(-1)?.cells).toEqual(["X1", "Gebühr", "1"]);
  });

  it("does not take sets of other letters for western text with a byte that is damaged", async () => {
    for (const before of [3, 20_000]) {
      const rows = table(words.French, Math.max(before + 1, 400));
      const text = iconv.encode(csv(rows), "windows-1252");
      const at = text.indexOf(`C${1000 + before}`);
      const damaged = Buffer.concat([text.subarray(0, at), Buffer.from([0x9d]), text.subarray(at)]);
      const found = await readBytes(damaged);
      expect(found.codes.some((code) => code === "invalid_bytes" || code === "encoding_suggested")).toBe(
        true,
      );
      if (found.rows.length > 0) expect(found.detected.encoding).toMatch(/^(?:windows-125[027]|iso-?8859-)/);
    }
  });
});
