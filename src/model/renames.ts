import { z } from "zod";
import { nearest } from "../nearest.js";
import { isExactObject, type ExactJson } from "./exact-json.js";
import type { Field } from "./fields.js";
import { outboundAlone } from "./outbound-invoice.js";
import type { RecordType } from "./record-type.js";

/**
 * An account's own names for fields that the interface does not define (`docs/interface.md` section 2.3). Lading's
 * default names are assumptions. An account's names replace the defaults in served and received data.
 */

/** External names by record type and field. Element fields have the form `accruals.description`. */
export const renameSchema = z.record(
  z.string(),
  z.record(z.string(), z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, "a name such as job_number")),
);

export type Rename = z.infer<typeof renameSchema>;

/** A problem with a rename. The path identifies the record type or the field. */
export interface RenameDiagnostic {
  readonly path: readonly string[];
  readonly message: string;
  readonly nearest?: string | undefined;
}

/** Fields that can be renamed because the interface does not define them. */
function renamable(type: RecordType): readonly string[] {
  return Object.entries(type.fields).flatMap(([name, { kind, assumption, unserved, plain, fields = {} }]) => {
    const inner = kind === "list" && plain !== true ? assumedIn(fields) : [];
    const own = assumption === true && unserved !== true ? [name] : [];
    const alone = outboundAlone.filter(
      (path) => type.name === "payables-invoice" && path.startsWith(`${name}.`),
    );
    return [...own, ...inner.map((each) => `${name}.${each}`), ...alone];
  });
}

function assumedIn(fields: Readonly<Record<string, Field>>): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.assumption === true);
}

export function renameDiagnostics(type: RecordType, renames: Rename[string]): readonly RenameDiagnostic[] {
  const known = renamable(type);
  const unknown = Object.keys(renames).flatMap((path): RenameDiagnostic[] => {
    if (known.includes(path)) return [];
    const message =
      known.length === 0
        ? `the interface defines all fields of ${type.plural}, so none can be renamed`
        : "this field does not exist or cannot be renamed";
    return [{ path: [path], message, nearest: nearest(path, known) }];
  });
  if (unknown.length > 0) return unknown;
  return Object.entries(renames).flatMap(([path, to]) => {
    const [list = "", part] = path.split(".");
    const within = part === undefined ? "" : `${list}.`;
    const beside = Object.keys(part === undefined ? type.fields : (type.fields[list]?.fields ?? {}));
    const alone = outboundAlone.flatMap((each) =>
      within !== "" && each.startsWith(within) ? each.slice(within.length) : [],
    );
    const called = Array.from(new Set([...beside, ...alone]), (name) => renames[within + name] ?? name);
    if (called.filter((name) => name === to).length <= 1) return [];
    return [{ path: [path], message: `another field already has the name ${to}` }];
  });
}

/** External names of an object's fields and of the fields of objects in its lists. */
export interface Names {
  /**
   * External names, keyed by Lading's names. Each external name belongs to exactly one of Lading's names, so names
   * never collide.
   */
  readonly outer: ReadonlyMap<string, string>;
  /** Names of the fields in list elements, by Lading's name for the list. */
  readonly within: ReadonlyMap<string, Names>;
}

/** Returns the external names of a record type. Undefined if nothing is renamed. */
export function namesOf(renames: Rename[string] | undefined): Names | undefined {
  if (renames === undefined || Object.keys(renames).length === 0) return undefined;
  const inner = new Map<string, Record<string, string>>();
  const own: Record<string, string> = {};
  for (const [path, to] of Object.entries(renames)) {
    const [list = "", part] = path.split(".");
    if (part === undefined) own[list] = to;
    else inner.set(list, { ...inner.get(list), [part]: to });
  }
  const within = [...inner].map(
    ([list, names]) => [list, { outer: swapped(names), within: new Map() }] as const,
  );
  return { outer: swapped(own), within: new Map(within) };
}

/**
 * Extends the renames to a permutation. When a field is renamed, its old name becomes free. If an unknown external
 * field has the freed name, that field receives the new name, so that a round trip is lossless.
 */
function swapped(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const outer = new Map(Object.entries(names));
  const ends = new Set(outer.values());
  for (const begin of [...outer.keys()].filter((name) => !ends.has(name))) {
    let end = begin;
    while (outer.has(end)) end = outer.get(end) ?? end;
    outer.set(end, begin);
  }
  return outer;
}

/** Replaces Lading's names with the external names. */
export function outward(value: ExactJson, { outer, within }: Names): ExactJson {
  return mapped(value, (name) => [outer.get(name) ?? name, within.get(name)], outward);
}

/** Replaces external names with Lading's names. */
export function inward(value: ExactJson, { outer, within }: Names): ExactJson {
  const ours = new Map([...outer].map(([from, to]) => [to, from]));
  return mapped(
    value,
    (name) => {
      const own = ours.get(name) ?? name;
      return [own, within.get(own)];
    },
    inward,
  );
}

function mapped(
  value: ExactJson,
  nameOf: (name: string) => readonly [name: string, within: Names | undefined],
  go: (value: ExactJson, names: Names) => ExactJson,
): ExactJson {
  const inElement = (each: ExactJson): ExactJson => {
    if (!isExactObject(each)) return each;
    const members = Object.entries(each).map(([key, inner]) => {
      const [name, within] = nameOf(key);
      if (within === undefined) return [name, inner] as const;
      return [name, go(inner, within)] as const;
    });
    return Object.fromEntries(members);
  };
  return Array.isArray(value) ? value.map(inElement) : inElement(value);
}

/** Converts a path such as `charge_lines[0].tax_rate` to external names. */
export function outerPath(path: string, names: Names | undefined): string {
  let at = names;
  return path.replaceAll(/[A-Za-z_]\w*/g, (name) => {
    const called = at?.outer.get(name) ?? name;
    at = at?.within.get(name);
    return called;
  });
}
