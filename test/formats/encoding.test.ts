import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { openTable } from "../../src/formats/index.js";
import { defaultLimits } from "../../src/formats/limits.js";
import { bytesSource, readBytes } from "./text-reading.js";

const words = {
  French: ["Île-de-France", "Crédit à l'importation", "Taxe perçue", "Évian", "Noël"],
  German: ["Müller", "Übergabegebühr", "Größe", "Zölle", "MÜNCHEN", "Straße"],
  Spanish: ["Señor Peña", "Tránsito", "¿Qué?", "Año fiscal", "ESPAÑA"],
  Portuguese: ["São Paulo", "Alfândega", "Isenção", "Inspeção"],
  Swedish: ["Göteborg", "Ålesund", "Förtullning", "MALMÖ"],
  signs: ["5 °C", "± 3 %", "§ 4", "12 µm", "20 m²"],
} as const;

/** A table with accents in only a few of many rows. */
function table(accented: readonly string[], rows: number): string[][] {
  return Array.from({ length: rows }, (_, at) => [
    `C${1000 + at}`,
    at % 37 === 5 ? (accented[(at / 37) | 0] ?? accented[0] ?? "") : "Plain handling",
    String(at),
  ]);
}

const csv = (rows: readonly (readonly string[])[]): string =>
  ["Code,Description,Number", ...rows.map((row) => row.join(","))].join("\r\n") + "\r\n";

