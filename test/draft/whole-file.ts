import { evaluateInMemory } from "../../src/convert/engine.js";
import { draftMapping, openAnswers } from "../../src/draft/draft.js";
import { guessMapping } from "../../src/draft/guess.js";
import { rateUnitOf, numberFormatOf } from "../../src/draft/numbers.js";
import { compileMapping } from "../../src/mapping/compile.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { account } from "../../src/model/account.js";
import type { Answer, TruthTable } from "./truth.js";

/**
 * Processes a whole file as a user would: drafts without a record type, checks the draft, converts, and
 * compares every published row with the truth. `asked`: the draft has open questions or there is no draft, so
 * nothing is published.
 */
export interface WholeFile {
  readonly outcome: "asked" | "refused" | "published";
  readonly published: number;
  /** Wrong published values, such as `line 2 is_active: true`. */
  readonly wrong: readonly string[];
  readonly open: number;
}

/** The most obvious answer to an open field. Fields that need no answer are not listed. */
const easyAnswers: Readonly<Record<string, string>> = {
  name: "{ constant: Nobody }",
  email_address: "{ constant: nobody@x.test }",
  is_active: "{ constant: true }",
  charge_type: "{ constant: other }",
  code: "{ constant: X }",
  description: "{ constant: X }",
};

/**
 * A draft with the obvious answer to every question, and the open fields. Undefined if only a person knows
 * the id.
 */
