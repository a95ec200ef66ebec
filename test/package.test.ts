import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { builtCli } from "./support/build.js";
import { linksOf } from "./support/snippets.js";

/** The contents of `npm pack`. `npm run proof:install` installs and uses the package. */

it("the program can be run after a build through `npm link`", () => {
  expect(statSync(builtCli()).mode & 0o111).toBe(0o111);
});

it("the package contains the program, its pages, schemas and samples, and no development files", () => {
  const { paths, unpackedSize } = packed();
  const tops = [...new Set(paths.map((path) => path.split("/", 1)[0] ?? ""))].sort();
  expect(tops).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "dist",
    "docs",
    "layouts",
    "mappings",
    "package.json",
    "samples",
    "schemas",
    "templates",
  ]);
  expect(paths).toContain("dist/cli.js");
  expect(paths).toContain("dist/system/readers/process.js");
  // Bundled libraries are distributed, so their licenses are included.
  expect(paths).toContain("dist/console/app/third-party-licenses.md");
  expect(paths).toContain("dist/third-party-licenses.md");
  const licenses = readFileSync("dist/third-party-licenses.md", "utf8");
  expect([...licenses.matchAll(/^## (\S+)/gm)].map(([, name]) => name)).toEqual(bundled);
  for (const folder of ["docs", "schemas"]) {
    for (const name of readdirSync(folder)) {
      if (/^[^.].*\./.test(name) && name !== "index.md") expect(paths).toContain(`${folder}/${name}`);
    }
  }
  // The home of the site only includes the README.
  expect(paths).not.toContain("docs/index.md");
  expect(
    paths.filter((path) => /\.test\.|\.tsbuildinfo$|(?:^|\/)(?:node_modules|data|\.env)(?:\/|$)/.test(path)),
  ).toEqual([]);
  expect(unpackedSize).toBeLessThan(10_000_000);
});

it("links in the package lead to files in the package or to the web", () => {
  const { paths } = packed();
  const pages = paths.filter((path) => /^(?:docs\/)?[^/]+\.md$/.test(path));
  expect(pages.length).toBeGreaterThan(10);
  const broken = pages.flatMap((page) =>
    linksOf(readFileSync(page, "utf8")).flatMap((target) => {
      if (/^(?:https?|mailto):|^#/.test(target)) return [];
      const file = join(dirname(page), target.split("#", 1)[0] ?? "");
      return paths.some((path) => path === file || path.startsWith(file.replace(/\/?$/, "/")))
        ? []
        : [`${page}: ${target}`];
    }),
  );
  expect(broken).toEqual([]);
});

it("`npm pack` and `npm publish` build the program first", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(scripts["prepack"]).toContain("npm run --silent build");
});

interface Package {
  readonly paths: readonly string[];
  readonly unpackedSize: number;
}

let contents: Package | undefined;

function packed(): Package {
  return (contents ??= pack());
}

function pack(): Package {
  builtCli();
  const output = execFileSync(
    "npm",
    ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"],
    {
      encoding: "utf8",
    },
  );
  const [{ files, unpackedSize }] = JSON.parse(output) as [
    { files: { path: string }[]; unpackedSize: number },
  ];
  return { paths: files.map(({ path }) => path), unpackedSize };
}

/** Libraries in the bundle. `docs/security.md` names them. */
const bundled = ["kysely", "yaml", "zod"];

it("the build contains the project's own code and three libraries, and imports only dependencies and parts of Node otherwise", () => {
  builtCli();
  const scripts = readdirSync("dist", { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".js") && !path.startsWith("studio"),
  );
  expect(scripts.length).toBeGreaterThan(5);
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Record<string, string>;
  };
  const imported = scripts.flatMap((path) => {
    const text = readFileSync(`dist/${path}`, "utf8");
    return [
      ...text.matchAll(
        /^(?:import|export)\b[^;]*?"([^"]+)";$|(?:\bimport|\(import\.meta\.url\))\("([^"$]+)"\)/gm,
      ),
    ].map(([, fixed, lazy]) => fixed ?? lazy ?? "");
  });
  const libraries = imported.flatMap((name) => /^(?!node:)(?:@[^/]+\/)?[a-z][^/]*/.exec(name)?.[0] ?? []);
  // Nothing imports it. It is pinned for fastify.
  const known = new Set([...libraries, ...bundled, "light-my-request"]);
  expect([...known].sort()).toEqual(Object.keys(dependencies).sort());
});
