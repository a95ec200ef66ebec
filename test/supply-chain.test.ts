import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * A checkout installs reviewed packages: exact versions with hashes. Users get versions within the ranges.
 */

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

/** The packages of an installation, and the library in the studio's page. */
const shipped = installed.filter(([path, { dev }]) => dev !== true || path === "node_modules/preact");

const exact = /^(?:npm:@?[\w/.-]+@)?\d+\.\d+\.\d+$/;

it("tools are pinned to one version, and libraries get their own fixes within a major version", () => {
  expect(Object.entries(manifest.devDependencies).filter(([, version]) => !exact.test(version))).toEqual([
    // The last version before it requires a Vite with known advisories.
    ["vitepress", "2.0.0-alpha.20"],
  ]);
  const pinned = Object.entries(manifest.dependencies).filter(
    ([, version]) => !/^\^\d+\.\d+\.\d+$/.test(version),
  );
  expect(pinned).toEqual([
    // Later ones need Node 22.
    ["light-my-request", "6.6.0"],
    // Republished by another publisher, and compared with the vendor's bytes below.
    ["xlsx", "npm:@e965/xlsx@0.20.3"],
  ]);
});

it("the lockfile has a hash for every package, and all come from a registry", () => {
  expect(
    installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? "")).map(([path]) => path),
  ).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
});

it("no shipped package is deprecated, or has a license that requires more than attribution", () => {
  const permissive = ["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Unlicense"];
  expect(shipped.filter(([, { deprecated }]) => deprecated !== undefined).map(([path]) => path)).toEqual([]);
  // They state their MIT license in an older form that the lockfile omits.
  const unstated = ["buildcheck", "cpu-features", "ssh2"].map((name) => `node_modules/${name}`);
  for (const path of unstated) {
    const { licenses } = JSON.parse(readFileSync(`${path}/package.json`, "utf8")) as {
      licenses: { type: string }[];
    };
    expect(licenses.map(({ type }) => type)).toEqual(["MIT"]);
  }
  const other = shipped.filter(
    ([path, { license }]) => !permissive.includes(license ?? "") && !unstated.includes(path),
  );
  expect(other.map(([path, { license }]) => `${path}: ${license ?? "none"}`)).toEqual([]);
});

it("no library needs an install script, because SQLite is prebuilt and the SSH library works without native code", () => {
  const offering = shipped.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const sqlite = "node_modules/@photostructure/sqlite";
  expect(offering.map(([path]) => path)).toEqual([sqlite, "node_modules/cpu-features", "node_modules/ssh2"]);
  // Its script only checks for a prebuilt binary of this machine.
  for (const machine of ["linux-x64", "linux-arm64", "darwin-arm64", "win32-x64"]) {
    const built = readdirSync(`${sqlite}/prebuilds/${machine}`).filter((name) => name.endsWith(".node"));
    expect([machine, built]).toEqual([machine, expect.arrayContaining([expect.any(String)])]);
  }
});

it("the republished spreadsheet library is the vendor's code byte for byte", () => {
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
