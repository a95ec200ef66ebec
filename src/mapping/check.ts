import { isRepair, issueKinds, type IssueCode } from "../model/issues.js";
import { meantCountry } from "../model/countries.js";
import { nearest } from "../nearest.js";
import { money, privateText, singleFields, type Field, type FieldKind } from "../model/fields.js";
import type { RecordType } from "../model/record-type.js";
import { foldValue } from "./cells.js";
import { dividesExactly, moneyText } from "./decimals.js";
import { hasCompanyColumn } from "./company.js";
import {
  conditionWords,
  conditionTests,
  inputWords,
  listWords,
  innerMark,
  keyMark,
  numberMark,
  partMark,
  partWords,
  plainDivisor,
  sourceWords,
  anyMark,
} from "./grammar.js";
import { openAnswer, unfinishedText, type Diagnostic } from "./diagnostics.js";
import { operation, operations } from "./operations/index.js";
import { hasParameter } from "./text.js";
import {
  yamlMapOf,
  reporter,
  type Path,
  type Plain,
  type YamlMap,
  type Report,
  type YamlDocument,
} from "./yaml-document.js";

/**
 * Checks rules that the grammar cannot express, such as keywords that exclude or require each other, and values that
 * are invalid for a field. Skips parts that violate the grammar, so that no error is reported twice.
 */
export function checkMapping(document: YamlDocument<Plain>, type: RecordType): Diagnostic[] {
  const found: Diagnostic[] = [];
  const root = yamlMapOf(document.value);
  if (root === undefined) return found;
  const report = reporter(document, found);

  const fields = yamlMapOf(root["fields"]);
  if (fields !== undefined) checkFields(fields, ["fields"], type.fields, "", report);
  checkPrivate(root["private"], ["private"], "", report);
  for (const [name, written] of Object.entries(yamlMapOf(root["lists"]) ?? {})) {
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    if (field?.kind !== "list") continue;
    if (!Array.isArray(written)) checkList(written, ["lists", name], name, field, report);
    for (const [i, each] of listOf(written).entries())
      checkList(each, ["lists", name, i], name, field, report);
  }
  for (const [name, field] of Object.entries(type.fields)) {
    if (field.kind !== "list" || field.required !== "always") continue;
    const written = yamlMapOf(root["lists"]);
    if (
      written?.[name] !== undefined ||
      Object.keys(written ?? {}).some((each) => isMistyped(each, [name], type.columns))
    )
      continue;
    report.word(
      written === undefined ? [] : ["lists"],
      `the list ${JSON.stringify(name)} is missing`,
      `${name}: and the source of its elements. ${field.description}`,
    );
  }
  if (root["company"] !== undefined && hasCompanyColumn(root))
    report.word(
      ["company"],
      "`company` cannot be combined with an `only` condition on `${account.company}`, which already selects the company",
    );
  for (const rule of ["only", "skip"]) {
    for (const [i, condition] of listOf(root[rule]).entries()) checkCondition(condition, [rule, i], report);
  }
  for (const [i, example] of listOf(root["examples"]).entries())
    checkExample(example, ["examples", i], report);
  checkElementSums(root, type, report);
  checkGroup(root, report);
  checkTables(root, report);
  checkMembers(root, report);
  checkRecords(root["read"], ["read"], report);
  checkTypes(root["read"], report);
  checkNamespaces(root["read"], ["read"], report);
  for (const [name, read] of Object.entries(yamlMapOf(root["tables"]) ?? {})) {
    checkRecords(read, ["tables", name], report);
    checkNamespaces(read, ["tables", name], report);
  }
  checkTotals(root, type, report);
  checkAppend(root["continuation"], fields, type, report);
  const repairs = Object.keys(issueKinds).filter((code) => isRepair(code as IssueCode));
  for (const [i, code] of listOf(yamlMapOf(root["read"])?.["accept"]).entries()) {
    checkCode(code, ["read", "accept", i], "repair", repairs, report);
  }
  const actions = yamlMapOf(yamlMapOf(root["operation"])?.["values"]);
  if (actions !== undefined) checkFolded(actions, ["operation", "values"], report);
  return found;
}

/** `updated_at` is required in records, but it has a default. */
function isOptionalField(name: string, field: Field): boolean {
  return name === "updated_at" || field.required !== "always";
}

