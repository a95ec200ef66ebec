import { execFileSync } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, onTestFinished, test } from "vitest";
import { createCredential } from "../../src/store/credentials/store.js";
import { openapiDocument } from "../../src/http/openapi.js";
import { silentLog } from "../../src/log.js";
import { storedEntries, frozenFile } from "../../src/outbox/entries.js";
import { sendInvoices } from "../../src/outbox/send.js";
import { localFolder } from "../../src/outbox/outbox-folder.js";
import { realDisk } from "../../src/system/disk.js";
import { receiverOf, serveWorkspace } from "../../src/http/serve-workspace.js";
import { databases } from "../support/postgres.js";
import { world, type World } from "../support/world.js";
import { publish } from "./publish.js";

/** `POST /payables-invoices` over real sockets and stores, with a real layout. */

const layout = `
lading: 1
layout: payables-invoice
format: csv
file: { name: "AP-{external_id}.csv", line_end: lf }
headings: false
lines:
  - columns:
      - { name: Number, field: invoice_number, substring: { from: 1, length: 8 } }
      - { name: Vendor, field: creditor, lookup: org.code }
      - { name: Total, field: overseas_amount.total, decimal: { places: 2 } }
`;

const lines = (total: string) =>
  `[{"accrual":null,"overseas_amount":{"currency":"EUR","pre_tax":${total},"total":${total}}}]`;

function body(number: string, { total = "119.00", creditor = "C1", more = "" } = {}): string {
  return `{"creditor":{"external_id":"${creditor}"},"invoice_number":"${number}","invoice_date":"2026-03-01",${more}"overseas_amount":{"currency":"EUR","pre_tax":${total},"total":${total}},"charge_lines":${lines(total)}}`;
}

