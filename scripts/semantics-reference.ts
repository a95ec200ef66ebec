import { readFileSync } from "node:fs";
import { checks, foreignKeys, tableKeys, tables, type Column } from "../src/store/schema.js";
import { questions } from "./questions.js";

/** Precedes the generated part of docs/semantics.md. */
const mark =
  "<!-- `npm run generate` writes the rest of this page from src/store/schema.ts and scripts/questions.ts. -->";

/** docs/semantics.md: ends with questions that one query answers, and all tables. A test runs the queries on both databases. */
export function semanticsReference(): string {
  const page = "docs/semantics.md";
  const [written, generated] = readFileSync(page, "utf8").split(mark);
  if (written === undefined || generated === undefined) throw new Error(`${page} has no line ${mark}`);
  const comments = commentsIn(readFileSync("src/store/schema.ts", "utf8"));
  return `${written}${mark}

### Questions

These queries run on SQLite and on PostgreSQL. Replace the example values for feeds, files, deliveries and record IDs. In the results, times are in UTC
and in ISO 8601 format, except in the column \`since_in_milliseconds\`. To query a different day or month, replace \`cast(current_date as text)\` with a
date such as \`'2026-03-01'\`. On PostgreSQL, run \`set time zone 'UTC';\` first, so that \`current_date\` is the date in UTC.

${questions.map(({ title, sql }) => `#### ${title}\n\n\`\`\`sql\n${sql}\n\`\`\`\n`).join("\n")}
### Tables

Columns named \`feed\` contain \`feeds.id\`, and columns named \`delivery\` contain \`deliveries.sha256\`. The delivery may already have been deleted, unless the
table has a foreign key to \`deliveries\`. A log number is a value of \`log.n\`, which numbers the log entries of each feed. Most times are text. The other times
are numbers: milliseconds or seconds since 1970, as stated for each column.

${Object.keys(tables)
  .map((name) => tableSection(name as keyof typeof tables, comments))
  .join("\n")}`;
}

function tableSection(name: keyof typeof tables, comments: ReadonlyMap<string, string>): string {
  const columns = Object.entries<Column<unknown>>(tables[name]);
  const foreignKey = foreignKeys[name] ?? "";
  const parent =
    { faults: "fault", log: "log entry" }[/references (\w+)/.exec(foreignKey)?.[1] ?? ""] ?? "delivery";
  const ends = foreignKey.includes("cascade")
    ? ` When a ${parent} is deleted, its rows in this table are deleted too.`
    : "";
  return `#### \`${name}\`

${comments.get(name) ?? ""}${ends} Key: ${tableKeys[name].map((key) => `\`${key}\``).join(", ")}.${referenceText(foreignKey)}${checkText(checks[name])}

| column | type | meaning |
| --- | --- | --- |
${columns.map(([column, facts]) => `| \`${column}\` | ${typeText(facts)} | ${meaningOf(`${name}.${column}`, facts, comments)} |`).join("\n")}
`;
}

function referenceText(foreignKey: string): string {
  const found = foreignKey.matchAll(/foreign key \((.*?)\) references (\w+) \((.*?)\)/g);
  return [...found]
    .map(([, columns, table, keys]) => ` Foreign key: \`${columns}\` references \`${table} (${keys})\`.`)
    .join("");
}

function checkText(conditions: readonly string[] = []): string {
  if (conditions.length === 0) return "";
  return `\n\nConditions:\n\n${conditions.map((condition) => `- \`${condition}\``).join("\n")}`;
}

/** Columns with the same meaning in every table. */
const references: Readonly<Record<string, string>> = { feed: "The feed.", delivery: "The delivery." };

function typeText({ kind, otherwise, check = "" }: Column<unknown>): string {
  const name = { int: "integer", real: "number", id: "integer", text: "text", bytes: "bytes" }[kind];
  const conditions: Readonly<Record<string, string>> = { "in (0, 1)": "0 or 1", ">= 0": `${name} ≥ 0` };
  const type = conditions[check] ?? name;
  return otherwise === null ? `${type} or null` : type;
}

function meaningOf(
  column: string,
  { check = "" }: Column<unknown>,
  comments: ReadonlyMap<string, string>,
): string {
  const values = [...check.matchAll(/'([^']*)'/g)].flatMap(([, value = ""]) =>
    value === "" ? [] : [`\`${value}\``],
  );
  const listed = values.length === 0 ? [] : [`One of ${values.join(", ")}.`];
  const name = column.slice(column.indexOf(".") + 1);
  const comment = comments.get(column) ?? references[name] ?? "";
  if (comment === "") throw new Error(`src/store/schema.ts does not describe ${column}`);
  return [...listed, comment].join(" ").replaceAll("|", "\\|");
}

/** The comments of tables and columns, by `table` and `table.column`, from the text of the schema. */
function commentsIn(source: string): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  let block = "";
  let comment = "";
  let isOpen = false;
  for (const line of source.split("\n")) {
    const text = line.trim();
    if (text.startsWith("/**") || isOpen) {
      isOpen = !text.endsWith("*/");
      comment += ` ${text
        .replace(/\*\/$/, "")
        .replace(/^\/?\*+/, "")
        .trim()}`;
      continue;
    }
    const opened = /^(?:const (\w+) =|  (\w+):) \{/.exec(line);
    const column = /^ {2,4}(\w+)[:,]/.exec(line)?.[1];
    const spread = /^ {4}\.\.\.(\w+),/.exec(line)?.[1];
    if (opened !== null) block = opened[1] ?? opened[2] ?? "";
    if (spread !== undefined)
      for (const [key, value] of comments)
        if (key.startsWith(`${spread}.`)) comments.set(key.replace(spread, block), value);
    const key = opened === null ? `${block}.${column}` : block;
    if (comment !== "" && !comments.has(key)) comments.set(key, comment.trim());
    comment = "";
  }
  return comments;
}
