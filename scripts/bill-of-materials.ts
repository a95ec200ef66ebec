import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/**
 * Writes which libraries, in which versions and with which hashes, stand in the bundle: what `npm audit` of an installation
 * cannot see, a scanner reads from this file. CycloneDX 1.5; names, versions, hashes and licences are those of the lockfile.
 */

interface Locked {
  /** The name in the registry, when the package is installed under another. */
  readonly name?: string;
  readonly version: string;
  readonly integrity: string;
  readonly license?: string;
}

/** @param besides libraries that another bundle of the package holds */
export function billOfMaterials(fileName: string, besides: readonly string[]): Plugin {
  return {
    name: "bill-of-materials",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const paths = modules.flatMap((module) => packageOf(module) ?? []);
      const shipped = new Set([...paths, ...besides.map((name) => `node_modules/${name}`)]);
      const bill = {
        bomFormat: "CycloneDX",
        specVersion: "1.5",
        version: 1,
        metadata: { component: { type: "application", ...own() } },
        // The same version may lie in several folders.
        components: [
          ...new Map(
            [...shipped]
              .sort()
              .map(component)
              .map((each) => [each.purl, each]),
          ).values(),
        ],
      };
      this.emitFile({ type: "asset", fileName, source: `${JSON.stringify(bill, null, 2)}\n` });
    },
  };
}

/** The key in the lockfile of the package that a module is part of: `node_modules/a`, `node_modules/a/node_modules/@b/c`. */
function packageOf(module: string): string | undefined {
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0];
}

function component(path: string) {
  const locked = lock().packages[path];
  if (locked === undefined) throw new Error(`${path} is bundled, and does not stand in package-lock.json`);
  const name = locked.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const [, sha512 = ""] = /^sha512-(.+)$/.exec(locked.integrity) ?? [];
  return {
    type: "library",
    name,
    version: locked.version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${locked.version}`,
    hashes: [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }],
    ...(locked.license === undefined ? {} : { licenses: [{ license: { id: locked.license } }] }),
  };
}

function lock(): { packages: Record<string, Locked> } {
  return JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
}

function own(): { name: string; version: string } {
  const { name, version } = JSON.parse(readFileSync("package.json", "utf8")) as {
    name: string;
    version: string;
  };
  return { name, version };
}
