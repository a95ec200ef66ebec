import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { errorKinds } from "../src/errors.js";
import { issueKinds } from "../src/issues.js";
import { commands } from "../src/commands/index.js";

/** The house (`docs/design.md` section 4): which way imports may point, who may touch the world, and that no list forgets a member. */

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

/** The layers from the lowest up; an import points to the same module or to a lower layer. */
const layers: readonly (readonly string[])[] = [
  ["time-spans.ts"],
  ["sentence.ts", "nearest.ts", "scalars.ts", "pages"],
  ["issues.ts", "errors.ts"],
  ["records"],
  ["formats"],
  ["mapping"],
  ["guess"],
  ["validate", "encode"],
  ["layouts"],
  ["evaluation"],
  ["engine.ts"],
  ["leaving.ts"],
  ["log.ts", "package-paths.ts", "storage"],
  ["page-style.ts"],
  ["store"],
  ["lists"],
  ["credentials"],
  ["sources"],
  // An output on a server uses the connection that sources have.
  ["outputs"],
  ["runtime"],
  ["workspace"],
  ["platform"],
  ["outbox"],
  ["deliveries"],
  ["events"],
  ["pipeline.ts"],
  // Who verifies posts what the simulated platform posts.
  ["simulate"],
  ["notify"],
  ["reports"],
  ["server", "studio", "verify"],
  ["commands", "index.ts"],
  ["program.ts"],
  ["cli.ts"],
];

const pure = [
  "pages",
  "records",
  "formats",
  "mapping",
  "guess",
  "validate",
  "encode",
  "layouts",
  "evaluation",
  "engine.ts",
  "issues.ts",
  "errors.ts",
];
const worldly = /^(?:node:(?:fs|net|http|https|child_process|worker_threads|dgram|tls|dns)(?:\/|$)|pino)/;

function moduleOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path;
}

function layer(path: string): number {
  return layers.findIndex((modules) => modules.includes(moduleOf(path)));
}

function target(found: Import): string | undefined {
  if (!found.to.startsWith(".")) return undefined;
  return normalize(join(dirname(found.from), found.to))
    .replaceAll("\\", "/")
    .replace(/\.js$/, ".ts");
}

describe("imports", () => {
  it("every file is in a layer", () => {
    expect(files.filter((path) => layer(path) === -1)).toEqual([]);
  });

  it("point down, never up", () => {
    const wrong = imports.filter((found) => {
      const to = target(found);
      return to !== undefined && moduleOf(to) !== moduleOf(found.from) && layer(to) >= layer(found.from);
    });
    expect(wrong.map((found) => `${found.from} -> ${found.to}`)).toEqual([]);
  });

  it("go in no circle, types included", () => {
    const arrows = new Map(files.map((path): [string, string[]] => [path, []]));
    for (const found of imports) {
      const to = target(found);
      if (to !== undefined && !found.isLazy) arrows.get(found.from)?.push(to);
    }
    // What imports nothing that is left is taken away, until only circles are left, and what leads to them.
    for (let before = -1; before !== arrows.size;) {
      before = arrows.size;
      for (const [path, to] of arrows) if (!to.some((other) => arrows.has(other))) arrows.delete(path);
    }
    expect([...arrows.keys()]).toEqual([]);
  });

  it("pure modules do not touch the world", () => {
    const wrong = imports.filter((found) => pure.includes(moduleOf(found.from)) && worldly.test(found.to));
    expect(wrong.map((found) => `${found.from} -> ${found.to}`)).toEqual([]);
  });

  it("each third-party library is imported in one file", () => {
    const users = new Map<string, Set<string>>();
    for (const found of imports) {
      if (found.to.startsWith(".") || found.to.startsWith("node:") || found.to.startsWith("zod")) continue;
      const name = found.to.startsWith("@")
        ? found.to.split("/").slice(0, 2).join("/")
        : String(found.to.split("/")[0]);
      // The shape of a command's options is yargs' own type: naming it costs nothing at run time.
      if (name === "yargs" && found.typeOnly) continue;
      users.set(name, (users.get(name) ?? new Set()).add(found.from));
    }
    const several = [...users].filter(([, from]) => from.size > 1);
    expect(several.map(([name, from]) => `${name}: ${[...from].join(", ")}`)).toEqual([]);
  });

  it("every dependency is used, and every library that is used is one by name", () => {
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
      dependencies: Record<string, string>;
    };
    const used = imports
      .map((found) => found.to)
      // A dollar sign stands in code that is made.
      .filter((to) => !/^(?:\.|node:|\$)/.test(to))
      .map((to) => /^(?:@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? to);
    // Nothing imports it: pinned for fastify, which would else draw in a version that does not run on Node 20.
    expect(Object.keys(dependencies).filter((name) => !used.includes(name))).toEqual(["light-my-request"]);
    // A part of the studio's page, which is bundled.
    expect(used.filter((name) => !(name in { ...dependencies, preact: "" }))).toEqual([]);
  });
});

