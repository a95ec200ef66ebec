/** The rules and defences that a test must miss when they are off. Each names the code that carries it and the tests that prove it. */

export interface Mutation {
  /** What is true as long as the code stands. */
  readonly rule: string;
  readonly file: string;
  /** A piece of the file that occurs exactly once. */
  readonly find: string;
  /** What it becomes: the rule switched off. */
  readonly replace: string;
  readonly tests: readonly string[];
}

export const mutations: readonly Mutation[] = [
  {
    rule: "rows of one id with different contents are refused",
    file: "src/validate/duplicates.ts",
    find: "preferred.every((row) => sameContents(row, winner))",
    replace: "preferred.length > 0",
    tests: ["test/validate/duplicates.test.ts"],
  },
  {
    rule: "accounts with tax need a tax code",
    file: "src/validate/record.ts",
    find: 'if (field.required === "tax") return account.taxMode === "tax";',
    replace: 'if (field.required === "tax") return false;',
    tests: ["test/validate/record.test.ts"],
  },
  {
    rule: "a required value that is blank is an issue",
    file: "src/validate/record.ts",
    find: 'return field.required === "always";',
    replace: "return false;",
    tests: ["test/validate/record.test.ts"],
  },
  {
    rule: "a value that the schema refuses is an issue",
    file: "src/validate/record.ts",
    find: "if (!result.success) {",
    replace: "if (result.success) {",
    tests: ["test/validate/record.test.ts"],
  },
  {
    rule: "a value that no value map names is an issue, never a guess",
    file: "src/mapping/operations/operation.ts",
    find: 'otherwise === "reject") return () => reject;',
    replace: 'otherwise === "reject") return (text) => text;',
    tests: ["test/mapping/operations/operations.test.ts"],
  },
  {
    rule: "a word that is neither true nor false makes no flag",
    file: "src/mapping/flags.ts",
    find: 'fault("not_a_flag", {})',
    replace: "true",
    tests: ["test/mapping/compile.test.ts"],
  },
  {
    rule: "an id of which a part is blank is no id",
    file: "src/mapping/sources.ts",
    find: "if (whole && blank !== undefined && joined !== null) return blank;",
    replace: "",
    tests: ["test/mapping/compile.test.ts"],
  },
  {
    rule: "a local time that does not exist is an issue",
    file: "src/mapping/dates/zone.ts",
    find: "fits.length === 0 ? undefined : Math.max(...fits)",
    replace: "fits.length === 0 ? wall - before : Math.max(...fits)",
    tests: ["test/mapping/dates.test.ts"],
  },
  {
    rule: "a local time that exists twice means the later instant",
    file: "src/mapping/dates/zone.ts",
    find: "Math.max(...fits)",
    replace: "Math.min(...fits)",
    tests: ["test/mapping/dates.test.ts"],
  },
  {
    rule: "a number above one is no fraction",
    file: "src/mapping/decimals.ts",
    find: 'if (percentSign !== "" || aboveOne) return contradiction;',
    replace: "",
    tests: ["test/mapping/decimals.test.ts"],
  },
  {
    rule: "a look-up must find exactly one active entry",
    file: "src/mapping/operations/lookup.ts",
    find: "if (fits.length > 1) return",
    replace: "if (fits.length > 9) return",
    tests: ["test/mapping/compile.test.ts"],
  },
  {
    rule: "a filter's date that cannot be read decides nothing",
    file: "src/mapping/conditions.ts",
    find: "if (moment instanceof Fault) return moment;",
    replace: "if (moment instanceof Fault) return false;",
    tests: ["test/mapping/compile.test.ts"],
  },
  {
    rule: "cells carried down come from rows that a rule leaves out too",
    file: "src/mapping/compile.ts",
    find: "else carried[column] = cell;",
    replace: "",
    tests: ["test/mapping/compile.test.ts"],
  },
  {
    rule: "aliases are refused",
    file: "src/mapping/yaml-document.ts",
    find: 'report(node, "an alias (`*name`) cannot stand here", "the text itself");',
    replace: "",
    tests: ["test/mapping/mistakes.test.ts"],
  },
  {
    rule: "brackets without an end are refused before the library sees them",
    file: "src/mapping/yaml-document.ts",
    find: "if (++depth > 100) return i;",
    replace: "if (++depth > 1_000) return i;",
    tests: ["test/mapping/mistakes.test.ts"],
  },
  {
    rule: "what a draft left open is a mistake",
    file: "src/mapping/check.ts",
    find: 'if (source === "TODO") unfinished(path, report);',
    replace: 'if (source === "TODO") return;',
    tests: ["test/mapping/mistakes.test.ts"],
  },
  {
    rule: "a part of an archive whose checksum is wrong is refused",
    file: "src/formats/zip.ts",
    find: "crc32(data) !== entry.crc32",
    replace: "false",
    tests: ["test/formats/hostile-workbooks.test.ts"],
  },
  {
    rule: "a bomb is refused by its stated growth",
    file: "src/formats/zip.ts",
    find: "total > limits.ratioFrom && total > limits.ratio * bytes.length",
    replace: "false",
    tests: ["test/formats/hostile-workbooks.test.ts"],
  },
  {
    rule: "members of an archive never share bytes",
    file: "src/formats/zip.ts",
    find: "if ((spans[i] as [number, number])[0] < (spans[i - 1] as [number, number])[1]) {",
    replace: "if (false) {",
    tests: ["test/formats/archive.test.ts"],
  },
  {
    rule: "a gzip bomb is refused while it grows",
    file: "src/formats/archive.ts",
    find: "if (size > defaultZipLimits.ratioFrom && size > defaultZipLimits.ratio * source.size) {",
    replace: "if (false) {",
    tests: ["test/formats/archive.test.ts"],
  },
  {
    rule: "a sheet must have its end tag",
    file: "src/formats/spreadsheet/package-parts.ts",
    find: "if (!closed && !empty) throw",
    replace: "if (false) throw",
    tests: ["test/formats/hostile-workbooks.test.ts"],
  },
  {
    rule: "cells are counted before and after the library",
    file: "src/formats/spreadsheet/library-sheets.ts",
    find: "if (found !== checked.cells) {",
    replace: "if (false) {",
    tests: ["test/formats/hostile-workbooks.test.ts"],
  },
  {
    rule: "entities of its own make a workbook refused",
    file: "src/formats/spreadsheet/package-parts.ts",
    find: 'if (data.includes("<!DOCTYPE") || data.includes("<!ENTITY")) {',
    replace: "if (false) {",
    tests: ["test/formats/hostile-workbooks.test.ts"],
  },
  {
    rule: "an .xls is walked to its end record",
    file: "src/formats/spreadsheet/old-workbook.ts",
    find: "for (const start of sheets) walk(view, start);",
    replace: "",
    tests: ["test/formats/hostile-workbooks.test.ts"],
  },
  {
    rule: "a workbook that was never calculated has no values",
    file: "src/formats/spreadsheet/cell.ts",
    find: "value === 0 && context.uncalculated && cell.f !== undefined",
    replace: "false",
    tests: ["test/formats/spreadsheet.test.ts"],
  },
  {
    rule: "a cut page is refused",
    file: "src/formats/html.ts",
    find: "if (cut) throw",
    replace: "if (false) throw",
    tests: ["test/formats/html.test.ts"],
  },
  {
    rule: "a doubled key of a JSON entry is an issue",
    file: "src/formats/json.ts",
    find: "if (seen.has(heading)) {",
    replace: "if (false) {",
    tests: ["test/formats/json.test.ts"],
  },
  {
    rule: "the reading child is killed over its memory",
    file: "src/isolation/run-in-child.ts",
    find: "used !== undefined && used > run.limits.memory",
    replace: "false",
    tests: ["test/isolation/run-in-child.test.ts"],
  },
  {
    rule: "the answer of the reading child must be whole",
    file: "src/isolation/run-in-child.ts",
    find: "return [...kinds].every((kind) => stated[kind] === this.#counts.get(kind));",
    replace: "return true;",
    tests: ["test/isolation/run-in-child.test.ts"],
  },
  {
    rule: "a golden sample that comes to another list fails the check",
    file: "src/commands/check/compare-lists.ts",
    find: "if (expected === found) return [];",
    replace: "if (expected !== undefined) return [];",
    tests: ["test/commands/check.test.ts"],
  },
  {
    rule: "a total that a rule leaves out is no finding",
    file: "src/engine.ts",
    find: "outcome !== pastEnd && !isAboutKind(found)",
    replace: "found !== undefined",
    tests: ["test/commands/check.test.ts"],
  },
  {
    rule: "lading init writes nothing into a folder that holds something",
    file: "src/commands/init.ts",
    find: "if (found !== undefined) throw",
    replace: "if (found === folder) throw",
    tests: ["test/commands/init.test.ts"],
  },
];
