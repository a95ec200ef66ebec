import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonFormat } from "../../src/formats/json/json.js";
import { JsonScanner } from "../../src/formats/json/scanner.js";
import { readAll, refusal } from "./reading.js";

describe("a JSON document", () => {
  it("keeps values as they are written", async () => {
    const table = await readAll(
      jsonFormat,
      '[{"id": 1234567890123456789, "rate": 1.10, "on": true, "off": null, "name": "A\\u00e9\\n", "exp": 1E5},\n{"id": 2, "extra": "x"}]',
    );
    expect(table.headings).toEqual(["id", "rate", "on", "off", "name", "exp", "extra"]);
    expect(table.cells).toEqual([
      ["1234567890123456789", "1.10", "true", "", "Aé\n", "1E5", ""],
      ["2", "", "", "", "", "", "x"],
    ]);
    expect(table.rows.map((row) => row.line)).toEqual([1, 2]);
  });

  it("gives each row the document's values that the mapping names", async () => {
    const text =
      '{"export":{"made":"2026-03-01","staff":[{"id":1,"made":null},{"id":2,"made":"x"}]},"company":"010","more":[1]}';
    const wanted = ["id", "$.company", "$.export.made", "$.more", "$.none"];
    const table = await readAll(jsonFormat, text, { wanted });
    expect(table.headings).toEqual(["id", "made", "$.company", "$.export.made"]);
    expect(table.cells).toEqual([
      ["1", "", "010", "2026-03-01"],
      ["2", "x", "010", "2026-03-01"],
    ]);
    expect((await readAll(jsonFormat, text)).headings).toEqual(["id", "made"]);
    const twice = '{"company":"010","company":"020","list":[{"id":1}]}';
    expect(refusal(await readAll(jsonFormat, twice, { wanted: ["$.company"] }))).toContain("more than once");
  });

  it("reads lists at several paths in document order, with the names of the first path", async () => {
    const records = ["days.invoices", "days.credits"];
    const text =
      '{"days":[{"day":1,"credits":[{"id":2}],"invoices":[{"id":1}]},{"day":2,"invoices":[{"id":3}]},{"day":3}]}';
    const table = await readAll(jsonFormat, text, { records, keys: ["days.day"] });
    expect(table.headings).toEqual(["days.day", "@name()", "id"]);
    expect(table.cells).toEqual([
      ["1", "credits", "2"],
      ["1", "invoices", "1"],
      ["2", "invoices", "3"],
      ["3", "", ""],
    ]);
    const plain = ["invoices", "credits"];
    expect((await readAll(jsonFormat, '{"credits":[{"id":2}]}', { records: plain })).cells).toEqual([
      ["credits", "2"],
    ]);
    expect((await readAll(jsonFormat, '{"credits":[],"invoices":[]}', { records: plain })).cells).toEqual([]);
    expect(refusal(await readAll(jsonFormat, '{"other":[]}', { records: plain }))).toContain(
      "it does not contain invoices or credits",
    );
  });

  it("flattens nested values", async () => {
    const table = await readAll(
      jsonFormat,
      '[{"id":"1","tax":{"code":"S1","rate":{"value":19}},"tags":["a","b"],"none":[]}]',
    );
    expect(table.headings).toEqual(["id", "tax.code", "tax.rate.value", "tags.1", "tags.2"]);
    expect(table.cells).toEqual([["1", "S1", "19", "a", "b"]]);
    expect(table.detected.evidence.at(-1)).toBe(
      "These lists and objects are always empty, so they have no columns: none.",
    );
  });

  it.each([
    ["columns, as lists", '{"id":["1","2"],"name":["Ann","Bob"]}'],
    ["columns, by number", '{"id":{"0":"1","1":"2"},"name":{"0":"Ann","1":"Bob"}}'],
    ["rows by key", '{"E1":{"name":"Ann","on":true},"E2":{"name":"Bob"},"E3":{"name":"Cat"}}'],
  ])("refuses %s in one object, which are not a single row", async (_, text) => {
    expect(refusal(await readAll(jsonFormat, text))).toContain("one object with similar parts");
  });

  it.each([
    ["rows by key", (i: number) => ({ name: `Port ${i}` }), "one object with similar parts"],
    ["values by key", (i: number) => `Port ${i}`, "one object with more than 1000 values"],
  ])(
    "refuses more %s than the maximum number of columns, with the right reason",
    async (_, value, reason) => {
      const ports = Object.fromEntries(Array.from({ length: 1_100 }, (_each, i) => [`P${i}`, value(i)]));
      expect(refusal(await readAll(jsonFormat, JSON.stringify(ports)))).toContain(reason);
    },
  );

  it("refuses a list of single values, without calling it text with a misplaced quote", async () => {
    const long = JSON.stringify(
      Array.from({ length: 200 }, (_, i) => i),
      null,
      1,
    );
    const lists = ['[\n  "a",\n  "b\\"",\n  "c"\n]', '["a"]', "[5]", "[5]\n", "[\n 1,\n -2.5\n]\n", long];
    for (const text of [...lists, "[null]", "[true,false]", '[1,"a"]']) {
      expect(jsonFormat.recognizes(Buffer.from(text))).toBe(true);
      expect(refusal(await readAll(jsonFormat, text))).toContain("is a single value");
    }
    for (const text of ['["a" of 1],x\n', "[12],Name\n[13],Other\n", "[1] a,b\n", "[2024-01-01],x\n"])
      expect(jsonFormat.recognizes(Buffer.from(text))).toBe(false);
  });

  it("reads one object that is a record", async () => {
    const table = await readAll(jsonFormat, '{"id":"1","seller":{"name":"Ann"},"buyer":{"name":"Bob"}}');
    expect(table.cells).toEqual([["1", "Ann", "Bob"]]);
    expect(table.issues).toMatchObject([{ code: "one_object", severity: "warning" }]);
    const known = await readAll(jsonFormat, '{"id":"1","name":"Ann"}', { wanted: ["id"] });
    expect(known.issues).toEqual([]);
  });

  it("reports a list with more values beside it than a row has", async () => {
    const beside = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`part${i}`, i]));
    const text = JSON.stringify({ ...beside, authors: [{ name: "Ann", mail: "a@example.com" }] });
    const table = await readAll(jsonFormat, text);
    expect(table.cells).toEqual([["Ann", "a@example.com"]]);
    expect(table.issues).toMatchObject([{ code: "list_guessed", severity: "warning" }]);
    expect(table.issues[0]?.message).toContain("authors");
    expect(table.issues[0]?.message).toContain("12");
    expect((await readAll(jsonFormat, text, { wanted: ["mail"] })).issues).toEqual([]);
    expect((await readAll(jsonFormat, text, { records: "authors" })).issues).toEqual([]);
    const phones = [{ type: "home", number: "1" }];
    const person = { first: "Ann", last: "Roe", age: 27, city: "Ulm", street: "A 1", state: null, phones };
    const sent = await readAll(jsonFormat, JSON.stringify({ ...person, children: [] }));
    expect(sent.issues).toMatchObject([{ code: "list_guessed" }]);
    const ids = Array.from({ length: 12 }, (_, i) => i);
    for (const other of [{ ids }, { cell: { matrix: [ids.slice(6), ids.slice(6)] } }]) {
      const listed = await readAll(jsonFormat, JSON.stringify({ ...other, codes: [{ code: "A" }] }));
      expect(listed.issues).toMatchObject([{ code: "list_guessed" }]);
      expect(listed.issues[0]?.message).toContain("12");
    }
    const paged = JSON.stringify({ page: 1, pages: 1, links: { self: "/" }, codes: [{ code: "A" }] });
    expect((await readAll(jsonFormat, paged)).issues).toEqual([]);
  });

  it("reports values outside the only list at most once", async () => {
    const rows = [{ id: 1 }, { id: 2 }];
    const codes = async (above: object): Promise<string[]> =>
      (await readAll(jsonFormat, JSON.stringify({ ...above, rows }))).issues.map(({ code }) => code);
    const few = { count: 2, generated: "2026-03-01" };
    expect(await codes(few)).toEqual([]);
    expect(await codes({ ...few, version: 1, system: "TMS", company: "010" })).toEqual(["list_guessed"]);
    expect(await codes({ ...few, page: 1, pages: 3, limit: 2, total: 6 })).toEqual(["more_pages"]);
  });

  it("reads NDJSON with its true line numbers", async () => {
    const table = await readAll(jsonFormat, '{"a":1}\r\n\n{"a":2,\n"b":3}\n{"a":4}');
    expect(table.cells).toEqual([
      ["1", ""],
      ["2", "3"],
      ["4", ""],
    ]);
    expect(table.rows.map((row) => row.line)).toEqual([1, 3, 5]);
  });

  it("reads consecutive lists as a table, and reports which one contains more than cells", async () => {
    const text = '["Code","Name"]\n["A","a"]\n\n["B",null]\n';
    const table = await readAll(jsonFormat, text);
    expect(table.headings).toEqual(["Code", "Name"]);
    expect(table.cells).toEqual([
      ["A", "a"],
      ["B", ""],
    ]);
    expect(table.rows.map((row) => row.line)).toEqual([2, 4]);
    expect(jsonFormat.recognizes(Buffer.from("[1,2]\n[3,4]\n"))).toBe(true);
    expect(refusal(await readAll(jsonFormat, '["A","a"]\n["B",{"end":null}]\n'))).toContain(
      "line 2 is a list that contains",
    );
    expect(refusal(await readAll(jsonFormat, '["A","a"]\n["B"]\n{"a":1}\n'))).toContain(
      "line 3 is not a list",
    );
  });

  it.each([
    ["objects", '{"a":1}{"a":2}\n{"a":3}\n', [1, 2, 3]],
    ["lists", '["a"]["1"] ["2"]\n["3"]', [2, 3, 4]],
  ])(
    "numbers %s by position if several start on one line, so that row numbers are unique",
    async (_, text, lines) => {
      const table = await readAll(jsonFormat, text);
      expect(table.cells).toEqual([["1"], ["2"], ["3"]]);
      expect(table.rows.map((row) => row.line)).toEqual(lines);
      expect(table.detected.evidence.join(" ")).toContain("rows are numbered consecutively");
    },
  );

  it("finds lists at any depth of a document", async () => {
    const rates = (code: string) => `[{"code":"${code}1"},{"code":"${code}2"}]`;
    const one = `{"models":{"default":{"rates":{"road":${rates("R")}}}}}`;
    expect((await readAll(jsonFormat, one)).cells).toEqual([["R1"], ["R2"]]);
    const two = `{"models":{"default":{"rates":{"road":${rates("R")},"sea":${rates("S")}}}}}`;
    expect(refusal(await readAll(jsonFormat, two))).toContain(
      "several lists: models.default.rates.road, models.default.rates.sea.",
    );
  });

  it("finds the only list or uses the named one, and never guesses", async () => {
    const text = '{"meta":{"total":2},"data":{"items":[{"a":"1"},{"a":"2"}],"ids":[1,2]}}';
    expect((await readAll(jsonFormat, text)).cells).toEqual([["1"], ["2"]]);
    expect((await readAll(jsonFormat, text, { records: "data.items" })).cells).toHaveLength(2);
    expect(refusal(await readAll(jsonFormat, text, { records: "data.nope" }))).toContain(
      "it does not contain data.nope",
    );
    expect(refusal(await readAll(jsonFormat, text, { records: "meta" }))).toContain("not a list");
    const two = '{"a":[{"x":1}],"b":[{"y":1}]}';
    expect(refusal(await readAll(jsonFormat, two))).toContain("several lists: a, b.");
  });

  it("reads lists within the elements of another list, with their parents' values", async () => {
    const text = JSON.stringify({
      at: "now",
      data: {
        regions: [
          { id: "N", boss: { name: "Ann" }, jobs: [{ id: "1" }, { id: "2", tags: ["x"] }] },
          { id: "S", jobs: null },
          { id: "W" },
          { id: "E", tags: ["y"], jobs: [] },
          { id: "O", jobs: [{ id: "3" }] },
        ],
      },
    });
    const table = await readAll(jsonFormat, text, { records: "data.regions.jobs" });
    expect(table.headings).toEqual(["data.regions.id", "data.regions.boss.name", "id", "tags.1"]);
    expect(table.cells).toEqual([
      ["N", "Ann", "1", ""],
      ["N", "Ann", "2", "x"],
      ["O", "", "3", ""],
    ]);
    expect(table.rows.map(({ line }) => line)).toEqual([1, 2, 3]);
    const deep =
      '{"a":[{"n":"1","b":[{"n":"2","c":[{"n":"3"}]}]},{"n":"4","b":[{"n":"5","c":[{"n":"6"}]}]}]}';
    expect((await readAll(jsonFormat, deep, { records: "a.b.c" })).cells).toEqual([
      ["1", "2", "3"],
      ["4", "5", "6"],
    ]);
    expect(refusal(await readAll(jsonFormat, deep, { records: "a.b.n" }))).toContain("not a list");
    expect(refusal(await readAll(jsonFormat, '{"a":[1]}', { records: "a.b" }))).toContain(
      "it does not contain a.b",
    );
    expect((await readAll(jsonFormat, '{"a":[]}', { records: "a.b" })).cells).toEqual([]);
    expect(refusal(await readAll(jsonFormat, '{"a":[{"b":[1]}]}', { records: "a.b" }))).toContain(
      "single value",
    );
  });

  it("makes a row of a parent without rows, if it has the key of a record", async () => {
    const text = JSON.stringify({
      jobs: [
        { id: "1", legs: [{ by: "sea", costs: [{ x: "a" }] }] },
        { id: "2", legs: [] },
        { id: "3" },
        { id: "4", legs: [{ by: "air", costs: [] }, { costs: null }, {}] },
        { legs: [] },
      ],
    });
    const table = await readAll(jsonFormat, text, { records: "jobs.legs.costs", keys: ["Jobs.ID"] });
    expect(table.headings).toEqual(["jobs.id", "jobs.legs.by", "x"]);
    expect(table.cells).toEqual([
      ["1", "sea", "a"],
      ["2", "", ""],
      ["3", "", ""],
      ["4", "air", ""],
      ["4", "", ""],
      ["4", "", ""],
    ]);
    expect((await readAll(jsonFormat, text, { records: "jobs.legs.costs" })).cells).toHaveLength(1);
  });

  it("reads the document as one record if the mapping states it, regardless of its lists", async () => {
    const message = '{"id":"1","costs":[{"x":"a"},{"x":"b"}]}';
    const table = await readAll(jsonFormat, message, { records: "$" });
    expect(table.headings).toEqual(["id", "costs.1.x", "costs.2.x"]);
    expect(table.cells).toEqual([["1", "a", "b"]]);
    expect(table.issues).toEqual([]);
    expect((await readAll(jsonFormat, '{"id":"1","costs":[]}', { records: "$" })).cells).toEqual([["1"]]);
    expect((await readAll(jsonFormat, `${message}\n${message}`, { records: "$" })).cells).toHaveLength(2);
    expect(refusal(await readAll(jsonFormat, "[1]", { records: "$" }))).toContain("it does not contain $");
  });

  it("does not read a list that may only name the columns", async () => {
    const described = '{"info":[{"name":"code"},{"name":"text"}],"data":[["A","a"],["B","b"],["C","c"]]}';
    expect(refusal(await readAll(jsonFormat, described))).toContain("several lists: info, data.");
    const split = '{"columns":["code","text"],"data":[["A","a"],["B","b"]]}';
    expect(refusal(await readAll(jsonFormat, split))).toContain(
      "a list of lists, data, and the inner lists may be the rows",
    );
    expect((await readAll(jsonFormat, `{"result":${split}}`, { records: "result.data" })).cells).toHaveLength(
      1,
    );
    const elsewhere = '{"rows":[{"x":1},{"x":2}],"grid":{"cell":[[1,0],[0,1]]}}';
    expect((await readAll(jsonFormat, elsewhere)).cells).toEqual([["1"], ["2"]]);
    const shape = '{"id":1,"area":[[[0,0],[0,1]]],"box":[[0,0]]}';
    expect((await readAll(jsonFormat, shape)).cells).toEqual([["1", "0", "0", "0", "1", "0", "0"]]);
  });

  it("reads a list of lists as a table", async () => {
    const table = await readAll(jsonFormat, '[["Code","Name"],["A","a"],["B",null],["C","c"]]');
    expect(table.headings).toEqual(["Code", "Name"]);
    expect(table.cells).toEqual([
      ["A", "a"],
      ["B", ""],
      ["C", "c"],
    ]);
  });

  it("reports duplicate keys", async () => {
    const table = await readAll(jsonFormat, '[{"id":"1","id":"2"},{"id":"3","a.b":1,"a":{"b":2}}]');
    expect(table.rows.map((row) => row.issues?.map((found) => `${found.code} ${found.column}`))).toEqual([
      ["duplicate_key id"],
      ["duplicate_key a.b"],
    ]);
  });

  it("does not change Object.prototype", async () => {
    const table = await readAll(jsonFormat, '[{"__proto__":{"polluted":"x"},"constructor":"y"}]');
    expect(table.headings).toEqual(["__proto__.polluted", "constructor"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("reads other character sets", async () => {
    const text = '[{"a":"é"}]';
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    expect(jsonFormat.recognizes(wide)).toBe(true);
    expect((await readAll(jsonFormat, wide)).cells).toEqual([["é"]]);
    expect((await readAll(jsonFormat, `\ufeff${text}`)).cells).toEqual([["é"]]);
  });

  it("recognizes JSON and ignores plain text", () => {
    for (const text of ["[{", " \n[ {", '{"a"', "[[1", "[]", "{}"])
      expect(jsonFormat.recognizes(Buffer.from(text))).toBe(true);
    for (const text of ["a,b", "[Section]\na=1", "{a}", '"[{"', "{\\rtf1"]) {
      expect(jsonFormat.recognizes(Buffer.from(text))).toBe(false);
    }
  });

  it("refuses invalid JSON, with the line and without a value", async () => {
    const cases = [
      '[{"a":"secret"},\n{"a":}]',
      '[{"a":"secret"}\n{"a":1}]',
      '[{"a":01}]',
      '[{"a":"secret"},]',
      '[{"a":"secr\net"}]',
      '[{"a":"secret"}]]',
      '[{"a":"secret"}, 5]',
      '{"a":"secret"}\nsecret',
      `${"[".repeat(100)}${"]".repeat(100)}`,
    ];
    for (const text of cases) {
      const found = refusal(await readAll(jsonFormat, text));
      expect(found, text).toMatch(/valid JSON: on line \d|not an object|a list or an object/);
      expect(found).not.toContain("secret");
    }
  });

  it("refuses a truncation of a list at any point", async () => {
    const text = '[{"id":"1","name":"é","n":1.5},{"id":"2","tags":["x",{"y":null}]}]';
    for (let end = 1; end < text.length; end += 1) {
      expect(refusal(await readAll(jsonFormat, text.slice(0, end))), text.slice(0, end)).not.toBe("");
    }
  });

  it("applies limits, and never returns zero rows without an issue", async () => {
    expect(refusal(await readAll(jsonFormat, '[{"a":"123","b":"456"}]', {}, { record: 5 }))).toContain(
      "characters in a row",
    );
    expect(refusal(await readAll(jsonFormat, '[{"a":1},{"a":2}]', {}, { rows: 1 }))).toContain("rows");
    expect(refusal(await readAll(jsonFormat, '[{"a":1,"b":2}]', {}, { columns: 1 }))).toContain("columns");
    expect((await readAll(jsonFormat, "[]")).issues).toMatchObject([{ code: "no_rows" }]);
  });

  it("agrees with JSON.parse on any JSON", () => {
    const read = (scanner: JsonScanner): unknown => {
      const kind = scanner.kind();
      if (kind === "object") {
        const entries: [string, unknown][] = [];
        scanner.object((key) => entries.push([key, read(scanner)]));
        return Object.fromEntries(entries);
      }
      if (kind === "array") {
        const list: unknown[] = [];
        scanner.array(() => list.push(read(scanner)));
        return list;
      }
      const text = scanner.scalar();
      if (text === undefined) return null;
      return kind === "number" ? Number(text) : kind === "word" ? text === "true" : text;
    };
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 2), (text, indent) => {
        const pretty = JSON.stringify(JSON.parse(text), null, indent);
        const scanner = new JsonScanner(pretty);
        expect(read(scanner)).toEqual(JSON.parse(pretty));
        expect(scanner.ended).toBe(true);
      }),
    );
  });

  it("does not recognize text that JSON.parse refuses", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (text, at, put) => {
        const position = at % (text.length + 1);
        const changed = text.slice(0, position) + put + text.slice(position + 1);
        let valid = true;
        try {
          JSON.parse(changed);
        } catch {
          valid = false;
        }
        const scanner = new JsonScanner(changed);
        const accepts = (): boolean => {
          scanner.skip();
          return scanner.ended;
        };
        if (!valid) expect(safely(accepts)).toBe(false);
      }),
    );
  });
});

function safely(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}