/** `prefix` precedes field names in messages, such as `list.` for the fields of an element. */
function checkFields(
  written: YamlMap,
  path: Path,
  fields: Readonly<Record<string, Field>>,
  prefix: string,
  report: Report,
): void {
  const known = singleFields(fields);
  const missing: string[] = [];
  for (const [name, field] of Object.entries(known)) {
    const mistyped = Object.keys(written).some((each) => isMistyped(each, [name], Object.keys(known)));
    // Parts of an optional amount are required only if one of them is mapped.
    const [amount = ""] = name.split(".");
    const isLeftOut =
      fields[amount]?.required !== "always" &&
      !Object.keys(written).some((each) => each.startsWith(`${amount}.`));
    if (written[name] === undefined && !isOptionalField(name, field) && !isLeftOut && !mistyped)
      missing.push(name);
  }
  if (missing.length > 0) {
    const names = missing.map((name) => JSON.stringify(prefix + name)).join(", ");
    const expected = missing.map((name) => {
      const field = known[name] as Field;
      return `${name}: HEADING. ${field.description} ${withoutColumn(name, field)}`;
    });
    report.word(
      path,
      missing.length === 1 ? `the field ${names} is missing` : `the fields ${names} are missing`,
      expected.join("\n"),
    );
  }
  for (const [name, source] of Object.entries(written)) {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (field !== undefined) checkSource(source, [...path, name], prefix + name, field, field.kind, report);
  }
}

/** Private fields are strings and may have any name. */
function checkPrivate(written: Plain | undefined, path: Path, prefix: string, report: Report): void {
  for (const [name, source] of Object.entries(yamlMapOf(written) ?? {}))
    checkSource(source, [...path, name], `${prefix}private.${name}`, privateText, "text", report);
}

function checkGroup(root: YamlMap, report: Report): void {
  const group = yamlMapOf(root["group"]);
  if (group === undefined) return;
  const words = (["by", "under"] as const).filter((each) => group[each] !== undefined);
  if (words.length === 0)
    report.word(["group"], "`group` does not specify which rows form a record", "`by:` or `under:`");
  if (words.length === 2) report.word(["group", "under"], "`under` cannot be combined with `by`");
  if (group["header"] !== undefined && group["under"] !== undefined)
    report.word(
      ["group", "header"],
      "`header` cannot be combined with `under`, which already selects the header row",
    );
  for (const word of ["under", "header"])
    if (group[word] !== undefined) checkCondition(group[word], ["group", word], report);
  if (group["scattered"] !== undefined) {
    if (group["by"] === undefined) report.word(["group", "scattered"], "`scattered` requires a key (`by`)");
    if (root["carry_down"] !== undefined)
      report.word(
        ["carry_down"],
        "`carry_down` cannot be combined with `scattered`, where a row with a blank key belongs to the row above",
      );
  }
  if (root["lists"] === undefined)
    report.word(["group"], "there are no `lists` for the elements in the rows of a record");
  for (const word of yamlMapOf(root["read"])?.["members"] === undefined
    ? ["continuation", "duplicates"]
    : ["continuation"])
    if (root[word] !== undefined && root[word] !== "reject")
      report.word([word], `\`${word}\` cannot be combined with \`group\``);
}

/**
 * Checks mappings for archives whose files are read as one table. Some keywords are not allowed, because each file is
 * read separately.
 */
function checkMembers(root: YamlMap, report: Report): void {
  const read = yamlMapOf(root["read"]) ?? {};
  if (read["members"] === undefined) return;
  const beside = (path: Path): void =>
    report.word(
      path,
      `\`${path.at(-1)}\` cannot be combined with \`members\`, because each member is read separately`,
    );
  for (const word of ["member", "stop_at"]) if (read[word] !== undefined) beside(["read", word]);
  for (const word of ["tables", "carry_down", "continuation", "totals"])
    if (root[word] !== undefined) beside([word]);
}

/**
 * Checks that `types` is used only for delimited text, because in other formats, all rows have the same number of
 * cells.
 */
function checkTypes(read: Plain | undefined, report: Report): void {
  const { types, format } = yamlMapOf(read) ?? {};
  if (types !== undefined && format !== undefined && format !== "delimited")
    report.word(["read", "types"], "`types` works only for delimited text");
}

/**
 * Checks that all paths in `records` have the same number of steps, because the headings of all paths use the same
 * names for the steps.
 */
