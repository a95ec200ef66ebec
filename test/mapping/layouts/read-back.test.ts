import { parse as parseCsv } from "csv-parse/sync";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { invoice, layoutText, render } from "./rendering.js";

/** Independent readers read back what was written, unless it was refused. */

const texts = fc.array(
  fc.oneof(
    // Invoices never contain NUL.
    fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).filter((text) => !text.includes("\0")),
    fc.string({
      unit: fc.constantFrom(..."a;,\"'\n\r\t=+-@ <&>]\u0085\u2028ü😀"),
      minLength: 1,
      maxLength: 8,
    }),
  ),
  { minLength: 2, maxLength: 2 },
);

/** The text of the file. Undefined if the invoice is refused. */
async function written(
  layout: string,
  [number = "", note = ""]: readonly string[],
): Promise<string | undefined> {
  const members = { ref: JSON.stringify(`N${number}`), note: JSON.stringify(note) };
  const rendered = await render(layout, invoice(members));
  return "files" in rendered ? rendered.files[0]?.bytes.toString("utf8") : undefined;
}

describe("a written invoice that is read back", () => {
  it.each(["required", "always"])("is unchanged as CSV with quotes where %s", async (quotes) => {
    const layout = layoutText(
      "csv",
      `delimiter: ";"\nquotes: ${quotes}\nheadings: false\ncells: { formulas: keep }\nlines: [ { columns: [ { name: A, field: other.ref }, { name: B, field: other.note }, { name: C, constant: end } ] } ]\n`,
    );
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(texts, async (cells) => {
        const text = await written(layout, cells);
        if (text === undefined) return;
        accepted += 1;
        const rows = parseCsv(text, { delimiter: ";", recordDelimiter: ["\n"] });
        expect(rows).toEqual([[`N${cells[0] ?? ""}`, cells[1], "end"]]);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it("is unchanged as XML, in an element and an attribute", async () => {
    const layout = layoutText(
      "xml",
      `root: { name: a, children: [ { name: "@n", field: other.ref }, { name: b, field: other.note, blank: empty } ] }\n`,
    );
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(texts, async (cells) => {
        const text = await written(layout, cells);
        if (text === undefined) return;
        accepted += 1;
        const parser = new SaxesParser();
        const found: string[] = ["", ""];
        let isWithin = false;
        parser.on("opentag", ({ name, attributes }) => {
          isWithin = name === "b";
          if (name === "a") found[0] = attributes["n"] ?? "";
        });
        parser.on("text", (part) => void (found[1] += isWithin ? part : ""));
        parser.on("closetag", () => void (isWithin = false));
        parser.write(text).close();
        expect(found).toEqual([`N${cells[0] ?? ""}`, cells[1]]);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it("is unchanged as JSON", async () => {
    const layout = layoutText(
      "json",
      "root: { children: [ { name: a, field: other.ref }, { name: b, field: other.note } ] }\n",
    );
    await fc.assert(
      fc.asyncProperty(texts, async (cells) => {
        const text = await written(layout, cells);
        if (text !== undefined) expect(JSON.parse(text)).toEqual({ a: `N${cells[0] ?? ""}`, b: cells[1] });
      }),
      { numRuns: 300 },
    );
  });
});
