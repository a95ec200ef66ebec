import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { errorKinds } from "../src/errors.js";
import { issueKinds } from "../src/model/issues.js";
import { commands } from "../src/cli/index.js";

/** Tests the direction of imports, the areas that may use the system, and the completeness of lists. */

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") || path.endsWith(".tsx"));

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  readonly isLazy: boolean;
}

const imports: readonly Import[] = files.flatMap((path) => {
  const text = readFileSync(join("src", path), "utf8");
  const found = [
    ...text.matchAll(/^(?:import|export)\s(?<what>[^;]*?)from\s+"(?<to>[^"]+)"/gms),
    ...text.matchAll(/^import\s+"(?<to>[^"]+)"/gm),
    ...text.matchAll(/\bimport\("(?<to>[^"]+)"\)/g),
  ];
  return found.map((match) => ({
    from: path,
    to: String(match.groups?.["to"]),
    typeOnly: (match.groups?.["what"] ?? "").startsWith("type "),
    isLazy: match[0].startsWith("import("),
  }));
});

/**
 * The areas from the lowest up, as in ARCHITECTURE.md. An import points into the same area or to a lower one.
 */
const order: readonly string[] = [
  "nearest.ts",
  "sentence.ts",
  "errors.ts",
  "model",
  "formats",
  "mapping",
  "draft",
  "convert",
  "log.ts",
  "system",
  "store",
  "connectors",
  "workspace",
  "outbox",
  "feeds",
  "events",
  "http",
  "console",
  "conformance",
  "index.ts",
  "cli",
];

