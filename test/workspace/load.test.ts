import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { notLive } from "../../src/workspace/workspace.js";
import { loadWorkspace } from "../../src/workspace/load.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lading-workspace-"));
});
afterEach(() => rm(folder, { recursive: true }));

const whole = `
lading: 1
accounts:
  acme-de: { country: DE, zone: Europe/Berlin, company: DE01 }
  acme-us: { country: US, tax_codes: none }
sources:
  inbox: { folder: inbox/acme }
feeds:
  acme-de/staff:
    source: inbox
    files: staff*.csv
    mapping: mappings/acme/staff.yaml
    settle: { for: 2 s }
    expect: { rows: { from: 2, to: 10 }, delivery: weekdays by 06:00 Europe/Berlin }
    guard: { ids_gone: { count: 4, share: 30 % }, headings: off }
  acme-de/charge-code: { source: inbox, files: charges.xlsx, shared: true, first: publish }
  acme-de/tax-code: { source: inbox, files: charges.xlsx, shared: true }
  acme-us/staff: { source: [inbox], files: "us_{part}_{date:yyyyMMdd}.csv", parts: [EAST, west] }
outputs:
  files: { folder: out, formats: [csv, json] }
server: { port: 8123, behind_proxy: true }
retention: { staff: { for: 14 d } }
notify: { webhook: env:HOOK, on: held }
`;

async function load(text: string) {
  await writeFile(join(folder, "lading.yaml"), text);
  return loadWorkspace(folder);
}

