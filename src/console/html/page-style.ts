import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Html } from "./html.js";
import { packagePath } from "../../system/package-paths.js";

/**
 * Style of Lading's HTML pages and reports, embedded in each page: nothing is loaded from elsewhere. The
 * build of the studio uses the same style.
 */

const folder = import.meta.url.endsWith(".ts") ? "src" : "dist";
const style = readFileSync(packagePath(`${folder}/console/html/style.css`), "utf8");

export const styleElement: Html = { text: `<style>${style}</style>` };

/** Content security policy source of the style: the hash of its exact bytes. */
export const styleSource = hashOf(style);

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
