import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What is installed is what somebody looked at: exact versions, hashes, nothing that runs at installation. */

interface Package {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly deprecated?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Package> };
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Record<
  "dependencies" | "devDependencies",
  Record<string, string>
>;
const installed = Object.entries(lock.packages).filter(([path]) => path !== "");
const shipped = installed.filter(([, { dev }]) => dev !== true);

it("every dependency is pinned to one version", () => {
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !/^(?:npm:@?[\w/.-]+@)?\d+\.\d+\.\d+$/.test(version),
  );
  expect(loose).toEqual([]);
});

it("the lockfile has a hash for every package, and none comes from anywhere but a registry", () => {
  expect(
    installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? "")).map(([path]) => path),
  ).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

it("no shipped package is deprecated, or has a licence that asks for more than to be named", () => {
  const permissive = ["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Unlicense"];
  expect(shipped.filter(([, { deprecated }]) => deprecated !== undefined).map(([path]) => path)).toEqual([]);
  // These state their licence, MIT, in an older form that the lockfile leaves out.
  const unstated = ["buildcheck", "cpu-features", "ssh2"].map((name) => `node_modules/${name}`);
  const other = shipped.filter(
    ([path, { license }]) => !permissive.includes(license ?? "") && !unstated.includes(path),
  );
  expect(other.map(([path, { license }]) => `${path}: ${license ?? "none"}`)).toEqual([]);
});

it("only the SSH library and its optional helper would run a script, and neither needs it", () => {
  const scripts = shipped.filter(([, each]) => each.hasInstallScript === true).map(([path]) => path);
  expect(scripts.sort()).toEqual(["node_modules/cpu-features", "node_modules/ssh2"]);
});

it("the spreadsheet library, published again under another name, is the vendor's code byte for byte", () => {
  const xlsx = lock.packages["node_modules/xlsx"];
  expect(xlsx).toMatchObject({
    name: "@e965/xlsx",
    version: "0.20.3",
    integrity:
      "sha512-703RN/3OdsRD5mtse2HBX7Um7xwaP9tlswEG6svOtjqokXoX7rJdQj7DyabD2I+xk22RgaIIU+R6BHgkpZGB/w==",
  });
  const bytes = readFileSync("node_modules/xlsx/dist/xlsx.full.min.js");
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(
    "cc015130aa8521e7f088f88898eba949ccdcbfb38df0bd129b44b7273c3a6f41",
  );
});