async function diagnosticsOf(text: string): Promise<string> {
  try {
    await load(text);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

test("two accounts with the same country and company are an error", async () => {
  const with2 = (second: string) => whole.replace("acme-us: {", `acme-2: { ${second} }\n  acme-us: {`);
  expect(await diagnosticsOf(with2("country: DE, company: de01 "))).toContain(
    "the account acme-de has the same country and company",
  );
  expect(await diagnosticsOf(with2("country: DE, company: DE02"))).toBe("");
  expect(await diagnosticsOf(with2("country: AT, company: DE01"))).toBe("");
  expect(await diagnosticsOf(with2("country: DE"))).toBe("");
});

test("two accounts cannot send invoices to the same or nested folders", async () => {
  const between = async (one: string, two: string) =>
    (
      await diagnosticsOf(
        whole
          .replace("acme-de: {", `acme-de: { outbox: { layout: l.yaml, ${one} },`)
          .replace("acme-us: {", `acme-us: { outbox: { layout: l.yaml, ${two} },`),
      )
    ).includes("acme-de also uses this folder");
  const sftp = (host: string, directory: string, more = "") =>
    `sftp: { host: ${host}, user: u, password: env:P, directory: ${directory}${more} }`;
  expect(await between("folder: out/de", "folder: out/us")).toBe(false);
  expect(await between("folder: out", "folder: out-us")).toBe(false);
  expect(await between("folder: out", "folder: ./out/")).toBe(true);
  expect(await between("folder: out/us/de", "folder: out/us")).toBe(true);
  expect(await between("folder: de, unfinished: own", "folder: us, unfinished: own")).toBe(true);
  expect(await between(sftp("a", "/in"), sftp("b", "/in"))).toBe(false);
  expect(await between(sftp("a", "/in"), sftp("a", "/in", ", port: 2222"))).toBe(false);
  expect(await between(sftp("a", "/in"), sftp("A", "/in/us", ", port: 22"))).toBe(true);
});

test("requires every type that is served one by one for polling, and a platform for events", async () => {
  const withSync = (sync: string, more = "") =>
    whole.replace("acme-de: {", `acme-de: { sync: ${sync},`).replace("feeds:", `feeds:${more}`);
  const feeds =
    '\n  acme-de/org: { source: [inbox], files: "orgs.csv" }\n  acme-de/job: { source: [inbox], files: "jobs.csv" }\n  acme-de/payables-invoice: { source: [inbox], files: "invoices.csv" }';
  expect(await diagnosticsOf(withSync("events", feeds))).toContain("the account has no `platform`");
  expect(await diagnosticsOf(withSync("polling"))).toContain(
    "add the feeds acme-de/org, acme-de/job, acme-de/payables-invoice",
  );
  expect(await diagnosticsOf(withSync("both", feeds))).toContain("`polling`");
  const live = await load(withSync("polling", feeds));
  expect([live.accounts.get("acme-de")?.sync, notLive(live)]).toEqual(["polling", []]);
  const without = await load(whole.replace("feeds:", `feeds:${feeds}`));
  expect(notLive(without)).toEqual(["acme-de"]);
  // Published versions do not change.
  const settings = (of: typeof live) => of.feeds.map((feed) => [feed.name, feed.settings]);
  expect(settings(live)).toEqual(settings(without));
});

test("an account can rename additional fields, but never two to the same name", async () => {
  const called = (rename: string) => whole.replace("acme-de: {", `acme-de: { rename: ${rename},`);
  const live = await load(called("{ tax-code: { rate: percent }, staff: {} }"));
  const feed = (name: string) => live.feeds.find((each) => each.name === name);
  expect(feed("acme-de/tax-code")?.serve).toEqual({ rename: { rate: "percent" } });
  expect(await diagnosticsOf(called("{ job: { numbr: n } }"))).toContain("did you mean `number`?");
  expect(await diagnosticsOf(called("{ jobs: { number: n } }"))).toContain('there is no record type "jobs"');
  expect(await diagnosticsOf(called("{ staff: { name: n } }"))).toContain(
    "the interface defines all fields of staff",
  );
  // Records that are served one by one are not published again.
  const org = '\n  acme-de/job: { source: [inbox], files: "jobs.csv" }';
  const with_ = (rename: string) => called(rename).replace("feeds:", `feeds:${org}`);
  const settings = async (text: string) =>
    (await load(text)).feeds.find(({ name }) => name === "acme-de/job")?.settings;
  expect(await settings(with_("{ job: { number: n } }"))).toBe(await settings(with_("{}")));
});

test("resolves a whole workspace with names, paths and defaults", async () => {
  const workspace = await load(whole);
  expect(workspace.data).toBe(join(folder, "data"));
  expect(workspace.feeds.map((feed) => feed.name)).toEqual([
    "acme-de/tax-code",
    "acme-de/charge-code",
    "acme-de/staff",
    "acme-us/staff",
  ]);
  const staff = workspace.feeds.find((feed) => feed.name === "acme-de/staff");
  expect(staff).toMatchObject({
    mapping: join(folder, "mappings/acme/staff.yaml"),
    settle: { mode: "settle", for: 2_000 },
    expected: { rows: { from: 2, to: 10 } },
    due: { kind: "by", days: [1, 2, 3, 4, 5], hour: 6, minute: 0, zone: "Europe/Berlin" },
    guard: { ids_gone: { count: 4, share: 0.3 }, headings: false, rows_below: 0.8 },
    retention: { archive: { atLeast: 0, for: 14 * 86_400_000 } },
    first: "hold",
  });
  const parts = workspace.feeds.find((feed) => feed.name === "acme-us/staff");
  expect(parts?.parts).toEqual(["east", "west"]);
  expect(parts?.patterns[0]?.match("US_East_20260301.CSV")).toEqual({
    part: "east",
    sequence: "20260301",
    batch: "",
  });
  expect(workspace.server).toMatchObject({ port: 8123, behind_proxy: true, address: "127.0.0.1" });
});

test("unknown keys and contradictions are reported together", async () => {
  const text = `lading: 1
acounts:
  acme-de: { country: UK, zone: Europe/Berln }
sources: { in: { folder: inbox } }
feeds:
  acme-de/staff: { source: inn, files: "staff*.csv", deliver: delta }
  acme-uk/tax-code: { source: in, files: "tax*.csv" }
  acme-de/charge-codes: { source: in, files: "cc*.csv", settle: { for: 10 } }
outputs: { out: { folder: out, feeds: [acme-de/staf] } }
`;
  const diagnostics = await diagnosticsOf(text);
  const places = [...diagnostics.matchAll(/^lading\.yaml:(\d+:\d+): (.*)$/gm)].map(([, place, what]) => [
    place,
    what,
  ]);
  expect(places).toEqual([
    ["2:1", 'the key "acounts" is unknown'],
    ["3:23", 'found "UK"'],
    ["3:27", 'there is no time zone "Europe/Berln"'],
    ["6:20", 'there is no source "inn"'],
    ["6:54", 'the key "deliver" is unknown'],
    ["7:3", 'there is no account "acme-uk"'],
    ["8:3", 'there is no record type "charge-codes"'],
    ["8:72", 'found "10"'],
    ["9:40", 'there is no feed "acme-de/staf"'],
  ]);
  const suggestions = [...diagnostics.matchAll(/did you mean `([^`]*)`/g)].map(([, word]) => word);
  expect(suggestions).toEqual([
    "accounts", "GB", "Europe/Berlin", "in", "delivery", "acme-de", "charge-code", "acme-de/staff",
  ]); // oxfmt-ignore
});

test("each port has one purpose", async () => {
  for (const ports of ["port: 8481", "operators: { port: 8480 }", "port: 8500, operators: { port: 8500 }"]) {
    expect(await diagnosticsOf(`${whole.replace(/\nserver: .*/, "")}\nserver: { ${ports} }\n`)).toMatch(
      /lading\.yaml:\d+:\d+: .*the lists and the console must use different ports/,
    );
  }
});

test("finds the workspace from a subfolder", async () => {
  await load(whole);
  const workspace = await loadWorkspace(join(folder, "."));
  expect(workspace.root).toBe(folder);
});

test("a missing workspace is reported with the searched folder", async () => {
  await expect(loadWorkspace(folder)).rejects.toMatchObject({ code: "no_workspace", recovery: "fix" });
});

test.each([
  [
    "an unknown word, which gets the nearest one",
    whole.replace("files: staff*", "file: staff*"),
    /did you mean `files`/,
  ],
  [
    "a feed for an unknown account",
    whole.replace("acme-de/staff:", "acme-dee/staff:"),
    /no account "acme-dee"[\s\S]*`acme-de`/,
  ],
  [
    "a feed of an unknown record type",
    whole.replace("acme-de/staff:", "acme-de/stuff:"),
    /no record type "stuff"[\s\S]*`staff`/,
  ],
  [
    "an unknown source",
    whole.replace("source: inbox\n", "source: inbux\n"),
    /no source "inbux"[\s\S]*`inbox`/,
  ],
  [
    "undeclared overlapping claims",
    whole.replaceAll("shared: true", "shared: false"),
    /could belong to this feed and to acme-de/,
  ],
  [
    "a wildcard overlap",
    whole.replace("charges.xlsx, shared: true, first", "st*.csv, first"),
    /could belong/,
  ],
  ["parts without {part}", whole.replace("us_{part}_", "us_"), /must contain \{part\}/],
  ["a literal secret", whole.replace("env:HOOK", "s3cret"), /env:NAME or file:PATH/],
  ["a wrong time span", whole.replace("2 s", "2 fortnights"), /duration/],
  [
    "an unknown zone",
    whole.replace("zone: Europe/Berlin", "zone: Europe/Berln"),
    /no time zone "Europe\/Berln"/,
  ],
  ["charge codes without tax codes", whole.replace(/ {2}acme-de\/tax-code.*\n/, ""), /tax_codes: none/],
  ["a name that could be a path", whole.replace("  acme-us: {", "  ../us: {"), /a name that consists of a-z/],
  [
    "an output for an unknown feed",
    whole.replace("folder: out,", "folder: out, feeds: acme-de/stuff,"),
    /no feed "acme-de\/stuff"/,
  ],
])("rejects the workspace as a whole with line and column: %s", async (_, text, message) => {
  const diagnostics = await diagnosticsOf(text);
  expect(diagnostics).toMatch(message);
  expect(diagnostics).toMatch(/lading\.yaml:\d+:\d+: /);
});

test("values that may be secret are not shown", async () => {
  expect(await diagnosticsOf(whole.replace("env:HOOK", "s3cret"))).not.toContain("s3cret");
});

test("all mistakes are shown at once", async () => {
  const diagnostics = await diagnosticsOf(
    whole.replace("files: staff*", "file: staff*").replace("2 s", "never"),
  );
  expect(diagnostics.match(/lading\.yaml:\d+:\d+/g)?.length).toBeGreaterThanOrEqual(2);
});

test("uses platform names without the account, so that a directory belongs to one account", async () => {
  const place = "sftp: { host: h.example, user: u, password: env:P, directory: /in }";
  const loaded = (outputs: string) => {
    const accounts = "accounts: { a: { country: DE }, b: { country: FR } }";
    const feed = (name: string) => `  ${name}/staff: { source: ${name}, files: platform }`;
    const sources = "sources: { a: { folder: a }, b: { folder: b } }";
    return diagnosticsOf(
      `lading: 1\n${accounts}\n${sources}\nfeeds:\n${feed("a")}\n${feed("b")}\noutputs: { o: { ${outputs} } }\n`,
    );
  };
  expect(await loaded(`${place}, names: platform`)).toContain("are the same for all accounts");
  expect(await loaded(`${place}, names: platform, feeds: [a/staff]`)).not.toContain(
    "are the same for all accounts",
  );
  expect(await loaded("folder: out, names: platform")).toBe("");
});
