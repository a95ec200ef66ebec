import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { failure } from "../../errors.js";
import { packagePath } from "../../system/package-paths.js";

/** A file of the built app, kept in memory. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** gzip-compressed content. */
  readonly zipped: Buffer;
}

/** Paths of the screens, all of which are served by the same page. */
export const screens = [
  "/",
  "/feeds/:account/:record",
  "/feeds/:account/:record/deliveries/:delivery",
  "/mappings",
  "/invoices",
  "/runs",
  "/sign-in",
] as const;

/** Forbids inline scripts, other origins and frames. */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
} as const;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

const zip = promisify(gzip);

/** Build output. If the program runs from source, the last build is used. */
const folder = packagePath("dist/console/app/");

/** Returns the files by path, such as `/assets/page.js`. Throws `page_not_built`. */
export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    throw failure("page_not_built", {}, error);
  });
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const bytes = await readFile(join(folder, name));
    files.set(`/${name.split(sep).join("/")}`, { type, bytes, zipped: await zip(bytes, { level: 9 }) });
  }
  if (!files.has("/index.html")) throw failure("page_not_built", {});
  return files;
}
