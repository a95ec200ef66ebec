import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { commandOptions } from "../src/cli/command-line.js";
import { commands } from "../src/cli/index.js";
import { compileMapping } from "../src/mapping/compile.js";
import { evaluateInMemory } from "../src/convert/engine.js";
import { parseMapping } from "../src/mapping/parse.js";
import { runExamples } from "../src/mapping/run-examples.js";
import { mostSampleRows } from "../src/console/studio/sample-table.js";
import { defaultLimits, longestCell } from "../src/formats/limits.js";
import { defaultZipLimits } from "../src/formats/archive/zip.js";
import { readYaml } from "../src/mapping/read-yaml.js";
import { account } from "../src/model/account.js";
import { manifestSchema } from "../src/workspace/sample-manifest.js";
import { writtenSchema } from "../src/workspace/schema.js";
import { projectRoot } from "./support/build.js";
import { execute, isExecuted, whyNotHere } from "./support/executed-page.js";
import { runHere } from "./support/workdir.js";
import { anchorsOf, inlineCodeOf, linksOf, ownFile, snippetsOf, type Snippet } from "./support/snippets.js";
import { formatDiagnostics } from "../src/mapping/diagnostics.js";
import { parseLayout } from "../src/mapping/layouts/parse.js";
import { languages as knownLanguages } from "../src/draft/data.js";

/**
 * The documentation is true: its mappings are valid and their examples pass, commands and options exist, and
 * links work. Pages with blocks marked `run` are executed (support/executed-page.ts).
 */

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "ARCHITECTURE.md",
  "SECURITY.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const snippets = pages.flatMap((page) =>
  snippetsOf(readFileSync(page, "utf8")).map((snippet) => [`${page}:${snippet.line}`, snippet] as const),
);

const of = (...languages: string[]) => snippets.filter(([, { language }]) => languages.includes(language));

