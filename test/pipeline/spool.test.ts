import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { straySpool } from "../../src/deliveries/unknown-files.js";
import { realDisk } from "../../src/storage/disk.js";
import { ids, staff, world, type World } from "../support/world.js";

const yaml = `
lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "*.csv", mapping: staff.yaml, settle: final_name, first: publish }
`;

const mapping = (values: string) => `lading: 1
record: staff
fields:
  external_id: external_id
  name: name
  email_address: email_address
  is_active: { column: is_active, values: ${values} }
`;

async function published(): Promise<World> {
  const w = await world(yaml, undefined, "here");
  await w.write("staff.yaml", mapping("{ true: true }"));
  await w.drop("staff.csv", staff(...ids(1, 5)), "2026-03-01T00:00:00Z");
  await w.pass();
  return w;
}

/** What a crash between the copy and its journal line leaves. */
async function orphan(w: World, feed = "acme~staff"): Promise<string> {
  const name = `${feed}~${"0".repeat(64)}`;
  await mkdir(join(w.folder, "data/spool"), { recursive: true });
  await writeFile(join(w.folder, "data/spool", name), "x");
  return name;
}

test("a delivery that is decided again from the archive leaves no second copy behind", async () => {
  const w = await published();
  await w.write("staff.yaml", mapping("{ true: true, no: false }"));
  expect((await w.pass()).map(({ status }) => status)).toEqual(["UNCHANGED"]);
  await w.pass();
  expect(await w.names("data/spool")).toEqual([]);
  expect(await w.names("data/accounts/acme/staff/archive")).toHaveLength(1);
});

test("bytes that no journal line names go with the next run, and nothing else does", async () => {
  const w = await published();
  await orphan(w);
  const other = await orphan(w, "acme~tax-code");
  await w.pass();
  expect(await w.names("data/spool")).toEqual([other]);
});

test("where the journal is lost or damaged they stay, and are named once they are not new", async () => {
  const w = await published();
  const name = await orphan(w);
  const journal = "data/accounts/acme/staff/journal";
  const [first = "", ...others] = (await w.read(journal)).split("\n");
  await w.write(journal, [first.replace(/.$/, "!"), ...others].join("\n"));
  await w.pass();
  expect(await w.names("data/spool")).toEqual([name]);
  await w.write(journal, "");
  await w.pass();
  expect(await w.names("data/spool")).toEqual([name]);
  const inAnHour = new Date(Date.now() + 3_600_000);
  expect(await straySpool(realDisk, w.setup.workspace, inAnHour)).toEqual([join("spool", name)]);
  expect(await straySpool(realDisk, w.setup.workspace, new Date())).toEqual([]);
});
