import type { Diagnostic } from "../diagnostics.js";
import { reporter, type Path, type Report, type YamlDocument } from "../yaml-document.js";
import { invoiceFields, isOther, lineMoney, nearestOf } from "./fields.js";
import {
  layoutConditionTests,
  layoutInputWords,
  type LayoutColumn,
  type LayoutCondition,
  type LayoutText,
  type Node,
  type LayoutPart,
  type LayoutSource,
} from "./grammar.js";
import { nameGaps } from "./render.js";
import { hasValue, isAttribute } from "./tree.js";

/**
 * This module checks rules that the layout grammar cannot express, such as which keywords can be combined and where
 * they are allowed.
 */

export function checkLayout(document: YamlDocument<unknown>, layout: LayoutText): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = reporter(document, diagnostics);
  const atMargin = ["file", "format", "lines", "root", "cells"].filter((word) => word in layout);
  if (layout.files === undefined) {
    for (const word of ["file", "format"])
      if (!(word in layout)) report.at([word], `the key "${word}" is missing`);
    if (layout.file !== undefined && layout.format !== undefined) checkPart(layout as LayoutPart, [], report);
  } else {
    for (const word of atMargin)
      report.word([word], `\`${word}\` cannot be combined with \`files\``, "this key in each of `files`");
    for (const [i, part] of layout.files.entries()) checkPart(part, ["files", i], report);
  }
  for (const [i, { because: _, ...condition }] of (layout.refuse ?? []).entries())
    checkCondition(condition, ["refuse", i], true, report);
  for (const [i, example] of (layout.examples ?? []).entries()) {
    const outcomes = (["rows", "files", "refused", "file_name"] as const).filter((word) => word in example);
    if (outcomes.length === 0)
      report.at(["examples", i], "the example has no expected result", {
        expected: "`rows`, `files`, `file_name` or `refused`",
      });
  }
  return diagnostics;
}

/** Keywords that are supported only by some formats. */
const ofFormats: Readonly<Record<string, readonly string[]>> = {
  delimiter: ["csv"],
  quotes: ["csv"],
  headings: ["csv"],
  declaration: ["xml"],
  lines: ["csv", "fixed"],
  root: ["xml", "json"],
};

function checkPart(part: LayoutPart, path: Path, report: Report): void {
  for (const [word, formats] of Object.entries(ofFormats)) {
    if (word in part && !formats.includes(part.format))
      report.word([...path, word], `\`${word}\` does not apply to ${part.format}`);
  }
  const body = part.format === "csv" || part.format === "fixed" ? "lines" : "root";
  if (!(body in part))
    report.at([...path, body], `the key "${body}" is missing`, {
      expected: `the content of the file`,
    });
  checkName(part, path, report);
  if (part.quotes === "never" && part.cells?.separators === "quote")
    report.at([...path, "cells", "separators"], "`quotes: never` excludes quoting");
  checkLines(part, path, report);
  if (part.root !== undefined) checkNode(part.root, part, [...path, "root"], false, report);
}

function checkName({ file }: LayoutPart, path: Path, report: Report): void {
  const at = [...path, "file", "name"];
  const gaps = [...file.name.matchAll(nameGaps)].map(([, gap = ""]) => gap);
  for (const gap of gaps) {
    if (gap === "today" || gap === "attempt" || /^counter\.[a-z][a-z0-9_]*$/.test(gap)) continue;
    if (invoiceFields.includes(gap) || isOther(gap)) continue;
    report.at(at, `there is no \`{${gap}}\``, {
      expected: "a field of the invoice, `{today}`, `{attempt}` or `{counter.NAME}`",
      nearest: nearestOf(gap, [...invoiceFields, "today", "attempt"]),
    });
  }
  if (/[\\/]|^\.|[\u0000-\u001f]/.test(file.name.replace(nameGaps, "")))
    report.at(at, "this is a path or a hidden file, not a name", {
      expected: "a name without `/` and `\\`",
    });
  if (!gaps.some((gap) => gap === "external_id" || gap.startsWith("counter.")))
    report.at(at, "two invoices would have the same name", {
      expected:
        "`{external_id}` or `{counter.NAME}`, because creditors may use the same number, and each name is used only once",
    });
}

function checkLines({ format, lines = [], headings = "true" }: LayoutPart, path: Path, report: Report): void {
  const names = (columns: readonly LayoutColumn[]): string => JSON.stringify(columns.map(({ name }) => name));
  for (const [i, block] of lines.entries()) {
    const at = [...path, "lines", i];
    const isLine = block.for !== undefined;
    checkRepeated(block, at, report);
    if (block.only !== undefined) checkCondition(block.only, [...at, "only"], isLine, report);
    if (format === "csv" && headings === "true" && names(block.columns) !== names(lines[0]?.columns ?? []))
      report.at([...at, "columns"], "the lines have different columns, but the file has only one header", {
        expected: "the column names of the first type of line in the same order, or `headings: false`",
      });
    const seen = new Set<string>();
    for (const [j, column] of block.columns.entries()) {
      const here = [...at, "columns", j];
      if (seen.has(column.name)) report.at([...here, "name"], "two columns have this name");
      seen.add(column.name);
      for (const word of ["width", "align", "fill"])
        if (format === "csv" && word in column)
          report.word([...here, word], `\`${word}\` does not apply to csv`);
      if (format === "fixed" && column.width === undefined) report.at(here, 'the key "width" is missing');
      checkSource(column, here, isLine, report);
    }
  }
}

