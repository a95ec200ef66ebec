import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Html } from "./html.js";
import { packagePath } from "../../system/package-paths.js";

/**
 * The style of the pages that Lading makes for people, and the script of those that are served, as each page holds them: nothing is
 * loaded from elsewhere. The build of the studio takes the same style.
 */

const folder = import.meta.url.endsWith(".ts") ? "src" : "dist";
const style = readFileSync(packagePath(`${folder}/console/html/style.css`), "utf8");

export const styleElement: Html = { text: `<style>${style}</style>` };

/** What a content security policy names them by: the hash of exactly the bytes in the element. */
export const styleSource = hashOf(style);

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
