import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { operationsOf } from "../../src/cli/serve/in-child.js";
import { trialProcess } from "../../src/cli/serve/trial-process.js";
import { consolePages, consoleWith } from "../../src/console/operators/operators.js";
import { createCredential } from "../../src/store/credentials/store.js";
import { openStore, type Store } from "../../src/store/store.js";
import { openLog, silentLog } from "../../src/log.js";
import type { Route } from "../../src/http/answer.js";
import { openHttp, type HttpOptions, type HttpServer } from "../../src/http/http.js";
import type { ServedAccount } from "../../src/http/lists.js";
import { serveWorkspace, type ServedWorkspace } from "../../src/http/serve-workspace.js";
import { startServer, type RunningServer } from "../../src/http/server.js";
import type { Status, StatusSource } from "../../src/feeds/health/status.js";
import type { Operations, Trials } from "../../src/console/api/operations.js";
import type { Workspace } from "../../src/workspace/workspace.js";
import { loadWorkspace } from "../../src/workspace/load.js";
import { openStoreOf } from "../../src/workspace/open-store.js";
import { serverSettingsSchema } from "../../src/workspace/server-settings.js";
import { makeCertificate } from "../support/certificate.js";
import { feedAt, publish } from "./publish.js";
import type { CredentialKind } from "../../src/store/states.js";

/**
 * A running server on free ports with a real store and sockets, and a request function that returns raw
 * answers.
 */

export const staff = [
  {
    external_id: "E1",
    updated_at: "2026-03-01T08:15:00.000Z",
    name: "Petra Vogel",
    email_address: "petra.vogel@example.com",
    is_active: true,
  },
  {
    external_id: "E2",
    updated_at: "2026-03-01T08:15:00.000Z",
    name: "Jan Öberg",
    email_address: "jan.oberg@example.com",
    is_active: false,
  },
];

export const chargeCodes = [
  {
    external_id: "17",
    updated_at: "2026-03-01T08:15:00.000Z",
    code: "AFRT",
    description: "Air freight",
    charge_type: "freight",
    tax_code: { external_id: "VAT19" },
    is_active: true,
  },
];

export const taxCodes = [
  {
    external_id: "VAT19",
    updated_at: "2026-03-01T08:15:00.000Z",
    code: "S1",
    description: "VAT 19 %",
    is_active: true,
  },
];

export const orgs = [
  {
    external_id: "ORG/1 ö",
    updated_at: "2020-01-01T00:00:00.000Z",
    name: 'Harbour "Line" Ltd',
    code: "00417",
    is_active: true,
    is_creditor: true,
    is_debtor: false,
    country: "GB",
    days_to_pay: 30,
    payments_scheduling_rule: "n_days_after_invoice_date",
    city: null,
  },
  {
    external_id: "ORG2",
    updated_at: "2020-01-01T00:00:00.000Z",
    name: "Ocean Line",
    code: "OCE",
    is_active: false,
    is_creditor: false,
    is_debtor: true,
    country: "SG",
    days_to_pay: null,
    payments_scheduling_rule: null,
    city: "Singapore",
  },
];

/** A job with the id of each org, because records of other types with the same id must not count. */
export const jobs = orgs.map(({ external_id, updated_at }) => ({
  external_id,
  updated_at,
  number: "J-1",
  accruals: [],
}));

const amount = { currency: "EUR", pre_tax: "100.0", tax: "0.0", total: "100.0" };

/** For the id of an org. */
export const invoices = orgs.map(({ external_id, updated_at }) => ({
  external_id,
  updated_at,
  status: "posted",
  creditor: { external_id },
  invoice_number: "0017",
  local_amount: amount,
  overseas_amount: amount,
  charge_lines: [
    {
      external_id: "1",
      job: { external_id },
      accrual: null,
      charge_code: { external_id: "17" },
      tax_code: { external_id: "VAT19" },
      tax_rate: "0",
      local_amount: amount,
      overseas_amount: amount,
    },
  ],
}));

const noFeeds = { feeds: [], accounts: new Map() } as unknown as Workspace;

const noTrials: Trials = {
  ask: async () => ({ refused: "not here" }),
  end: async () => ({}),
};

const noOperations = {} as Operations;

export interface Serving extends RunningServer {
  readonly folder: string;
  /** A separate connection to the store, as another process has it. */
  readonly store: Store;
  /** The server's connection. */
  readonly asked: Store;
  /** Everything logged so far. */
  log(): string;
  /** Creates an active credential. `id` is public, `secret` is what the client sends. */
  credential(
    account: string,
    kind?: CredentialKind,
    options?: { name?: string; expiresAt?: Date; now?: Date },
  ): Promise<{ id: string; secret: string; clientId: string }>;
}

export interface ServingOptions {
  /** Merged into the `server:` block. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Default: `acme-de` with the three lists, orgs, jobs and invoices. */
  readonly accounts?: readonly ServedAccount[];
  readonly status?: Status;
  readonly now?: () => Date;
  /** The clock of the database, in milliseconds since 1970. */
  readonly clock?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
  readonly operatorsToken?: string;
}

