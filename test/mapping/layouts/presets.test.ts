import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { renderInvoice } from "../../../src/mapping/layouts/render.js";
import { contextOf, runLayoutExamples } from "../../../src/mapping/layouts/run-examples.js";
import { readOutboundInvoice } from "../../../src/formats/json/outbound-invoice.js";
import { layoutOf } from "./rendering.js";

/** The layouts that come with Lading, and the one in the documentation. */

const presets = readdirSync("layouts", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    presets.map((name) => [name, readFileSync(`layouts/${name}/payables-invoice.yaml`, "utf8")]),
  ),
  "docs/mapping.md":
    /```yaml\n(?<yaml>lading: 1\nlayout:[^]*?)```/.exec(readFileSync("docs/mapping.md", "utf8"))?.groups?.[
      "yaml"
    ] ?? "",
};

describe.each(Object.entries(files))("a preset layout from %s", (name, text) => {
  it("has examples that pass", async () => {
    const { run, diagnostics } = await runLayoutExamples(layoutOf(text));
    expect(diagnostics).toEqual([]);
    expect(run).toBeGreaterThan(0);
  });

  it.skipIf(name === "docs/mapping.md")(
    "names the source of its columns, and renders the sample",
    async () => {
      const layout = layoutOf(text);
      expect(layout.text.documentation).toBeDefined();
      const read = readOutboundInvoice(readFileSync("layouts/invoice.json"));
      if ("issues" in read) throw new Error("the sample is no invoice");
      const rendered = await renderInvoice(layout, read.invoice, contextOf(layout, {}));
      expect("files" in rendered && rendered.files[0]?.bytes.toString()).toContain("0042/26");
    },
  );
});