function checkRecords(read: Plain | undefined, path: Path, report: Report): void {
  const [first, ...others] = listOf(yamlMapOf(read)?.["records"]);
  const stepsOf = (each: Plain | undefined): number =>
    typeof each === "string" ? each.split(".").length : 0;
  for (const [i, other] of others.entries())
    if (stepsOf(other) !== stepsOf(first))
      report.at([...path, "records", i + 1], "the paths have different numbers of steps", {
        expected: `a path with ${stepsOf(first)}, such as ${JSON.stringify(first)}`,
      });
}

/** Checks that no namespace has several prefixes, because names in a file would match only one of the prefixes. */
function checkNamespaces(read: Plain | undefined, path: Path, report: Report): void {
  const prefixes = new Map<Plain, string>();
  for (const [prefix, uri] of Object.entries(yamlMapOf(yamlMapOf(read)?.["namespaces"]) ?? {})) {
    const first = prefixes.get(uri);
    if (first !== undefined)
      report.word(
        [...path, "namespaces", prefix],
        `the prefix ${first} is already defined for this namespace`,
      );
    prefixes.set(uri, prefix);
  }
}

/** Each list that reads another table needs a key that matches `group.by`. */
function checkTables(root: YamlMap, report: Report): void {
  const tables = yamlMapOf(root["tables"]);
  const by = yamlMapOf(root["group"])?.["by"];
  if (tables !== undefined && by === undefined)
    report.word(
      ["tables"],
      "`tables` requires a key (`group.by`) that connects the rows of the tables to records",
    );
  for (const [name, reading] of Object.entries(tables ?? {}))
    if (yamlMapOf(reading)?.["optional"] !== undefined && yamlMapOf(reading)?.["member"] === undefined)
      report.word(
        ["tables", name, "optional"],
        "only a table with a `member` can be missing from a delivery",
      );
  const first = yamlMapOf(by)?.["first"];
  if (tables !== undefined && first !== undefined)
    report.word(["group", "by"], "`tables` requires a key of plain columns, not `first`");
  const key = typeof by === "string" ? [by] : listOf(by);
  for (const [name, written] of Object.entries(yamlMapOf(root["lists"]) ?? {})) {
    const several = Array.isArray(written);
    for (const [i, each] of (several ? (written as readonly Plain[]) : [written]).entries()) {
      const { from, match } = yamlMapOf(each) ?? {};
      const path = several ? ["lists", name, i] : ["lists", name];
      if (typeof from === "string" && tables?.[from] === undefined)
        report.at([...path, "from"], `there is no table ${JSON.stringify(from)}`, {
          nearest: nearest(from, Object.keys(tables ?? {})),
        });
      const columns = Object.values(yamlMapOf(match) ?? {});
      const lacks =
        match === undefined
          ? undefined
          : (key.find((column) => !columns.includes(column)) as string | undefined);
      if (lacks !== undefined)
        report.word([...path, "match"], `no column matches \`${lacks}\` of \`group.by\``);
    }
  }
}

/** For a sum over elements, the list must be mapped, and its elements must contain the amount. */
function checkElementSums(root: YamlMap, type: RecordType, report: Report): void {
  const known = Object.entries(type.fields).flatMap(([list, { kind, fields = {} }]) =>
    kind === "list" ? moneyOf(fields).map((part) => `${list}.${part}`) : [],
  );
  for (const [name, source] of Object.entries(yamlMapOf(root["fields"]) ?? {})) {
    const sum = yamlMapOf(source)?.["sum"];
    if (typeof sum !== "string") continue;
    const path = ["fields", name, "sum"];
    const [list = ""] = sum.split(".");
    if (!known.includes(sum))
      report.at(path, `no list has the amount ${JSON.stringify(sum)}`, {
        nearest: nearest(sum, known),
        expected: known.length === 0 ? "a list of columns" : `a list of columns, or ${oneOf(known)}`,
      });
    else if (yamlMapOf(root["lists"])?.[list] === undefined)
      report.at(path, `\`lists\` does not specify the source of the elements of ${list}`);
  }
}

/** Returns the parts of amounts that are money, such as `local_amount.total`. */
function moneyOf(fields: Readonly<Record<string, Field>>): readonly string[] {
  return Object.entries(singleFields(fields)).flatMap(([name, { kind }]) => (kind === "money" ? [name] : []));
}

