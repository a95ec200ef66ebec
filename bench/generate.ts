import { createWriteStream } from "node:fs";
import { once } from "node:events";

/**
 * Writes the staff export for speed measurements: 10 columns, a quoted comma in every eighth row, all rows different.
 * 800,000 rows are 97 MB.
 *
 *     tsx bench/generate.ts ROWS FILE
 */

const given = ["Petra", "Jan", "Maria", "Uwe", "Chloé", "Søren", "Zoë", "Łukasz"];
const family = ["Vogel", "de Vries", "García", "Müller", "Nowak", "Jensen", "Rossi", "Dubois"];
const status = ["Active", "Inactive", "On leave"];

export function staffRow(index: number): string {
  const first = given[index % given.length] ?? "";
  const last = family[Math.floor(index / 8) % family.length] ?? "";
  const id = `E${String(index).padStart(7, "0")}`;
  const title = index % 8 === 0 ? '"Clerk, air freight"' : "Clerk air freight";
  const day = String((index % 28) + 1).padStart(2, "0");
  const month = String((index % 12) + 1).padStart(2, "0");
  const mail = `P${index}.Vogel@Example.COM`;
  return `${id},${first},${last},${mail},${title},Hamburg,${status[index % 3]},${day}.${month}.2024 08:${day},CC-${index % 97},+49 40 ${index}\n`;
}

export const staffHeader = "Employee,First,Last,Email,Title,Office,Status,Changed,Cost Centre,Phone\n";

export async function writeStaff(rows: number, file: string): Promise<void> {
  const out = createWriteStream(file);
  let chunk = staffHeader;
  for (let index = 0; index < rows; index++) {
    chunk += staffRow(index);
    if (chunk.length > 1 << 16) {
      if (!out.write(chunk)) await once(out, "drain");
      chunk = "";
    }
  }
  out.end(chunk);
  await once(out, "finish");
}

const [rows, file] = process.argv.slice(2);
if (process.argv[1]?.endsWith("generate.ts") && rows !== undefined && file !== undefined) {
  await writeStaff(Number(rows), file);
}
