import { request } from "node:http";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type {
  DeliveryReport,
  DeliveryRow,
  DeliveryView,
  Done,
  FeedView,
  OriginalFile,
  Page,
} from "../../src/console/api/views.js";
import { texts } from "../../src/console/app/texts.js";
import { createCredential } from "../../src/store/credentials/store.js";
import { workdir } from "../support/workdir.js";
import { ids, staff } from "../support/world.js";
import { get, serveFolder } from "../http/serving.js";

/** A file that a person sends to the shared console: its processing, and refusals before any byte is read. */

const workspace = `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
`;

const path = "/api/feeds/acme/staff/deliver";

async function signedIn(yaml = workspace) {
  const dir = await workdir({ "lading.yaml": yaml, "inbox/staff-1.csv": staff(...ids(1, 30)) });
  await dir.lading(["run"]);
  const log = new PassThrough();
  let logged = "";
  log.on("data", (chunk: Buffer) => (logged += chunk.toString()));
  const { server, store } = await serveFolder(dir.path, log);
  const grace = { kind: "operator", account: "", name: "Grace Vogel" } as const;
  const { secret } = await createCredential(store, grace, new Date());
  const url = server.operatorsUrl;
  const own = { origin: new URL(url).origin, "x-lading": "studio" };
  const key = JSON.stringify({ key: secret });
  const answer = await get(`${url}/api/sign-in`, own, { method: "POST", body: key });
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  const headers = (name = "staff-2.csv", reason = "Corrected export") => ({
    ...own,
    cookie,
    "x-lading-file": encodeURIComponent(name),
    "x-lading-reason": encodeURIComponent(reason),
  });
  const deliver = (body: string, sent: Record<string, string> = headers(), to = path) =>
    get(url + to, sent, { method: "POST", body });
  const read = async <T>(of: string) => (await get(url + of, { cookie })).json() as T;
  const temporary = () => readdir(join(dir.path, "data", "tmp")).catch(() => []);
  return { dir, url, deliver, read, headers, temporary, logged: () => logged };
}

const feed = "/api/feeds/acme/staff";

test("processes a person's file, records it with name and reason, and logs neither", async () => {
  const { deliver, read, dir, temporary, logged } = await signedIn();
  const answer = await deliver(staff("001:Petra", ...ids(2, 30)));
  const done = answer.json() as Done;
  expect([answer.status, done]).toEqual([
    200,
    {
      isDone: true,
      sentence: "staff-2.csv was published as version 2: 1 changed.",
      delivery: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    },
  ]);
  const { rows } = await read<Page<DeliveryRow>>(`${feed}/deliveries`);
  expect(rows.map(({ file, status, deliveredBy }) => [file, status, deliveredBy])).toEqual([
    ["staff-2.csv", "PUBLISHED", "Grace Vogel"],
    ["staff-1.csv", "PUBLISHED", undefined],
  ]);
  expect(await read<DeliveryView>(`${feed}/deliveries/${done.delivery}`)).toMatchObject({
    source: "console",
    deliveredBy: "Grace Vogel",
    deliveredReason: "Corrected export",
    hasOriginal: true,
  });
  expect((await dir.lading(["history", "acme/staff"])).stdout).toContain("Corrected export (by Grace Vogel)");
  // The source has no part of the file, and no temporary file remains.
  expect(await readdir(join(dir.path, "inbox"))).not.toContain("staff-2.csv");
  expect(await temporary()).toEqual([]);
  expect((await dir.lading(["run"])).code).toBe(0);
  for (const word of ["Petra", "Grace", "staff-2", "Corrected"]) expect(logged()).not.toContain(word);
});

