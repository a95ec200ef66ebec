import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { failure } from "../../errors.js";
import { packagePath } from "../../system/package-paths.js";

/** The built page, small enough to be kept in memory. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Built beside the program; a program that runs from its sources takes the page of the last build. */
const folder = packagePath("dist/console/app/");

/**
 * @returns the files by their path, such as `/assets/page.js`
 * @throws page_not_built
 */
export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const files = new Map<string, PageFile>();
  const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    throw failure("page_not_built", {}, error);
  });
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    files.set(`/${name.split(sep).join("/")}`, { type, bytes: await readFile(join(folder, name)) });
  }
  if (!files.has("/index.html")) throw failure("page_not_built", {});
  return files;
}
