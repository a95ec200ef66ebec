import { expect, test } from "vitest";
import { workdir } from "../support/workdir.js";

/** Feeds whose deliveries consist of several files, and mappings that may not read these files. */

const set = '{ jobs: "job-{batch}.csv", costs: { name: "cost-{batch}.csv", optional: true } }';
const many = '{ messages: { name: "m-*.csv", many: true } }';

const workspace = (type: string, files: string, mapping: string) => `lading: 1
accounts: { x: { country: US, zone: UTC, currency: USD } }
sources: { in: { folder: in } }
feeds:
  x/${type}:
    source: in
    files: ${files}
    ${files === many ? "delivery: delta" : "batch: { optional_after: 1 h }"}
    ${mapping}
`;

const job = (read: string, tables: string) => `lading: 1
record: job
read: { ${["format: delimited", ...(read === "" ? [] : [read])].join(", ")} }
${tables === "" ? "" : `tables: { ${tables} }\n`}group: { by: Job }
fields: { external_id: Job, job_type: { constant: shipment }, updated_at: { column: Changed, date: iso } }
lists: { waybills: { rows: all, fields: { number: Bill } } }
`;

async function checked(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const dir = await workdir(files);
  const { stdout } = await dir.lading(["check", "--json"]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Record<string, string>[] };
  const ofFeeds = diagnostics.filter(({ message }) => message?.startsWith("the account ") === false);
  return ofFeeds.map(({ kind, message, next }) => `${kind}: ${message} Next: ${next}`);
}

const several = "error: the feed x/job receives several files as one delivery, but";

test.each([
  [
    "many files and a mapping that reads one of them",
    many,
    'member: "messages/*"',
    "",
    `${several} the mapping m.yaml reads only one file Next: add \`read: { members: "messages/*" }\` to the mapping.`,
  ],
  [
    "many files under another name",
    many,
    'members: "message/*"',
    "",
    'error: `read` in the mapping m.yaml matches no file of the feed x/job Next: set `members` to files of the feed: "messages/*".',
  ],
  [
    "different files and a mapping that chooses none of them",
    set,
    "",
    "",
    `${several} the mapping m.yaml reads only one file Next: if the files form one table, add \`read: { members: "*" }\` to the mapping. Otherwise, add \`read: { member: "jobs/*" }\`, and read the other files with \`tables\`.`,
  ],
  [
    "a pattern that matches several files",
    set,
    'member: "*.csv"',
    "",
    'error: `read` in the mapping m.yaml matches several files of the feed x/job Next: set `member` to one of the files: "jobs/*", "costs/*".',
  ],
  [
    "a table that chooses none of the files",
    set,
    'member: "jobs/*"',
    'bills: { sheet: "x" }',
    'error: `tables.bills` in the mapping m.yaml matches several files of the feed x/job Next: set `member` to one of the files: "jobs/*", "costs/*".',
  ],
  [
    "a table that matches none of the files",
    set,
    'member: "jobs/*"',
    'bills: { member: "bills/*" }',
    'error: `tables.bills` in the mapping m.yaml matches no file of the feed x/job Next: set `member` to files of the feed: "jobs/*", "costs/*".',
  ],
  [
    "a file that no table reads, even if another feed has a file for an optional table",
    set,
    'member: "job-*.csv"',
    'bills: { member: "bills/*", optional: true }',
    'remark: the feed x/job receives the file costs, but the mapping m.yaml does not read it Next: read "costs/*" with `tables`, or remove the file from `files`',
  ],
])("check reports %s", async (_name, files, read, tables, expected) => {
  const found = await checked({
    "lading.yaml": workspace("job", files, "mapping: m.yaml"),
    "m.yaml": job(read, tables),
  });
  expect(found).toEqual([expected]);
});

test("check reports several files that need a mapping or, for records without lists, separate feeds", async () => {
  expect(await checked({ "lading.yaml": workspace("job", set, "") })).toEqual([
    `${several} without a mapping, Lading reads only one file Next: set \`mapping\` to a mapping with \`read: { members: "*" }\`.`,
  ]);
  const tax =
    "lading: 1\nrecord: tax-code\nread: { format: delimited }\nfields: { external_id: A, code: A, description: A, is_active: { constant: true } }\n";
  const found = await checked({
    "lading.yaml": workspace("tax-code", set, "mapping: m.yaml"),
    "m.yaml": tax,
  });
  expect(found).toContainEqual(
    expect.stringMatching(/reads only one file Next: .* Otherwise, use a separate feed for each file\.$/),
  );
});

test.each([
  [many, 'members: "m*"', ""],
  [set, 'members: "*"', ""],
  [set, 'member: "jobs/*"', 'costs: { member: "cost-*.csv" }'],
  [set, 'member: "jobs/*"', 'costs: { member: "costs/${account.country}*" }'],
])("check accepts %s with read: { %s } and tables: { %s }", async (files, read, tables) => {
  const found = await checked({
    "lading.yaml": workspace("job", files, "mapping: m.yaml"),
    "m.yaml": job(read, tables),
  });
  expect(found).toEqual([]);
});