/** `elements` must refer to lists, and `sums` to amounts in the record or its lists. */
function checkTotals(root: YamlMap, type: RecordType, report: Report): void {
  const totals = yamlMapOf(root["totals"]);
  if (totals === undefined) return;
  const { row, ...stated } = totals;
  if (row !== undefined) checkCondition(row, ["totals", "row"], report);
  else if (/"#[1-9]\d*"/.test(JSON.stringify(stated)))
    report.word(
      ["totals"],
      "`totals` does not specify which row has the totals",
      '`row:` with a condition, such as `{ column: "#1", equals: T }`',
    );
  if (Object.keys(stated).length === 0)
    report.word(
      ["totals"],
      "`totals` does not specify which totals the file has",
      "one of `rows`, `records`, `elements`, `sums`",
    );
  const { fields } = type;
  const lists = Object.keys(fields).filter((name) => fields[name]?.kind === "list");
  const amountsOf = (of: Readonly<Record<string, Field>>, prefix: string): string[] =>
    Object.keys(of).flatMap((name) => (of[name]?.kind === "amount" ? [prefix + name] : []));
  const amounts = [
    ...amountsOf(fields, ""),
    ...lists.flatMap((name) => amountsOf(fields[name]?.fields ?? {}, `${name}.`)),
  ];
  for (const [word, known] of [
    ["elements", lists],
    ["sums", amounts],
  ] as const)
    for (const [name, source] of Object.entries(yamlMapOf(totals[word]) ?? {})) {
      const path = ["totals", word, name];
      if (!known.includes(name))
        report.at(path, `there is no ${word === "sums" ? "amount" : "list"} ${JSON.stringify(name)}`, {
          at: "key",
          nearest: nearest(name, known),
          expected: oneOf(known),
        });
      else if (word === "sums") checkSource(source, path, name, money("", ""), "money", report);
    }
}

function checkList(written: Plain, path: Path, name: string, field: Field, report: Report): void {
  const map = yamlMapOf(written);
  if (map === undefined) return;
  const words = listWords.filter((each) => map[each] !== undefined);
  if (words.length === 0) {
    report.word(path, `the source of the elements of ${name} is missing`, oneOf(listWords));
  }
  onlyOne(words, path, report);
  if (map["split"] !== undefined && map["at"] === undefined)
    report.word(
      [...path, "split"],
      "`split` requires the text at which to split the cell",
      '`at: ";"` next to it',
    );
  if (map["at"] !== undefined && map["split"] === undefined)
    report.word([...path, "at"], "`at` works only with `split`");
  const fields = yamlMapOf(map["fields"]);
  if (fields !== undefined) checkFields(fields, [...path, "fields"], field.fields ?? {}, `${name}.`, report);
  checkPrivate(map["private"], [...path, "private"], `${name}.`, report);
  const value = field.fields?.["value"];
  if (map["value"] !== undefined && value !== undefined)
    checkSource(map["value"], [...path, "value"], name, value, value.kind, report);
  else if (field.plain === true && map["value"] === undefined && map["split"] === undefined)
    report.word(path, "the source of the element's value is missing", "`value:`");
  const isOpen = Object.keys(map).includes("keys") && map["keys"] === "all";
  if (isOpen && JSON.stringify(fields ?? map["value"] ?? "").includes(`"${keyMark}"`))
    report.at([...path, "keys"], `\`${keyMark}\` alone matches every column of the file`, {
      expected: "the names of the columns: `keys: [FRT, DOC]`",
    });
  if (JSON.stringify(fields ?? {}).includes(innerMark) && map["columns"] === undefined)
    report.word(path, `\`${innerMark}\` works only together with \`${numberMark}\` and \`columns\``);
  const id = yamlMapOf(map["fields"])?.["external_id"];
  if (map["same_id"] !== undefined && id === undefined)
    report.word([...path, "same_id"], `elements of ${name} have no \`external_id\`, which \`same_id\` needs`);
  const marks = { columns: numberMark, keys: keyMark, split: partMark };
  for (const [word, mark] of Object.entries(marks)) {
    const isMarked = JSON.stringify([fields ?? {}, map["value"] ?? ""]).includes(mark);
    const isImplied = word === "split" && field.plain === true && map["value"] === undefined;
    if (map[word] !== undefined && !isMarked && !isImplied)
      report.word([...path, word], `no heading of \`fields\` or \`value\` contains \`${mark}\``);
    else if (map[word] === undefined && isMarked)
      report.word(path, `\`${mark}\` works only with \`${word}\``);
  }
  for (const [word, other] of [
    ["from", "rows"],
    ["from", "match"],
    ["match", "from"],
  ] as const)
    if (map[word] !== undefined && map[other] === undefined)
      report.word([...path, word], `\`${word}\` needs \`${other}\``);
  const rows = map["rows"];
  if (!Array.isArray(rows)) checkCondition(rows ?? "", [...path, "rows"], report);
  for (const [i, condition] of listOf(rows).entries())
    checkCondition(condition, [...path, "rows", i], report);
}

