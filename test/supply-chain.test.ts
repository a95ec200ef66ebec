import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { builtCli } from "./support/build.js";

/** What is shipped is what somebody looked at: exact versions, hashes, nothing that runs at installation. */

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

/** What an installation holds: the libraries in the bundle, and what npm installs beside it. */
const dist = dirname(builtCli());
const bill = JSON.parse(readFileSync(join(dist, "bill-of-materials.cdx.json"), "utf8")) as {
  components: { name: string; version: string; purl: string; hashes: { content: string }[] }[];
};
const shipped = installed.filter(
  ([path, each]) => each.dev !== true || bill.components.some((component) => isThat(component, path, each)),
);

function isThat(component: { name: string; version: string }, path: string, each: Package): boolean {
  const name = each.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  return component.name === name && component.version === each.version;
}

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

it("the bill of materials names every library in the bundle, each with the hash of the lockfile", () => {
  const named = bill.components.map(({ name, version }) => `${name} ${version}`);
  const licences = readFileSync(join(dist, "third-party-licenses.md"), "utf8");
  const bundled = [...licences.matchAll(/^## (?<name>\S+) - (?<version>\d+\.\d+\.\d+)/gm)].map(
    ({ groups }) => `${groups?.["name"]} ${groups?.["version"]}`,
  );
  // The page of the studio is a bundle of its own, with its licence beside it.
  expect(named.toSorted()).toEqual([...bundled, `preact ${manifest.devDependencies["preact"]}`].toSorted());
  for (const { name, version, hashes } of bill.components) {
    const locked = installed.find(([path, each]) => isThat({ name, version }, path, each))?.[1];
    const [, hash = ""] = /^sha512-(.+)$/.exec(locked?.integrity ?? "") ?? [];
    expect(hashes[0]?.content, name).toBe(Buffer.from(hash, "base64").toString("hex"));
  }
});

it("no shipped package is deprecated, or has a licence that asks for more than to be named", () => {
  const permissive = ["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Unlicense"];
  expect(shipped.filter(([, { deprecated }]) => deprecated !== undefined).map(([path]) => path)).toEqual([]);
  // It states its licence, MIT, in an older form that the lockfile leaves out.
  const unstated = ["node_modules/ssh2"];
  const other = shipped.filter(
    ([path, { license }]) => !permissive.includes(license ?? "") && !unstated.includes(path),
  );
  expect(other.map(([path, { license }]) => `${path}: ${license ?? "none"}`)).toEqual([]);
});

it("npm installs one library beside the bundle, whose types the package's own are made of, and runs no script", () => {
  expect(Object.keys(manifest.dependencies)).toEqual(["zod"]);
  const beside = installed.filter(([, { dev }]) => dev !== true);
  expect(beside.map(([path]) => path)).toEqual(["node_modules/zod"]);
  expect(beside.filter(([, each]) => each.hasInstallScript === true)).toEqual([]);
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