describe("links on a page", () => {
  it.each(pages)("work in %s", (page) => {
    const broken = linksOf(readFileSync(page, "utf8")).filter((target) => {
      const own = ownFile(target);
      if (own === undefined && /^(?:https?|mailto):/.test(target)) return false;
      const [path = "", anchor] = target.split("#");
      const file = own ?? (path === "" ? page : join(dirname(page), path));
      if (!existsSync(file)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(file, "utf8")).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

/** The account for a mapping, with a company if the mapping needs one. */
const accountFor = (text: string) =>
  account("acme", {
    country: "DE",
    zone: "Europe/Berlin",
    ...(text.includes("account.company") ? { company: "DE01" } : {}),
  });

/** Parts that every mapping of a record type has. They complete a snippet so that its examples can run. */
const usual: Readonly<Record<string, readonly string[]>> = {
  staff: [
    'external_id: { constant: "1" }',
    "name: { constant: Ann }",
    "email_address: { constant: a@acme.example }",
  ],
  "charge-code": [
    'external_id: { constant: "1" }',
    "code: { constant: C }",
    "description: { constant: Text }",
    "charge_type: { constant: other }",
    "tax_code: { constant: S1 }",
  ],
  "tax-code": ['external_id: { constant: "1" }', "code: { constant: C }", "description: { constant: Text }"],
  job: ['external_id: { constant: "1" }'],
  "payables-invoice": ['external_id: { constant: "1" }'],
  org: [
    'external_id: { constant: "1" }',
    "name: { constant: Ocean Line }",
    "code: { constant: C }",
    "is_creditor: { constant: true }",
    "is_debtor: { constant: false }",
    "country: { constant: DE }",
  ],
};

function completed(text: string): string {
  const record = /^record: (?<type>\S+)/m.exec(text)?.groups?.["type"] ?? "staff";
  const isActive = record === "job" || record === "payables-invoice" ? [] : ["is_active: { constant: true }"];
  const lines = [...(usual[record] ?? []), ...isActive]
    .filter((line) => !new RegExp(`^  ${line.split(":", 1)[0] ?? ""}:`, "m").test(text))
    .map((line) => `  ${line}\n`)
    .join("");
  const head =
    (/^lading:/m.test(text) ? "" : "lading: 1\n") + (/^record:/m.test(text) ? "" : "record: staff\n");
  return /^fields:\n/m.test(text)
    ? head + text.replace(/^fields:\n/m, `fields:\n${lines}`)
    : `${head}${text}fields:\n${lines}`;
}

/** Diagnostics of a mapping or snippet, and its failing examples. */
function diagnosticsOf(text: string): string[] {
  const isWhole = /^fields:/m.test(text) && /^lading:/m.test(text);
  const result = parseMapping(isWhole ? text : completed(text), "snippet");
  const context = { account: accountFor(text), today: "2026-03-01", tables: new Map() };
  const diagnostics =
    "diagnostics" in result ? result.diagnostics : runExamples(result.parsed, context).diagnostics;
  return diagnostics.map(({ message }) => message);
}

describe("YAML", () => {
  it.each(of("yaml", "yml"))("is valid in %s", (_, { text }) => {
    const { document, diagnostics } = readYaml(text, "snippet");
    expect(diagnostics.map(({ message }) => message)).toEqual([]);
    // A list is a step of another tool's pipeline.
    const keys = Array.isArray(document?.value) ? [] : Object.keys(document?.value ?? {});
    const isMapping = keys.some((key) => mappingKeys.includes(key));
    if (keys.includes("layout")) expect(parseLayout(text, "snippet")).toHaveProperty("layout");
    else if (isMapping) expect(diagnosticsOf(text)).toEqual([]);
    else if (keys.includes("samples"))
      expect(manifestSchema.safeParse(document?.value).error).toBe(undefined);
    else if (keys.length > 0)
      expect(writtenSchema.partial().safeParse(document?.value).error).toBe(undefined);
  });
});

describe("rows on a page", () => {
  const shown = pages.flatMap((page) => {
    const blocks = of("yaml", "csv", "json", "xml", "text").filter(([place]) => place.startsWith(`${page}:`));
    return blocks.flatMap(([place, { mark, text }], index) =>
      mark === "becomes"
        ? [[place, blocks[index - 2]?.[1].text, blocks[index - 1]?.[1].text, text] as const]
        : [],
    );
  });
  it("are checked against the results that the page shows", () => expect(shown.length).toBeGreaterThan(10));
  it.each(shown)("have the results that the page shows (%s)", async (_, mapping = "", rows = "", text) => {
    expect(await becomes(mapping, rows)).toBe(text);
  });
});

/** The fields of all records that a snippet names, and the results of the other rows. */
async function becomes(part: string, rows: string): Promise<string> {
  const result = parseMapping(completed(part), "snippet");
  if ("diagnostics" in result) throw new Error(formatDiagnostics(result.diagnostics));
  const lookups = { find: () => [{ external_id: "S1", is_active: true }] };
  const acme = accountFor(part);
  const context = { account: acme, today: "2026-03-01", tables: new Map(), lookups };
  const compiled = compileMapping(result.parsed, context);
  if ("diagnostics" in compiled) throw new Error(formatDiagnostics(compiled.diagnostics));
  const bytes = new TextEncoder().encode(rows);
  const stream = async function* () {
    yield await Promise.resolve(bytes);
  };
  const source = { name: "export.csv", size: bytes.length, stream };
  const job = { source, mapping: compiled.compiled, account: acme, lookups, mode: "strict" as const };
  const { accepted, deleted, rejected, skipped, counts, refused } = await evaluateInMemory(job);
  if (refused !== undefined) return `refused: ${refused.code}\n`;
  const columns = [...part.matchAll(/^ {2}(?<field>[a-z_]+):/gm)].flatMap(({ groups }) =>
    compiled.compiled.recordType.columns.filter((column) => column === groups?.["field"]),
  );
  const records = accepted.map(({ record }) => columns.map((column) => shown(record[column])).join(","));
  const lines = [
    columns.join(","),
    ...records,
    ...deleted.map(({ line, id }) => `line ${line}: ${id} is gone`),
    ...rejected.map(
      ({ line, issues }) => `line ${line}: rejected, ${issues.map(({ code }) => code).join(", ")}`,
    ),
    ...[...skipped].map(([rule, count]) => `${count} skipped: ${rule}`),
    ...(counts.merged > 0 ? [`${counts.merged} merged into the others`] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

/** Every mapping and every snippet contains at least one of these words. */
const mappingKeys = ["record", "read", "only", "skip", "fields", "duplicates", "missing", "operation"];

it.each(of("json"))("parses the JSON in %s", (_, { text }) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

describe("command lines", () => {
  const inBlocks = of("sh", "text", "").flatMap(([place, snippet]) =>
    linesOf(snippet).map((line) => [place, line] as const),
  );
  const inProse = pages.flatMap((page) =>
    inlineCodeOf(readFileSync(page, "utf8"))
      .filter((code) => /^lading [a-z]/.test(code))
      .map((code) => [page, code] as const),
  );
  it.each([...inBlocks, ...inProse])("use declared commands and options in %s: %s", async (_, line) => {
    const tokens = line.split(/[\s[\]|]+/);
    const verb = tokens[1] ?? "";
    if (verb.startsWith("-") || verb === "") return;
    const entry = commands.find((each) => each.verb === verb);
    expect(entry?.verb).toBe(verb);
    const known = [
      "--help",
      ...(await commandOptions(await (entry as (typeof commands)[number]).load())).map(
        ({ name }) => `--${name}`,
      ),
    ];
    const given = tokens.filter((word) => word.startsWith("--")).map((word) => word.split("=")[0] ?? "");
    expect(known).toEqual(expect.arrayContaining(given));
  });
});

// By default, zsh passes a comment to the command: `npm link # once` would link packages with these names.
test.each(of("sh"))(
  "commands in %s can be pasted into any shell, because they contain no comments",
  (_, { text }) => {
    expect(text.split("\n").filter((line) => /(?:^|\s)#(?:\s|$)/.test(line))).toEqual([]);
  },
);

function linesOf({ text }: Snippet): string[] {
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.trim().replace(/^\$ /, ""))
    .filter((line) => /^lading [a-z-]/.test(line));
}

test("the cookbook names every sample of records with elements, each with an expected result", () => {
  const page = readFileSync("docs/cookbook.md", "utf8");
  const named = linksOf(page).flatMap(
    (target) => /samples\/forms\/(?<form>.+)$/.exec(target)?.groups?.["form"] ?? [],
  );
  const forms = readdirSync("samples/forms").sort();
  expect(named.sort()).toEqual(forms);
  const golden = readFileSync("samples/samples.yaml", "utf8");
  for (const form of forms) expect(golden).toContain(`mapping: samples/forms/${form}/mapping.yaml`);
});

describe("the cookbook", () => {
  const page = readFileSync("docs/cookbook.md", "utf8");
  const [recipes = ""] = page.split("## Records with elements");
  const sections = recipes.split(/^(?=### )/m).slice(1);

  it("lists every recipe with its situations", () => {
    const listed = [...recipes.matchAll(/^\| .+ \| \[.+\]\(#(?<anchor>[^)]+)\) +\|$/gm)];
    expect(listed.map(({ groups }) => groups?.["anchor"])).toEqual(
      sections.map((section) => anchorsOf(section)[0]),
    );
  });

  it("has an executed snippet for each recipe", () => {
    for (const section of sections) {
      const languages = snippetsOf(section).map(({ language }) => language);
      expect(
        languages.some((language) => ["yaml", "sh"].includes(language)),
        section.split("\n", 1)[0],
      ).toBe(true);
    }
  });

  it("shows rows and their result in recipes about several rows", () => {
    const shown = sections
      .filter((section) => snippetsOf(section).some(({ mark }) => mark === "becomes" || mark === "says"))
      .map((section) => anchorsOf(section)[0]);
    expect(shown).toEqual(expect.arrayContaining(recipesOfRows));
  });
});

const recipesOfRows = [
  "an-id-from-several-columns",
  "several-companies-in-one-file",
  "rates-with-a-start-and-an-end",
  "one-record-over-several-rows",
  "rows-with-the-same-id",
  "damaged-codes-case-and-spaces",
  "the-header",
  "example-rows-group-headings-totals",
  "rows-that-are-too-long-or-too-short",
  "repeated-and-translated-headings",
  "a-column-with-the-operation",
  "a-record-that-is-missing-from-a-full-file",
];

describe("command output on a page", () => {
  const transcripts = of("").filter(([, { text }]) => isTranscript(text));
  it("is checked against the real output", () => expect(transcripts.length).toBeGreaterThan(1));
  it.each(transcripts)("equals the real output in %s", async (_, { text }) => {
    const [command = "", ...shown] = text.trimEnd().split("\n");
    const args = command.split(" ").slice(2);
    const { stdout } = await runHere(args, { cwd: projectRoot });
    const output = stdout.split("\n").map((line) => line.trim());
    const missing = shown
      .map((line) => line.trim())
      .filter((line) => line !== "..." && !output.includes(line));
    expect(missing).toEqual([]);
  });
});

function isTranscript(text: string): boolean {
  return /^\$ lading .*samples\//.test(text);
}

test("the limits in docs/operations.md are the real ones", () => {
  const page = readFileSync("docs/operations.md", "utf8");
  const documented = [...page.matchAll(/^\| (.+?) +\| ([\d,]+)( MB)? +\|$/gm)].map(
    ([, what, number, unit]) =>
      [what, Number(number?.replaceAll(",", "")) * (unit === undefined ? 1 : 2 ** 20)] as const,
  );
  const { bytes, rows, columns, record } = defaultLimits;
  expect(Object.fromEntries(documented)).toEqual({
    "a delivered file": bytes,
    "the same file, unpacked": bytes,
    "files and folders in an archive": defaultZipLimits.entries,
    "rows in a table": rows,
    columns,
    "characters in a cell that a field reads": longestCell,
    "characters in a row": record,
    "rows in a studio sample": mostSampleRows,
  });
});

describe("diagnostics on a page", () => {
  const diagnostics = of("", "text").filter(([, { text }]) => isDiagnostic(text));
  it("are checked against the real ones", () => expect(diagnostics.length).toBeGreaterThan(1));
  it.each(diagnostics)("equal the real ones in %s", (_, { text }) => {
    const [, file = "", number = ""] = shownDiagnostic.exec(text) ?? [];
    const line = /^ *\d+ \| (?<line>.*)$/m.exec(text)?.groups?.["line"] ?? "";
    const above = ["lading: 1", "record: staff", "fields:"];
    while (above.length < Number(number) - 1) above.unshift("# a line above");
    const result = parseMapping([...above, line, ""].join("\n"), file);
    const shown = "diagnostics" in result ? formatDiagnostics(result.diagnostics).split("\n") : [];
    for (const pageLine of text.trimEnd().split("\n")) {
      expect(
        shown.filter((each) => each.startsWith(pageLine.replace(/\.\.\.$/, ""))),
        pageLine,
      ).not.toEqual([]);
    }
  });
});

const shownDiagnostic = /^(?<file>\S+\.yaml):(?<line>\d+):\d+: /;

function isDiagnostic(text: string): boolean {
  return shownDiagnostic.test(text);
}

describe("shell scripts on a page", () => {
  it.each(of("sh"))("are valid in %s", (_, { text }) => {
    expect(spawnSync("sh", ["-n"], { input: text, encoding: "utf8" })).toMatchObject({
      status: 0,
      stderr: "",
    });
  });
});

describe("executed pages", () => {
  const executed = pages.filter((page) =>
    snippets.some(([place, { mark }]) => place.startsWith(`${page}:`) && isExecuted(mark)),
  );

  it("include every page with commands", () => {
    expect(executed).toEqual(expect.arrayContaining(["README.md", "docs/console.md", "docs/operations.md"]));
  });

  // These tests mostly wait.
  it.concurrent.for(executed.filter((page) => whyNotHere(page) === undefined))(
    "work as written: %s",
    { timeout: 1_200_000 },
    execute,
  );
});

/** Blocks that nothing executes here, by page and the beginning of their first line, each with the reason. */
const notExecuted: Readonly<Record<string, string>> = {
  "README.md: git clone": "downloads a checkout; test/start.test.ts starts it",
  "README.md: npm ci --ignore-scripts && npm run build && npm link": "changes the machine; every test builds",
  "README.md: staff.csv ": "a picture",
  "CONTRIBUTING.md: npm test": "runs this; the scripts are there",
  "ARCHITECTURE.md: cli ": "a diagram",
  "docs/mapping.md: lading outbox preview": "test/cli/outbox-preview.test.ts does it",
  "docs/operations.md: account,country": "test/workspace/expand.test.ts has the table",
  "docs/commands.md: lading": "the help itself, compared in test/generated.test.ts",
  "docs/semantics.md: select": "a query; test/store/questions.test.ts asks it on both databases",
  "docs/semantics.md: with": "a query; test/store/questions.test.ts asks it on both databases",
  "docs/semantics.md: sqlite3": "starts a shell of the database, which this machine may not have",
  "docs/contributing.md: import": "done by `npm run proof:extend`",
  "docs/contributing.md: export": "a line of the steps for a language",
  "docs/contributing.md: ## staff": "a table of truth, as test/draft/tables has them",
  "docs/contributing.md: phone_number": "an entry of src/draft/evidence.ts",
  "docs/first-steps.md: npm start": "test/start.test.ts starts it",
  "docs/http-api.md: lading verify https://ffs.example.com":
    "nobody's server; test/cli/platform.test.ts gives these options to one that is there",
  "docs/http-api.md: GET /orgs?updated_after=":
    "a request and its response; test/http/windows.test.ts sends such requests",
  "docs/http-api.md: location ~ ^/(staff": "a part of nginx's configuration, which this machine may not have",
  "docs/http-api.md: map $request_uri": "another part of nginx's configuration",
  "docs/operations.md: npm install --global": "done by `npm run proof:install` on each Node",
  "docs/operations.md: npm ci --ignore-scripts": "done by `npm run proof:install`, and by the Containerfile",
  "docs/operations.md: useradd": "makes a user of the system",
  'docs/operations.md: cp "$(npm root':
    "wants systemd; test/deploy.test.ts has the units checked by systemd-analyze",
  "docs/operations.md: podman build": "done by `npm run proof:container`",
  "docs/sftp.md: install -D": "a partner's server; docs/operations.md goes the same way to one that is there",
  "docs/sftp.md: lading trust":
    "a partner's server; docs/operations.md goes the same way to one that is there",
  "docs/sftp.md: $ lading doctor acme":
    "a partner's server; test/cli/trust-doctor.test.ts runs the same steps with a local server",
};

test("blocks that no test executes are listed with the reason", () => {
  const left = snippets.flatMap(([place, { language, mark, text }]) => {
    const isData = ["yaml", "yml", "json"].includes(language) || ["rows", "becomes"].includes(mark);
    const isCompared = isTranscript(text) || isDiagnostic(text);
    if (isData || isExecuted(mark) || isCompared) return [];
    const page = place.replace(/:\d+$/, "");
    const first = text.trimStart().split("\n")[0] ?? "";
    return [`${page}: ${first}`];
  });
  const isNamed = (block: string) => Object.keys(notExecuted).some((name) => block.startsWith(name));
  expect(left.filter((block) => !isNamed(block))).toEqual([]);
  const stale = Object.keys(notExecuted).filter((name) => !left.some((block) => block.startsWith(name)));
  expect(stale).toEqual([]);
});

test("the README can be read in a terminal of 80 columns", () => {
  const lines = readFileSync("README.md", "utf8").split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test("npm scripts on a page exist", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const named = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/npm run (?<name>[a-z][a-z:-]*)/g)].map(
      ({ groups }) => groups?.["name"] ?? "",
    ),
  );
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("countable figures are right", () => {
  const languages = `in ${String(knownLanguages.length)} languages`;
  expect(readFileSync("docs/mapping.md", "utf8")).toContain(`with words ${languages}`);
});
