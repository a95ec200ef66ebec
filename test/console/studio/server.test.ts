import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { FeedRequest, FormCommand } from "../../../src/console/studio/requests.js";
import type {
  FeedPlan,
  FeedTried,
  Latest,
  OutcomeView,
  RowsView,
  Start,
  StudioError,
  View,
} from "../../../src/console/studio/messages.js";
import type { Me } from "../../../src/console/api/views.js";
import { runExamples, standInAccount } from "../../../src/mapping/run-examples.js";
import { account } from "../../../src/model/account.js";
import { planFeed } from "../../../src/console/studio/add-feed.js";
import { fingerprint } from "../../../src/store/credentials/host-keys.js";
import { readCredentials } from "../../../src/store/credentials/credentials.js";
import { secretIdOf } from "../../../src/store/credentials/secret.js";
import { openProject } from "../../../src/console/studio/projects.js";
import { promoteDraft } from "../../../src/console/studio/promote.js";
import { openSession } from "../../../src/console/studio/session.js";
import { loadWorkspace } from "../../../src/workspace/load.js";
import { withStore } from "../../../src/workspace/open-store.js";
import { loadMapping } from "../../../src/workspace/mapping-file.js";
import { sourceInMemory } from "../../../src/formats/bytes.js";
import { startSshd, whyNoSshd } from "../../support/sshd.js";
import { projectRoot } from "../../support/build.js";
import { writeZip } from "../../formats/zip-writer.js";
import { world } from "../../support/world.js";
import { studioIn } from "./page.js";

/**
 * Tests the studio's server with requests from its own page, with requests from other pages, and with bad files.
 */

interface StudioResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

function send(
  url: string,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array } = {},
): Promise<StudioResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      // On a busy machine, the server could close a reused connection just as the next request is sent.
      { hostname, port, path, method: init.method ?? "GET", headers: init.headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(init.body);
  });
}