function checkSource(
  source: Plain,
  path: Path,
  name: string,
  field: Field,
  kind: FieldKind,
  report: Report,
): void {
  if (typeof source === "string") {
    const meant = `the heading of its column, or its position (such as "#4") if there are no headings. ${field.description} ${withoutColumn(name, field)}`;
    if (source === openAnswer) unfinished(path, report, meant);
    else if (isNumber(kind)) needsDecimal(path, name, kind, report);
    return;
  }
  if (Array.isArray(source)) {
    for (const [i, item] of (source as readonly Plain[]).entries()) {
      checkSource(item, [...path, i], name, field, kind, report);
    }
    return;
  }
  checkSourceMap(source as YamlMap, path, name, field, kind, report);
}

function checkSourceMap(
  source: YamlMap,
  path: Path,
  name: string,
  field: Field,
  kind: FieldKind,
  report: Report,
): void {
  const words = Object.keys(source);
  const inputs = inputWords.filter((each) => words.includes(each));
  if (inputs.length === 0 && !words.some((each) => isMistyped(each, inputWords, sourceWords))) {
    report.word(path, "the source of the value is missing", oneOf(inputWords));
  }
  onlyOne(inputs, path, report);
  if (words.includes("separator") && !words.includes("join")) {
    report.word([...path, "separator"], "`separator` works only with `join`");
  }
  if (words.includes("round") && !words.includes("product") && !words.includes("divide"))
    report.word([...path, "round"], "`round` works only with `product` or `divide`");
  if (typeof source["sum"] === "string") {
    if (path[0] !== "fields" || path.length !== 2)
      report.word([...path, "sum"], "a sum of elements works only as a field of the record");
    for (const word of words.filter((each) => each !== "sum" && !isInput(each)))
      report.word([...path, word], `\`${word}\` cannot be combined with the sum of elements`);
  }
  if (words.includes("divide")) checkDivide(source, path, name, field, kind, report);
  if (words.includes("header") && path[0] !== "lists")
    report.word([...path, "header"], "`header` works only for elements; write `column`");
  const { column: written = "" } = source;
  const isAny = typeof written === "string" && written.includes(anyMark);
  if (isAny !== words.includes("where"))
    report.word(path, `\`where\` and \`${anyMark}\` in the heading of \`column\` must be used together`);
  if (words.includes("where")) checkCondition(source["where"] ?? "", [...path, "where"], report);
  if (words.includes("negative")) {
    if (source["negative"] !== "always")
      checkCondition(source["negative"] ?? "", [...path, "negative"], report);
    const { column } = yamlMapOf(source["negative"]) ?? {};
    if (column !== undefined && listOf(source["first"]).includes(column))
      report.word(
        [...path, "negative"],
        "a zero in the first column would hide the value of the second column",
        "`sum:` of both columns, with `negative: always` for the credit column",
      );
    if (!["decimal", "sum", "product"].some((each) => words.includes(each)))
      report.word([...path, "negative"], "`negative` works only with `decimal`, `sum` or `product`");
  }
  if (source["column"] === openAnswer) unfinished([...path, "column"], report);
  if (source["constant"] === openAnswer) unfinished([...path, "constant"], report);
  // An empty constant is an error only if it is the complete source of a field that is required in every record. A
  // part of `first` or `join` may be an empty constant.
  if (
    typeof source["constant"] === "string" &&
    source["constant"].trim() === "" &&
    words.length === 1 &&
    path.length === 2 &&
    field.required === "always" &&
    name !== "updated_at"
  ) {
    report.at([...path, "constant"], `${name} must not be empty, because no record would be accepted`, {
      expected: withoutColumn(name, field),
    });
  }
  for (const part of partWords) {
    const inner = part === "join" ? "text" : kind;
    const isArithmetic = part === "sum" || part === "product";
    if (isArithmetic && source[part] !== undefined && kind !== "money")
      report.word([...path, part], `\`${part}\` works only for amounts`);
    for (const [i, item] of listOf(source[part]).entries()) {
      // The operations on the whole amount also apply to its parts, so the parts do not require `decimal`.
      const isOfWhole =
        isNumber(inner) && words.includes("decimal") && (!isArithmetic || typeof item === "string");
      const innerKind = isOfWhole ? "text" : inner;
      checkSource(item, [...path, part, i], name, field, innerKind, report);
    }
  }
  checkOperations(source, path, name, kind, report);
  checkTargets(source, path, name, field, kind, report);
  if (isNumber(kind) && words.includes("column") && !words.includes("decimal") && !words.includes("lookup")) {
    needsDecimal(path, name, kind, report);
  }
}

