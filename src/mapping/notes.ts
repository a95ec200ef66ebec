import { foldHeading } from "../formats/fold-heading.js";
import { listSources, partsOf, type Mapping, type WrittenSource, type SourceMap } from "./grammar.js";
import type { ParsedMapping } from "./parse.js";
import type { Path } from "./yaml-document.js";

/**
 * Explains how joined columns or a prefix make the IDs differ from the IDs in the source system. Returns undefined if
 * the mapping has neither. Users need to know the difference, because jobs and accruals refer to records by
 * `external_id`.
 */
export function changedIds({ id_prefix: prefix, fields }: Mapping): string | undefined {
  const source = fields["external_id"];
  const isJoined = typeof source === "object" && !Array.isArray(source) && Object.hasOwn(source, "join");
  const how = [
    ...(isJoined ? ["joined from several columns"] : []),
    ...(prefix === undefined || prefix === "" ? [] : [`given the prefix ${JSON.stringify(prefix)}`]),
  ];
  if (how.length === 0) return undefined;
  return `IDs differ from the IDs in the partner's system: they are ${how.join(" and ")}. Jobs, accruals and all other records that refer to these records must use the same IDs.`;
}

interface Remark {
  readonly path: Path;
  readonly message: string;
}

/**
 * Warns about element IDs that can change or be reused, because invoices refer to accruals by these IDs. The values
 * are not available when a mapping is checked, so the check relies on the ID column's heading and its other uses.
 */
export function changeableIds(mapping: Mapping): readonly Remark[] {
  return [...listSources(mapping)].flatMap(([list, { fields = {} }, path]) => {
    const { external_id: id, ...others } = fields;
    if (id === undefined) return [];
    const changing = new Set(
      Object.entries(others).flatMap(([name, source]) =>
        /amount|description|rate/u.test(name) ? columnsIn(source).map(foldHeading) : [],
      ),
    );
    const reasons = columnsIn(id).flatMap((column) => {
      if (changing.has(foldHeading(column)))
        return [`${column} is also used for an amount, a rate or a description, which may change`];
      return position.test(column)
        ? [`${column} may be a position, which changes when a line is added or removed`]
        : [];
    });
    const [reason] = reasons;
    if (reason === undefined) return [];
    const message = `IDs of ${list} may change: ${reason}. Invoices refer to elements by their IDs, so use a column that never changes if the export has one`;
    return [{ path: [...path, "fields", "external_id"], message }];
  });
}

/**
 * Warns if elements have their own rows but the group does not define a header row. Without a header rule, an element
 * whose header row is missing would become a record instead of being reported.
 */
export function missingHeaderRule(mapping: Mapping): readonly Remark[] {
  const { by, header } = mapping.group ?? {};
  if (by === undefined || header !== undefined) return [];
  const typed = [...listSources(mapping)].flatMap(([list, { rows, from }]) => {
    if (rows === undefined || rows === "all" || from !== undefined) return [];
    const column = [rows].flat().find((row) => "equals" in row || "in" in row)?.column;
    return column === undefined ? [] : [{ list, column }];
  });
  const [first] = typed;
  if (first === undefined) return [];
  const message = `${first.column} identifies the rows of ${first.list}, but \`group\` specifies no header row. If the header is missing from the file, an element becomes a record. If each record has its own header row, specify that row under \`group\`: \`header: { column: ${first.column}, equals: … }\``;
  return [{ path: ["group"], message }];
}

/** Warns about constants in fields that should differ between records, such as an email address. */
export function constantFields({ recordType, mapping }: ParsedMapping): readonly Remark[] {
  return Object.entries(mapping.fields).flatMap(([name, source]) => {
    const kind = recordType.fields[name]?.kind ?? "";
    if (!["id", "text", "email"].includes(kind) || typeof source !== "object" || Array.isArray(source))
      return [];
    const { constant } = source as SourceMap;
    if (constant === undefined || String(constant).includes("${")) return [];
    return [
      {
        path: ["fields", name],
        message: `every record gets the same ${name}. Use a column if the export has one`,
      },
    ];
  });
}

/** Headings typical of row numbers. */
const position = /^(?:row|line|pos(?:ition)?|index|lfd|zeile)(?:[ _.-]*(?:no|nr|num(?:ber)?|index))?\.?$/iu;

function columnsIn(source: WrittenSource | undefined): readonly string[] {
  if (source === undefined) return [];
  if (typeof source === "string") return [source];
  if (Array.isArray(source)) return (source as readonly WrittenSource[]).flatMap(columnsIn);
  const map = source as SourceMap;
  return [...(map.column === undefined ? [] : [map.column]), ...partsOf(map).flatMap(columnsIn)];
}
