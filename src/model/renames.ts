import { z } from "zod";
import { nearest } from "../nearest.js";
import { isExactObject, type ExactJson } from "./exact-json.js";
import type { Field } from "./fields.js";
import { outboundAlone } from "./outbound-invoice.js";
import type { RecordType } from "./record-type.js";

/**
 * What an account calls the fields that the interface does not show (`docs/interface.md` section 2.3): our names are an
 * assumption, and where the platform has others this corrects it, in what is served and in what is received.
 */

/** By record type and field; fields of elements as `accruals.description`. */
export const renameSchema = z.record(
  z.string(),
  z.record(z.string(), z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, "a name such as job_number")),
);

export type Rename = z.infer<typeof renameSchema>;

/** What is wrong with a renaming, at the type or the field that it names. */
export interface RenameDiagnostic {
  readonly path: readonly string[];
  readonly message: string;
  readonly nearest?: string | undefined;
}

/** The fields that may have another name: those that the interface does not show. */
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

/** Everything that is wrong with the names of one record type. */
export function renameDiagnostics(type: RecordType, renames: Rename[string]): readonly RenameDiagnostic[] {
  const known = renamable(type);
  const unknown = Object.keys(renames).flatMap((path): RenameDiagnostic[] => {
    if (known.includes(path)) return [];
    const message =
      known.length === 0
        ? `the interface shows all fields of ${type.plural}, so none has another name`
        : "this is no field whose name is an assumption";
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
    return [{ path: [path], message: `another field beside it is called ${to}, too` }];
  });
}

/** The names of one kind of object, and of those within it. */
export interface Names {
  /** Every name that is another outside, by ours; each outer name stands for one of ours, so nothing can meet. */
  readonly outer: ReadonlyMap<string, string>;
  /** By our name of the list: the names in its elements. */
  readonly within: ReadonlyMap<string, Names>;
}

/** What the fields of a record are called outside; undefined: as here. */
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
 * A name that is taken away from a field of ours stands, should it come from outside, for something that is not ours: it gets the
 * name that became free, so that the way back gives what came.
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

/** The same with its outer names. */
export function outward(value: ExactJson, { outer, within }: Names): ExactJson {
  return mapped(value, (name) => [outer.get(name) ?? name, within.get(name)], outward);
}

/** The same with our names. */
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

/** A place in a record such as `charge_lines[0].tax_rate`, as it is called outside. */
export function outerPath(path: string, names: Names | undefined): string {
  let at = names;
  return path.replaceAll(/[A-Za-z_]\w*/g, (name) => {
    const called = at?.outer.get(name) ?? name;
    at = at?.within.get(name);
    return called;
  });
}