test("holds previously rejected content again, and shows the earlier decision", async () => {
  const { deliver, read, headers, url } = await signedIn();
  const text = staff(...ids(1, 3));
  const { delivery, ...first } = (await deliver(text)).json() as Done;
  expect(first.sentence).not.toContain("same content");
  const of = `${feed}/deliveries/${delivery}`;
  const body = JSON.stringify({ verb: "reject", changeSet: "", reason: "Rows are missing." });
  const json = { ...headers(), "content-type": "application/json" };
  expect((await get(url + of, json, { method: "POST", body })).status).toBe(200);
  expect((await read<DeliveryView>(of)).earlier).toBeUndefined();
  const earlier = expect.stringMatching(
    /Grace Vogel rejected a delivery with the same content on 20.* UTC: “Rows are missing\.”$/,
  ) as string;
  expect((await deliver(text)).json()).toMatchObject({ sentence: earlier });
  const view = await read<DeliveryView>(of);
  expect(view).toMatchObject({ status: "HELD", earlier });
  expect(view).not.toHaveProperty("decidedBy");
  expect(view.steps.map(({ state, by }) => [state, by])).toEqual([
    ["RECEIVED", "Grace Vogel"],
    ["HELD", undefined],
    ["REJECTED", "Grace Vogel"],
    ["RECEIVED", "Grace Vogel"],
    ["HELD", undefined],
  ]);
  const { problems } = await read<FeedView>(feed);
  expect(problems.find(({ code }) => code === "held")).toMatchObject({ detail: earlier });
});

test("includes the person's reason in the message for the partner after a file is rejected", async () => {
  const { deliver, read, headers, url, dir } = await signedIn();
  const json = { ...headers(), "content-type": "application/json" };
  const reject = (of: string) =>
    get(url + of, json, {
      method: "POST",
      body: JSON.stringify({ verb: "reject", changeSet: "", reason: "Rows are missing" }),
    });
  const { delivery } = (await deliver(staff(...ids(1, 3)))).json() as Done;
  await dir.write({ "inbox/staff-3.csv": staff(...ids(1, 4)) });
  await dir.lading(["run"]);
  const { rows } = await read<Page<DeliveryRow>>(`${feed}/deliveries`);
  const fromSource = rows.find(({ file }) => file === "staff-3.csv")?.delivery ?? "";
  for (const each of [delivery ?? "", fromSource]) {
    const of = `${feed}/deliveries/${each}`;
    expect((await reject(of)).status).toBe(200);
    const { partner } = await read<DeliveryView>(of);
    expect(partner?.text).toContain("What is wrong:\nRows are missing");
  }
});

test("shows a file's results in the other feeds that received it", async () => {
  const sharing = `${workspace.replace("first: publish", "first: publish, shared: true")}  ours/staff:
    { source: inbox, files: "staff*.csv", settle: final_name, first: publish, shared: true, guard: { rows_below: off, ids_gone: off, changes: off } }
`.replace("accounts: {", "accounts: { ours: { country: US },");
  const { deliver, read } = await signedIn(sharing);
  const { delivery, sentence } = (await deliver(staff(...ids(1, 3)))).json() as Done;
  expect(sentence).toMatch(
    /^acme\/staff: staff-2\.csv is held\. [^]*\nours\/staff: staff-2\.csv was published as version 2: 27 deactivated\.$/,
  );
  const { others } = await read<DeliveryView>(`${feed}/deliveries/${delivery}`);
  expect(others).toEqual([{ feed: "ours/staff", status: "PUBLISHED", version: 2 }]);
  const view = await read<DeliveryView>(`/api/feeds/ours/staff/deliveries/${delivery}`);
  expect(view.others).toEqual([{ feed: "acme/staff", status: "HELD" }]);
});