describe("suggested character sets", () => {
  for (const [language, accented] of Object.entries(words)) {
    it(`reads ${language} in windows-1252 correctly`, async () => {
      for (const count of [6, 60, 400]) {
        const rows = table(accented, count);
        const found = await readBytes(iconv.encode(csv(rows), "windows-1252"));
        expect(found.rows.map((row) => row.cells)).toEqual(rows);
        expect(found.codes).toContain("encoding_suggested");
      }
    });
  }

  it("suggests no set in which an accent swallows the next letter", async () => {
    const texts = ["Dise\u00a4o de Planos", "Digitaci\u00f3n y archivo", "Fuente A\u00f1o Anter"];
    const bytes = Buffer.from(csv(texts.map((text, i) => [`C${i}`, text, "1"])), "latin1");
    const found = await readBytes(bytes);
    expect(found.rows[1]!.cells[1]).toBe("Digitaci\u00f3n y archivo");
    expect(found.issues.find(({ code }) => code === "encoding_suggested")?.message).not.toMatch(
      /big5|shift_jis/,
    );
  });

  it("reads short Japanese text with full-width Latin letters, which the detector does not know", async () => {
    const text =
      "2018/7/3,東京電力  電気料金等,ご本人,1回払い,,18/8\n2018/7/4,ＡＭＡＺＯＮ．ＣＯ．ＪＰ,ご本人,1回払い,,18/8\n";
    const found = await readBytes(iconv.encode(text, "shift_jis"), { header: "none" });
    expect([found.detected.encoding, found.rows[1]?.cells[1]]).toEqual([
      "shift_jis",
      "ＡＭＡＺＯＮ．ＣＯ．ＪＰ",
    ]);
  });

  it("checks a suggestion against the whole file", async () => {
    // A byte that windows-1252 does not define, far below every sample window.
    const rows = [...table(["Café"], 40), ...table([], 20_000), ["X1", "Gebühr", "1"]];
    const found = await readBytes(iconv.encode(csv(rows), "cp850"));
    expect(found.detected.encoding).toBe("cp850");
    expect(found.rows.at(-1)?.cells).toEqual(["X1", "Gebühr", "1"]);
  });

  const staff: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "German",
      "windows-1252 cp850 iso-8859-15 macintosh",
      ["Jürgen Müller", "Käthe Weiß", "Björn Größer", "Ute Köhler"],
    ],
    [
      "French",
      "windows-1252 cp850 iso-8859-15 macintosh",
      ["François Lefèvre", "Hélène Béranger", "Éric Hémery", "Benoît Crête"],
    ],
    [
      "Spanish",
      "windows-1252 cp850 iso-8859-15 macintosh",
      ["José Muñoz", "María Núñez", "Íñigo Peña", "Ángel Ibáñez"],
    ],
    [
      "Portuguese",
      "windows-1252 cp850 iso-8859-15 macintosh",
      ["João Gonçalves", "Conceição Simões", "Inês Araújo", "Íris Leitão"],
    ],
    [
      "Norwegian",
      "windows-1252 cp850 macintosh",
      ["Kåre Ødegård", "Søren Nørgaard", "Bjørn Sæther", "Åse Bø"],
    ],
    [
      "Polish",
      "windows-1250 iso-8859-2 cp852",
      ["Łukasz Wójcik", "Małgorzata Dąbrowska", "Grażyna Gołąb", "Świętosław Woźniak"],
    ],
    [
      "Czech",
      "windows-1250 iso-8859-2 cp852",
      ["Jiří Dvořák", "Tomáš Černý", "Věra Růžičková", "Zdeněk Šťastný"],
    ],
    ["Turkish", "windows-1254 cp857", ["Gökçe Yılmaz", "Şule Öztürk", "Ayşe Güneş", "Çağlar Şahin"]],
  ];
  for (const [language, charsets, names] of staff) {
    it.each(charsets.split(" "))(
      `reads a ${language} list of staff in %s correctly, or reports its set`,
      async (charset) => {
        for (const count of [3, 40, 200]) {
          for (let first = 0; first < (count < 4 ? names.length : 1); first++) {
            const cells = Array.from({ length: count }, (_, at) => [
              `E${at}`,
              names[(at + first) % names.length]!,
              "Sales",
            ]);
            const bytes = iconv.encode(csv(cells), charset);
            const found = await readBytes(bytes);
            const message = found.issues.find(({ code }) => code === "encoding_suggested")!.message;
            // iso-8859-15 differs from windows-1252 in characters that no name contains.
            const right = found.rows.map((row) => row.cells[1]).join() === cells.map((row) => row[1]).join();
            const named = iconv.decode(bytes, charset) !== csv(cells) || message.includes(charset);
            expect(right || named, `${charset} ${count} ${names[first]!}: ${message}`).toBe(true);
          }
        }
      },
    );
  }

  it.each([
    ["koi8-r", ["Склад", "Иванов", "Фрахт", "Таможня"]],
    ["cp866", ["Склад", "Иванов", "Фрахт"]],
    ["windows-1253", ["Παπαδόπουλος", "Ναύλος", "Αθήνα", "Θεσσαλονίκη"]],
    ["gbk", ["上海分公司", "海运费", "报关费", "文件费"]],
    ["euc-kr", ["서울지점", "해상운임", "통관료"]],
    // Three languages in one list.
    ["windows-1250", ["Łukasz Wójcik", "Žofie Dvořáková", "Grażyna Śliwa", "Ágnes Szűcs"]],
  ])("reads a few words in %s correctly among any number of plain rows", async (charset, few) => {
    for (const plain of [0, 4000]) {
      const rows = [
        ...table([], plain),
        ...Array.from({ length: 25 }, (_, at) => [`X${at}`, few[at % few.length]!, String(at)]),
      ];
      const found = await readBytes(iconv.encode(csv(rows), charset));
      expect(found.rows.map((row) => row.cells)).toEqual(rows);
    }
  });

  it.each([
    [
      "Spanish",
      "windows-1252",
      ["2ª tarifa", "Nº", "¿Baja?", "Peñíscola", "Dña. Mª José", "NºFactura", "3º 2ª"],
    ],
    ["Spanish ordinals", "windows-1252", ["2ª tarifa", "Nº", "Fdº", "Sr.ª", "-18 ºC"]],
    ["Spanish capitals", "windows-1252", ["2ª TARIFA", "NºPÓLIZA", "ÚLTIMA MODIFICACIÓN"]],
    ["Spanish", "cp850", ["2ª tarifa", "Nº", "Tránsito", "Señor", "último"]],
    ["Portuguese", "windows-1252", ["1ª via", "Nº da fatura", "Isenção", "3º Dtº", "SÃO PAULO"]],
    ["Italian", "windows-1252", ["1ª tariffa", "N°Fattura", "Qualità", "«Urgente»", "3º piano"]],
    ["French", "windows-1252", ["N°Facture", "«Livré»", "§ 3", "Noël", "50 €"]],
    ["German", "windows-1252", ["§ 4", "»Eilgut«", "20 °C", "„Zölle“", "m²"]],
    ["Spanish abbreviations", "windows-1252", ["CODºCLIENTE", "DPTOºVENTAS", "Inspección"]],
    // The byte of º and ª is a letter here.
    ["Romanian", "windows-1250", ["Argeş", "Mureş", "Str. Ştefan cel Mare 2", "IAŞI", "Braşov"]],
    ["Thai", "windows-874", ["ค่าระวาง Ocean freight", "ค่าTHC", "ตู้20ฟุต", "กรุงเทพมหานคร"]],
  ])("reads %s in %s with the usual characters", async (_, charset, cells) => {
    for (const count of [cells.length, 60]) {
      const rows = Array.from({ length: count }, (_, at) => [`C${at}`, cells[at % cells.length]!, "1"]);
      const found = await readBytes(iconv.encode(csv(rows), charset));
      expect(found.rows.map((row) => row.cells)).toEqual(rows);
    }
  });

  it("does not take sets of other scripts for Western text with a damaged byte", async () => {
    for (const before of [3, 20_000]) {
      const rows = table(words.French, Math.max(before + 1, 400));
      const text = iconv.encode(csv(rows), "windows-1252");
      const at = text.indexOf(`C${1000 + before}`);
      const damaged = Buffer.concat([text.subarray(0, at), Buffer.from([0x9d]), text.subarray(at)]);
      const found = await readBytes(damaged);
      expect(found.codes).toEqual(["invalid_bytes"]);
      expect(found.issues[0]!.message).toContain(`Line ${before + 2} `);
    }
  });
});

