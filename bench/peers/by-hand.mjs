// A hand-written program for the job with csv-parse and zod: `node by-hand.mjs IN OUT`.
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { parse } from "csv-parse";
import { z } from "zod";

const status = { Active: true, Inactive: false, "On leave": true };
const record = z.strictObject({
  external_id: z.string().min(1).max(255),
  updated_at: z.iso.datetime({ precision: 3 }),
  name: z.string().min(1).max(4096),
  email_address: z.email(),
  is_active: z.boolean(),
});
const berlin = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Berlin",
  dateStyle: "short",
  timeStyle: "medium",
});
const times = new Map();
function utc(local) {
  const known = times.get(local);
  if (known !== undefined) return known;
  const [, day, month, year, hour, minute] = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d)$/.exec(local);
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  const offset = Date.parse(`${berlin.format(wall - 3_600_000).replace(" ", "T")}Z`) - (wall - 3_600_000);
  times.set(local, new Date(wall - offset).toISOString());
  return times.get(local);
}
const ids = new Set();
await pipeline(
  createReadStream(process.argv[2]),
  parse({ columns: true }),
  async function* (rows) {
    let text = "";
    for await (const row of rows) {
      if (ids.has(row.Employee)) throw new Error(`twice: ${row.Employee}`);
      ids.add(row.Employee);
      const made = {
        external_id: row.Employee,
        updated_at: utc(row.Changed),
        name: `${row.First} ${row.Last}`,
        email_address: row.Email.toLowerCase(),
        is_active: status[row.Status],
      };
      text += `${JSON.stringify(record.parse(made))}\n`;
      if (text.length > 65_536) {
        yield text;
        text = "";
      }
    }
    yield text;
  },
  createWriteStream(process.argv[3]),
);