function answerQuestions(
  draft: string,
): { readonly draft: string; readonly openFields: ReadonlySet<string> } | undefined {
  const openFields = new Set<string>();
  const [asDrafted = "", below = ""] = draft.split(/^fields:$/m);
  // The obvious answer to "are rows titles?" is that all rows are records.
  const above = asDrafted.replace(/^skip:\n {2}- TODO\n/m, "").replace(/^ {2}- TODO\n/m, "");
  const fields = below.split(/^(?= {2}[a-z_]+:)/m).map((block) => {
    const [, name = ""] = /^ {2}([a-z_]+):/.exec(block) ?? [];
    const isOpen = block.split("\n").some((line) => /^[^#]*\bTODO\b/.test(line));
    if (!isOpen) return block;
    openFields.add(name);
    const answer = easyAnswers[name];
    return answer === undefined ? "" : `  ${name}: ${answer}\n`;
  });
  return openFields.has("external_id")
    ? undefined
    : { draft: `${above}fields:${fields.join("")}`, openFields };
}

/** @param isAnswered true: fills in obvious answers, so the fields that the draft decided are published */
export async function wholeFile(table: TruthTable, isAnswered = false): Promise<WholeFile> {
  const guess = guessMapping({ name: "export", headings: table.headings, rows: table.rows });
  const nothing = { published: 0, wrong: [], open: 0 };
  if (guess.verdict !== "draft") return { outcome: "refused", ...nothing };
  const asDrafted = draftMapping(guess, { name: "export.csv", schema: "s.json" });
  const withAnswers = isAnswered ? answerQuestions(asDrafted) : undefined;
  const draft = withAnswers?.draft ?? asDrafted;
  const result = parseMapping(draft, "draft.yaml");
  if ("diagnostics" in result) return { outcome: "asked", ...nothing, open: openAnswers(draft) };
  const tenant = account("de", { country: "DE", zone: "Europe/Berlin" });
  const lookups = {
    find: (_target: string, _field: string, value: string) => [{ external_id: value, is_active: true }],
  };
  const context = { account: tenant, lookups, today: "2026-06-01", tables: new Map() };
  const compiled = compileMapping(result.parsed, context);
  if ("diagnostics" in compiled) return { outcome: "asked", ...nothing };
  const rows = table.headings === null ? table.rows : [table.headings, ...table.rows];
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  // Exports have all cells in all rows, but the tables of truth leave some out.
  const width = Math.max(...rows.map((row) => row.length));
  const text = rows
    .map((row) => Array.from({ length: width }, (_, index) => quoted(row[index] ?? "")).join(",") + "\n")
    .join("");
  const bytes = new TextEncoder().encode(text);
  const evaluation = await evaluateInMemory({
    source: {
      name: "export.csv",
      size: bytes.length,
      async *stream() {
        await Promise.resolve();
        yield bytes;
      },
    },
    mapping: compiled.compiled,
    account: tenant,
    lookups,
    mode: "strict",
  });
  if (evaluation.refused !== undefined) return { outcome: "refused", ...nothing };
  const wrong: string[] = [];
  const first = table.headings === null ? 1 : 2;
  for (const { line, record } of evaluation.accepted) {
    const row = table.rows[line - first] ?? [];
    for (const [field, value] of Object.entries(record)) {
      if (field === "updated_at" && table.mapping[field] === undefined) continue;
      if (withAnswers?.openFields.has(field) === true) continue;
      const publishedText =
        value === null || value === undefined ? "" : typeof value === "object" ? "" : String(value);
      if (table.kind !== guess.record || !isTrue(table, field, row, publishedText)) {
        wrong.push(`line ${String(line)} ${field}: ${JSON.stringify(value)}`);
      }
    }
  }
  return { outcome: "published", published: evaluation.accepted.length, wrong, open: 0 };
}

/** True if a published value follows from one of the right answers. */
function isTrue(table: TruthTable, field: string, row: readonly string[], value: string): boolean {
  const answers = [table.mapping[field] ?? null, ...(table.acceptable?.[field] ?? [])];
  return answers.some((answer) => isAnswer(table, field, answer, row, value));
}

function isAnswer(
  table: TruthTable,
  field: string,
  answer: Answer,
  row: readonly string[],
  value: string,
): boolean {
  if (answer === null) return value === "";
  const cell = (heading: string) => {
    const place = heading.startsWith("#")
      ? Number(heading.slice(1)) - 1
      : (table.headings ?? []).findIndex((each) => each.trim() === heading.trim());
    return (row[place] ?? "").trim();
  };
  const text =
    typeof answer === "string"
      ? cell(answer)
      : "columns" in answer
        ? answer.columns.map(cell).join(answer.separator)
        : cell(answer.column);
  const map = table.value_maps?.[field];
  if (map !== undefined && text in map) return String(map[text]) === value;
  switch (field) {
    case "is_active":
      if (typeof answer === "object" && "op" in answer) return true;
      return flag(text) === undefined || String(flag(text) !== isInverted(answer)) === value;
    case "rate": {
      const number = numberFormatOf([text])?.values[0];
      const unit = table.rate_unit ?? columnUnit(table, answer);
      return (
        number === undefined || Math.abs(number * (unit === "fraction" ? 100 : 1) - Number(value)) < 1e-6
      );
    }
    case "external_id":
    case "code":
    case "name":
    case "description":
      return text.replace(/\s+/g, " ") === value.replace(/\s+/g, " ");
    case "email_address":
      return text.toLowerCase() === value.toLowerCase();
    default:
      return text !== "" || value === "";
  }
}

function isInverted(answer: Answer): boolean {
  return typeof answer === "object" && answer !== null && "invert" in answer && answer.invert;
}

function flag(text: string): boolean | undefined {
  if (/^(?:true|t|yes|y|1|x|ja|wahr|oui|si|sí|sim|да|是)$/i.test(text)) return true;
  return /^(?:false|f|no|n|0|nein|falsch|non|não|нет|否)$/i.test(text) ? false : undefined;
}

function columnUnit(table: TruthTable, answer: Answer): "percent" | "fraction" | undefined {
  const place = (table.headings ?? []).indexOf(typeof answer === "string" ? answer : "");
  const format = numberFormatOf(table.rows.map((row) => row[place] ?? ""));
  return format === undefined ? undefined : rateUnitOf(format);
}
