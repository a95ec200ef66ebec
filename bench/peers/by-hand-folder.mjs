// A hand-written program for many small files with csv-parse and zod. `node by-hand-folder.mjs IN OUT` makes one list of
// the files in each folder of IN. A later file replaces records with the same id.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";

const [from, to] = process.argv.slice(2);
const record = z.strictObject({
  external_id: z.string().min(1).max(255),
  name: z.string().min(1).max(4096),
  email_address: z.email(),
  is_active: z.boolean(),
});
mkdirSync(to, { recursive: true });
for (const folder of readdirSync(from)) {
  const records = new Map();
  for (const file of readdirSync(join(from, folder)).sort()) {
    for (const row of parse(readFileSync(join(from, folder, file)), { columns: true })) {
      const made = {
        external_id: row.Id,
        name: row.Name,
        email_address: row.Mail.toLowerCase(),
        is_active: true,
      };
      records.set(made.external_id, record.parse(made));
    }
    const lines = [...records.values()].map((each) => `${JSON.stringify(each)}\n`);
    writeFileSync(join(to, `${folder}.part`), lines.join(""), { flush: true });
    renameSync(join(to, `${folder}.part`), join(to, `${folder}.ndjson`));
  }
}
