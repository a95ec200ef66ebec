import type { Table } from "./format.js";

/**
 * Returns a function that looks up the file that contains a row and returns the file's name without folders. For an
 * archive, this is the name of the file within the archive. `name` is the name of the file that was opened.
 */
export function fileOfRow(
  name: string,
  { detected, placeOf }: Pick<Table, "detected" | "placeOf">,
): (line: number) => string {
  const whole = withoutFolders(detected.member ?? name.replace(/\.gz$/i, ""));
  return placeOf === undefined ? () => whole : (line) => withoutFolders(placeOf(line)?.file ?? whole);
}

function withoutFolders(path: string): string {
  return path.split("/").at(-1) ?? path;
}