function checkRepeated(
  { for: list, per }: { readonly for?: string | undefined; readonly per?: readonly string[] | undefined },
  path: Path,
  report: Report,
): void {
  if (per !== undefined && list === undefined)
    report.word([...path, "per"], "`per` groups charge lines", "`for: charge_lines` next to it");
}

/** An XML name with an optional prefix. `@` indicates an attribute. */
const xmlName = /^@?[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?$/u;

function checkNode(node: Node, part: LayoutPart, path: Path, isLineOutside: boolean, report: Report): void {
  const { format } = part;
  const isRoot = path.at(-1) === "root";
  const isLine = isLineOutside || node.for !== undefined;
  checkRepeated(node, path, report);
  if (node.name === undefined && (format === "xml" || !isRoot)) report.at(path, 'the key "name" is missing');
  if (format === "xml" && node.name !== undefined && !xmlName.test(node.name))
    report.at([...path, "name"], "this is not a valid name of an element or attribute");
  for (const word of ["as", "list"])
    if (format === "xml" && word in node) report.word([...path, word], `\`${word}\` does not apply to xml`);
  if (isRoot && node.for !== undefined && (format === "xml" || node.list === undefined))
    report.word([...path, "for"], "a file has only one root element");
  const { children } = node;
  if (children !== undefined && hasValue(node) && (format === "json" || !children.every(isAttribute)))
    report.at(path, "the element has both a value and children", { expected: "a value or children" });
  if (children === undefined || hasValue(node)) {
    if (children === undefined || format === "xml") checkSource(node, path, isLine, report, format === "xml");
  } else if (node.only !== undefined) checkCondition(node.only, [...path, "only"], isLine, report);
  const kinds = new Map<string, boolean>();
  for (const [i, child] of (children ?? []).entries()) {
    const here = [...path, "children", i];
    if (format === "xml" && isAttribute(child) && (child.children !== undefined || child.for !== undefined))
      report.at(here, "an attribute has only one value");
    const isList = child.for !== undefined || child.list !== undefined;
    const before = kinds.get(child.name ?? "");
    if (format === "json" && before !== undefined && !(before && isList) && child.name !== undefined)
      report.at([...here, "name"], "this key occurs twice in the object");
    kinds.set(child.name ?? "", isList);
    checkNode(child, part, here, isLine, report);
  }
}

/** `mayBeEmpty` is true for an XML element, which does not require a value. */
function checkSource(
  source: LayoutSource,
  path: Path,
  isLine: boolean,
  report: Report,
  mayBeEmpty = false,
): void {
  const inputs = layoutInputWords.filter((word) => source[word] !== undefined);
  if (inputs.length > 1 || (inputs.length === 0 && !mayBeEmpty))
    report.at(
      path,
      inputs.length === 0 ? "the source of the value is missing" : "the value has several sources",
      {
        expected: `one of ${layoutInputWords.map((word) => `\`${word}\``).join(", ")}`,
      },
    );
  if (source.line !== undefined && !isLine)
    report.word(
      [...path, "line"],
      "`line` works only within `for: charge_lines`",
      "`for: charge_lines` around it, or `field`",
    );
  if (source.separator !== undefined && source.join === undefined)
    report.word([...path, "separator"], "`separator` works only with `join`");
  if (source.otherwise !== undefined && !("values" in source))
    report.word([...path, "otherwise"], "`otherwise` works only with `values`");
  if (source.only !== undefined) checkCondition(source.only, [...path, "only"], isLine, report);
  if (source.decimal?.negative === "unsigned" && source.only?.negative === undefined)
    report.at([...path, "decimal", "negative"], "the number would be wrong without its sign", {
      expected:
        "`only: { ..., negative: true }` next to it, or `credit: positive` for credit notes that are identified by a type",
    });
  const lookups = typeof source.lookup === "string" ? [source.lookup] : (source.lookup ?? []);
  if (!isLine && lookups.some((field) => field.startsWith("accrual.")))
    report.at([...path, "lookup"], "accruals are available only within `for: charge_lines`");
  for (const word of ["first", "join"] as const)
    for (const [i, each] of (source[word] ?? []).entries())
      checkSource(each, [...path, word, i], isLine, report);
}

function checkCondition(condition: LayoutCondition, path: Path, isLine: boolean, report: Report): void {
  const of = (["field", "line"] as const).filter((word) => condition[word] !== undefined);
  if (of.length !== 1)
    report.at(path, "the condition does not name exactly one field", { expected: "`field` or `line`" });
  if (condition.line !== undefined && !isLine)
    report.word([...path, "line"], "`line` works only within `for: charge_lines`");
  if (condition.sum_differs !== undefined && !lineMoney.includes(condition.field ?? ""))
    report.word(
      [...path, "sum_differs"],
      "charge lines do not have this field, so it has no sum",
      lineMoney.map((each) => `\`field: ${each}\``).join(" or "),
    );
  const tests = layoutConditionTests.filter((word) => condition[word] !== undefined);
  if (tests.length !== 1)
    report.at(path, tests.length === 0 ? "the condition has no test" : "the condition has several tests", {
      expected: `one of ${layoutConditionTests.map((word) => `\`${word}\``).join(", ")}`,
    });
}