describe("a damaged byte", () => {
  it.each([
    ["windows-1250", 0x83, ["Łukasz Wójcik", "Żaneta Zięba", "Święcicka"]],
    ["windows-1257", 0x81, ["Živilė Žukauskienė", "Šarūnas Jasikevičius", "Ąžuolas"]],
  ] as const)(
    "rejects its line in a list in %s and does not suggest a different set",
    async (charset, byte, names) => {
      const rows = Array.from({ length: 40 }, (_, i) => [`C${i}`, names[i % names.length]!, String(i)]);
      const bytes = Buffer.from(iconv.encode(csv(rows), charset));
      bytes[bytes.indexOf("C20,") + 4] = byte;
      const found = await readBytes(bytes);
      expect(found.issues.filter(({ severity }) => severity === "error")).toMatchObject([
        { code: "invalid_bytes", line: 22 },
      ]);
    },
  );
});

it("names in capitals are read in the matching set", async () => {
  const rows = ["ИВАН ПЕТРОВ", "МАРИЯ СИДОРОВА", "ИВАН ПЕТРОВ", "МАРИЯ СИДОРОВА"].map((name, i) => [
    `E${i}`,
    name,
    String(i),
  ]);
  const found = await readBytes(iconv.encode(csv(rows), "windows-1251"));
  expect(found.rows.map((row) => row.cells)).toEqual(rows);
});

it("suggests the best two sets, without percentages", async () => {
  const found = await readBytes(iconv.encode(csv(table(["Crédit"], 6)), "windows-1252"));
  const message = found.issues.find(({ code }) => code === "encoding_suggested")!.message;
  expect(message).not.toContain("%");
  expect(message).toMatch(/best fits windows-1252\. The second-best fit, [\w-]+, would read é as \p{L}\.$/u);
});

it("suggests no second set that reads all letters in the same way", async () => {
  const found = await readBytes(iconv.encode(csv(table(["Prijs – €5 café"], 6)), "windows-1252"));
  const message = found.issues.find(({ code }) => code === "encoding_suggested")!.message;
  expect(message).not.toMatch(/windows-125[0-9], would/);
});

describe("a configured character set that the file contradicts", () => {
  const bytes = Buffer.from("Code;Name\nA;Zürich\nB;Genève\n");
  const options = { encoding: "windows-1252" };

  it("is reported if a character is divided between two chunks in a reused buffer", async () => {
    async function* passing(): AsyncGenerator<Uint8Array> {
      const buffer = Buffer.alloc(bytes.indexOf("ü") + 1);
      for (let at = 0; at < bytes.length; at += buffer.length)
        yield buffer.subarray(0, bytes.copy(buffer, 0, at));
    }
    const table = await openTable({ ...bytesSource(bytes), passing }, options, defaultLimits);
    expect(table.issues.map(({ code }) => code)).toContain("encoding_refuted");
  });

  it("is not assumed to be correct if the check cannot read the file", async () => {
    let reads = 0;
    async function* passing(): AsyncGenerator<Uint8Array> {
      yield bytes;
      if (++reads === 1) throw new Error("read failed");
    }
    const reading = openTable({ ...bytesSource(bytes), passing }, options, defaultLimits);
    await expect(reading).rejects.toThrow("read failed");
  });
});
