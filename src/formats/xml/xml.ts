import { issue, type Issue } from "../../model/issues.js";
import { namesOf } from "../../sentence.js";
import { knownCharset } from "../text/charset.js";
import type { ByteSource, Detected, Format, Table } from "../format.js";
import type { Limits } from "../limits.js";
import { readHead } from "../head.js";
import { isHtml } from "./html.js";
import { pageIssues } from "../pages.js";
import { namespacePrefix, shownPaths, type ReadOptions } from "../read-options.js";
import { refusing } from "../no-table.js";
import { unreadable } from "../refused.js";
import type { Row } from "../row.js";
import { piecesOf, type Text } from "../text/text.js";
import { asciiHead, openText } from "../text/whole-text.js";
import type { XmlColumns } from "./columns.js";
import { xmlPath } from "./names.js";
import type { Outline, ElementPath } from "./outline.js";
import type { XmlCharacters } from "./characters.js";
import type { XmlVisitor, XmlWalk } from "./walk.js";

/**
 * Reads XML with any vocabulary. The rows are the elements at one path. The heading of a child element is its name. A
 * nested child has the heading `outer.inner`, an attribute has `@name`, and a second element with the same name has
 * `name.2`. The file is read twice, the first time to determine its structure, so that only the current row has to be
 * in memory.
 */