function isInput(word: string): boolean {
  return inputWords.some((each) => each === word);
}

/**
 * Only numbers can be divided, the divisor must not be the constant 0, and the result must be rounded if it may have
 * infinitely many decimals.
 */
function checkDivide(
  source: YamlMap,
  path: Path,
  name: string,
  field: Field,
  kind: FieldKind,
  report: Report,
): void {
  const here = [...path, "divide"];
  const { divide } = source;
  if (!isNumber(kind)) return report.word(here, "`divide` works only for amounts and rates");
  const constant = plainDivisor(divide);
  if (constant !== undefined && /^[0.]+$/.test(constant))
    return report.at(here, "a division by 0 has no result");
  if (source["round"] === undefined && (constant === undefined || !dividesExactly(constant)))
    report.word(
      here,
      "the result may have infinitely many decimals, such as 1 divided by 3",
      "`round:` with the number of decimals next to it",
    );
  if (constant !== undefined) return;
  const isOfWhole = typeof divide === "string" && source["decimal"] !== undefined;
  checkSource(divide ?? "", here, name, field, isOfWhole ? "text" : "money", report);
}

/**
 * Reports operations that are not suitable for the kind of field and companion keywords without a matching operation.
 */
function checkOperations(source: YamlMap, path: Path, name: string, kind: FieldKind, report: Report): void {
  const words = Object.keys(source);
  for (const word of words) {
    const found = operation(word);
    if (found?.kinds !== undefined && !found.kinds.includes(kind)) {
      const hint =
        word === "default" && kind === "flag" ? "; for flags write `blank: true` or `blank: false`" : "";
      report.word([...path, word], `\`${word}\` does not apply to ${name}${hint}`);
    }
  }
  // `invert` requires a flag. Before `values` is applied, the cell contains the original text from the export.
  if (words.includes("invert") && words.indexOf("invert") < words.indexOf("values")) {
    report.word(
      [...path, "invert"],
      "`invert` must be below `values`, because operations are applied from top to bottom",
    );
  }
  for (const companion of ["otherwise", "zone", "language"] as const) {
    const takers = operations.filter((each) => each.takes?.includes(companion)).map((each) => each.name);
    if (words.includes(companion) && !takers.some((taker) => words.includes(taker))) {
      report.word(
        [...path, companion],
        `\`${companion}\` has no operation that uses it`,
        `next to it, one of ${takers.map((each) => `\`${each}\``).join(", ")}`,
      );
    }
  }
  const lookup = source["lookup"];
  if (
    typeof lookup === "string" &&
    words.includes("otherwise") &&
    companionOwner(words, "otherwise") === "lookup"
  ) {
    report.word(
      [...path, "otherwise"],
      "`otherwise` cannot be combined with a lookup in a list, because the entry must exist",
    );
  }
  const otherwise = source["otherwise"];
  const meant = mistypedOtherwise(otherwise);
  if (typeof otherwise === "string" && meant !== undefined) {
    report.at([...path, "otherwise"], `found ${JSON.stringify(otherwise)}`, {
      expected: `\`reject\`, \`pass\`, or a value; for this text, write \`{ constant: ${otherwise} }\``,
      nearest: meant,
    });
  }
  const values = yamlMapOf(source["values"]);
  if (values !== undefined) checkFolded(values, [...path, "values"], report);
}

const otherwiseWords = ["reject", "pass"] as const;