test("shows each reason for a rejected row separately, and offers the file of the current list", async () => {
  const { deliver, read } = await signedIn();
  const rows = `${staff(...ids(1, 29))}"030" x,Ann\r\n`;
  const done = (await deliver(rows)).json() as Done;
  const { delivery } = done;
  expect(done).toMatchObject({
    rejected: 1,
    sentence: expect.stringMatching(
      /^staff-2\.csv was published as version 2: .*\. 1 row was rejected\.$/,
    ) as string,
  });
  expect((await read<FeedView>(feed)).original).toEqual({
    delivery,
    file: "staff-2.csv",
    receivedAt: expect.stringMatching(/^20/) as string,
    rows: 30,
    rejected: 1,
    isCutOff: false,
  });
  const { rejected, file } = await read<DeliveryReport>(`${feed}/deliveries/${delivery}/report`);
  expect(file.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(rejected?.findings).toEqual([]);
  const sentences = rejected?.rows[0]?.issues.flatMap((issue) =>
    issue.column === undefined ? [issue.sentence] : [],
  );
  expect(sentences).toEqual([
    expect.stringMatching(/^A cell in the row contains a quotation mark/),
    expect.stringMatching(/^The row has 2 cells/),
  ]);
});

test("warns that the file of the current list is incomplete, and still shows a rollback after the feed is resumed", async () => {
  const { deliver, read, headers, url } = await signedIn();
  const json = { ...headers(), "content-type": "application/json" };
  const act = (to: string, body: object) =>
    get(`${url}${feed}${to}`, json, { method: "POST", body: JSON.stringify(body) });
  const { original: complete } = await read<FeedView>(feed);
  expect(texts.console.feed.originalWarning(complete as OriginalFile)).toBe("");
  const approve = async (text: string, name: string) => {
    const { delivery } = (await deliver(text, headers(name))).json() as Done;
    const { changeSet } = await read<DeliveryReport>(`${feed}/deliveries/${delivery}/report`);
    const release = { verb: "release", changeSet, reason: "Correct" };
    expect((await act(`/deliveries/${delivery}`, release)).status).toBe(200);
  };
  await approve(staff(...ids(1, 12)).trimEnd(), "staff-2.csv");
  await approve(staff(...ids(1, 31)), "staff-3.csv");
  expect((await act("/rollback", { to: 2, reason: "Wrong list" })).status).toBe(200);
  const { original, publication, pausedAt } = await read<FeedView>(feed);
  expect(pausedAt).toBe(2);
  expect([publication?.records, original]).toMatchObject([
    30,
    { file: "staff-2.csv", rows: 12, rejected: 0, isCutOff: true },
  ]);
  expect(texts.console.feed.originalWarning(original as OriginalFile)).toBe(
    "The file may have been cut off. If rows are missing, ask the partner for a complete file.",
  );
  expect((await act("/resume", { reason: "Cause fixed" })).status).toBe(200);
  const resumed = await read<FeedView>(feed);
  expect(resumed).not.toHaveProperty("pausedAt");
  expect(resumed.publication).toMatchObject({ number: 4, rolledBackTo: 2 });
});

test("groups the errors of rejected rows if there are too many rows to show, and lists no error twice", async () => {
  const { deliver, read } = await signedIn();
  const rows = Array.from({ length: 60 }, (_, at) => `"${at + 100}",\r\n`).join("");
  const { delivery } = (await deliver(staff(...ids(1, 30)) + rows)).json() as Done;
  const { rejected, file } = await read<DeliveryReport>(`${feed}/deliveries/${delivery}/report`);
  expect([rejected?.rows.length, rejected?.count]).toEqual([50, 60]);
  const grouped = rejected?.findings.map(({ code, severity, count }) => [code, severity, count]);
  expect(grouped).toContainEqual(["missing_value", "error", 60]);
  expect(file.findings.filter(({ severity }) => severity === "error")).toEqual([]);
});

test("shows that files are waiting, and how many, while the feed is paused", async () => {
  const { deliver, read, headers, url } = await signedIn();
  expect((await deliver(staff(...ids(1, 31)))).status).toBe(200);
  const body = JSON.stringify({ to: 1, reason: "Wrong list" });
  const json = { ...headers(), "content-type": "application/json" };
  expect((await get(`${url}${feed}/rollback`, json, { method: "POST", body })).status).toBe(200);
  const done = (await deliver(staff(...ids(1, 32)), headers("staff-3.csv"))).json() as Done;
  const { waiting, pausedAt, problems } = await read<FeedView>(feed);
  expect([waiting, pausedAt]).toEqual([1, 1]);
  expect(problems.map(({ code, sentence }) => [code, sentence])).toEqual([
    ["paused", "Paused after a rollback to version 1. Files are received but not published."],
    [
      "received",
      "A file was received but has not been processed yet. The file is waiting for the feed to be resumed.",
    ],
  ]);
  expect(await read<DeliveryView>(`${feed}/deliveries/${done.delivery}`)).toMatchObject({
    status: "RECEIVED",
    pausedAt: 1,
    isEvaluated: false,
    documents: [],
  });
});

test("passes on names and reasons with any characters unchanged", async () => {
  const { deliver, read, headers } = await signedIn();
  const name = "staff Größe – №2 <img src=x>.csv";
  const answer = await deliver(staff(...ids(1, 31)), headers(name, "Bürozeiten 📦 <b>"));
  const { delivery } = answer.json() as Done;
  expect(await read<DeliveryView>(`${feed}/deliveries/${delivery}`)).toMatchObject({
    file: name,
    deliveredReason: "Bürozeiten 📦 <b>",
  });
});

test("refuses a request from another page or without a session, and does not read its file", async () => {
  const { deliver, headers, read, temporary } = await signedIn();
  const good = headers();
  const { origin: _, ...withoutOrigin } = good;
  const { "x-lading": __, ...withoutHeader } = good;
  const { cookie: ___, ...withoutCookie } = good;
  for (const [sent, status] of [
    [{ ...good, origin: "http://evil.example" }, 403],
    [{ ...good, "sec-fetch-site": "cross-site" }, 403],
    [{ ...good, "sec-fetch-site": "same-site" }, 403],
    [withoutOrigin, 403],
    [withoutHeader, 403],
    [withoutCookie, 401],
    [{ ...good, cookie: "lading_operator_1=x" }, 401],
  ] as const) {
    const answer = await deliver(staff(...ids(1, 31)), sent);
    expect([answer.status, answer.headers["connection"]]).toEqual([status, "close"]);
  }
  expect((await read<Page<DeliveryRow>>(`${feed}/deliveries`)).count).toBe(1);
  expect(await temporary()).toEqual([]);
});

test("refuses invalid names, missing reasons and unknown feeds", async () => {
  const { deliver, headers, read, temporary, dir, url } = await signedIn();
  const text = staff(...ids(1, 31));
  for (const name of [
    "",
    ".",
    "..",
    "../staff-2.csv",
    "staff/../../lading.yaml",
    "staff\\..\\x.csv",
    "/etc/staff.csv",
    "staff\u0000.csv",
    "staff\r\nx-evil: 1.csv",
    "staff\u202Evsc.csv",
    `staff${"x".repeat(300)}.csv`,
  ]) {
    expect([name, (await deliver(text, headers(name))).status]).toEqual([name, 400]);
  }
  const check = async (name: string) => {
    const sent = { ...headers(), "content-type": "application/json" };
    const asked = { method: "POST", body: JSON.stringify({ name }) };
    return (await get(`${url}${path}/check`, sent, asked)).json();
  };
  expect(await check("staff-2.csv")).toEqual({ feeds: ["acme/staff"] });
  expect(await check("people.csv")).toEqual({
    feeds: [],
    refusal: "This feed accepts files named staff*.csv. If the file is the right export, rename it.",
  });
  const other = await deliver(text, headers("people.csv"));
  expect([other.status, other.json()]).toEqual([
    409,
    {
      message: "This feed accepts files named staff*.csv. If the file is the right export, rename it.",
      hint: "",
    },
  ]);
  expect((await deliver(text, { ...headers(), "x-lading-file": "%E0%A4%A" })).status).toBe(400);
  for (const reason of ["", " \u200b ", "x".repeat(501)]) {
    expect((await deliver(text, headers("staff-2.csv", reason))).status).toBe(400);
  }
  for (const unknown of ["/api/feeds/acme/job/deliver", "/api/feeds/..%2f../x/deliver"]) {
    expect((await deliver(text, headers(), unknown)).status).toBe(404);
  }
  expect((await deliver("", headers())).status).toBe(400);
  expect((await read<Page<DeliveryRow>>(`${feed}/deliveries`)).count).toBe(1);
  expect(await temporary()).toEqual([]);
  expect((await readdir(dir.path)).sort()).toEqual(["data", "inbox", "lading.yaml"]);
});

test("refuses a file with a stated size over the limit unread, permits one upload at a time, and leaves nothing after an aborted upload", async () => {
  const { url, headers, read, temporary, deliver } = await signedIn();
  const send = (length: number) => {
    const sent = request(url + path, { method: "POST", headers: { ...headers(), "content-length": length } });
    sent.on("error", () => undefined);
    const status = new Promise<number>((resolve) => {
      sent.once("response", (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
    });
    return { sent, status };
  };
  const large = send(256 * 1024 * 1024 + 1);
  large.sent.write("external_id");
  expect(await large.status).toBe(413);
  large.sent.destroy();

  const slow = send(100_000);
  slow.sent.write("external_id,updated_at\n");
  await expect.poll(temporary).toHaveLength(1);
  expect((await deliver(staff(...ids(1, 31)))).status).toBe(429);
  slow.sent.destroy();
  await expect.poll(temporary).toEqual([]);
  expect((await read<Page<DeliveryRow>>(`${feed}/deliveries`)).count).toBe(1);
  await expect.poll(async () => (await deliver(staff(...ids(1, 31)))).status).toBe(200);
});
