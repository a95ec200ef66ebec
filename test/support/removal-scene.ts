import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyScene, publications, runProgram } from "./scene.js";

/** Workspaces from which something must be removed permanently, for the proofs that kill real processes. */

/** The person to be forgotten, whose values are nowhere else. */
export const person = { id: "ZQ7", name: "Quist", email: "zoe@example.com" };

/**
 * Four publications with reports that show values. Retention has removed the first, so the change log
 * contains a part of it. The person is in the first three deliveries and inactive in the list.
 */
export function prepareForgetting(folder: string, database?: string): void {
  emptyScene(folder, database);
  settings(folder, "30 d");
  take(folder, 1, "Zoe Quist");
  take(folder, 2, "Zoe Q. Quist");
  settings(folder, "1 s");
  take(folder, 3, "Zoe R. Quist");
  // Not restored: on PostgreSQL, a replaced workspace does not become active again automatically.
  settings(folder, "31 d");
  take(folder, 4, undefined);
}

/** Three publications, all of them too old except the last. */
export function prepareRetention(folder: string, database?: string): void {
  emptyScene(folder, database);
  settings(folder, "30 d");
  for (const number of [1, 2, 3]) take(folder, number, undefined);
  settings(folder, "1 s");
  pause();
}

function settings(folder: string, keepFor: string): void {
  const path = join(folder, "lading.yaml");
  const scene = readFileSync(path, "utf8").replace(/^(retention|reports): .*\n/gm, "");
  writeFileSync(path, `${scene}retention: { staff: { for: ${keepFor} } }\nreports: { staff_values: true }\n`);
}

/** A delivery arrives and is accepted. The pause makes it older than a second. */
function take(folder: string, number: number, name: string | undefined): void {
  const time = `2026-0${number}-01T00:00:00.000Z`;
  const rows = Array.from(
    { length: 9 },
    (_, i) =>
      `${i + 1},${i === 0 ? time : "2026-01-01T00:00:00.000Z"},Name ${i === 0 ? time : i},p${i}@example.com,true\r\n`,
  );
  if (name !== undefined) rows.push(`${person.id},${time},${name},${person.email},true\r\n`);
  const path = join(folder, "inbox/staff.csv");
  writeFileSync(path, `external_id,updated_at,name,email_address,is_active\r\n${rows.join("")}`);
  utimesSync(path, new Date(time), new Date(time));
  const { status } = runProgram(folder);
  if (status !== 0 || publications(folder).at(-1) !== number) {
    throw new Error(`the scene is not as it should be: delivery ${number} ended with ${status}`);
  }
  pause();
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
}

/** Files below `data/` that contain the person. */
export function naming(folder: string): string[] {
  return readdirSync(join(folder, "data"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return Object.values(person).some((value) => bytes.includes(value));
    });
}