/**
 * Returns the keyword that was probably intended as the value of `otherwise`. Without this check, the misspelled
 * keyword would be accepted as a constant.
 */
function mistypedOtherwise(otherwise: Plain | undefined): string | undefined {
  if (typeof otherwise !== "string" || otherwiseWords.some((each) => each === otherwise)) return undefined;
  return nearest(otherwise, otherwiseWords);
}

/**
 * Returns the operation to which a companion keyword belongs: the nearest operation above that accepts it, or the
 * first operation below if there is none above. Returns undefined if no operation accepts the keyword.
 */
export function companionOwner(words: readonly string[], companion: string): string | undefined {
  const takes = (word: string): boolean =>
    operation(word)?.takes?.some((each) => each === companion) ?? false;
  const position = words.indexOf(companion);
  return words.slice(0, position).findLast(takes) ?? words.slice(position + 1).find(takes);
}

/**
 * Operations that change a constant or the result of a value map above them. A constant or result that is changed is
 * not the field's final value, so it cannot be checked.
 */
const changing = new Set([
  "case",
  "replace",
  "pattern",
  "split",
  "substring",
  "pad_left",
  "lookup",
  "date",
  "decimal",
]);

/** Checks that constants, defaults and the targets of value maps are valid values of the field. */
function checkTargets(
  source: YamlMap,
  path: Path,
  name: string,
  field: Field,
  kind: FieldKind,
  report: Report,
): void {
  const words = Object.keys(source);
  const choices = kind === "flag" ? ["true", "false"] : kind === "choice" ? (field.choices ?? []) : undefined;
  const check = (value: Plain | undefined, at: Path, alsoAllowed: readonly string[]): void => {
    if (typeof value !== "string" || value === "" || alsoAllowed.includes(value) || hasParameter(value))
      return;
    if (value === openAnswer) {
      if (at.at(-1) !== "constant" || at.at(-2) === "otherwise") {
        unfinished(at, report, choices === undefined ? undefined : oneOf(choices));
      }
      return;
    }
    if (choices !== undefined && !choices.includes(value)) {
      report.at(at, `${name} cannot be ${JSON.stringify(value)}`, {
        expected: oneOf(choices),
        nearest: nearest(value, choices),
      });
    } else if (choices === undefined && kind !== "reference" && kind !== "timestamp") {
      const isWhole = kind === "integer" && /^-?\d+$/.test(value);
      const result = field.schema.safeParse(
        isWhole ? Number(value) : kind === "money" ? moneyText(value) : value,
      );
      if (!result.success)
        report.at(at, `${name} cannot be ${JSON.stringify(value)}`, {
          expected: `a value such as ${field.example}`,
          ...(kind === "country" && { nearest: meantCountry(value) }),
        });
    }
  };
  const isLast = (word: string): boolean => {
    const after = words.slice(words.indexOf(word) + 1);
    return !after.some((each) => changing.has(each) || each === "values");
  };
  if (isLast("constant")) check(source["constant"], [...path, "constant"], []);
  if (isLast("default")) check(source["default"], [...path, "default"], []);
  if (isLast("values")) {
    for (const [key, target] of Object.entries(yamlMapOf(source["values"]) ?? {})) {
      check(target, [...path, "values", key], []);
    }
    if (companionOwner(words, "otherwise") === "values") {
      const otherwise = source["otherwise"];
      if (mistypedOtherwise(otherwise) === undefined) {
        check(otherwise, [...path, "otherwise"], otherwiseWords);
      }
      check(yamlMapOf(otherwise)?.["constant"], [...path, "otherwise", "constant"], []);
    }
  }
}

/**
 * Reports keys of a value map that are equal if case and extra spaces are ignored but have different targets, and blank
 * keys.
 */
function checkFolded(values: YamlMap, path: Path, report: Report): void {
  const seen = new Map<string, Plain>();
  for (const [key, target] of Object.entries(values)) {
    const folded = foldValue(key);
    const before = seen.get(folded);
    if (before !== undefined && before !== target) {
      report.word(
        [...path, key],
        `${JSON.stringify(key)} is listed twice with different meanings; case and extra spaces are ignored`,
      );
    }
    if (folded === "") {
      report.word(
        [...path, key],
        "`values` cannot contain blank cells",
        "`blank:` for a flag, otherwise `default:`",
      );
    }
    seen.set(folded, target);
  }
}

