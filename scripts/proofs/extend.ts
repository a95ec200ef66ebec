import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { snippetsOf } from "../../test/support/snippets.js";

/**
 * Follows sections of docs/contributing.md in a copy of the repository and checks that they are complete: the
 * copy compiles, its generated files, architecture rules and contract suites pass, and the new part processes
 * a file. `npm run proof:extend`, or with `-- record-type` or `-- operation` for one section. Counts the
 * files, and fails if a section omits a step.
 */

interface Extension {
  readonly page: string;
  /** Its section of docs/contributing.md. */
  readonly title: string;
  /** Number of files stated in the page. */
  readonly byHand: number;
  readonly tests: readonly string[];
  readonly mapping: string;
  readonly export: string;
  /** Expected content of the list. */
  readonly expected: RegExp;
}

const extensions: readonly Extension[] = [
  {
    page: "record-type",
    title: "A record type",
    byHand: 2,
    tests: [
      "test/model",
      "test/generated.test.ts",
      "test/architecture.test.ts",
      "test/formats/output/encode.test.ts",
    ],
    mapping:
      "lading: 1\nrecord: vessel\nfields: { external_id: No, name: Ship, is_active: { constant: true } }\n",
    export: "No,Ship\nV17,Elbe Star\n",
    expected: /^V17,[^,]+,Elbe Star,true\r?$/m,
  },
  {
    page: "operation",
    title: "An operation",
    byHand: 2,
    tests: ["test/mapping/operations", "test/generated.test.ts", "test/architecture.test.ts"],
    mapping:
      "lading: 1\nrecord: tax-code\nfields: { external_id: No, code: { column: No, reverse: true }, description: Text, is_active: { constant: true } }\n",
    export: "No,Text\nU19,VAT\n",
    expected: /^U19,[^,]+,91U,VAT,true\r?$/m,
  },
];

const only = process.argv[2];
const root = process.cwd();
for (const extension of extensions.filter(({ page }) => only === undefined || page === only))
  prove(extension);

function prove({ page, title, byHand, tests, mapping, export: rows, expected }: Extension): void {
  const copy = mkdtempSync(join(tmpdir(), "lading-extend-"));
  try {
    copyRepository(copy);
    const touched = followSection(title, copy);
    if (touched.length !== byHand) throw new Error(`${page}: ${touched.length} files by hand, not ${byHand}`);
    const before = generatedFiles(copy);
    run(copy, "tsx", "scripts/generate.ts");
    const made = [...generatedFiles(copy)].filter(([path, text]) => before.get(path) !== text).length;
    run(copy, "tsc", "--noEmit");
    run(copy, "vitest", "run", ...tests);
    writeFileSync(join(copy, "export.csv"), rows);
    writeFileSync(join(copy, "mapping.yaml"), mapping);
    const list = run(copy, "tsx", "src/cli/main.ts", "convert", "export.csv", "--mapping", "mapping.yaml");
    if (!expected.test(list)) throw new Error(`${page}: the list is not what it should be:\n${list}`);
    process.stdout.write(
      `${page}: ${touched.length} files by hand (${touched.join(", ")}), ${made} generated; it compiles, its tests hold, and it works.\n`,
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Files under version control, including new ones, with the packages of this checkout. */
function copyRepository(copy: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const path of listed.split("\0").filter((each) => each !== "")) cpSync(path, join(copy, path));
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
}

/** Writes the files of a section and applies its changes. Returns the files, each once. */
function followSection(title: string, copy: string): string[] {
  const sections = readFileSync(join(root, "docs/contributing.md"), "utf8").split(/^(?=## )/m);
  const section = sections.find((each) => each.startsWith(`## ${title}\n`));
  if (section === undefined) throw new Error(`docs/contributing.md has no section "${title}"`);
  const touched = new Set<string>();
  for (const { language, mark, text, line } of snippetsOf(section)) {
    const path = /^file=(?<path>\S+)$/.exec(mark)?.groups?.["path"];
    if (path === undefined) continue;
    touched.add(path);
    const file = join(copy, path);
    if (language === "diff")
      writeFileSync(file, changed(readFileSync(file, "utf8"), text, `${title}:${line}`));
    else writeFileSync(file, text);
  }
  return [...touched];
}

/**
 * Applies a change as shown in a page: lines with ` `, `-` and `+` in front, `...` between places. Each place
 * must be unique.
 */
function changed(file: string, diff: string, where: string): string {
  let result = file;
  for (const place of diff.split(/^\.\.\.\n/m)) {
    const lines = place.split("\n").filter((line) => line !== "");
    const side = (sign: string) =>
      lines
        .filter((line) => line.startsWith(" ") || line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join("");
    const [before, after] = [side("-"), side("+")];
    if (result.split(before).length !== 2)
      throw new Error(`${where}: expected exactly one match:\n${before}`);
    result = result.replace(before, () => after);
  }
  return result;
}

/** Generated files by path. Partly generated pages are compared completely. */
function generatedFiles(copy: string): Map<string, string> {
  const listed = execFileSync("git", ["ls-files", "schemas", "docs"], { encoding: "utf8" }).split("\n");
  return new Map(
    listed
      .filter((path) => path !== "" && dirname(path) !== "docs/deploy")
      .map((path) => [path, readFileSync(join(copy, path), "utf8")]),
  );
}

function run(folder: string, program: string, ...words: readonly string[]): string {
  const bin = join(folder, "node_modules/.bin", program);
  const { status, stdout, stderr } = spawnSync(bin, words, { cwd: folder, encoding: "utf8" });
  if (status !== 0)
    throw new Error(`${program} ${words.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