interface Server {
  readonly url: string;
  readonly secret: string;
  readonly other: string;
  readonly here: World;
  readonly post: (text: string | Buffer, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly again: () => Promise<string>;
}

const judge = addFormats.default(new Ajv.default({ strict: false }));
judge.addSchema(openapiDocument(), "document");
const described = (name: string) => judge.compile({ $ref: `document#/components/schemas/${name}` });

const eventSync = 'sync: events, platform: { url: "http://127.0.0.1:9", token: env:TOKEN }';

async function server(database?: string, rename = "", sync = eventSync): Promise<Server> {
  const here = await world(
    `
lading: 1
${database === undefined ? "" : "database: env:DATABASE"}
accounts:
  acme: { country: US, zone: UTC, ${rename} ${sync}, outbox: { layout: layout.yaml, folder: to-ffs } }
  other: { country: US, zone: UTC }
sources: { inbox: { folder: inbox } }
feeds:
  acme/org: { source: inbox, files: "org*" }
  acme/job: { source: inbox, files: "job*" }
  acme/payables-invoice: { source: inbox, files: "ap*" }
server: { port: "0", operators: { port: "0" } }
`,
    undefined,
    "here",
    database === undefined ? {} : { DATABASE: database },
  );
  await here.write("layout.yaml", layout);
  await publish(here.store, "acme/org", 1, [
    { external_id: "C1", updated_at: "2026-03-01T08:15:00.000Z", code: "HARB" },
  ]);
  const start = async (): Promise<string> => {
    const { workspace, store } = here.setup;
    const running = await serveWorkspace(workspace, {
      log: silentLog,
      store,
      env: {},
      port: 0,
      operatorsPort: 0,
    });
    onTestFinished(() => running.close());
    return running.url;
  };
  const secretOf = async (account: string) =>
    (await createCredential(here.store, { kind: "token", account, name: "x" }, new Date())).secret;
  const [secret, other] = [await secretOf("acme"), await secretOf("other")];
  const url = await start();
  return {
    url,
    secret,
    other,
    here,
    again: start,
    post: (text, headers = {}) =>
      fetch(`${url}/payables-invoices`, {
        method: "POST",
        body: text,
        headers: { "content-type": "application/json", authorization: `Bearer ${secret}`, ...headers },
      }),
  };
}

interface ResponseBody {
  readonly external_id?: string;
  readonly error?: { readonly code: string; readonly details: readonly Record<string, string | null>[] };
}
const read = async (response: Response): Promise<readonly [number, ResponseBody]> => [
  response.status,
  (await response.json()) as ResponseBody,
];

describe("a posted invoice", () => {
  test("is recorded with its file, answered with an id of Lading, and fetched by it with every digit", async () => {
    const { post, here, url, secret } = await server();
    const total = "123456789012345678901234567890.10";
    const [status, { external_id: id = "", ...rest }] = await read(
      await post(body("INV-2026-0001", { total, more: '"x_kept":0.10,' })),
    );
    expect([status, rest]).toEqual([200, { status: "draft" }]);
    const [entry] = await storedEntries(here.store.db, "acme");
    expect(entry).toMatchObject({ id, state: "RECORDED", total, number: "INV-2026-0001", day: "2026-03-01" });
    expect(Buffer.from(await frozenFile(here.store.db, id)).toString()).toContain(`INV-2026,HARB,${total}\n`);
    const fetched = await fetch(`${url}/payables-invoices/${id}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(fetched.status).toBe(200);
    const text = await fetched.text();
    expect(text).toContain(`"total":${total}`);
    expect(text).toContain('"x_kept":0.10');
    expect(JSON.parse(text)).toMatchObject({
      external_id: id,
      status: "draft",
      charge_lines: [{ external_id: `${id}-1` }],
    });
  });

  test("is fetched by Lading's id regardless of its own fields, and shows its taxes if the account has tax", async () => {
    const own = '"external_id":"THEIRS","updated_at":"2020-01-01T00:00:00Z","status":"posted",';
    const fetched = async (accounts: string) => {
      const { post, url, secret } = await server(undefined, accounts);
      const posted = body("A-1", { total: "0.30", more: own }).replace('"pre_tax":0.30', '"pre_tax":0.10');
      const [, { external_id: id = "" }] = await read(
        await post(posted.replace('{"accrual":null', '{"external_id":"L-9","accrual":null')),
      );
      const response = await fetch(`${url}/payables-invoices/${id}`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      const whole = (await response.json()) as Record<string, unknown>;
      expect(described("PostedPayablesInvoice")(whole)).toBe(true);
      const { updated_at: at, ...invoice } = whole;
      expect(at).not.toBe("2020-01-01T00:00:00Z");
      expect(invoice).toMatchObject({ external_id: id, status: "draft" });
      return JSON.stringify([invoice["overseas_amount"], invoice["charge_lines"]]).replaceAll(id, "OURS");
    };
    expect(await fetched("tax_mode: tax, tax_codes: none,")).toBe(
      '[{"currency":"EUR","pre_tax":0.1,"total":0.3,"tax":0.2},[{"external_id":"OURS-1","accrual":null,"overseas_amount":{"currency":"EUR","pre_tax":0.3,"total":0.3,"tax":0}}]]',
    );
    expect(await fetched("")).not.toContain('"tax"');
  });

  test("is answered with 400 and every mistake at once, including those of the layout", async () => {
    const { post, here } = await server();
    const several = await read(
      await post('{"creditor":{},"overseas_amount":{"currency":"eur","pre_tax":1e2,"total":"1"}}'),
    );
    expect(several[0]).toBe(400);
    expect(several[1].error?.code).toBe("validation_error");
    expect(several[1].error?.details.map(({ field }) => field)).toEqual(
      expect.arrayContaining([
        "creditor.external_id",
        "invoice_number",
        "overseas_amount.currency",
        "overseas_amount.pre_tax",
        "charge_lines",
      ]),
    );
    expect((await read(await post(body("A-1", { creditor: "C9" }))))[1].error).toMatchObject({
      code: "validation_error",
      details: [{ field: "creditor" }],
    });
    const broken = (await read(await post("{")))[1];
    expect([broken.error?.code, described("Error")(broken)]).toEqual(["invalid_json", true]);
    expect((await read(await post(Buffer.from([0x7b, 0xff]))))[1].error?.code).toBe("invalid_json");
    expect((await post(body("A-1"), { "content-type": "text/plain" })).status).toBe(415);
    expect(await storedEntries(here.store.db, "acme")).toEqual([]);
  });

  test("additional fields are accepted, served and written under the account's names", async () => {
    const rename =
      "rename: { payables-invoice: { invoice_date: date_of_invoice, charge_lines.description: text } },";
    const { post, here, url, secret } = await server(undefined, rename);
    const theirs = (text: string) =>
      text.replace("invoice_date", "date_of_invoice").replace('{"accrual"', '{"text":"Air","accrual"');
    const [status, { external_id: id = "" }] = await read(await post(theirs(body("A-1"))));
    expect([status, (await storedEntries(here.store.db, "acme"))[0]?.day]).toEqual([200, "2026-03-01"]);
    const fetched = await fetch(`${url}/payables-invoices/${id}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    const text = await fetched.text();
    expect(JSON.parse(text)).toMatchObject({
      date_of_invoice: "2026-03-01",
      charge_lines: [{ text: "Air", accrual: null }],
    });
    expect(text).not.toContain("invoice_date");
    const refused = await read(await post(theirs(body("A-2")).replace('"2026-03-01"', '"March"')));
    expect(refused).toMatchObject([
      400,
      {
        error: {
          details: [
            { field: "date_of_invoice", message: "`date_of_invoice` must be a date such as 2026-02-27." },
          ],
        },
      },
    ]);
  });

  test("is answered with 401 before the body is read, and with 404 if the account has no outbox", async () => {
    const { post, other, url } = await server();
    const large = "x".repeat(20 * 1024 * 1024);
    const response = await post(large, { authorization: "Bearer wrong" }).catch(() => undefined);
    // The connection may end while the body is still being sent.
    expect(response?.status ?? 401).toBe(401);
    expect((await post(body("A-1"), { authorization: "Bearer wrong" })).status).toBe(401);
    expect((await read(await post(body("A-1"), { authorization: `Bearer ${other}` })))[1].error?.code).toBe(
      "no_outbox",
    );
    const wide = `"x":"${"y".repeat(2 * 1024 * 1024)}",`;
    expect((await post(body("A-1", { more: wide }))).status).toBe(200);
    expect(url).toContain("http");
  });

  test("is answered with 409 and the known id if it is repeated, equal after shortening, or exported by the FFS", async () => {
    const { post, here } = await server();
    const [, { external_id: id }] = await read(await post(body("INV-2026-0001")));
    const known = async (number: string) => {
      const [status, { error }] = await read(await post(body(number)));
      return [status, error?.code, error?.details[0]?.["external_id"]];
    };
    expect(await known("INV-2026-0001")).toEqual([409, "duplicate_invoice", id]);
    expect(await known("INV-2026-0002")).toEqual([409, "duplicate_invoice", id]);
    await publish(here.store, "acme/payables-invoice", 1, [
      {
        external_id: "F1",
        updated_at: "2026-03-01T08:15:00.000Z",
        creditor: { external_id: "C1" },
        invoice_number: "B-1",
        overseas_amount: { currency: "EUR", pre_tax: "1.0", tax: null, total: "1.0" },
      },
    ]);
    expect(await known("B-1")).toEqual([409, "duplicate_invoice", "F1"]);
    expect((await post(body("B-1", { total: "-1.0" }))).status).toBe(200);
  });

  test("a polling platform finds it once when it was posted, and again when the FFS exported it", async () => {
    const { post, here, url, secret } = await server(undefined, "", "sync: polling");
    const get = async (path: string): Promise<unknown> =>
      (
        await fetch(`${url}/payables-invoices${path}`, { headers: { authorization: `Bearer ${secret}` } })
      ).json();
    const idsFrom = (after: string) => get(`?updated_after=${after}`);
    const updatedAt = async (id: string) => ((await get(`/${id}`)) as { updated_at: string }).updated_at;
    expect(await get("")).toEqual([]);
    const [, { external_id: id = "" }] = await read(await post(body("A-1")));
    const [, { external_id: other = "" }] = await read(await post(body("A-2")));
    const [first, second] = [await updatedAt(id), await updatedAt(other)];
    expect(Date.parse(second)).toBeGreaterThan(Date.parse(first));
    expect(await idsFrom(first)).toEqual([{ external_id: id }, { external_id: other }]);
    expect(await get(`?updated_after=${first}&updated_before=${second}`)).toEqual([{ external_id: id }]);
    // Nothing is added to a window that was answered.
    const [, { external_id: third = "" }] = await read(await post(body("A-3")));
    expect(await get(`?updated_after=${first}&updated_before=${await updatedAt(third)}`)).toEqual([
      { external_id: id },
      { external_id: other },
    ]);
    const folder = join(here.folder, "to-ffs");
    await realDisk.mkdir(folder);
    const target = localFolder(realDisk, { folder });
    await sendInvoices({ store: here.store, target, account: "acme", signal: new AbortController().signal });
    // Within a second, ids are ordered by their UTF-8 bytes, which differs from UTF-16.
    const rows = ["F1", "\u{1f600}", "\uff71"];
    await publish(
      here.store,
      "acme/payables-invoice",
      1,
      rows.map((external_id, i) => ({
        external_id,
        updated_at: new Date().toISOString(),
        creditor: { external_id: "C1" },
        invoice_number: i === 0 ? "A-1" : `B-${i}`,
        invoice_date: "2026-03-01",
        overseas_amount: { currency: "EUR", pre_tax: "119.0", tax: null, total: "119.0" },
      })),
    );
    const exported = [id, "\uff71", "\u{1f600}"];
    expect(await idsFrom(first)).toEqual([other, third, ...exported].map((each) => ({ external_id: each })));
    expect(await idsFrom(await updatedAt(id))).toEqual(exported.map((each) => ({ external_id: each })));
  });

  test("is fetched by Lading's id with the FFS's content, and not by the FFS's id, once the FFS exported it", async () => {
    const { post, here, url, secret } = await server();
    const [, { external_id: id = "" }] = await read(await post(body("A-1")));
    const folder = await mkdtemp(join(tmpdir(), "lading-to-ffs-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const target = localFolder(realDisk, { folder });
    await sendInvoices({ store: here.store, target, account: "acme", signal: new AbortController().signal });
    const amount = { currency: "EUR", pre_tax: "119.00", total: "119.00" };
    await publish(here.store, "acme/payables-invoice", 1, [
      {
        external_id: "FFS-ROW-1",
        updated_at: new Date().toISOString(),
        status: "posted",
        creditor: { external_id: "C1" },
        invoice_number: "A-1",
        invoice_date: "2026-03-01",
        overseas_amount: amount,
      },
    ]);
    const get = (each: string) =>
      fetch(`${url}/payables-invoices/${each}`, { headers: { authorization: `Bearer ${secret}` } });
    const fetched = await get(id);
    const text = await fetched.text();
    expect(text).toContain('"total":119.00');
    expect(JSON.parse(text)).toMatchObject({ external_id: id, status: "posted", invoice_number: "A-1" });
    expect((await get("FFS-ROW-1")).status).toBe(404);
    expect((await read(await post(body("A-1"))))[1].error?.details[0]?.["external_id"]).toBe(id);
  });

  test("is answered with 503 if the layout is invalid or the store cannot be written, and the number is free afterward", async () => {
    const { post, here } = await server();
    await here.write("layout.yaml", "lading: 1\n");
    expect((await post(body("A-1"))).status).toBe(503);
    await here.write("layout.yaml", layout);
    // The writes in the transaction fail, as on a full disk.
    const { sql } = await import("../../src/store/kysely.js");
    const { failure } = await import("../../src/errors.js");
    const full = {
      ...here.store,
      transaction: async () =>
        Promise.reject(failure("storage_failed", { path: "lading.db", reason: "ENOSPC" })),
    } as typeof here.store;
    await expect(
      receiverOf(here.setup.workspace, full).receive("acme", Buffer.from(body("A-1"))),
    ).rejects.toMatchObject({ recovery: "retry" });
    await sql`select 1`.execute(here.store.db);
    expect((await post(body("A-1"))).status).toBe(200);
  });

  test("is logged as possibly unknown to the platform if the client disconnects before the response", async () => {
    const { url, secret, here } = await server();
    // The server waits in its layout until the client has disconnected.
    const path = join(here.folder, "layout.yaml");
    await rm(path);
    execFileSync("mkfifo", [path]);
    const text = body("A-1");
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    await new Promise<void>((resolve) =>
      socket.write(
        `POST /payables-invoices HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
        () => resolve(),
      ),
    );
    const pipe = await open(path, "w");
    socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await pipe.writeFile(layout);
    await pipe.close();
    await expect
      .poll(async () => (await storedEntries(here.store.db, "acme"))[0]?.history.at(-1)?.why ?? "")
      .toContain("may not have the ID");
  });
});

describe.each(databases)("two servers with one store on %s", (_, newDatabase) => {
  test("answer 200 on one and 409 with the id on the other for an invoice that both get at the same moment", async () => {
    const { url, again, secret } = await server(newDatabase());
    const urls = [url, await again()];
    for (let n = 1; n <= 5; n += 1) {
      const responses = await Promise.all(
        urls.map(async (each) =>
          read(
            await fetch(`${each}/payables-invoices`, {
              method: "POST",
              body: body(`${n}`),
              headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
            }),
          ),
        ),
      );
      expect(responses.map(([status]) => status).sort()).toEqual([200, 409]);
      const taken = responses.find(([status]) => status === 200)?.[1].external_id;
      expect(responses.find(([status]) => status === 409)?.[1].error?.details[0]?.["external_id"]).toBe(
        taken,
      );
    }
  });
});
