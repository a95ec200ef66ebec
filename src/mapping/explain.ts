import { openAnswer, unfinishedText } from "./diagnostics.js";
import type { z } from "zod";
import { nearest } from "../nearest.js";
import { secretForm } from "../model/scalars.js";

/** This module translates Zod's issues into messages for people who are not programmers. */

export interface Mismatch {
  readonly path: readonly (string | number)[];
  /** True if the error is in the key rather than in its value. */
  readonly atKey: boolean;
  readonly message: string;
  readonly expected?: string | undefined;
  readonly nearest?: string | undefined;
  /** True if the value may be a secret and must not be shown. */
  readonly hidden?: boolean | undefined;
  /** True if a required key is absent. */
  readonly isMissing?: true;
  /** A valid value with which the rest of the mapping can be checked. */
  readonly instead?: string | undefined;
}

type ZodIssue = z.core.$ZodIssue;

export function mismatchesOf(schema: z.ZodType, value: unknown): Mismatch[] {
  /** The known keys for each list of unknown keys. The schema contains the known keys, but Zod's issues do not. */
  const known = new WeakMap<readonly string[], readonly string[]>();
  const result = schema.safeParse(value, {
    error: (found) => {
      if (found.code === "unrecognized_keys" && found.inst !== undefined) {
        known.set(found.keys, keysOf(found.inst));
      }
      return undefined;
    },
  });
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => mismatches(issue, [], value, known));
}

function keysOf(schema: z.core.$ZodType | z.core.$ZodCheck): readonly string[] {
  const def = schema._zod.def as { shape?: object; keyType?: z.core.$ZodType };
  if (def.shape !== undefined) return Object.keys(def.shape);
  const values = def.keyType?._zod.values;
  return values === undefined ? [] : [...values].map(String);
}

function mismatches(
  issue: ZodIssue,
  prefix: readonly (string | number)[],
  root: unknown,
  known: WeakMap<readonly string[], readonly string[]>,
): Mismatch[] {
  const path = [...prefix, ...issue.path.map((step) => (typeof step === "symbol" ? "" : step))];
  const value = at(root, path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const words = known.get(issue.keys) ?? [];
      return issue.keys.map((key) => ({
        path: [...path, key],
        atKey: true,
        message: `the key ${JSON.stringify(key)} is unknown`,
        expected: oneOf(words),
        nearest: nearest(key, words),
      }));
    }
    case "invalid_value": {
      const words = issue.values.map(String);
      if (value === undefined) return [missing(path, oneOf(words))];
      const written = typeof value === "string" ? value : "";
      const message = foundText(value);
      const near = words.length > 1 ? nearest(written, words) : undefined;
      const instead = near ?? words[0];
      return [{ path, atKey: false, message, expected: oneOf(words), nearest: near, instead }];
    }
    case "invalid_type": {
      const expected = shapes[issue.expected] ?? issue.expected;
      if (value === undefined) return [missing(path, expected)];
      return [{ path, atKey: false, message: foundText(value), expected }];
    }
    case "invalid_union":
      return unionMismatches(issue, path, root, value, known);
    case "invalid_key": {
      const reason = issue.issues.map((each) => each.message).join("; ");
      return [
        {
          path,
          atKey: true,
          message: `the key ${JSON.stringify(path.at(-1))} is not allowed here`,
          expected: reason,
        },
      ];
    }
    case "custom": {
      if (issue.params?.["hidden"] === true) return [hiddenMismatch(path, issue.message)];
      const near: unknown = issue.params?.["nearest"];
      const mismatch = { path, atKey: false, message: foundText(value), expected: issue.message };
      return [typeof near === "string" ? { ...mismatch, nearest: near } : mismatch];
    }
    case "invalid_format":
      if ("pattern" in issue && issue.pattern === String(secretForm))
        return [hiddenMismatch(path, issue.message)];
      return [{ path, atKey: false, message: foundText(value), expected: issue.message }];
    case "too_small":
    case "too_big":
    case "not_multiple_of":
    case "invalid_element":
      return [{ path, atKey: false, message: foundText(value), expected: issue.message }];
  }
}

function foundText(value: unknown): string {
  return value === openAnswer ? unfinishedText : `found ${shown(value)}`;
}

function unknownWords(branch: readonly ZodIssue[]): number {
  const own = branch.filter((each) => each.code === "unrecognized_keys" && each.path.length === 0);
  return own.reduce((count, each) => count + ("keys" in each ? each.keys.length : 0), 0);
}

/** If several shapes are allowed, explains how the value differs from the shape that the author probably intended. */
function unionMismatches(
  issue: Extract<ZodIssue, { code: "invalid_union" }>,
  path: readonly (string | number)[],
  root: unknown,
  value: unknown,
  known: WeakMap<readonly string[], readonly string[]>,
): Mismatch[] {
  if (value === undefined) return [missing(path, undefined)];
  const possible = issue.errors.filter(
    (branch) => !branch.some((each) => each.path.length === 0 && each.code === "invalid_type"),
  );
  // The shape with the fewest unknown keys is probably the intended one.
  const fewest = Math.min(...possible.map(unknownWords));
  const meant = possible.filter((branch) => unknownWords(branch) === fewest);
  const flat = meant.map((branch) => branch.flatMap((each) => mismatches(each, path, root, known)));
  const deep = flat.filter((branch) => branch.some((each) => each.path.length > path.length || each.atKey));
  const [best] = (deep.length > 0 ? deep : flat).sort((a, b) => a.length - b.length);
  if (best !== undefined && (deep.length > 0 || flat.length === 1)) return best;
  const options = issue.errors
    .flatMap((branch) => branch.flatMap((each) => mismatches(each, path, root, known)))
    .map((each) => each.expected)
    .filter((each) => each !== undefined);
  const words = issue.errors
    .flat()
    .flatMap((each) => (each.code === "invalid_value" ? each.values.map(String) : []));
  return [
    {
      path,
      atKey: false,
      message: foundText(value),
      expected: [...new Set(options)].join("; or ") || undefined,
      nearest: typeof value === "string" ? nearest(value, words) : undefined,
    },
  ];
}

function hiddenMismatch(path: Mismatch["path"], expected: string): Mismatch {
  return {
    path,
    atKey: false,
    message: "found a different value, not shown because it may be secret",
    expected,
    hidden: true,
  };
}

function missing(path: readonly (string | number)[], expected: string | undefined): Mismatch {
  const message = `the key ${JSON.stringify(path.at(-1))} is missing`;
  return { path, atKey: false, message, expected, isMissing: true };
}

const shapes: Readonly<Record<string, string>> = {
  string: "text",
  object: "a map (`key: value`)",
  record: "a map (`key: value`)",
  array: "a list (`[A, B]` or lines with `- `)",
};

function shown(value: unknown): string {
  if (typeof value === "string") {
    return value === ""
      ? "an empty string"
      : JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}...` : value);
  }
  return Array.isArray(value) ? "a list" : "a map";
}

function oneOf(words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  return words.length === 1 ? `\`${words[0]}\`` : `one of ${words.map((each) => `\`${each}\``).join(", ")}`;
}

function at(root: unknown, path: readonly (string | number)[]): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}