export const xml: Format = {
  name: "xml",
  summary: "XML with any element names: the elements at one path are the rows",
  recognizes: (head) => {
    const text = asciiHead(head, 4096);
    // Headings in angle brackets, such as `<DATE>` and `<CLOSE>` separated by a tab, are not XML.
    return (
      /^\s*<(?:\?xml\s|!--|!DOCTYPE\s|[A-Za-z_][\w.:-]*(?:\s+[\w.:-]+\s*=\s*["']|\s*\/?>(?!\t)\s*(?:<|$)))/.test(
        text,
      ) && !isHtml(text)
    );
  },
  read: (source, options, limits) => refusing("xml", () => readXml(source, options, limits)),
};

async function readXml(source: ByteSource, options: ReadOptions, limits: Limits): Promise<Table> {
  const head = await readHead(source);
  if (/<(?:office:document|(?:gnm|gmr):Workbook)[\s>]/.test(asciiHead(head, 2048)))
    throw unreadable(
      "it is a LibreOffice (.fods) or Gnumeric spreadsheet in plain XML; save it as .ods or .xlsx",
    );
  const declared = declaredCharset(head);
  const { encoding, issues: found, text } = await openText(source, options.encoding, limits, declared);
  // Imported on demand, because few files are XML.
  const { Outline } = await import("./outline.js");
  const { getRows } = await import("./find-rows.js");
  const { xmlColumns } = await import("./columns.js");
  const { seenPath } = await import("./any-element.js");

  const outline = new Outline();
  const { isPlain, dropped } = await walk(text, outline, options, limits);
  const root = outline.root!;
  const { records } = options;
  const named = records === undefined ? undefined : shownPaths(records);
  const { rows, path, evidence, others } = getRows(root, seenPath(records), named);
  if (options.keys !== undefined) shareLines(rows);
  const columns = xmlColumns(rows, options.wanted, limits);
  const issues: Issue[] = [...found, ...issuesOf(columns)];
  const beside = outline.pageValues
    .filter(({ of }) => !isWithin(of, rows))
    .map(({ of, name, value }) => ({ path: xmlPath(of, false) + (name && `.${name}`), value }));
  issues.push(...pageIssues(beside, rows.count));
  if (dropped !== undefined) issues.push(issue("control_character", { line: dropped.line }, dropped));
  if (others.length > 0) issues.push(issue("rows_guessed", {}, { others: namesOf(others), taken: path }));
  if (!isPlain && options.encoding === undefined && isContradicted(declared, encoding.charset))
    issues.push(issue("encoding_contradicted", {}, { declared, encoding: encoding.charset }));
  const detected: Detected = {
    format: "xml",
    encoding: encoding.charset,
    encodingCertainty: encoding.certainty,
    ...(Array.isArray(records) ? {} : { records: path }),
    ...namespacesOf(columns, path),
    headerRows: [],
    preambleLines: 0,
    evidence: [encoding.evidence, evidence, ...evidenceOf(outline, columns)],
  };
  return {
    detected,
    headings: columns.headings,
    rows: rowsOf(text, root, columns, options, limits, issues),
    issues,
  };
}

/**
 * Returns the namespaces for which the mapping should define the prefixes. The prefix `xml` is always defined. A
 * namespace that also occurs in headings without a prefix is excluded, because a definition would change these headings.
 */
function namespacesOf(
  { prefixes, unprefixed, rows }: XmlColumns,
  path: string,
): Pick<Detected, "namespaces"> {
  const used = new Map(prefixes);
  const isInPath = path.includes(":");
  for (let at: ElementPath | undefined = rows; isInPath && at !== undefined; at = at.parent)
    used.set(at.name.prefix, at.name.uri);
  const definable = [...used].filter(
    ([prefix, uri]) => namespacePrefix.test(prefix) && prefix !== "xml" && !unprefixed.has(uri),
  );
  return definable.length === 0 ? {} : { namespaces: Object.fromEntries(definable) };
}

function isWithin(elementPath: ElementPath | undefined, rows: ElementPath): boolean {
  return elementPath !== undefined && (elementPath === rows || isWithin(elementPath.parent, rows));
}

/**
 * Marks the rows as sharing lines if any of their ancestors share lines. Ancestors can also be rows, and rows must
 * be distinguishable by line.
 */
function shareLines(rows: ElementPath): void {
  for (let at = rows.parent; at !== undefined; at = at.parent) rows.sharesLine ||= at.sharesLine;
}

/**
 * Returns `isPlain`, which is true if all characters are ASCII, and `dropped`, the first character that XML does not
 * allow.
 */
async function walk(
  text: Text,
  visitor: XmlVisitor,
  options: ReadOptions,
  limits: Limits,
): Promise<{ readonly isPlain: boolean; readonly dropped: XmlCharacters["first"] }> {
  const xmlWalk = await walkOf(visitor, options, limits);
  let isPlain = true;
  for await (const piece of piecesOf(text)) {
    isPlain &&= !/[^\0-\x7f]/.test(piece);
    xmlWalk.write(piece);
  }
  xmlWalk.end();
  return { isPlain, dropped: xmlWalk.characters.first };
}

async function walkOf(visitor: XmlVisitor, options: ReadOptions, limits: Limits): Promise<XmlWalk> {
  const { limitsOf, XmlWalk } = await import("./walk.js");
  const { withAnyElement } = await import("./any-element.js");
  const { withNamespaces } = await import("./names.js");
  const named = withNamespaces(withAnyElement(visitor, options.records), options.namespaces);
  return new XmlWalk(named, limitsOf(limits), options.accept?.includes("control_character"));
}

const batch = 1_000;

async function* rowsOf(
  text: Text,
  root: ElementPath,
  columns: XmlColumns,
  options: ReadOptions,
  limits: Limits,
  issues: Issue[],
): AsyncGenerator<readonly Row[]> {
  const { RowMaker } = await import("./rows.js");
  const readAlone = new Map(
    columns.repeated
      .filter(({ heading }) => isReadAlone(heading, options.wanted))
      .map((each) => [each.elementPath, each]),
  );
  const maker = new RowMaker(root, columns, options.keys ?? [], (cells, line, repeated) => {
    const found = [...(repeated ?? [])].flatMap((elementPath) => {
      const column = readAlone.get(elementPath)?.heading;
      return column === undefined ? [] : [issue("element_repeated", { line, column }, { column })];
    });
    return found.length === 0 ? { line, cells } : { line, cells, issues: found };
  });
  const xmlWalk = await walkOf(maker, options, limits);
  for await (const piece of piecesOf(text)) {
    xmlWalk.write(piece);
    if (maker.ready.length < batch) continue;
    yield maker.ready;
    maker.ready = [];
  }
  xmlWalk.end();
  if (maker.ready.length > 0) yield maker.ready;
  for (const [index, line] of maker.behind) {
    const column = columns.headings[index] ?? "";
    const isRead = options.wanted === undefined || options.wanted.includes(column);
    if (isRead) issues.push(issue("value_behind_rows", { line, column }, { column }));
  }
}

/** True if a row may have several elements with the same name and the mapping reads only the first of them. */
function isReadAlone(heading: string, wanted: readonly string[] | undefined): boolean {
  const reads = (start: string): boolean =>
    wanted?.some((each) => each === start || each.startsWith(`${start}.`)) ?? false;
  const numbered = wanted?.some(
    (each) => each.startsWith(`${heading}.`) && /^(?:\d+|\{n\})(?:\.|$)/.test(each.slice(heading.length + 1)),
  );
  return reads(heading) && numbered !== true;
}

function issuesOf({ repeated, areRepeatsKept, mixed }: XmlColumns): Issue[] {
  const issues: Issue[] = [];
  if (repeated.length > 0) {
    const named = repeated.map(({ elementPath, heading }) => `${heading} (up to ${elementPath.most})`);
    const line = Math.min(...repeated.map(({ elementPath }) => elementPath.repeated.line));
    const code = areRepeatsKept ? "elements_repeated" : "repeats_left_out";
    issues.push(issue(code, { line }, { names: namesOf(named) }));
  }
  if (mixed.length > 0) {
    const line = Math.min(...mixed.map(({ elementPath }) => elementPath.mixed));
    issues.push(issue("mixed_content", { line }, { names: namesOf(mixed.map(({ heading }) => heading)) }));
  }
  return issues;
}

function evidenceOf({ ignored }: Outline, { rows, leftOut }: XmlColumns): string[] {
  const { comment, instruction } = ignored;
  return [
    rows.sharesLine
      ? "Several rows start on one line, so rows are numbered consecutively instead of by line."
      : undefined,
    leftOut.length > 0 ? `Skipped values outside the rows: ${namesOf(leftOut)}.` : undefined,
    comment.count > 0 ? `Skipped comments: ${comment.count}, the first on line ${comment.line}.` : undefined,
    instruction.count > 0
      ? `Skipped processing instructions: ${instruction.count}, the first on line ${instruction.line}.`
      : undefined,
  ].filter((sentence) => sentence !== undefined);
}

function declaredCharset(head: Uint8Array): string | undefined {
  return /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(asciiHead(head, 256))?.[1];
}

/**
 * True if a UTF-8 file declares a different encoding. A declaration of UTF-16 or UTF-32 is ignored, because the
 * declaration would be unreadable if the file really had this encoding.
 */
function isContradicted(declared: string | undefined, charset: string): declared is string {
  if (declared === undefined || charset !== "utf-8") return false;
  const known = knownCharset(declared);
  return known !== "utf-8" && !/^(?:utf-?16|utf-?32|ucs-?[24])/i.test(known ?? declared);
}