export async function serve(options: ServingOptions = {}): Promise<Serving> {
  const folder = await mkdtemp(join(tmpdir(), "lading-serve-"));
  const data = join(folder, "data");
  const { clock } = options;
  const opened = async (): Promise<Store> => ({
    ...(await openStore({ data })),
    ...(clock && { now: async () => clock() }),
  });
  const [asked, store] = [await opened(), await opened()];
  const stream = new PassThrough();
  let logged = "";
  stream.on("data", (chunk: Buffer) => (logged += chunk.toString()));
  const accounts = options.accounts ?? [await acme(store)];
  const status = statusOf(options.status ?? { feeds: [], problems: [], runs: [] });
  const server = await startServer({
    settings: serverSettingsSchema.parse({ port: "0", operators: { port: "0" }, ...options.settings }),
    accounts,
    db: asked.db,
    horizons: asked,
    status,
    pages: consolePages({ workspace: noFeeds, store: asked, status, operations: noOperations }, noTrials),
    log: openLog(stream),
    ...(options.now && { now: options.now }),
    ...(options.pause && { pause: options.pause }),
    ...(options.operatorsToken && { operatorsToken: options.operatorsToken }),
  });
  onTestFinished(async () => {
    await server.close();
    await Promise.all([asked.close(), store.close()]);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    ...server,
    folder,
    store,
    asked,
    log: () => logged,
    async credential(account, kind = "token", { name = "default", expiresAt, now = new Date() } = {}) {
      const { credential, secret } = await createCredential(store, { kind, account, name, expiresAt }, now);
      return { id: credential.id, secret, clientId: credential.client_id ?? "" };
    },
  };
}

/** Routes on a free port, without a store behind them. */
export async function openRoutes(
  routes: readonly Route[],
  options: Partial<HttpOptions> = {},
): Promise<HttpServer> {
  const server = await openHttp({
    address: "127.0.0.1",
    port: 0,
    behindProxy: false,
    connections: 64,
    slowestBytesPerSecond: 1_000_000_000,
    log: silentLog,
    routes,
    ...options,
  });
  onTestFinished(() => server.close(0));
  return server;
}

export function keyPair(kind?: "rsa"): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "lading-pair-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return makeCertificate(folder, "server", 2, kind);
}

export async function acme(store: Store): Promise<ServedAccount> {
  await publish(store, "acme-de/staff", 1, staff);
  await publish(store, "acme-de/charge-code", 1, chargeCodes);
  await publish(store, "acme-de/tax-code", 1, taxCodes);
  await publish(store, "acme-de/org", 1, orgs);
  await publish(store, "acme-de/job", 1, jobs);
  await publish(store, "acme-de/payables-invoice", 1, invoices);
  return {
    name: "acme-de",
    envelope: undefined,
    sync: "polling",
    lists: new Map([
      ["staff", feedAt("acme-de/staff")],
      ["charge-codes", feedAt("acme-de/charge-code")],
      ["tax-codes", feedAt("acme-de/tax-code")],
      ["orgs", feedAt("acme-de/org")],
      ["jobs", feedAt("acme-de/job")],
      ["payables-invoices", feedAt("acme-de/payables-invoice")],
    ]),
  };
}

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  json(): unknown;
}

/** Sends one request, on its own connection unless an agent is given, without decoding and redirects. */
export function get(
  url: string,
  headers: Record<string, string> = {},
  options: { method?: string; body?: string; agent?: Agent } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method: options.method ?? "GET", headers, agent: options.agent ?? false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const body = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body,
            json: () => JSON.parse(body.toString("utf8")) as unknown,
          });
        });
      },
    );
    request.on("error", reject);
    request.end(options.body);
  });
}

/** A source with one status, whether or not the store can be read. */
export function statusOf(status: Status): StatusSource {
  return { read: async () => status, without: async () => status };
}

export function bearer(secret: string): Record<string, string> {
  return { authorization: `Bearer ${secret}` };
}

interface ServedFolder {
  readonly server: ServedWorkspace;
  readonly store: Store;
  close(): Promise<void>;
}

/** Calls `openFolder`, and closes the server when the test ends. */
export async function serveFolder(...options: Parameters<typeof openFolder>): Promise<ServedFolder> {
  const opened = await openFolder(...options);
  onTestFinished(() => opened.close());
  return opened;
}

/**
 * Serves the workspace in a folder with its operators' page, as `lading serve` does without a terminal.
 * @param patience milliseconds until the server answers that a decision is still in progress
 */
export async function openFolder(
  cwd: string,
  stderr = new PassThrough(),
  patience?: number,
): Promise<ServedFolder> {
  const workspace = await loadWorkspace(cwd);
  const store = await openStoreOf(workspace, {});
  const operations = operationsOf({ cwd, env: {}, signal: new AbortController().signal }, patience);
  const trials = trialProcess(workspace);
  const log = openLog(stderr);
  const server = await serveWorkspace(workspace, {
    log,
    env: {},
    store,
    port: 0,
    operatorsPort: 0,
    pages: consoleWith(operations, trials),
  });
  const close = async () => {
    await server.close();
    trials.close();
    await store.close();
  };
  return { server, store, close };
}