function checkCondition(condition: Plain, path: Path, report: Report): void {
  const map = yamlMapOf(condition);
  if (map === undefined) return;
  const words = conditionTests.filter((each) => map[each] !== undefined);
  if (
    words.length === 0 &&
    !Object.keys(map).some((each) => isMistyped(each, conditionTests, conditionWords))
  ) {
    report.at(path, "the condition has no test", {
      expected: oneOf(conditionTests),
    });
  }
  for (const second of words.slice(1)) {
    report.word(
      [...path, second],
      `\`${second}\` cannot be combined with \`${words[0]}\`; write a separate condition`,
    );
  }
}

function checkExample(example: Plain, path: Path, report: Report): void {
  const map = yamlMapOf(example);
  if (map === undefined) return;
  const outcomes = ["record", "rejected", "skipped"].filter((each) => map[each] !== undefined);
  if (outcomes.length === 0) {
    report.at(path, "the example has no expected result", {
      expected: "one of `record`, `rejected`, `skipped`",
    });
  }
  onlyOne(outcomes, path, report);
  const given = ["row", "rows"].filter((each) => map[each] !== undefined);
  if (given.length === 0)
    report.at(path, "the example has no row", { expected: "`row`, or `rows` of one record" });
  onlyOne(given, path, report);
  for (const [i, code] of listOf(map["rejected"]).entries()) {
    checkCode(code, [...path, "rejected", i], "issue code", Object.keys(issueKinds), report);
  }
}

function checkCode(code: Plain, path: Path, what: string, codes: readonly string[], report: Report): void {
  if (typeof code !== "string" || codes.includes(code)) return;
  report.at(path, `there is no ${what} ${JSON.stringify(code)}`, { nearest: nearest(code, codes) });
}

function checkAppend(
  continuation: Plain | undefined,
  fields: YamlMap | undefined,
  type: RecordType,
  report: Report,
): void {
  for (const [i, name] of listOf(yamlMapOf(continuation)?.["append"]).entries()) {
    const kind = typeof name === "string" ? type.fields[name]?.kind : undefined;
    if (typeof name !== "string" || kind === undefined) continue;
    const path = ["continuation", "append", i];
    if (kind !== "text") report.at(path, `${name} cannot be appended to: it is not a text field`);
    else if (fields?.[name] === undefined) report.at(path, `${name} is not mapped`);
  }
}

/**
 * True if an unknown keyword is probably a misspelling of one of the given keywords. The misspelling has already been
 * reported, so the intended keyword is not reported as missing.
 */
function isMistyped(word: string, meant: readonly string[], known: readonly string[]): boolean {
  if (known.includes(word)) return false;
  const near = nearest(word, known);
  return near !== undefined && meant.includes(near);
}

/** Reports all but the first of several mutually exclusive keywords. */
function onlyOne([first, ...others]: readonly string[], path: Path, report: Report): void {
  for (const word of others) report.word([...path, word], `\`${word}\` cannot be combined with \`${first}\``);
}

function oneOf(choices: readonly string[]): string {
  return `one of ${choices.map((each) => `\`${each}\``).join(", ")}`;
}

function unfinished(path: Path, report: Report, expected = "a value instead"): void {
  report.at(path, unfinishedText, { expected });
}

/**
 * Returns a hint for the case that the export has no column for a field: omit the field, use a constant, or ask the
 * partner.
 */
function withoutColumn(name: string, { kind, required }: Field): string {
  if (required === "tax") return "In non-tax accounts, omit this field.";
  if (required === "never") return "If there is no such column, omit this field.";
  if (kind === "flag")
    return `If there is no such column and the export lists only active records, write \`${name}: { constant: true }\`.`;
  return "If there is no such column, ask the partner to add it.";
}

function isNumber(kind: FieldKind): boolean {
  return kind === "decimal" || kind === "money";
}

function needsDecimal(path: Path, name: string, kind: FieldKind, report: Report): void {
  const isRate = kind === "decimal";
  report.at(path, `${name} is a number: specify its decimal separator${isRate ? " and scale" : ""}`, {
    expected: `\`{ column: HEADING, decimal: { sign: ","${isRate ? ", scale: percent" : ""} } }\``,
  });
}

function listOf(value: Plain | undefined): readonly Plain[] {
  return Array.isArray(value) ? (value as readonly Plain[]) : [];
}
