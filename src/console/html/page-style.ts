import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Html } from "./html.js";
import { packagePath } from "../../system/package-paths.js";

/**
 * Style sheet for Lading's HTML pages and reports. The style sheet is embedded in each page, so that nothing is loaded
 * from other servers. The build copies the style sheet to `dist`.
 */

const folder = import.meta.url.endsWith(".ts") ? "src" : "dist";
const style = readFileSync(packagePath(`${folder}/console/html/style.css`), "utf8");

export const styleElement: Html = { text: `<style>${style}</style>` };

/** Style source for the content security policy: the hash of the exact bytes in the style sheet. */
export const styleSource = hashOf(style);

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