/** Areas that use the file system, the network, the clock and the logger only through their parameters. */
const pure = ["nearest.ts", "sentence.ts", "errors.ts", "model", "formats", "mapping", "draft", "convert"];
const pureModules = ["buffer", "crypto", "module", "stream", "util", "zlib"].map((name) => `node:${name}`);
const clocksAndProcess =
  /\bnew Date\(\)|\bDate\.now\(|\bperformance\.now\(|\bprocess\.\w|\bsetTimeout\(|\bconsole\./;

function areaOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path;
}

function place(path: string): number {
  return order.indexOf(areaOf(path));
}

function target(found: Import): string | undefined {
  if (!found.to.startsWith(".")) return undefined;
  return normalize(join(dirname(found.from), found.to))
    .replaceAll("\\", "/")
    .replace(/\.js$/, ".ts");
}

describe("imports", () => {
  it("every file is in an area", () => {
    expect(files.filter((path) => place(path) === -1)).toEqual([]);
  });

  it("point down and never up", () => {
    const wrong = imports.flatMap((found) => {
      const to = target(found);
      const isWrong = to !== undefined && areaOf(to) !== areaOf(found.from) && place(to) >= place(found.from);
      return isWrong ? `${found.from} -> ${to}` : [];
    });
    expect(wrong).toEqual([]);
  });

  it("have no cycles, including type imports", () => {
    const arrows = new Map(files.map((path): [string, string[]] => [path, []]));
    for (const found of imports) {
      const to = target(found);
      if (to !== undefined && !found.isLazy) arrows.get(found.from)?.push(to);
    }
    // Removes files without remaining imports until only cycles and the files that lead to them are left.
    for (let before = -1; before !== arrows.size;) {
      before = arrows.size;
      for (const [path, to] of arrows) if (!to.some((other) => arrows.has(other))) arrows.delete(path);
    }
    expect([...arrows.keys()]).toEqual([]);
  });

  it("the areas from convert down do not reach the file system, the network, the clock or the process", () => {
    const isPure = (path: string) => pure.includes(areaOf(path));
    const reached = imports
      .filter(({ from, to }) => isPure(from) && to.startsWith("node:") && !pureModules.includes(to))
      .map(({ from, to }) => `${from} -> ${to}`);
    const called = files
      .filter((path) => isPure(path) && clocksAndProcess.test(readFileSync(join("src", path), "utf8")))
      .map((path) => `${path}: ${clocksAndProcess.exec(readFileSync(join("src", path), "utf8"))?.[0]}`);
    expect([...reached, ...called]).toEqual([]);
  });

  it("each third-party library is imported in one file", () => {
    const users = new Map<string, Set<string>>();
    for (const found of imports) {
      if (found.to.startsWith(".") || found.to.startsWith("node:") || found.to.startsWith("zod")) continue;
      const name = found.to.startsWith("@")
        ? found.to.split("/").slice(0, 2).join("/")
        : String(found.to.split("/")[0]);
      // The type of a command's options is yargs' own. A type import costs nothing at run time.
      if (name === "yargs" && found.typeOnly) continue;
      users.set(name, (users.get(name) ?? new Set()).add(found.from));
    }
    const several = [...users].filter(([, from]) => from.size > 1);
    expect(several.map(([name, from]) => `${name}: ${[...from].join(", ")}`)).toEqual([]);
  });

  it("every dependency is used, and every imported library is a dependency", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<
      "dependencies" | "devDependencies",
      Record<string, string>
    >;
    const librariesIn = (files: readonly Import[]): readonly string[] =>
      files
        .map((found) => found.to)
        // Generated code may contain a dollar sign.
        .filter((to) => !/^(?:\.|node:|\$)/.test(to))
        .map((to) => /^(?:@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? to);
    // The page of the console is bundled, so its libraries are not installed with the program.
    const isPage = ({ from }: Import): boolean => from.startsWith("console/app/");
    const used = librariesIn(imports.filter((found) => !isPage(found)));
    // Nothing imports it. It is pinned for fastify, which would otherwise install a version that does not run
    // on Node 20.
    expect(Object.keys(dependencies).filter((name) => !used.includes(name))).toEqual(["light-my-request"]);
    expect(used.filter((name) => !(name in dependencies))).toEqual([]);
    expect(librariesIn(imports.filter(isPage)).filter((name) => !(name in devDependencies))).toEqual([]);
  });
});

describe("lists of members", () => {
  it.each([
    ["model/record-types", []],
    [
      "formats/output",
      [
        "output-format.ts",
        "chunks.ts",
        "json-line.ts",
        "plain-lines.ts",
        "served.ts",
        "json-line-bytes.ts",
        "stored-line.ts",
      ],
    ],
    ["mapping/operations", ["operation.ts"]],
  ])("src/%s/index.ts names every member", (folder, others) => {
    const index = readFileSync(join("src", folder, "index.ts"), "utf8");
    const members = readdirSync(join("src", folder)).filter(
      (name) => name.endsWith(".ts") && name !== "index.ts" && !others.includes(name),
    );
    expect(members.filter((name) => !index.includes(`"./${basename(name, ".ts")}.js"`))).toEqual([]);
  });

  it("every command is in the list", async () => {
    const verbs = readdirSync("src/cli")
      .filter((name) => name.endsWith(".ts"))
      .map((name) => basename(name, ".ts"))
      .filter((name) =>
        readFileSync(`src/cli/${name}.ts`, "utf8").match(
          /^export const \w+(?:: Command)? = \w*[cC]ommand\b/m,
        ),
      );
    expect(commands.map((entry) => entry.verb).sort()).toEqual(verbs.sort());
    for (const entry of commands) {
      const command = await entry.load();
      expect(command.usage.split(" ")[0]).toBe(entry.verb);
      expect(command.examples.length, `${entry.verb} has an example`).toBeGreaterThan(0);
    }
  });
});

describe("codes", () => {
  it("are lower_snake, each with a sentence and a next step", () => {
    for (const [code, kind] of [...Object.entries(issueKinds), ...Object.entries(errorKinds)]) {
      expect(code).toMatch(/^[a-z]+(?:_[a-z0-9]+)*$/);
      expect(kind.sentence.length, code).toBeGreaterThan(5);
      expect(kind.hint.length, code).toBeGreaterThan(5);
    }
  });

  it("are all used", () => {
    const code = files.map((path) => readFileSync(join("src", path), "utf8")).join("\n");
    const all = [...Object.keys(issueKinds), ...Object.keys(errorKinds)];
    expect(all.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
  });
});

describe("pages that code cites", () => {
  const cited = files.flatMap((path) => {
    // Comments are broken into lines, so citations may be as well.
    const text = readFileSync(join("src", path), "utf8").replace(/\s*\n\s*(?:\*|\/\/) ?/g, " ");
    return [...text.matchAll(/`?(?<page>[\w/.-]+\.md)`?(?<sections> sections? \d[\d., and]*)?/g)].map(
      ({ groups }) => ({
        path,
        page: groups?.["page"] ?? "",
        sections: groups?.["sections"]?.match(/\d+(?:\.\d+)*/g) ?? [],
      }),
    );
  });

  it("are found, including citations of more than 20 sections", () => {
    expect(cited.filter(({ sections }) => sections.length > 0).length).toBeGreaterThan(20);
  });

  it("exist and have their sections", () => {
    const missing = cited.flatMap(({ path, page, sections }) => {
      if (!existsSync(page)) return [`${path}: ${page}`];
      const known = sectionsOf(readFileSync(page, "utf8"));
      return sections
        .filter((section) => !known.has(section))
        .map((section) => `${path}: ${page} section ${section}`);
    });
    expect(missing).toEqual([]);
  });
});

describe("ARCHITECTURE.md", () => {
  const page = readFileSync("ARCHITECTURE.md", "utf8");

  // Paths by list item or paragraph. In the list of areas, a path is relative to the folder at the start of
  // its item, the area, `src`, or the root.
  let area = "";
  const items = page.split(/\n(?= *- |\n|#)/).map((text) => {
    if (/^(?:- \*\*|## )/.test(text)) area = /^- \*\*`(?<area>[a-z]+)\/`/.exec(text)?.groups?.["area"] ?? "";
    const own = /^ *- `(?<folder>[\w./-]+\/)`/.exec(text)?.groups?.["folder"] ?? "";
    const folders = [join("src", area, own), join("src", area), "src", ""];
    const pathOf = (named: string): string | undefined =>
      folders.map((folder) => join(folder, named)).find((path) => existsSync(path));
    return { text, pathOf };
  });

  it("has every area, in the order of the imports", () => {
    const areas = Array.from(page.matchAll(/^- \*\*`(?<area>[a-z]+)\/`/gm), ({ groups }) => groups?.["area"]);
    expect(areas).toEqual(order.filter((name) => !name.endsWith(".ts")));
  });

  const named = items.flatMap(({ text, pathOf }) =>
    Array.from(text.matchAll(/`(?<path>[\w./-]+(?:\.(?:tsx?|css|js|json)|\/))`/g), ({ groups }) => {
      const path = groups?.["path"] ?? "";
      return { path, file: pathOf(path) };
    }),
  );

  it("names only files and folders that exist", () => {
    expect(named.length).toBeGreaterThan(100);
    expect(named.flatMap(({ path, file }) => (file === undefined ? path : []))).toEqual([]);
  });
});

/** Numbers of headings (`## 3. Rows`, `### 4.2 At the partner`), and of the numbered rules below them (3.7 is rule 7 of section 3). */
function sectionsOf(page: string): ReadonlySet<string> {
  const found = new Set<string>();
  let section = "";
  for (const line of page.split("\n")) {
    const heading = /^#{2,} (?<number>\d+(?:\.\d+)*)/.exec(line)?.groups?.["number"];
    const rule = /^(?<number>\d+)\. /.exec(line)?.groups?.["number"];
    if (heading !== undefined) section = heading;
    if (heading !== undefined) found.add(heading);
    else if (rule !== undefined) found.add(`${section}.${rule}`);
  }
  return found;
}