describe("lists are complete", () => {
  it.each([
    [
      "records",
      [
        "fields.ts",
        "record-type.ts",
        "account.ts",
        "countries.ts",
        "currencies.ts",
        "exact-decimals.ts",
        "within.ts",
        "order.ts",
        "exact-json.ts",
        "renames.ts",
        "outbound-invoice.ts",
        "field-labels.ts",
      ],
    ],
    [
      "encode",
      [
        "encoder.ts",
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

  it("every command stands in the list", async () => {
    const verbs = readdirSync("src/commands")
      .filter((name) => name.endsWith(".ts"))
      .map((name) => basename(name, ".ts"))
      .filter((name) =>
        readFileSync(`src/commands/${name}.ts`, "utf8").match(
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

describe("exported names", () => {
  it("mean one thing each", () => {
    const byName = new Map<string, string[]>();
    // The public API and the lists of families hand on what others define.
    for (const path of files.filter((file) => basename(file) !== "index.ts")) {
      const text = readFileSync(join("src", path), "utf8");
      const names = text.matchAll(
        /^export (?:declare |abstract |async )*(?:function\*?|class|interface|type|const|let|enum) (\w+)/gm,
      );
      // Overloads of one function.
      for (const name of new Set(Array.from(names, ([, name]) => String(name))))
        byName.set(name, [...(byName.get(name) ?? []), path]);
    }
    // What a child process is given to do exports `run`, as the command of that name does.
    byName.delete("run");
    expect(byName.size).toBeGreaterThan(1000);
    expect([...byName].filter(([, paths]) => paths.length > 1)).toEqual([]);
  });
});

describe("codes", () => {
  it("are lower_snake, with a sentence and a next step each", () => {
    for (const [code, kind] of [...Object.entries(issueKinds), ...Object.entries(errorKinds)]) {
      expect(code).toMatch(/^[a-z]+(?:_[a-z0-9]+)*$/);
      expect(kind.sentence.length, code).toBeGreaterThan(5);
      expect(kind.hint.length, code).toBeGreaterThan(5);
    }
  });

  it("are each used", () => {
    const code = files.map((path) => readFileSync(join("src", path), "utf8")).join("\n");
    const all = [...Object.keys(issueKinds), ...Object.keys(errorKinds)];
    expect(all.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
  });
});

describe("pages that code cites", () => {
  const cited = files.flatMap((path) => {
    // A comment is broken into lines, a cite may be as well.
    const text = readFileSync(join("src", path), "utf8").replace(/\s*\n\s*(?:\*|\/\/) ?/g, " ");
    return [...text.matchAll(/`?(?<page>[\w/.-]+\.md)`?(?<sections> sections? \d[\d., and]*)?/g)].map(
      ({ groups }) => ({
        path,
        page: groups?.["page"] ?? "",
        sections: groups?.["sections"]?.match(/\d+(?:\.\d+)*/g) ?? [],
      }),
    );
  });

  it("are looked at", () => {
    expect(cited.filter(({ sections }) => sections.length > 0).length).toBeGreaterThan(20);
  });

  it("are there, with their sections", () => {
    const missing = cited.flatMap(({ path, page, sections }) => {
      if (!existsSync(page)) return [`${path}: ${page}`];
      const known = sectionsOf(readFileSync(page, "utf8"));
      return sections
        .filter((section) => !known.has(section))
        .map((section) => `${path}: ${page} section ${section}`);
    });
    expect(missing).toEqual([]);
  });

  it("name every module", () => {
    const page = readFileSync("docs/design.md", "utf8");
    const modules = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(modules.map(({ name }) => name).filter((name) => !page.includes(`\`src/${name}/\``))).toEqual([]);
    const named = [...page.matchAll(/`src\/(?<name>[a-z-]+)\/`/g)].map(
      ({ groups }) => groups?.["name"] ?? "",
    );
    expect(named.filter((name) => !existsSync(join("src", name)))).toEqual([]);
  });

  it("say of every large file what is changed in it, and of no file that is gone", () => {
    const page = readFileSync("docs/design.md", "utf8");
    const map = /^### 4\.1 .*?(?=^### 4\.2 )/ms.exec(page)?.[0] ?? "";
    const named = [...map.matchAll(/^- `src\/(?<module>[a-z]+)\/`: (?<line>.*)$/gm)].flatMap(({ groups }) =>
      Array.from(String(groups?.["line"]).matchAll(/`(?<name>[a-z][a-z0-9/-]*(?:\.json)?)`/g), (match) =>
        join(String(groups?.["module"]), String(match.groups?.["name"])),
      ),
    );
    const isThere = (name: string) =>
      ["", ".ts", ".tsx"].some((ending) => existsSync(join("src", name + ending)));
    expect(named.filter((name) => !isThere(name))).toEqual([]);
    const large = files.filter(
      (path) => path.includes("/") && readFileSync(join("src", path), "utf8").split("\n").length > 150,
    );
    const covers = (name: string, path: string) =>
      path.replace(/\.tsx?$/, "") === name || path.startsWith(`${name.replace(/\/$/, "")}/`);
    expect(large.filter((path) => !named.some((name) => covers(name, path)))).toEqual([]);
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