async function signedIn(workspace?: string) {
  const studio = await studioIn(workspace);
  const { pathname, search } = new URL(studio.url);
  const first = await send(studio.url, pathname + search);
  const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
  const headers = { cookie, "x-lading": "studio" };
  const post = async <T>(path: string, body: unknown): Promise<{ status: number; data: T }> => {
    const response = await send(studio.url, `/api/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, data: JSON.parse(response.body) as T };
  };
  const get = async <T>(path: string): Promise<T> =>
    JSON.parse((await send(studio.url, `/api/${path}`, { headers })).body) as T;
  const drop = async (
    name: string,
    body: string | Uint8Array,
  ): Promise<{ status: number; data: View & StudioError }> => {
    const named = { ...headers, "x-lading-file": encodeURIComponent(decodeURIComponent(name)) };
    const response = await send(studio.url, "/api/sample", { method: "POST", headers: named, body });
    return { status: response.status, data: JSON.parse(response.body) as View & StudioError };
  };
  const apply = (view: View, command: FormCommand) =>
    post<View & StudioError>(`session/${view.id}/command`, { revision: view.revision, command });
  return { studio, first, cookie, headers, post, get, drop, apply };
}

const fieldOf = (view: View, name: string) => view.form?.fields.find((field) => field.name === name);

const staff = "Id,Name,Mail,Status\nE1,Ada Lind,ada@example.com,Active\nE2,Bo Berg,bo@example.com,Left\n";

test("accepts the token once and gives nobody else access", async () => {
  const { studio, first, cookie } = await signedIn();
  const { pathname, search, host } = new URL(studio.url);
  expect(first.status).toBe(303);
  expect(String(first.headers["set-cookie"])).toMatch(/HttpOnly; SameSite=Strict/);
  expect((await send(studio.url, pathname + search)).status).toBe(403);
  expect((await send(studio.url, "/")).status).toBe(403);
  const page = await send(studio.url, "/", { headers: { cookie } });
  expect(page.status).toBe(200);
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
  expect(page.body).not.toMatch(/https?:\/\//);
  expect((await send(studio.url, "/", { headers: { cookie, host: "evil.example:80" } })).status).toBe(421);
  const crossOrigin = { cookie, host, origin: "http://evil.example", "x-lading": "studio" };
  expect((await send(studio.url, "/api/start", { headers: crossOrigin })).status).toBe(403);
  const simple = { cookie, host };
  expect((await send(studio.url, "/api/pick", { method: "POST", headers: simple, body: "{}" })).status).toBe(
    403,
  );
});

test("explains bad files", async () => {
  const { studio, headers, drop, get } = await signedIn();
  const large = await send(studio.url, "/api/sample?name=large.csv", {
    method: "POST",
    headers: { ...headers, "content-length": String(500 * 1024 * 1024) },
    body: "a",
  });
  expect(large.status).toBe(422);
  expect((JSON.parse(large.body) as StudioError).message).toContain("larger than 256 MB");
  const body = JSON.stringify({ text: "x".repeat(5 * 1024 * 1024) });
  const long = await send(studio.url, "/api/pick", { method: "POST", headers, body });
  expect(long.status).toBe(422);
  expect((JSON.parse(long.body) as StudioError).message).toContain("larger than 4 MB");
  const binary = await drop("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  expect(binary.status).toBe(422);
  expect(binary.data as unknown).toMatchObject({
    code: "unreadable",
    message: "picture.png: The file is a PNG picture. This format cannot be read.",
  });
  const none = await drop("empty.csv", "Id,Name,Mail,Status\n");
  expect(none.data.table.rows).toBe(0);
  expect((await get<OutcomeView>(`session/${none.data.id}/outcome`)).blocked).toBeDefined();
});

test("reads a file by its content, regardless of its extension", async () => {
  const { drop, get } = await signedIn();
  const page = `<table>${staff
    .trim()
    .split("\n")
    .map((row) => `<tr><td>${row.replaceAll(",", "<td>")}`)
    .join("")}</table>`;
  for (const [name, body, format] of [
    ["staff.xlsx", staff, "delimited"],
    ["staff.xls", page, "html"],
    ["staff.csv", JSON.stringify([{ Id: "E1", Name: "Ada Lind", Mail: "ada@example.com" }]), "json"],
  ] as const) {
    const { data: view } = await drop(name, body);
    expect([view.table.format, view.record, view.table.issues], name).toEqual([format, "staff", []]);
    expect((await get<OutcomeView>(`session/${view.id}/outcome`)).counts.rejected, name).toBe(0);
  }
});

test("turns files of one record each into one sample archive once the mapping states that they are one table", async () => {
  const { drop, apply } = await signedIn();
  const message = (job: string) =>
    Buffer.from(
      `<Job><Key>${job}</Key><Type>Shipment</Type>${["OCE", "TRK"].map((vendor) => `<Cost><Vendor>${vendor}</Vendor><Charge>FRT</Charge><Net>1.50</Net></Cost>`).join("")}</Job>`,
    );
  const archive = writeZip(["S1", "S2"].map((job) => ({ name: `${job}.xml`, data: message(job) })));
  const { data: opened } = await drop("jobs.zip", archive);
  const issue = opened.table.issues[0]!;
  expect(`${issue.message} ${issue.hint}`).toMatch(
    /contains 2 files: S1.xml, S2.xml.* If the files form one table, use `members`/,
  );
  const text =
    'lading: 1\nrecord: TODO\nread: { members: "*", records: Job.Cost }\nfields: { external_id: TODO }\n';
  const { data: view } = await apply(opened, { do: "text", text });
  expect([view.table.rows, view.verdict.reason]).toEqual([
    4,
    "the file could list jobs with their costs or invoices with their lines",
  ]);
});

test("gives a second window the newest mapping, and does not let its change overwrite that mapping", async () => {
  const { drop, apply } = await signedIn();
  const { data: view } = await drop("staff.csv", staff);
  const first = await apply(view, { do: "constant", field: "is_active", value: "true" });
  expect(first.status).toBe(200);
  const second = await apply(view, { do: "column", field: "name", column: "Mail" });
  expect(second.status).toBe(409);
  expect(second.data.code).toBe("stale");
  expect(second.data.view?.text).toContain("is_active: { constant: true }");
});

test("leaves a change unsaved if it arrives while a draft is being saved", async () => {
  const { studio, drop, post, get, apply } = await signedIn();
  const { data: view } = await drop("staff.csv", staff);
  const saving = post<View>(`session/${view.id}/save`, {
    revision: view.revision,
    partner: "acme",
    examples: false,
    overwrite: false,
  });
  const changing = apply(view, { do: "constant", field: "is_active", value: "true" });
  await Promise.all([saving, changing]);
  const now = await get<View>(`session/${view.id}`);
  const written = await readFile(join(studio.folder, "mappings/acme/staff.draft.yaml"), "utf8");
  expect(now.isSaved).toBe(now.text === written);
});

test("never silently overwrites a mapping that was edited outside the studio", async () => {
  const { studio, drop, post, get, apply } = await signedIn();
  const { data: view } = await drop("staff.csv", staff);
  const request_ = { revision: view.revision, partner: "acme", examples: true, overwrite: false };
  const saved = await post<View>(`session/${view.id}/save`, request_);
  expect(saved.data.path).toBe("mappings/acme/staff.draft.yaml");
  expect(saved.data.text).toContain("examples:");
  expect(saved.data.text).not.toContain("Ada Lind");
  const file = join(studio.folder, "mappings/acme/staff.draft.yaml");
  const outside = `${await readFile(file, "utf8")}# by hand\n`;
  await writeFile(file, outside);
  expect((await get<View>(`session/${view.id}`)).changedOutside).toBe(true);
  expect(await get<Latest>(`session/${view.id}/latest`)).toMatchObject({ changedOutside: true });
  const edited = await apply(saved.data, { do: "constant", field: "is_active", value: "true" });
  const again = { ...request_, revision: edited.data.revision, partner: "" };
  const refused = await post<StudioError>(`session/${view.id}/save`, again);
  expect(refused.data.code).toBe("exists");
  expect(await readFile(file, "utf8")).toBe(outside);
  const taken = await apply(edited.data, { do: "reload" });
  expect(taken.data.text).toBe(outside);
});

test("evaluates 20,000 rows and shows any part of them", async () => {
  const { drop, get, apply } = await signedIn();
  const lines = Array.from(
    { length: 20_000 },
    (_, i) => `E${i},Person ${i},p${i}@example.com,${i % 9 === 0 ? "Left" : "Active"}`,
  );
  const dropped = await drop("staff.csv", `Id,Name,Mail,Status\n${lines.join("\n")}\n`);
  let view: View = dropped.data;
  expect(view.table.rows).toBe(20_000);
  for (const [field, column] of [
    ["external_id", "Id"],
    ["name", "Name"],
    ["email_address", "Mail"],
    ["is_active", "Status"],
  ] as const) {
    view = (await apply(view, { do: "column", field, column })).data;
  }
  const outcome = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect(outcome.blocked).toBeUndefined();
  expect(outcome.counts).toMatchObject({ read: 20_000, accepted: 20_000 });
  const part = await get<RowsView>(`session/${view.id}/rows?filter=all&from=19990&count=60`);
  expect(part.rows.at(-1)?.record?.fields).toMatchObject({ external_id: "E19999" });
});

test("keeps the previous mapping when promoting, and records the person and the reason", async () => {
  const { studio, drop, get, post } = await signedIn();
  const { data: view } = await drop("staff.csv", staff);
  const newer = await drop("staff-new.csv", staff);
  await post(`session/${view.id}/save`, {
    revision: view.revision,
    partner: "acme",
    examples: true,
    overwrite: false,
  });
  const folder = join(studio.folder, "mappings/acme");
  const done = await post<{ path: string }>(`session/${view.id}/promote`, {
    by: "Ada Lind",
    reason: "first",
  });
  expect(done.data.path).toBe("mappings/acme/staff.yaml");
  // The name is used for later decisions, too.
  expect(await get<Me>("me")).toMatchObject({ person: "Ada Lind" });
  const draft = join(folder, "staff.draft.yaml");
  // The mapping looks like one that a person maintains, without the draft's reasons and this machine's paths.
  const mapping = await readFile(join(folder, "staff.yaml"), "utf8");
  expect(view.text).toMatch(/# \$schema: \.\.[^]*#\? This draft shows a reason/);
  expect(mapping).toMatch(/^lading: 1\nrecord: staff\ndescription: "Made from staff\.csv"\n/);
  expect(mapping).not.toMatch(/#|draft/i);
  expect(await get<View>(`session/${view.id}`)).toMatchObject({ isSaved: true, changedOutside: false });
  // The draft became the mapping, which is now open. A later change to it creates a draft again.
  await expect(readFile(draft)).rejects.toMatchObject({ code: "ENOENT" });
  const { data: again } = await post<View>(`session/${view.id}/command`, {
    revision: (await get<View>(`session/${view.id}`)).revision,
    command: { do: "set", path: ["description"], value: "Staff of Acme" },
  });
  expect(again).toMatchObject({ path: "mappings/acme/staff.yaml", isSaved: false, changedOutside: false });
  // The mapping is offered for a file that was already open.
  expect((await get<View>(`session/${newer.data.id}`)).fits).toMatchObject([
    { path: "mappings/acme/staff.yaml" },
  ]);
  await writeFile(draft, `${await readFile(join(folder, "staff.yaml"), "utf8")}# newer\n`);
  const now = new Date("2026-03-01T08:00:00Z");
  const by = { draft, by: "Bo", workspace: undefined, root: studio.folder, now };
  const next = await promoteDraft({ ...by, reason: "second" });
  expect(await readFile(next.kept ?? "", "utf8")).not.toContain("# newer");
  expect(await readFile(next.path, "utf8")).toContain("# newer");
  const log = (await readFile(join(folder, "promotions.ndjson"), "utf8")).trim().split("\n");
  expect(log.map((line) => (JSON.parse(line) as { by: string }).by)).toEqual(["Ada Lind", "Bo"]);
  await writeFile(draft, "lading: 1\nrecord: staff\nfields: { external_id: TODO }\n");
  await expect(promoteDraft({ ...by, reason: "third" })).rejects.toMatchObject({
    code: "wrong_mapping",
  });
  await expect(promoteDraft({ ...by, by: " ", reason: "x" })).rejects.toMatchObject({
    code: "wrong_use",
  });
});

test("lists the versions of a mapping, and restores one as a change that is saved and promoted", async () => {
  const acme = await world(`lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds: { acme/staff: { source: inbox, files: "staff*.csv", mapping: mappings/acme/staff.yaml } }
`);
  const original = `lading: 1
record: staff
fields: { external_id: Id, name: Name, email_address: Mail, is_active: { constant: true } }
`;
  await acme.write("mappings/acme/staff.yaml", original);
  const { studio, drop, get, post, apply } = await signedIn(acme.folder);
  let { data: view } = await drop("staff.csv", staff);
  const promote = async (reason: string) => {
    const { data: saved } = await post<View>(`session/${view.id}/save`, {
      revision: view.revision,
      partner: "acme",
      examples: false,
      overwrite: true,
    });
    await post(`session/${view.id}/promote`, { by: "Ada", reason });
    view = { ...view, ...(await get<View>(`session/${saved.id}`)) };
  };
  await promote("status is in the export");
  const file = expect.stringMatching(/^staff\.yaml\..*\.replaced$/) as string;
  expect(view.versions).toMatchObject([{ by: "Ada", reason: "status is in the export" }, { file }]);
  expect(view.versions[0]).not.toHaveProperty("file");
  const outside = await apply(view, { do: "restore", file: "../../lading.yaml" });
  expect(outside.status).toBe(422);
  const restored = await apply(view, { do: "restore", file: view.versions[1]?.file ?? "" });
  expect(restored.data).toMatchObject({ text: original, isSaved: false, path: "mappings/acme/staff.yaml" });
  view = restored.data;
  await promote("back");
  expect(await readFile(join(studio.folder, "mappings/acme/staff.yaml"), "utf8")).toBe(original);
  expect(view.versions.map(({ reason, file: kept }) => [reason, kept !== undefined])).toEqual([
    ["back", false],
    ["status is in the export", true],
    [undefined, true],
  ]);
  // A change without a promotion has no person and no reason.
  await writeFile(join(studio.folder, "mappings/acme/staff.yaml"), `${original}# by hand\n`);
  const { versions } = await get<View>(`session/${view.id}`);
  expect(versions.map(({ by }) => by)).toEqual([undefined, "Ada", undefined]);
  expect(versions[0]).not.toHaveProperty("reason");
  // A restart of the console does not change the name for decisions.
  expect(await (await signedIn(studio.folder)).get<Me>("me")).toMatchObject({ person: "Ada" });
});

test("restores no version for a mapping without a file", async () => {
  const outer = await mkdtemp(join(tmpdir(), "lading-outer-"));
  onTestFinished(() => rm(outer, { recursive: true, force: true }));
  const folder = join(outer, "workspace");
  await mkdir(folder);
  const entry = { at: "2026-03-01T08:00:00Z", by: "Bo", reason: "x", mapping: "workspace", sha256: "" };
  const log = `${JSON.stringify({ ...entry, replaced: "secret.txt" })}\n`;
  await writeFile(join(outer, "promotions.ndjson"), log);
  await writeFile(join(outer, "secret.txt"), "secret: 1\n");
  const source = sourceInMemory("staff.csv", Buffer.from(staff));
  const session = await openSession("1", source, () => openProject(folder));
  const { path, revision } = await session.view();
  expect(path).toBeUndefined();
  const restored = session.command(revision, { do: "restore", file: "secret.txt" });
  await expect(restored).rejects.toMatchObject({ error: { message: "This version no longer exists." } });
  expect((await session.view()).text).not.toContain("secret");
});

test("promotes a mapping even if the person's name cannot be written", async () => {
  const acme = await world("lading: 1\naccounts: { acme: { country: DE } }\nsources: {}\nfeeds: {}\n");
  await acme.write("data/console-name/folder.txt", "");
  const { drop, get, post, apply } = await signedIn(acme.folder);
  const { data: opened } = await drop("staff.csv", staff);
  const text = `lading: 1
record: staff
fields: { external_id: Id, name: Name, email_address: Mail, is_active: { constant: true } }
`;
  const { data: written } = await apply(opened, { do: "text", text });
  const request = { revision: written.revision, partner: "acme", examples: false, overwrite: false };
  await post(`session/${opened.id}/save`, request);
  const promoted = await post(`session/${opened.id}/promote`, { by: "Ada", reason: "new" });
  expect(promoted).toMatchObject({ status: 200, data: { path: "mappings/acme/staff.yaml" } });
  expect(await get<Me>("me")).toMatchObject({ person: "Ada" });
});

test("makes examples of a mapping without a feed that hold in its account, today and ten years later", async () => {
  const workspace = await mkdtemp(join(tmpdir(), "lading-workspace-"));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  await writeFile(
    join(workspace, "lading.yaml"),
    "lading: 1\naccounts: { acme: { country: JP, zone: Asia/Tokyo, company: 10 } }\nsources: { inbox: { folder: . } }\nfeeds: {}\n",
  );
  const { studio, drop, get, post } = await signedIn(workspace);
  const year = new Date().getUTCFullYear() + 1;
  const rows = [
    "Company,Id,Name,Mail,Leaves,Changed",
    `10,E1,Ada Lind,ada@example.com,,2026-01-11 08:30:00`,
    `10,E2,Bo Berg,bo@example.com,${year}-06-30,2026-01-12 09:00:00`,
    `20,E3,Cy Dahl,cy@example.com,,2026-01-13 10:00:00`,
  ];
  const { data: opened } = await drop("staff.csv", `${rows.join("\n")}\n`);
  const text = `lading: 1
record: staff
only: [{ column: Company, equals: "\${account.company}" }]
fields:
  external_id: Id
  updated_at: { column: Changed, date: "yyyy-MM-dd HH:mm:ss" }
  name: Name
  email_address: Mail
  is_active: { column: Leaves, active_until: yyyy-MM-dd }
`;
  const written = await post<View>(`session/${opened.id}/command`, {
    revision: opened.revision,
    command: { do: "text", text },
  });
  expect(written.data.account).toBe("acme");
  expect((await get<OutcomeView>(`session/${opened.id}/outcome`)).counts.accepted).toBe(2);
  const request = { revision: written.data.revision, partner: "acme", examples: true, overwrite: false };
  expect((await post(`session/${opened.id}/save`, request)).status).toBe(200);
  const draft = join(studio.folder, "mappings/acme/staff.draft.yaml");
  const { parsed, tables } = await loadMapping(draft);
  if (parsed === undefined) throw new Error("no mapping");
  const own = account("JP", { zone: "Asia/Tokyo", company: "10" });
  for (const each of [own, standInAccount(parsed)]) {
    for (const today of [new Date().toISOString().slice(0, 10), `${year + 9}-01-01`]) {
      expect(runExamples(parsed, { account: each, tables, today })).toEqual({ run: 1, diagnostics: [] });
    }
  }
  const promoted = await post<{ path: string }>(`session/${opened.id}/promote`, { by: "Ada", reason: "new" });
  expect(promoted.data.path).toBe("mappings/acme/staff.yaml");
});

test("makes examples of swapped or repeated names that contain no real person", async () => {
  const { drop, apply, post } = await signedIn();
  const rows =
    'Id,Person,Mail,Status\n7,"Müller, Jürgen",jm@x.example,Active\ngross-9,"Gross, Sabine",sg@x.example,Left\n';
  const { data: opened } = await drop("staff.csv", rows);
  const text = `lading: 1
record: staff
fields:
  external_id: Id
  name: { join: [{ column: Person, split: { by: ",", take: 2 } }, { column: Person, split: { by: ",", take: 1 } }] }
  email_address: Mail
  is_active: { column: Status, values: { Active: true, Left: false } }
`;
  // Whether they are swapped is asked. A column of which only parts are used still fills the field.
  expect(fieldOf(opened, "name")).toMatchObject({
    shape: "open",
    guess: { candidates: [{ column: "Person" }] },
  });
  const { data: view } = await apply(opened, { do: "text", text });
  expect(view.diagnostics).toEqual([]);
  expect(fieldOf(view, "name")).toMatchObject({ shape: "turned", columns: ["Person"] });
  const request = { revision: view.revision, partner: "acme", examples: true, overwrite: false };
  const { data: saved } = await post<View>(`session/${view.id}/save`, request);
  expect(saved.text).toContain("examples:");
  expect(saved.text).not.toMatch(/Müller|Jürgen|gross|Sabine|x\.example/i);
  expect(saved.text).toContain('Person: "Sample, Person"');
  expect(saved.text).toContain("name: Person Sample");
});

test("adds a feed to an existing workspace, keeps comments, reports mistakes and does not overwrite concurrent changes", async () => {
  const workspace = await mkdtemp(join(tmpdir(), "lading-workspace-"));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  const before = `# Acme's exports
lading: 1
accounts:
  acme: { country: DE } # the only one
sources:
  inbox: { folder: inbox }
feeds:
  # tax codes come by hand
  acme/tax-code: { source: inbox, files: "tax*.csv" }
server: { operators: { port: 9481 } }
`;
  await writeFile(join(workspace, "lading.yaml"), before);
  await mkdir(join(workspace, "mappings/acme"), { recursive: true });
  await writeFile(
    join(workspace, "mappings/acme/staff.yaml"),
    "lading: 1\nrecord: staff\nfields: { external_id: Id, name: Name, email_address: Mail, is_active: { column: Status, values: { Active: true, Left: false } } }\n",
  );
  const { studio, drop, post } = await signedIn(workspace);
  const { data: opened } = await drop("staff_2026-11-01.csv", staff);
  const load = { do: "load", path: "mappings/acme/staff.yaml" };
  const { data: view } = await post<View>(`session/${opened.id}/command`, {
    revision: opened.revision,
    command: load,
  });
  expect(view.offer).toEqual({
    mapping: "mappings/acme/staff.yaml",
    feeds: [],
    accounts: ["acme"],
    withoutTaxCodes: [],
    sources: ["inbox"],
    sourceOf: { acme: "inbox" },
    files: "staff_*.csv",
    nightly: expect.stringMatching(/^\d\d:\d\d$/) as string,
  });
  const wanted: FeedRequest = {
    ...{ account: "acme", country: "", zone: "", tax: "tax", source: "inbox", place: "folder", hostKey: "" },
    ...{ folder: "", host: "", user: "", secret: "", files: "staff_*.csv" },
  };
  const feed = (request: object) => post<FeedPlan & StudioError>(`session/${opened.id}/feed`, request);
  const { data: plan } = await feed({ wanted });
  expect(plan.error).toBeUndefined();
  expect(plan.lines.filter(({ isNew }) => isNew).map(({ line }) => line)).toEqual([
    "  acme/staff: { source: inbox, files: staff_*.csv, mapping: mappings/acme/staff.yaml }",
  ]);
  const { data: wrong } = await feed({
    wanted: { ...wanted, account: "New!", source: "", place: "sftp", secret: "swordfish" },
  });
  expect(wrong.error).toContain("a name that consists of a-z, 0-9, - and _");

  const file = join(studio.folder, "lading.yaml");
  await writeFile(file, `${before}# another line\n`);
  const late = await feed({ wanted, base: plan.base });
  expect([late.status, late.data.code]).toEqual([422, "exists"]);
  expect(await readFile(file, "utf8")).toBe(`${before}# another line\n`);
  const { data: again } = await feed({ wanted });
  const done = await post<FeedTried>(`session/${opened.id}/feed`, { wanted, base: again.base });
  expect([done.status, done.data.feed, done.data.counts.accepted]).toEqual([200, "acme/staff", 2]);
  expect(done.data.operators).toEqual({ url: "http://127.0.0.1:9481" });
  const written = await readFile(file, "utf8");
  for (const line of before.trim().split("\n")) expect(written).toContain(line);
  expect((await feed({ wanted })).data.error).toBe("acme/staff already exists.");
});

test("uses a mapping that fits the table with the chosen header row, and not the detected header row", async () => {
  const { studio, drop, apply } = await signedIn();
  await mkdir(join(studio.folder, "mappings/acme"), { recursive: true });
  await writeFile(
    join(studio.folder, "mappings/acme/staff.yaml"),
    "lading: 1\nrecord: staff\nread: { stop_at: Total }\nfields: { external_id: Id, name: Name, email_address: Mail, is_active: { column: Status, values: { Active: true, Left: false } } }\n",
  );
  const { data: detected } = await drop("staff.csv", `Number,Person,Contact,State\n${staff}`);
  expect([detected.table.headerRows, detected.fits]).toEqual([[1], []]);
  const { data: chosen } = await apply(detected, { do: "set", path: ["read", "header"], value: "2" });
  expect(chosen.fits).toEqual([{ path: "mappings/acme/staff.yaml", renamed: [] }]);
  const { data: used } = await apply(chosen, { do: "fit", path: "mappings/acme/staff.yaml" });
  expect([used.table.headerRows, used.diagnostics]).toEqual([[2], []]);
  expect(used.text).toContain("stop_at: Total");
});

test("adds charge codes before their tax codes, and leaves them unchecked until a feed for the tax codes exists", async () => {
  const root = await mkdtemp(join(tmpdir(), "lading-plan-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const wanted: FeedRequest = {
    ...{
      account: "acme",
      country: "PT",
      zone: "Europe/Lisbon",
      tax: "unchecked",
      source: "",
      place: "folder",
      hostKey: "",
    },
    ...{ folder: "inbox", host: "", user: "", secret: "", files: "charges*.csv" },
  };
  const charges = await planFeed(root, "acme/charge-code", "mappings/acme/charge-code.yaml", wanted);
  expect(charges.error).toBeUndefined();
  expect(charges.text).toContain("acme: { country: PT, zone: Europe/Lisbon, tax_codes: none }");
  await writeFile(join(root, "lading.yaml"), charges.text);
  const later = { ...wanted, tax: "tax" as const, source: "acme-inbox", files: "tax*.csv" };
  const taxes = await planFeed(root, "acme/tax-code", "mappings/acme/tax-code.yaml", later);
  expect(taxes.error).toBeUndefined();
  expect(taxes.text).not.toContain("tax_codes");

  // A folder that is entered as a new one but belongs to an existing source.
  const folder = { ...later, source: "", folder: "./inbox/" };
  expect((await planFeed(root, "acme/tax-code", "mappings/acme/tax-code.yaml", folder)).text).toBe(
    taxes.text,
  );

  const checked = { ...wanted, account: "other", tax: "tax" as const };
  const { error } = await planFeed(root, "other/charge-code", "mappings/acme/charge-code.yaml", checked);
  expect(error).toMatch(/^charge codes refer to tax codes/);
});

test("uses the account's settings in the preview of a new feed, regardless of what the sample was checked against", async () => {
  const { drop, apply, post, get } = await signedIn();
  const { data: taxes } = await drop("taxes.csv", "Code,Name,Active\nS1,VAT,Y\nS0,No VAT,Y\n");
  const charges =
    "Id,Code,Description,Group,Tax,Active\n1,AF,Air freight,freight,S1,Y\n2,DOC,Papers,other,S9,Y\n";
  const { data: opened } = await drop("charges.csv", charges);
  const { data: typed } = await apply(opened, { do: "text", text: chargeText });
  const { data: view } = await apply(typed, { do: "refer", target: "tax-code", sample: taxes.id });
  expect(view.diagnostics).toEqual([]);
  expect(view.references[0]).toMatchObject({ records: 2, isUnchecked: false });
  const checked = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect(checked.blocked).toBeUndefined();
  expect(checked.counts).toMatchObject({ accepted: 1, rejected: 1 });

  await post(`session/${view.id}/save`, {
    revision: view.revision,
    partner: "a",
    examples: false,
    overwrite: false,
  });
  await post(`session/${view.id}/promote`, { by: "Ada", reason: "new" });
  const wanted: FeedRequest = {
    ...{ account: "a-pt", country: "PT", zone: "Europe/Lisbon", tax: "tax", source: "", place: "folder" },
    ...{ folder: "inbox", host: "", hostKey: "", user: "", secret: "", files: "charges*.csv" },
  };
  const add = async (tax: FeedRequest["tax"]) => {
    const { data: plan } = await post<FeedPlan>(`session/${view.id}/feed`, { wanted: { ...wanted, tax } });
    return post<FeedTried & StudioError>(`session/${view.id}/feed`, {
      wanted: { ...wanted, tax },
      base: plan.base,
    });
  };
  expect((await add("tax")).data.message).toMatch(/^charge codes refer to tax codes/);
  expect((await add("unchecked")).data.counts).toMatchObject({ accepted: 2, rejected: 0 });
  const now = await get<View>(`session/${view.id}`);
  expect(now.references[0]).toMatchObject({
    isUnchecked: true,
    sample: { name: "taxes.csv" },
  });
});

test("shows that the feed waits for the list of tax codes, instead of reporting the codes as unknown", async () => {
  const { studio, drop, apply, get } = await signedIn();
  const feed = (files: string) => `{ source: in, files: "${files}" }`;
  await writeFile(
    join(studio.folder, "lading.yaml"),
    `lading: 1
accounts: { a-pt: { country: PT, zone: Europe/Lisbon } }
sources: { in: { folder: in } }
feeds: { a-pt/tax-code: ${feed("tax*.csv")}, a-pt/charge-code: ${feed("charges*.csv")} }
`,
  );
  const charges =
    "Id,Code,Description,Group,Tax,Active\n1,AF,Air freight,freight,S1,Y\n2,DOC,Papers,other,S9,Y\n";
  const { data: opened } = await drop("charges.csv", charges);
  const { data: view } = await apply(opened, { do: "text", text: chargeText });
  expect(view.account).toBe("a-pt");
  expect(view.references[0]).toMatchObject({ isUnchecked: false, waitsFor: "a-pt/tax-code" });
  expect([fieldOf(view, "tax_code")?.isUnchecked, fieldOf(view, "code")?.isUnchecked]).toEqual([true, false]);
  const { counts, issues } = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect([counts, issues]).toMatchObject([{ accepted: 2, rejected: 0 }, []]);
});

const chargeText = `lading: 1
record: charge-code
fields:
  external_id: Id
  code: Code
  description: Description
  charge_type: { column: Group, values: { freight: freight, other: other } }
  tax_code: Tax
  is_active: { column: Active, values: { Y: true, N: false } }
`;

const costs = `Order No,Mode,ETD,Line,Charge,Supplier,Currency,Cost,Posted
AX-1,Air,2026-10-02,1,AFRT,V-1,EUR,"1,250.00",N
AX-1,Air,2026-10-02,2,THC,V-2,EUR,85.50,N
AX-2,Sea,2026-10-05,1,OFRT,V-3,USD,"2,100.00",Y
`;

test("supports jobs with accruals, whose records, elements and examples have several rows", async () => {
  const { studio, drop, apply, get, post } = await signedIn();
  const { data: opened } = await drop("orders.csv", costs);
  let view: View = opened;
  const run = async (...commands: FormCommand[]) => {
    for (const command of commands) {
      const { status, data } = await apply(view, command);
      expect([status, data.message]).toEqual([200, undefined]);
      view = data;
    }
  };
  await run({ do: "account", account: "without tax" }, { do: "record", record: "job" });
  expect(view.form?.lists[0]).toMatchObject({ name: "accruals", place: "rows" });
  await run(
    { do: "set", path: ["group"], value: { by: "Order No" } },
    { do: "column", field: "external_id", column: "Order No" },
  );
  const required = Object.fromEntries((view.form?.lists[0]?.required ?? []).map((name) => [name, "TODO"]));
  await run({ do: "set", path: ["lists", "accruals"], value: { rows: "all", fields: required } });
  // Each open field is shown in its own card, and the rows of a record already form one record.
  const open =
    view.form?.fields.filter(({ diagnostics }) => diagnostics.length > 0).map(({ name }) => name) ?? [];
  expect(open).toEqual(Object.keys(required).map((name) => `accruals.${name}`));
  const early = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect(early).toMatchObject({ isGrouped: true, counts: { accepted: 2, rejected: 0, merged: 1 } });
  const columns = [
    ...[["creditor", "Supplier"] as const, ["charge_code", "Charge"] as const],
    ...["local_amount", "overseas_amount"].flatMap((amount) => [
      [`${amount}.currency`, "Currency"] as const,
      [`${amount}.pre_tax`, "Cost"] as const,
      [`${amount}.total`, "Cost"] as const,
    ]),
  ];
  const joined = { do: "columns", shape: "join", columns: ["Order No", "Line"], separator: "-" } as const;
  await run(
    { ...joined, field: "accruals.external_id" },
    { do: "clear", field: "accruals.tax_code" },
    ...columns.map(([field, column]) => ({ do: "column", field: `accruals.${field}`, column }) as const),
  );
  expect(view.diagnostics).toEqual([]);
  // References that are not tax codes are ids, and amounts state their separators.
  const accruals = view.form?.fields.filter(({ list }) => list === "accruals");
  const wordsOf = (name: string) => accruals?.find((each) => each.name === `accruals.${name}`)?.words;
  expect(wordsOf("creditor")).toEqual({});
  expect(wordsOf("local_amount.total")).toEqual({ decimal: { sign: ".", thousands: "," } });
  const outcome = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect(outcome).toMatchObject({ open: [], counts: { read: 3, accepted: 2, rejected: 0, merged: 1 } });
  expect(outcome.samples["accruals.local_amount.total"]?.[0]).toMatchObject({
    from: "1,250.00",
    to: "1250.0",
  });

  const { rows } = await get<RowsView>(`session/${view.id}/rows?filter=accepted&from=0&count=9`);
  expect(rows.map(({ line, others }) => [line, others.map((each) => each.line)])).toEqual([
    [2, [2, 3]],
    [3, [2, 3]],
    [4, []],
  ]);
  expect(rows[1]?.record).toMatchObject({
    fields: { external_id: "AX-1" },
    lists: {
      accruals: {
        left: 0,
        elements: [
          { external_id: "AX-1-1", creditor: "V-1", "local_amount.total": "1250.0" },
          { external_id: "AX-1-2", creditor: "V-2", "local_amount.total": "85.5" },
        ],
      },
    },
  });

  const request = { partner: "acme", examples: true, overwrite: false };
  await post(`session/${view.id}/save`, { revision: view.revision, ...request });
  const written = await readFile(join(studio.folder, "mappings/acme/job.draft.yaml"), "utf8");
  expect(written).toContain("- rows:");
  expect(written).toContain("external_id: AX-1-2");
  const promoted = await post<{ path: string }>(`session/${view.id}/promote`, { by: "Ada", reason: "new" });
  expect(promoted.data.path).toBe("mappings/acme/job.yaml");
});

test("asks for the record type of an export of jobs, and then which rows are one job", async () => {
  const { drop, apply } = await signedIn();
  const { data: view } = await drop("jobs.csv", await readFile("samples/harbourline/jobs.csv", "utf8"));
  expect(view.record).toBeUndefined();
  const { data: asJob } = await apply(view, { do: "record", record: "job" });
  expect(asJob.form?.group).toMatchObject({ by: "TODO" });
  const field = (name: string) => asJob.form?.fields.find((each) => each.name === name);
  expect(field("external_id")?.guess).toMatchObject({ isSure: true, columns: ["Job Number"] });
  expect(field("operator")?.guess?.columns).toEqual(["Handler"]);
});

test("does not count rows that depend on an open answer as rejected", async () => {
  const { studio, headers, drop, apply, get } = await signedIn();
  const lines = [
    "Id,Name,Mail,Status",
    "1,Ada,a@x.example,Active",
    "2,Bo,b@x.example,Zzyzx",
    "3,Cy,,Active",
    ",,,",
  ];
  const { data: view } = await drop("staff.csv", lines.join("\n"));
  const { data: unanswered } = await apply(view, { do: "column", field: "is_active", column: "Status" });
  const before = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect(before.counts).toMatchObject({ accepted: 1, rejected: 1, waiting: 1 });
  expect(before.issues.slice(0, 2).map(({ code, isQuestion }) => [code, isQuestion])).toEqual([
    ["unmapped_value", true],
    ["missing_value", false],
  ]);
  const { rows } = await get<RowsView>(`session/${view.id}/rows?filter=asked&from=0&count=9`);
  expect(rows.map(({ line }) => line)).toEqual([3]);
  // The blank row has no cell with a question.
  expect(unanswered.form?.fields.find(({ name }) => name === "is_active")?.values?.blanks).toBe(0);
  expect(before.questions.map(({ name }) => name)).toEqual(["is_active"]);
  const { data: answered } = await apply(unanswered, {
    do: "answer",
    field: "is_active",
    value: "Zzyzx",
    answer: "false",
  });
  const after = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect(after.counts).toMatchObject({ accepted: 2, rejected: 1, waiting: 0 });
  // Without an answer, the rows with the value are rejected.
  const reject = { do: "answer", field: "is_active", value: "Zzyzx", answer: null } as const;
  const { data: rejecting } = await apply(answered, reject);
  const { values } = fieldOf(rejecting, "is_active")?.values ?? {};
  expect(values?.find(({ value }) => value === "Zzyzx")?.answer).toBeNull();
  const last = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect([last.questions, last.counts]).toMatchObject([[], { accepted: 1, rejected: 2, waiting: 0 }]);
  const rejects = await send(studio.url, `/api/session/${view.id}/rejects`, { headers });
  expect(rejects.body).toContain("b@x.example,Zzyzx");
});

test("reports a time in the future as a feed reports it", async () => {
  const { drop, get } = await signedIn();
  const ahead = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const rows = ["2026-01-02T03:04:05.000Z", ahead].map(
    (time, i) => `E${i},Ada Lind,a${i}@example.com,Active,${time}`,
  );
  const { data: view } = await drop(
    "staff.csv",
    `${["Id,Name,Mail,Status,Last Modified", ...rows].join("\n")}\n`,
  );
  const { counts, issues } = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect(counts).toMatchObject({ accepted: 2, rejected: 0 });
  expect(issues.map(({ code, rowIndexes }) => [code, rowIndexes])).toContainEqual(["future_time", [1]]);
});

test.skipIf(whyNoSshd !== undefined)(
  "adds a feed from a server after a person has compared its key",
  async () => {
    const sshd = await startSshd();
    onTestFinished(() => sshd.stop());
    await mkdir(join(sshd.home, "outgoing"));
    await writeFile(join(sshd.home, "outgoing/staff.csv"), staff);
    const { studio, drop, get, post } = await signedIn();
    const { data: opened } = await drop("staff.csv", staff);
    const saved = { revision: opened.revision, partner: "acme", examples: false, overwrite: false };
    await post(`session/${opened.id}/save`, saved);
    await post(`session/${opened.id}/promote`, { by: "Ada", reason: "new" });
    const wanted: FeedRequest = {
      ...{ account: "acme-de", country: "DE", zone: "Europe/Berlin", tax: "tax", source: "", place: "sftp" },
      ...{ folder: `${sshd.home}/outgoing`, host: `127.0.0.1:${sshd.port}`, hostKey: "", user: sshd.user },
      ...{ secret: `file:${sshd.clientKey}`, files: "staff*.csv" },
    };
    const { data: shown } = await post<FeedPlan>(`session/${opened.id}/feed`, { wanted });
    const own = fingerprint(sshd.hostKey);
    expect(shown.server).toEqual({ keys: [{ type: "ssh-ed25519", fingerprint: own }], error: undefined });
    const compared = { ...wanted, hostKey: own };
    const { data: plan } = await post<FeedPlan>(`session/${opened.id}/feed`, { wanted: compared });
    expect([plan.server, plan.error]).toEqual([undefined, undefined]);
    const { data: done } = await post<FeedTried>(`session/${opened.id}/feed`, {
      wanted: compared,
      base: plan.base,
    });
    expect(done.steps.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(done.steps.find(({ what }) => what === "listing")?.detail).toBe("1 file");
    expect(await readFile(join(studio.folder, "lading.yaml"), "utf8")).toContain(own);
    expect((await get<View>(`session/${opened.id}`)).offer?.feeds).toEqual(["acme-de/staff"]);

    // A server that does not answer is reported, and the lines are shown anyway.
    const { data: unreachable } = await post<FeedPlan>(`session/${opened.id}/feed`, {
      wanted: { ...wanted, host: "127.0.0.1:1", account: "acme-at", country: "AT", zone: "Europe/Vienna" },
    });
    expect(unreachable.server?.error).toContain("127.0.0.1");
    expect(unreachable.lines.some(({ line }) => line.includes("acme-at-inbox"))).toBe(true);
  },
);

test("does not let a skipped row or the end of the list affect other rows", async () => {
  const { drop, post, get } = await signedIn();
  const rows = [
    "E1,Ada,ada@x.example,Active",
    "E2,Bo,,Active",
    "E3,Cy,cy@x.example,Left",
    "Total staff: 3,,,",
  ];
  const { data: opened } = await drop("staff.csv", `Id,Name,Mail,Status\n${rows.join("\n")}\n`);
  /** The text of the mapping after a command, which is undone. */
  const after = async (command: FormCommand): Promise<string> => {
    const { revision } = await get<View>(`session/${opened.id}`);
    const { data } = await post<View>(`session/${opened.id}/command`, { revision, command });
    await post(`session/${opened.id}/command`, { revision: data.revision, command: { do: "undo" } });
    return data.text;
  };
  // Remarks about skipped rows have their number.
  const { issues } = await get<OutcomeView>(`session/${opened.id}/outcome`);
  const blank = issues.find(({ code, field }) => code === "missing_value" && field === "email_address");
  expect(blank?.fixes.map(({ kind, what, rows: left }) => [kind, what, left])).toEqual([
    ["leave out blank", "Mail", 1],
  ]);
  expect(await after({ do: "leave out", rowIndex: 1 })).toContain("equals: E2");
  expect(await after({ do: "end", rowIndex: 1 })).toMatch(/stop_at: "?E2/);
  expect(await after({ do: "leave out", rowIndex: 3 })).toContain("starts_with: Total staff");
  const { data: twice } = await drop(
    "twice.csv",
    "Id,Name,Mail,Status\nE1,Ada,a@x.example,Active\nE1,Bo,b@x.example,Left\n",
  );
  const refused = await post<StudioError>(`session/${twice.id}/command`, {
    revision: twice.revision,
    command: { do: "end", rowIndex: 1 },
  });
  expect([refused.status, refused.data.message]).toEqual([
    422,
    "An earlier row starts with the same words, so the list would end at that row.",
  ]);
});

test("reports a count without a word below the list as a row that is not a record, instead of a blank id", async () => {
  const { drop, get } = await signedIn();
  const names = ["Ann Roe", "Bo Lee", "Cy Doe", "Di Fox", "Ed Gray", "Flo Hart"];
  const people = names.map((name, i) => `E${i},${name},p${i}@x.example,Active`);
  const { data } = await drop("staff.csv", `Id,Name,Mail,Status\n${people.join("\n")}\n,6,,\n`);
  expect(data.text).not.toContain("TODO");
  const { issues } = await get<OutcomeView>(`session/${data.id}/outcome`);
  const kinds = issues.map(({ fixes }) => fixes.map(({ kind }) => kind));
  // One remark with its buttons, regardless of the number of blank cells in the row.
  expect(kinds).toEqual([["end", "leave out"]]);
});

test("does not skip a record with a blank cell together with totals and group titles", async () => {
  const { drop, get } = await signedIn();
  const blankCellFixes = async (columns: string, rows: readonly string[]) => {
    const { data } = await drop("staff.csv", `${columns}\n${rows.join("\n")}\n`);
    const { issues } = await get<OutcomeView>(`session/${data.id}/outcome`);
    const blank = issues.find(({ code, field }) => code === "missing_value" && field === "email_address");
    return blank?.fixes.map(({ kind, what, rows: left, records }) => [kind, what, left, records]);
  };
  const rows = [
    "Abteilung: Seefracht;;;;;;",
    '0007;"Müller, Jürgen";j.mueller@x.example;Seefracht;01.04.2009;;05.07.2026 14:30',
    '0012;"Groß, Sabine";s.gross@x.example;Seefracht;15.02.2015;;11.11.2026 09:05',
    '0018;"von der Heide, Karl";k.heide@x.example;Seefracht;01.09.2018;;01.10.2026 17:45',
    "Abteilung: Luftfracht;;;;;;",
    '0101;"Öztürk, Ayse";a.oeztuerk@x.example;Luftfracht;01.06.2021;;25.10.2026 12:00',
    '0102;"Schröder, Jan-Ole";;Luftfracht;01.03.2022;;12.08.2026 10:10',
    '0103;"Weiß, Çelik";c.weiss@x.example;Luftfracht;01.03.2023;30.06.2026;30.06.2026 16:00',
    "Summe Mitarbeiter;7;;;;;",
    "Gedruckt von: M. Lang;;;;;;Seite 1 von 1",
  ];
  const columns = "Pers.-Nr.;Name, Vorname;Dienst-E-Mail;Abteilung;Eintritt;Austritt;Letzte Änderung";
  expect(await blankCellFixes(columns, rows)).toEqual([
    ["end", "Summe Mitarbeiter", 2, undefined],
    ["leave out", "Abteilung:", 2, undefined],
    ["leave out", "Summe Mitarbeiter", 1, undefined],
    ["leave out", "Gedruckt von: M. Lang", 1, undefined],
  ]);
  // If no words distinguish them, the page states that they look like records.
  const people = ["E1,Ada Roe,ada@x.example", "E2,Bo Lee,", "E3,Cy Fox,cy@x.example"];
  expect(await blankCellFixes("Id,Name,Mail", people)).toEqual([["leave out blank", "Mail", 1, 1]]);
});

test("does not suggest skipping rows of codes with an empty cell", async () => {
  const { drop, post, get } = await signedIn();
  const rows = ["1,AFR,Air freight,Freight,Y", "2,DOC,,Other,Y", "3,THC,Terminal handling,Origin,Y"];
  const { data: opened } = await drop(
    "charges.csv",
    `Id,Code,Description,Group,Active\n${rows.join("\n")}\n`,
  );
  const command: FormCommand = { do: "record", record: "charge-code" };
  await post<View>(`session/${opened.id}/command`, { revision: opened.revision, command });
  const { issues } = await get<OutcomeView>(`session/${opened.id}/outcome`);
  const blank = issues.find(({ code, field }) => code === "missing_value" && field === "description");
  expect([blank?.count, blank?.fixes]).toEqual([1, []]);
});

test("lets a loaded mapping decide which line of the sample is the header, as in a feed", async () => {
  const workspace = await mkdtemp(join(tmpdir(), "lading-workspace-"));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  await writeFile(join(workspace, "lading.yaml"), "lading: 1\naccounts: { acme: { country: DE } }\n");
  await mkdir(join(workspace, "mappings/acme"), { recursive: true });
  await writeFile(
    join(workspace, "mappings/acme/staff.yaml"),
    "lading: 1\nrecord: staff\nfields: { external_id: Id, name: Name, email_address: Mail, is_active: { column: Status, values: { Active: true } } }\n",
  );
  const { drop, get, apply } = await signedIn(workspace);
  const text = `Company,Country,Currency,Plant\nACME,DE,EUR,Kiel\nId,Name,Mail,Status\nE1,Ann Lee,ann@x.example,Active\n`;
  const { data: opened } = await drop("staff.csv", text);
  expect(opened.table.columns.map(({ name }) => name)).toEqual(["Company", "Country", "Currency", "Plant"]);
  const { data: view } = await apply(opened, { do: "load", path: "mappings/acme/staff.yaml" });
  expect(view.table.columns.map(({ name }) => name)).toEqual(["Id", "Name", "Mail", "Status"]);
  const { counts } = await get<OutcomeView>(`session/${opened.id}/outcome`);
  expect(counts).toMatchObject({ read: 1, accepted: 1 });
});

test("does not end the list at a subtotal that is followed by more rows", async () => {
  const { drop, get } = await signedIn();
  const rows = [
    "Branch,Emp No,Name,E-mail,Left on",
    "DUB,0104,Aoife Byrne,abyrne@x.example,",
    "DUB,0107,Niamh Walsh,nwalsh@x.example,31/08/2026",
    "Subtotal DUB: 2,,,,",
    "ORK,0203,Orla Kelly,okelly@x.example,",
    "ORK,0209,Cian Murphy,cmurphy@x.example,",
    "Subtotal ORK: 2,,,,",
    "Total staff: 4,,,,",
  ];
  const { data: opened } = await drop("staff.csv", `${rows.join("\n")}\n`);
  expect(opened.text).not.toContain("continuation");
  // Another branch may follow the last subtotal next month.
  expect(opened.text).toMatch(/^ {2}stop_at: "?Total staff:/m);
  expect(opened.text).toContain("active_until: dd/MM/yyyy");
  const { issues } = await get<OutcomeView>(`session/${opened.id}/outcome`);
  const totals = issues.find(({ code }) => code === "footer_row");
  expect(totals?.fixes.map(({ kind, what, rows: left }) => [kind, what, left])).toEqual([
    ["leave out", "Subtotal", 2],
    ["accept", "footer_row", undefined],
  ]);
});

test("shows a total as left out if the draft takes it for the end", async () => {
  const { drop, get } = await signedIn();
  const people = Array.from({ length: 9 }, (_, i) => `E${i},Person ${i},p${i}@x.example,Active`);
  const { data } = await drop("staff.csv", `Id,Name,Mail,Status\n${people.join("\n")}\nTotal,,,\n`);
  expect(data.text).toContain("stop_at: Total");
  const outcome = await get<OutcomeView>(`session/${data.id}/outcome`);
  expect(outcome.blocked).toBeUndefined();
  const { rows } = await get<RowsView>(`session/${data.id}/rows?filter=all&from=9&count=1`);
  expect(rows).toMatchObject([{ state: "skipped", rule: "after the end of the list" }]);
});

const withTotals = [
  "No;Family name;Given name;Mail;Status;Last changed",
  ...Array.from(
    { length: 30 },
    (_, i) => `${100 + i};Roe;Ann;p${i}@x.example;Active;${20 + (i % 9)}.11.2025 08:00`,
  ),
  "Subtotal North;;;;5 people;",
  "200;Roe;Bo;;Left;11.11.2025 08:00",
  "Subtotal South;;;;5 people;",
];

test("asks about a character set that is only likely until somebody confirms it", async () => {
  const { drop, post, get } = await signedIn();
  const people = ["7,Jürgen Müller,j@x.example,Aktiv", "8,Sabine Groß,s@x.example,Aktiv", "Summe: 2,,,"];
  const latin1 = Buffer.from(`Nr,Name,E-Mail,Status\n${people.join("\n")}\n`, "latin1");
  const { data: opened } = await drop("staff.csv", latin1);
  const fixKinds = ({ table }: View) => table.issues.flatMap(({ fixes }) => fixes.map(({ kind }) => kind));
  expect(fixKinds(opened)).toContain("read as");
  const run = async (command: FormCommand) => {
    const { revision } = await get<View>(`session/${opened.id}`);
    return (await post<View>(`session/${opened.id}/command`, { revision, command })).data;
  };
  expect(fixKinds(await run({ do: "leave out", rowIndex: 2 }))).toContain("read as");
  expect(fixKinds(await run({ do: "set", path: ["zone"], value: "Europe/Berlin" }))).toContain("read as");
  const confirmed = await run({ do: "set", path: ["read", "encoding"], value: "windows-1252" });
  expect([fixKinds(confirmed), confirmed.table.encodingIsSure]).toEqual([[], true]);
});

test("skips rows of totals by their first words, and no longer asks about their values", async () => {
  const { studio, headers, drop, post, get } = await signedIn();
  const { data: opened } = await drop("staff.csv", `${withTotals.join("\n")}\n`);
  const values = ({ form }: View) =>
    form?.fields.find(({ name }) => name === "is_active")?.values?.values.map(({ value }) => value);
  expect(values(opened)).toEqual(["Active", "5 people", "Left"]);
  expect(opened.text).toContain("5 people: TODO");
  // The zone is asked at once, not after all other answers.
  expect(opened.diagnostics.map(({ asks }) => asks)).toContain("zone");

  const run = async (revision: number, command: FormCommand) =>
    (await post<View>(`session/${opened.id}/command`, { revision, command })).data;
  const left = await run(opened.revision, { do: "leave out value", column: "Status", value: "5 people" });
  expect(left.text).toContain("skip: [ { column: No, starts_with: Subtotal } ]");
  expect(left.text).not.toContain("5 people: TODO");
  expect(values(left)).toEqual(["Active", "Left"]);
  const mistyped = await run(left.revision, { do: "set", path: ["zone"], value: "Madrid" });
  const wrong = mistyped.form?.fields.filter(({ diagnostics }) => diagnostics.length > 0);
  expect(wrong).toMatchObject([{ name: "updated_at", diagnostics: [{ nearest: "Europe/Madrid" }] }]);
  const corrected = await run(mistyped.revision, { do: "set", path: ["zone"], value: "Europe/Berlin" });
  expect(corrected.diagnostics).toEqual([]);

  // Issues are reported without words of the mapping language, each with its possible fixes.
  const { issues } = await get<OutcomeView>(`session/${opened.id}/outcome`);
  expect(issues).toMatchObject([
    {
      message: "The required field “Mail” is blank. Fill in the cell.",
      hint: "",
      fixes: [{ kind: "leave out blank", what: "Mail", rows: 1 }],
    },
  ]);
  const { body: rejects } = await send(studio.url, `/api/session/${opened.id}/rejects`, { headers });
  expect(rejects).toContain("200;Roe;Bo;;Left;11.11.2025 08:00;33;[Mail] The required field “Mail” is blank");
});

test("reports words of the folder that cannot be understood with the first file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lading-words-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "synonyms"));
  await writeFile(join(folder, "synonyms/ours.txt"), "no such meaning: x\n");
  const { get, drop } = await signedIn(folder);
  expect((await get<Start>("start")).open).toEqual([]);
  const { status, data } = await drop("staff.csv", staff);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(data.message).toContain("synonyms/ours.txt:1");
});

test("creates an access key for the person with a name, and a token for an existing account", async () => {
  const { studio, cookie, post } = await signedIn();
  const ada = { kind: "operator", account: "", name: "Ada Lind" };
  expect((await post<StudioError>("secret", ada)).data.hint).toBe("Add a feed first.");
  await writeFile(
    join(studio.folder, "lading.yaml"),
    "lading: 1\naccounts: { acme: { country: US } }\nsources: { in: { folder: in } }\nfeeds: { acme/staff: { source: in, files: '*.csv' } }\n",
  );
  const { data } = await post<{ readonly secret: string }>("secret", ada);
  const token = { kind: "token", account: "acme", name: "platform" };
  expect((await post("secret", token)).status).toBe(200);
  for (const wrong of [
    { ...ada, name: " " },
    { ...ada, name: "Ada\u202eLind" },
    { ...ada, kind: "client" },
    { ...token, account: "other" },
  ]) {
    expect((await post("secret", wrong)).status, JSON.stringify(wrong)).toBe(422);
  }
  // Another page's form cannot send the studio's header.
  const forged = { method: "POST", headers: { cookie }, body: JSON.stringify(ada) };
  expect((await send(studio.url, "/api/secret", forged)).status).toBe(403);
  const workspace = await loadWorkspace(studio.folder);
  const made = await withStore(workspace, {}, "read", ({ db }) => readCredentials(db));
  expect(made.map(({ kind, account, name }) => ({ kind, account, name }))).toEqual([ada, token]);
  expect(made[0]?.id).toBe(secretIdOf(data.secret));
});

test("offers a draft with open questions again for the same file", async () => {
  const { drop, post } = await signedIn();
  const text = staff.replace("Left", "Gone fishing");
  const { data: view } = await drop("staff.csv", text);
  expect(view.questions).not.toEqual([]);
  const saved = { partner: "acme", examples: false, overwrite: false };
  await post(`session/${view.id}/save`, { revision: view.revision, ...saved });
  const { data: again } = await drop("staff.csv", text);
  expect(again.fits).toEqual([{ path: "mappings/acme/staff.draft.yaml", renamed: [] }]);
});

test("offers the answers about an open file again for the corrected file, and lists both files", async () => {
  const { drop, apply, get } = await signedIn();
  const text = staff.replace("Left", "Gone fishing");
  const { data: first } = await drop("staff.csv", text);
  expect((await drop("staff.csv", text)).data.answered).toEqual([]);
  const answer = { do: "answer", field: "is_active", value: "Gone fishing", answer: "false" } as const;
  const { data: answered } = await apply(first, answer);
  expect(answered.questions).toEqual([]);
  expect((await drop("other.csv", text.replace("Mail", "Mail 2"))).data.answered).toEqual([]);
  const { data: corrected } = await drop("staff.csv", text.replace("bo@", "bo.berg@"));
  expect(corrected.answered).toMatchObject([{ id: first.id, name: "staff.csv" }]);
  const { data: numbered } = await drop("numbers.csv", "1,2\n3,4\n");
  await apply(numbered, { do: "record", record: "staff" });
  expect((await drop("numbers.csv", "1,2\n5,6\n")).data.answered).toEqual([]);
  const { data: refused } = await apply(corrected, { do: "answers", sample: "99" });
  expect(refused.message).toBe("The answers are no longer available.");
  const { data: again } = await apply(corrected, { do: "answers", sample: first.id });
  expect([again.questions, again.text, again.answered]).toEqual([[], answered.text, []]);
  expect(fieldOf(again, "is_active")?.isAnswered).toBe(true);
  // As in a feed, the file is read based on the headings that the mapping requires.
  expect(again.table.evidence).toContain("The header has all headings that the mapping requires.");
  const { data: undone } = await apply(again, { do: "undo" });
  expect(undone.text).toBe(corrected.text);
  const { open } = await get<Start>("start");
  expect(open.map(({ name }) => name)).toEqual([
    ...["numbers.csv", "numbers.csv", "staff.csv"],
    ...["other.csv", "staff.csv", "staff.csv"],
  ]);
});

test("undo after using answers also returns to the file of the sample, so that no saved mapping is overwritten", async () => {
  const { studio, drop, apply, post } = await signedIn();
  const save = (view: View, partner: string) =>
    post<View & StudioError>(`session/${view.id}/save`, {
      ...{ revision: view.revision, partner, examples: false, overwrite: false },
    });
  const { data: first } = await drop("staff.csv", staff);
  const { data: saved } = await save(first, "acme");
  const path = "mappings/acme/staff.draft.yaml";
  expect(saved.path).toBe(path);
  const { data: edited } = await apply(saved, { do: "constant", field: "is_active", value: "true" });
  const { data: second } = await drop("staff.csv", staff.replace("bo@", "bo.berg@"));
  const { data: again } = await apply(second, { do: "answers", sample: first.id });
  expect([again.path, again.text, again.changedOutside]).toEqual([path, edited.text, false]);
  const { data: undone } = await apply(again, { do: "undo" });
  expect([undone.path, undone.text]).toEqual([undefined, second.text]);
  const changed = await apply(undone, { do: "constant", field: "is_active", value: "false" });
  const answers = [await save(changed.data, ""), await save(changed.data, "acme")];
  expect(answers.map(({ status, data }) => [status, data.code])).toEqual([
    [422, undefined],
    [422, "exists"],
  ]);
  expect(await readFile(join(studio.folder, path), "utf8")).toBe(saved.text);
});

test("shows the record type of offered answers, and offers only answers for the type that a person has chosen", async () => {
  const { drop, apply, get } = await signedIn();
  const charges = "Code,Description,Active\nAF,Air freight,Y\nDOC,Papers,Y\n";
  const { data: first } = await drop("charges.csv", charges);
  const { data: typed } = await apply(first, { do: "record", record: "charge-code" });
  const { data: answered } = await apply(typed, { do: "constant", field: "charge_type", value: "other" });
  const { data: taxes } = await drop("taxes.csv", "Code,Description,Active\nS1,VAT 19%,Y\nS0,No VAT,Y\n");
  expect([taxes.record, taxes.answered.map(({ record }) => record)]).toEqual(["tax-code", ["charge-code"]]);
  const { data: chosen } = await apply(taxes, { do: "record", record: "tax-code" });
  expect(chosen.answered).toEqual([]);

  // A sample never refers to itself.
  const { data: other } = await drop("vat.csv", "Code,Description,Active\nS1,VAT 19%,Y\nS0,No VAT,Y\n");
  await apply(answered, { do: "refer", target: "tax-code", sample: other.id });
  const { data: same } = await apply(other, { do: "answers", sample: first.id });
  expect([same.record, same.usedBy.map(({ name }) => name)]).toEqual(["charge-code", ["charges.csv"]]);
  const { open } = await get<Start>("start");
  expect(open.map(({ record }) => record)).toEqual(["charge-code", "tax-code", "charge-code"]);
});

test("keeps the meaning of yes and no from the heading once a person has chosen the column", async () => {
  const { drop, apply } = await signedIn();
  const rows = ["E1,Ada Lind,a@x.example,Sí,No,Sí", "E2,Bo Berg,b@x.example,No,Sí,No"];
  const text = `Id,Name,Mail,Situación Activo,Bloqueado,Chófer\n${rows.join("\n")}\n`;
  let { data: view } = await drop("staff.csv", text);
  const answers = async (column: string) => {
    view = (await apply(view, { do: "column", field: "is_active", column })).data;
    return fieldOf(view, "is_active")?.values?.values.map(({ answer }) => answer);
  };
  expect(await answers("Chófer")).toEqual(["", ""]);
  expect(await answers("Situación Activo")).toEqual(["true", "false"]);
  expect(await answers("Bloqueado")).toEqual(["true", "false"]);
});

test("asks for company, continuation rows and the zone of times in the form", async () => {
  const { studio, headers, drop, apply, get } = await signedIn();
  await writeFile(
    join(studio.folder, "lading.yaml"),
    'lading: 1\naccounts: { a-de: { country: DE, company: "10" } }\nsources: { in: { folder: in } }\nfeeds: {}\n',
  );
  const people =
    "Id,Name,Mail,Active,Changed,Note\nE1,Ada Lind,a@x.example,Y,2026-01-02T03:04:05,\n,,,,,more\nE2,Bo Berg,b@x.example,N,2026-01-03T03:04:05,\n,,,,,again\nE3,Cy Dahl,c@x.example,Y,2026-01-03T03:04:05,\n,,,,,else\n";
  let { data: view } = await drop("people.csv", people);
  const run = async (command: FormCommand) => (view = (await apply(view, command)).data);
  await run({ do: "account", account: "a-de" });
  expect(view.diagnostics.map(({ asks }) => asks)).toEqual(["company"]);
  expect(view.questions.map(({ about }) => about)).toEqual(["company"]);
  await run({ do: "set", path: ["company"], value: "one" });
  expect(view.diagnostics).toEqual([]);

  // Rows that are taken for continuations are reported, and can be separated.
  const outcome = () => get<OutcomeView>(`session/${view.id}/outcome`);
  expect([view.form?.continues, (await outcome()).isGrouped]).toEqual(["Id", true]);
  // Values that depend on the zone are asked, and do not count as rejected.
  expect((await outcome()).counts).toMatchObject({ waiting: 3, rejected: 0 });
  // The zone is one question, with the same number everywhere.
  const zone = [{ about: "zone", name: "zone", fields: ["updated_at"] }];
  expect((await outcome()).questions).toEqual(zone);
  expect((await get<View>(`session/${view.id}`)).questions).toEqual(zone);
  const early = await send(studio.url, `/api/session/${view.id}/list?format=csv`, { headers });
  expect(early.status).toBe(422);
  await run({ do: "set", path: ["zone"], value: "Europe/Berlin" });
  expect((await outcome()).counts).toMatchObject({ accepted: 3, waiting: 0, merged: 3 });
  expect((await outcome()).questions).toEqual([]);
  await run({ do: "set", path: ["continuation"], value: null });
  expect([view.form?.continues, (await outcome()).counts.rejected]).toEqual(["", 3]);
});

test("asks about several columns at the start, and reports swapped names", async () => {
  const { drop, apply } = await signedIn();
  let { data: view } = await drop("staff.csv", staff);
  const run = async (command: FormCommand) => (view = (await apply(view, command)).data);
  await run({ do: "columns", field: "name", shape: "join", columns: ["TODO"], separator: " " });
  const field = fieldOf(view, "name");
  expect(field).toMatchObject({ shape: "join" });
  expect(field?.diagnostics).not.toEqual([]);
  await run({ do: "columns", field: "name", shape: "join", columns: ["Name", "Id"], separator: " " });
  expect([view.diagnostics, fieldOf(view, "name")?.columns]).toEqual([[], ["Name", "Id"]]);
  await run({ do: "turn round", field: "name", column: "Name" });
  expect(fieldOf(view, "name")).toMatchObject({ shape: "turned", columns: ["Name"], isAnswered: true });
  expect(view.text).toContain('{ column: Name, split: { by: ",", take: 2 } }');
});

test("switches the account for a mapping whose feed belongs to a different account, and shows the way back", async () => {
  const { studio, drop, apply } = await signedIn();
  await mkdir(join(studio.folder, "mappings/b"), { recursive: true });
  await writeFile(
    join(studio.folder, "mappings/b/staff.yaml"),
    "lading: 1\nrecord: staff\nfields: { external_id: Id, name: Name, email_address: Mail, is_active: { column: Status, values: { Active: true, Left: false } } }\n",
  );
  await writeFile(
    join(studio.folder, "lading.yaml"),
    "lading: 1\naccounts: { a-de: { country: DE }, b-de: { country: DE } }\nsources: { in: { folder: in } }\nfeeds: { b-de/staff: { source: in, files: b.csv, mapping: mappings/b/staff.yaml } }\n",
  );
  const { data: opened } = await drop("staff.csv", staff);
  const { data: chosen } = await apply(opened, { do: "account", account: "a-de" });
  const { data: moved } = await apply(chosen, { do: "fit", path: "mappings/b/staff.yaml" });
  expect([moved.account, moved.accountBefore]).toEqual(["b-de", "a-de"]);
  const { data: back } = await apply(moved, { do: "account", account: "a-de" });
  expect([back.account, back.accountBefore]).toEqual(["a-de", undefined]);
});

test("does not accept a draft for a feed", async () => {
  const { studio, get } = await signedIn();
  const yaml = `lading: 1
accounts: { acme: { country: DE } }
sources: { inbox: { folder: inbox } }
feeds: { acme/staff: { source: inbox, files: "*.csv", mapping: mappings/acme/staff.draft.yaml } }
`;
  await writeFile(join(studio.folder, "lading.yaml"), yaml);
  expect((await get<Start>("start")).workspaceError).toContain("a feed cannot use a draft");
});

test("imports only types and a few pure functions of the program into the page", async () => {
  const { readdir } = await import("node:fs/promises");
  const folder = join(projectRoot, "src", "console", "app");
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(?:ts|tsx|css|html)$/.test(name)) continue;
    const source = await readFile(join(folder, name), "utf8");
    const values = [...source.matchAll(/^import (?!type )[^;]*?from "(\.\.\/[^"]+)"/gm)];
    expect(
      values
        .map((match) => match[1] ?? "")
        .filter(
          (path) =>
            !/\/api\/views\.js|\/studio\/messages\.js|\/formats\/fold-heading|\/feeds\/health\/problem|\/sentence\.js|\/model\/(?:.*\/)?(?:countries|field-labels|short-name)/.test(
              path,
            ),
        )
        // The other files belong to the page itself.
        .filter((path) => !(name.startsWith("screens") && /^\.\.\/[a-z-]+\.js$/.test(path))),
      name,
    ).toEqual([]);
  }
});

test("saves a draft without open questions without asking to answer them", async () => {
  const { studio, drop, apply, post } = await signedIn();
  const { data: view } = await drop("staff.csv", staff.replace("Left", "Zzyzx"));
  const save = async ({ id, revision }: View) => {
    const request = { revision, partner: "acme", examples: false, overwrite: true };
    const { data } = await post<View>(`session/${id}/save`, request);
    return { data, text: await readFile(join(studio.folder, data.path ?? ""), "utf8") };
  };
  const open = await save(view);
  expect(open.text.replaceAll(/\s+(?:#\? )?/g, " ")).toContain(
    "Answer the open questions before you use the draft.",
  );
  const { data } = await apply(open.data, { do: "column", field: "is_active", column: "Status" });
  const answer = { do: "answer", field: "is_active", value: "Zzyzx", answer: "false" } as const;
  const { data: answered } = await apply(data, answer);
  expect(answered.questions).toEqual([]);
  const done = await save(answered);
  expect(done.data.isSaved).toBe(true);
  expect(done.text).toContain("#? This draft shows a reason for every guess.\n");
  expect(done.text).not.toMatch(/Answer the|you use the draft/);
});

test("refuses to save a mapping without a record type, and does not ask for the type of a loaded mapping", async () => {
  const { drop, apply, post } = await signedIn();
  const save = { partner: "acme", examples: false, overwrite: false };
  const text = "Id,Name,Amount\n1,Abc Ltd,5\n2,Def Ltd,6\n";
  const { data: view } = await drop("things.csv", text);
  expect([view.record, view.verdict.isList]).toEqual([undefined, false]);
  const refused = await post<StudioError>(`session/${view.id}/save`, { revision: view.revision, ...save });
  expect([refused.status, refused.data.message]).toEqual([
    422,
    "The mapping has no record type. Nothing was saved.",
  ]);
  const { data: chosen } = await apply(view, { do: "record", record: "org" });
  const { data: saved } = await post<View>(`session/${view.id}/save`, { revision: chosen.revision, ...save });
  const { data: next } = await drop("things.csv", text);
  const { data: loaded } = await apply(next, { do: "load", path: saved.path ?? "" });
  expect([next.verdict.isList, loaded.verdict.isList]).toEqual([false, true]);
});

test("recognizes a rejects file and explains what to do with it", async () => {
  const { drop } = await signedIn();
  const rejects =
    "lading_line,lading_reason,Id,Name,Mail,Status,lading_delivery\n2,Mail is empty,E1,Ada,,Active,abc\n";
  const { status, data } = await drop("staff.csv.rejects.csv", rejects);
  expect(status).toBe(422);
  expect(data.message).toContain("staff.csv.rejects.csv is a rejects file");
  expect(data.hint).toContain("correct the same cells there, save it, and drop it here");
  expect(data.hint).toContain("If the original file is still open in Lading, you can reuse your answers.");
});

test("offers the finished list for download as lading convert writes it, once no question is open", async () => {
  const { studio, headers, drop, apply } = await signedIn();
  const { data: view } = await drop("staff.csv", staff.replace("Left", "Zzyzx"));
  const list = (format: string) =>
    send(studio.url, `/api/session/${view.id}/list?format=${format}`, { headers });
  const early = await list("csv");
  expect([early.status, (JSON.parse(early.body) as StudioError).hint]).toEqual([
    422,
    "Answer the open questions first.",
  ]);
  const { data: answered } = await apply(view, {
    do: "answer",
    field: "is_active",
    value: "Zzyzx",
    answer: "false",
  });
  expect(fieldOf(answered, "is_active")?.shape).not.toBe("open");
  const csv = await list("csv");
  expect(csv.headers["content-disposition"]).toBe("attachment; filename*=UTF-8''staff.converted.csv");
  expect(csv.headers["x-content-type-options"]).toBe("nosniff");
  expect(csv.body.replaceAll(/\d{4}-\d\d-\d\dT[^,]*/g, "TIME").split("\r\n")).toEqual([
    "external_id,updated_at,name,email_address,is_active",
    "E1,TIME,Ada Lind,ada@example.com,true",
    "E2,TIME,Bo Berg,bo@example.com,false",
    "",
  ]);
  expect(JSON.parse((await list("json")).body)).toMatchObject([{ external_id: "E1" }, { external_id: "E2" }]);
  // The time of a list is the same in each format.
  const [, time] = /E1,([^,]*)/.exec(csv.body) ?? [];
  expect(JSON.parse((await list("json")).body)).toMatchObject([{ updated_at: time }, { updated_at: time }]);
  expect((await list("xlsx")).body.startsWith("PK")).toBe(true);
  expect((await list("exe")).status).toBe(422);
});

test("reports how many records have no contact because the cells of the contact are empty", async () => {
  const { drop, apply, get } = await signedIn();
  const row = (id: number, mail: string) => `${id},C${id},Carrier ${id} Ltd,Y,Y,N,DE,${mail}`;
  const rows = [row(1, "a@x.example"), row(2, ""), row(3, ""), row(4, "not an email")];
  const text = ["Id,Code,Name,Active,Creditor,Debtor,Country,Invoice email", ...rows, ""].join("\n");
  let { data: view } = await drop("orgs.csv", text);
  const run = async (command: FormCommand) => (view = (await apply(view, command)).data);
  await run({ do: "record", record: "org" });
  await run({
    do: "set",
    path: ["lists", "contacts"],
    value: { rows: "all", fields: { name: "Name", email_address: "Invoice email" } },
  });
  expect(view.questions).toEqual([]);
  const { counts, emptyLists, issues } = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect(counts.accepted).toBe(4);
  expect(emptyLists).toEqual([{ list: "contacts", count: 2, columns: ["Invoice email"] }]);
  expect(issues.map(({ code, count }) => [code, count])).toContainEqual(["element_left_out", 1]);
});

test("asks about an optional field if the heading is clear and nearly all values fit", async () => {
  const { drop, apply, get } = await signedIn();
  const rows = Array.from({ length: 12 }, (_, i) =>
    [i, `C${i}`, `Carrier ${i} Ltd`, "Y", "Y", "N", "DE", i === 5 ? "prepaid" : "30"].join(),
  );
  const text = ["Id,Code,Name,Active,Creditor,Debtor,Country,Payment Days", ...rows, ""].join("\n");
  const { data: first } = await drop("orgs.csv", text);
  const { data: view } = await apply(first, { do: "record", record: "org" });
  expect(view.questions).toEqual([{ about: "field", name: "days_to_pay", fields: ["days_to_pay"] }]);
  expect(fieldOf(view, "days_to_pay")?.guess).toMatchObject({
    reason: "1 of 12 values is not a whole number",
    candidates: [{ column: "Payment Days" }],
  });
  const { data: left } = await apply(view, { do: "clear", field: "days_to_pay" });
  expect(left.questions).toEqual([]);
  const { data: used } = await apply(left, { do: "column", field: "days_to_pay", column: "Payment Days" });
  expect((await get<OutcomeView>(`session/${used.id}/outcome`)).counts).toMatchObject({
    accepted: 11,
    rejected: 1,
  });
});

test("names a repeated ID column as the likely mistake, and offers to use the active record only for single rows", async () => {
  const { drop, apply, get } = await signedIn();
  const row = (id: number, team: string) => `${id},${team},Ada ${id},a${id}@x.example,Y`;
  const list = ["Id,Team,Name,Mail,Active", row(1, "Sea"), row(2, "Air"), row(3, "Sea"), row(4, "Air")];
  const duplicate = async (id: string, text: string) => {
    const { data } = await drop("staff.csv", text);
    const command: FormCommand = { do: "column", field: "external_id", column: id };
    const { data: view } = await apply(data, command);
    const { issues } = await get<OutcomeView>(`session/${view.id}/outcome`);
    return issues.find(({ code }) => code === "duplicate_id");
  };
  const wrong = await duplicate("Team", `${list.join("\n")}\n`);
  expect([wrong?.count, wrong?.field, wrong?.fixes]).toEqual([4, "external_id", []]);
  const twice = [...list, row(5, "Sea"), row(6, "Sea"), "6,Sea,Ada Six,a6@x.example,N"];
  const single = await duplicate("Id", `${twice.join("\n")}\n`);
  expect([single?.count, single?.fixes.map(({ kind }) => kind)]).toEqual([2, ["prefer active"]]);
  const active = [...list, row(5, "Sea").replace(/Y$/, "N"), row(6, "Sea"), "6,Sea,Ada Six,six@x.example,Y"];
  expect(await duplicate("Id", `${active.join("\n")}\n`)).toMatchObject({ count: 2, fixes: [] });
});

test("names the references that are not in the list, and uses the last account for the next file", async () => {
  const { studio, drop, apply, get } = await signedIn();
  await writeFile(
    join(studio.folder, "lading.yaml"),
    `lading: 1
accounts: { a-pt: { country: PT, zone: Europe/Lisbon }, b-de: { country: DE } }
sources: { in: { folder: in } }
feeds: { b-de/tax-code: { source: in, files: "tax*.csv" } }
`,
  );
  const { data: taxes } = await drop("tax.csv", "Code,Name,Active\nS1,VAT,Y\nS0,None,Y\n");
  expect(taxes.account).toBe("b-de");
  const charges = "Id,Code,Description,Group,Tax,Active\n1,AF,Air,freight,S1,Y\n2,DOC,Papers,other,ZZ,Y\n";
  const { data: opened } = await drop("charges.csv", charges);
  expect(opened.account).toBe("b-de");
  const { data: mapped } = await apply(opened, { do: "text", text: chargeText });
  const { data: typed } = await apply(taxes, { do: "record", record: "tax-code" });
  const { data: view } = await apply(mapped, { do: "refer", target: "tax-code", sample: typed.id });
  const { issues } = await get<OutcomeView>(`session/${view.id}/outcome`);
  const missing = issues.find(({ code }) => code === "unknown_reference");
  expect(missing?.values).toEqual(["ZZ"]);
  expect(missing?.message).toContain("Add the entry to that list and send the list first");
});

const vendors = (terms: readonly string[]): string =>
  `Nr,Firma,Aktiv,Kreditor,Debitor,Land,Ziel\n${terms.map((term, i) => `${i + 1},Acme ${i + 1},ja,ja,nein,DE,${term}`).join("\n")}\n`;

const vendorMapping = `lading: 1
record: org
fields:
  external_id: Nr
  name: Firma
  code: Nr
  is_active: { column: Aktiv, values: { ja: true, nein: false } }
  is_creditor: { column: Kreditor, values: { ja: true, nein: false } }
  is_debtor: { column: Debitor, values: { ja: true, nein: false } }
  country: Land
  days_to_pay: Ziel
`;

async function openVendors(terms: readonly string[]) {
  const opened = await signedIn();
  const { data: first } = await opened.drop("vendors.csv", vendors(terms));
  const { data: view } = await opened.apply(first, { do: "text", text: vendorMapping });
  const outcome = () => opened.get<OutcomeView>(`session/${view.id}/outcome`);
  return { ...opened, view, outcome };
}

test("marks a field whose rows are rejected, and extracts the number from its text", async () => {
  const { view, outcome, apply } = await openVendors([
    "30 Tage netto",
    "14 Tage",
    "3% 10, 30 Tage",
    "-5 Tage",
    ...["net 30", "030", "30 Tage (netto)"],
    ...["- 30 Tage", "30-", "−30", "(30)", ".5 Tage", "30.5"],
  ]);
  const before = await outcome();
  expect(before.counts).toMatchObject({ accepted: 0, rejected: 13 });
  expect(before.rejectedBy).toEqual({ days_to_pay: 13 });
  expect(before.unread).toEqual([]);
  expect(before.samples["days_to_pay"]?.map(({ isWrong }) => isWrong)).toEqual([true, true, true, true]);
  expect(before.samples["external_id"]?.some(({ isWrong }) => isWrong)).toBe(false);
  const value = fieldOf(view, "days_to_pay")?.numberPattern ?? "";
  const { data } = await apply(view, { do: "word", field: "days_to_pay", word: "pattern", value });
  expect(fieldOf(data, "days_to_pay")).toMatchObject({ shape: "column", others: [] });
  const after = await outcome();
  // A cell with several numbers, a decimal or a negative number is never guessed.
  expect(after.counts).toMatchObject({ accepted: 5, rejected: 8 });
  expect(after.rejectedBy).toEqual({ days_to_pay: 8 });
  expect(after.samples["days_to_pay"]?.map(({ to, isWrong }) => (isWrong ? "wrong" : to))).toEqual([
    "30",
    "14",
    "wrong",
    "wrong",
  ]);
});

test("asks only for the missing value of a constant instead of choosing one", async () => {
  const { view, outcome, apply } = await openVendors(["30"]);
  const { data } = await apply(view, { do: "constant", field: "is_debtor", value: "" });
  expect(fieldOf(data, "is_debtor")).toMatchObject({ shape: "constant", constant: "" });
  expect(data.questions).toMatchObject([{ about: "field", name: "is_debtor" }]);
  expect((await outcome()).open).toEqual(["updated_at", "is_debtor"]);
  const { data: answered } = await apply(data, { do: "constant", field: "is_debtor", value: "false" });
  expect(answered.questions).toEqual([]);
  // The downloaded list lacks this column.
  expect((await outcome()).unread).toEqual(["Debitor"]);
});

test("reports a blank cell that several fields use once per row, cell and sentence", async () => {
  const { studio, headers, drop, apply, get } = await signedIn();
  const { data: first } = await drop("blank.csv", `${vendors(["30"])},Acme 2,ja,ja,nein,DE,30\n`);
  const { data } = await apply(first, { do: "text", text: vendorMapping });
  const outcome = await get<OutcomeView>(`session/${data.id}/outcome`);
  expect(outcome.counts).toMatchObject({ accepted: 1, rejected: 1 });
  expect(outcome.issues.filter(({ severity }) => severity === "error").length).toBe(1);
  const { rows } = await get<RowsView>(`session/${data.id}/rows?filter=rejected&from=0&count=9`);
  expect(rows[0]?.issues.map(({ message }) => message)).toEqual([
    "The required field “Nr” is blank. Fill in the cell.",
  ]);
  const rejects = await send(studio.url, `/api/session/${data.id}/rejects`, { headers });
  expect(rejects.body).toContain(",[Nr] The required field “Nr” is blank. Fill in the cell.,");
});

test("names the row that a duplicate repeats, and suggests the country that a value means", async () => {
  const { drop, apply, get, post } = await signedIn();
  const text = vendors(["30", "30", "30"]).replace("Acme 2,ja,ja,nein,DE", "Acme 2,ja,ja,nein,UK");
  const { data: first } = await drop("vendors.csv", `${text}3,Acme 3 ,ja,ja,nein,DE,30\n`);
  const { data: view } = await apply(first, { do: "text", text: vendorMapping });
  const rowAt = async (index: number) =>
    (await get<RowsView>(`session/${view.id}/rows?filter=all&from=${index}&count=1`)).rows[0];
  const before = await get<OutcomeView>(`session/${view.id}/outcome`);
  expect(before.counts).toMatchObject({ accepted: 2, rejected: 1, merged: 1 });
  expect([await rowAt(2), await rowAt(3)]).toMatchObject([
    { state: "accepted" },
    { state: "merged", duplicateOf: { line: 4, columns: ["Firma"] } },
  ]);
  const fix = before.issues.flatMap(({ fixes }) => fixes).find(({ kind }) => kind === "means");
  expect(fix).toMatchObject({ what: "UK → GB" });
  const { data } = await apply(view, fix!.command);
  expect(data.text).toContain("country: { column: Land, values: { UK: GB }, otherwise: pass }");
  expect((await get<OutcomeView>(`session/${view.id}/outcome`)).counts).toMatchObject({
    accepted: 3,
    rejected: 0,
  });
  // The same fix applies if the first filled column of several is used.
  const { data: several } = await apply(data, {
    do: "text",
    text: vendorMapping.replace("country: Land", "country: [Land, Firma]"),
  });
  const { data: fixed } = await apply(several, fix!.command);
  expect(fixed.text).toContain("country: { first: [ Land, Firma ], values: { UK: GB }, otherwise: pass }");
  const request = { revision: fixed.revision, partner: "Brinkmann & Co", examples: false, overwrite: false };
  const refused = await post<StudioError>(`session/${view.id}/save`, request);
  expect(refused.data.message).toBe("A partner name cannot contain “&”.");
});
