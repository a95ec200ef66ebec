import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Html } from "./pages/html.js";
import { packagePath } from "./places.js";

/** The style of the pages that Lading makes for people, as each holds it: nothing is loaded from elsewhere. The build of the studio takes the same file. */

const folder = import.meta.url.endsWith(".ts") ? "src" : "dist";
const style = readFileSync(packagePath(`${folder}/pages/style.css`), "utf8");

export const styleElement: Html = { text: `<style>${style}</style>` };

/** What a content security policy names it by: the hash of exactly the bytes in the element. */
export const styleSource = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
