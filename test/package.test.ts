import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, it } from "vitest";
import { builtCli } from "./support/build.js";

/** What `npm pack` puts into the package; `npm run proof:install` installs and uses it. */

it("the program can be run after a build: `npm link` leads to it", () => {
  expect(statSync(builtCli()).mode & 0o111).toBe(0o111);
});

it("the package holds the program, its pages, schemas and samples, and nothing of the workshop", () => {
  builtCli();
  const told = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--loglevel=error"], {
    encoding: "utf8",
  });
  const [packed] = JSON.parse(told) as { files: { path: string; size: number }[]; unpackedSize: number }[];
  const paths = (packed?.files ?? []).map(({ path }) => path);
  const tops = [...new Set(paths.map((path) => path.split("/", 1)[0] ?? ""))].sort();
  expect(tops).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "dist",
    "docs",
    "mappings",
    "package.json",
    "samples",
    "schemas",
    "templates",
  ]);
  expect(paths).toContain("dist/cli.js");
  expect(paths).toContain("dist/isolation/child.js");
  // What is bundled is passed on, so its licences go with it, and so does the list of what it is.
  expect(paths).toContain("dist/third-party-licenses.md");
  expect(paths).toContain("dist/bill-of-materials.cdx.json");
  for (const folder of ["docs", "schemas"]) {
    for (const name of readdirSync(folder)) {
      if (name.includes(".")) expect(paths).toContain(`${folder}/${name}`);
    }
  }
  expect(
    paths.filter((path) => /\.test\.|\.tsbuildinfo$|(?:^|\/)(?:node_modules|data|\.env)(?:\/|$)/.test(path)),
  ).toEqual([]);
  expect(packed?.unpackedSize).toBeLessThan(10_000_000);
});

it("what is bundled asks for no native code, whether or not the machine that bundled it could build some", () => {
  builtCli();
  const scripts = readdirSync("dist", { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".js"),
  );
  expect(scripts.length).toBeGreaterThan(5);
  expect(
    scripts.filter((path) =>
      /require\(["'`][^"'`]*(?:\.node|cpu-features)["'`]\)/.test(readFileSync(`dist/${path}`, "utf8")),
    ),
  ).toEqual([]);
});
