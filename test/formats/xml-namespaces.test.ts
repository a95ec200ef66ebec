import { describe, expect, it } from "vitest";
import { xml } from "../../src/formats/xml/xml.js";
import { readAll, refusal } from "./reading.js";

/** Namespaces are identified by their URIs, regardless of the prefixes in the file. */

it("gives headings the prefix that the mapping gives their URI", async () => {
  const options = { namespaces: { acc: "urn:acc" } };
  for (const [prefix, other] of [
    ["acc", "x"],
    ["b", "acc"],
    ["ns0", "y"],
  ]) {
    const text = `<List xmlns:${prefix}="urn:acc" xmlns:${other}="urn:other"><Row><Id>1</Id><${prefix}:Tax>a</${prefix}:Tax><${other}:Tax>b</${other}:Tax></Row><Row><Id>2</Id><${prefix}:Tax>c</${prefix}:Tax></Row></List>`;
    const table = await readAll(xml, text, options);
    expect(table.headings).toEqual(["Id", "acc:Tax", other === "acc" ? "acc_2:Tax" : `${other}:Tax`]);
    expect(table.cells[0]).toEqual(["1", "a", "b"]);
  }
});

/** A list with one row in the namespace `urn:x`, which has no prefix if `prefix` is empty. */
function listWith(prefix: string, other: string, last = ""): string {
  const name = (local: string) => (prefix === "" ? local : `${prefix}:${local}`);
  const at = prefix === "" ? "q" : prefix;
  const own = prefix === "" ? 'xmlns="urn:x" xmlns:q="urn:x"' : `xmlns:${prefix}="urn:x"`;
  const row = `<${name("Row")} ${at}:id="1" no="5"><${name("Id")}>7</${name("Id")}><${other}:Tax ${other}:k="z">t</${other}:Tax><${name("B")} ${at}:k="9"><${name("C")}>c</${name("C")}></${name("B")}></${name("Row")}>`;
  return `<${name("List")} ${own} xmlns:${other}="urn:o" ${at}:co="AU">${row}${last === "" ? "" : `<${name(last)}/>`}</${name("List")}>`;
}

describe.each([
  ["List.Row"],
  ["a:List.a:Row"],
  ["a:List.Row"],
  ["List.*"],
  ["a:List.*"],
  ["List.a:*"],
  [["List.Row", "List.Void"]],
  [["a:List.a:Row", "a:List.a:Void"]],
])("rows at %s", (records) => {
  const isAny = Array.isArray(records) || records.endsWith("*");
  const named = isAny ? ["@name()"] : [];

  it.each([
    ["a", "o"],
    ["b", "o"],
    ["", "o"],
    ["b", "a"],
    ["o", "a"],
    ["", "a"],
  ])("are read in the same way with the prefixes %j and %j", async (prefix, other) => {
    const namespaces = { a: "urn:x", o: "urn:o" };
    const table = await readAll(xml, listWith(prefix, other, isAny ? "Void" : ""), { records, namespaces });
    expect(table.headings).toEqual([
      ...named,
      ...["@a:id", "@no", "Id", "o:Tax.@o:k", "o:Tax", "B.@a:k", "B.C", "List.@a:co"],
    ]);
    const cells = ["1", "5", "7", "z", "t", "9", "c", "AU"];
    expect(table.cells[0]).toEqual(isAny ? ["Row", ...cells] : cells);
    expect(table.cells).toHaveLength(isAny ? 2 : 1);
  });
});

it("reads all elements of `List.*`, including those in another namespace", async () => {
  const text = '<List xmlns="urn:x" xmlns:o="urn:o"><Air><No>1</No></Air><o:Sea><No>2</No></o:Sea></List>';
  const table = await readAll(xml, text, { records: "List.*" });
  expect(table.cells).toEqual([
    ["Air", "1"],
    ["Sea", "2"],
  ]);
  const sea = await readAll(xml, text, { records: "List.o:*" });
  expect(sea.cells.map(([name]) => name)).toEqual(["Sea"]);
});

it("reads rows at several paths whose enclosing elements have different namespaces", async () => {
  const text =
    '<r xmlns:a="urn:a" xmlns:b="urn:b"><a:Ins><a:In n="1"/></a:Ins><b:Crs><b:Cr n="2"/></b:Crs></r>';
  for (const records of [
    ["r.Ins.In", "r.Crs.Cr"],
    ["r.a:Ins.a:In", "r.b:Crs.b:Cr"],
    ["r.b:Crs.b:Cr", "r.a:Ins.a:In"],
  ]) {
    const { cells } = await readAll(xml, text, { records });
    expect(cells).toEqual([
      ["In", "1"],
      ["Cr", "2"],
    ]);
  }
});

it("never gives two namespaces one prefix", async () => {
  const text =
    '<r><e><x:A xmlns:x="urn:1">1</x:A><x:A xmlns:x="urn:2">2</x:A><x:A xmlns:x="urn:1">3</x:A></e><e/></r>';
  expect((await readAll(xml, text)).headings).toEqual(["x:A", "x:A.2", "x_2:A"]);
  const namespaces = { x: "urn:2", x_2: "urn:3" };
  const table = await readAll(xml, text, { namespaces });
  expect([table.headings, table.cells[0]]).toEqual([
    ["x_3:A", "x_3:A.2", "x:A"],
    ["1", "3", "2"],
  ]);
});

it("refuses a file in which every row has its own namespace", async () => {
  const rows = Array.from({ length: 1_001 }, (_, i) => `<x:e xmlns:x="urn:${i}" id="1"/>`);
  const table = await readAll(xml, `<r>${rows.join("")}</r>`, { records: "r.*" });
  expect(refusal(table)).toContain("it has more than 1000 namespaces");
  expect((await readAll(xml, `<r>${rows.slice(1).join("")}</r>`, { records: "r.*" })).rows).toHaveLength(
    1_000,
  );
});

it("keeps the prefix of an attribute whose namespace is the default namespace of elements", async () => {
  const text = '<r xmlns="urn:x" xmlns:q="urn:x"><e q:id="1" id="2"/><e/></r>';
  expect((await readAll(xml, text)).headings).toEqual(["@q:id", "@id"]);
});

it("asks for a prefix if the path matches several namespaces, and finds the path that it suggests", async () => {
  const text = '<r xmlns:n="urn:n" xmlns:o="urn:o"><n:L><e x="1"/></n:L><o:L><e x="2"/></o:L></r>';
  const refused = await readAll(xml, text, { records: "r.L.*" });
  expect(refusal(refused)).toContain("several namespaces");
  expect(refused.issues[0]?.hint).toContain("`records: r.n:L.*`");
  const { cells } = await readAll(xml, text, { records: "r.n:L.*" });
  expect(cells.map(([name, x]) => [name, x])).toEqual([["e", "1"]]);
});
