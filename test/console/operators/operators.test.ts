import { describe, expect, test } from "vitest";
import { problem } from "../../../src/feeds/health/problem.js";
import type { FeedStatus, Status } from "../../../src/feeds/health/status.js";
import { serverSettingsSchema } from "../../../src/workspace/server-settings.js";
import { bearer, get, serve } from "../../http/serving.js";

const good: FeedStatus = {
  feed: "acme-de/staff",
  account: "acme-de",
  record: "staff",
  health: "good",
  publication: {
    number: 41,
    records: 1234,
    publishedAt: "2026-03-01T04:00:00.000Z",
    confirmedAt: "2026-03-02T03:30:00.000Z",
  },
  held: [],
  lastRows: { read: 1300, rejected: 7 },
};

const unpublished: FeedStatus = {
  feed: 'acme-us/"odd"\\',
  account: "acme-us",
  record: "staff",
  health: "unpublished",
  held: [
    {
      delivery: "3f2a",
      file: "staff.csv",
      receivedAt: "2026-03-01T04:00:00.000Z",
      guards: [],
      reasons: [],
      differences: {},
      release: "",
    },
  ],
};

const status: Status = {
  problems: [
    problem("no_list", { subject: unpublished.feed, feeds: [unpublished.feed], sentence: "No file." }),
  ],
  feeds: [good, unpublished],
  endings: [
    {
      ...{
        what: "token",
        name: "abc of acme-de (default)",
        days_left: 6,
        sentence: "",
        next: "",
        commands: [],
      },
      ...{ ends_at: "", key: "" },
    },
  ],
  alerts: [
    {
      ...{ channel: "webhook", failures: 3, waiting: 2, unaccepted: 0, given_up: 1 },
      ...{ delivered_at: null, failed_at: null, reason: null },
    },
  ],
  runs: [
    {
      run: "20260302T040000000Z-3f2a",
      started_at: "2026-03-02T04:00:00.000Z",
      ended_at: "2026-03-02T04:00:02.500Z",
      published: 1,
      unchanged: 2,
      rejected: 0,
      held: 1,
      rows: 1300,
      rejected_rows: 7,
      failed: 2,
    },
  ],
};

const now = () => new Date("2026-03-02T04:30:00Z");

describe("the operators' port", () => {
  test("reports at healthz that the process is alive, and at readyz whether it can serve and which feeds of an account have no list", async () => {
    const accounts = ["acme-de", "acme-us"].map((name) => ({ name, envelope: undefined, lists: new Map() }));
    const server = await serve({ status, accounts });
    expect((await get(`${server.operatorsUrl}/healthz`)).json()).toEqual({ status: "ok", id: server.id });
    const about = async (path: string) => {
      const got = await get(`${server.operatorsUrl}/readyz${path}`);
      return [got.status, got.status === 404 ? undefined : got.json()];
    };
    expect(await about("")).toEqual([200, { status: "ready" }]);
    expect(await about("/acme-de")).toEqual([200, { status: "ready", unpublished: [] }]);
    expect(await about("/acme-us")).toEqual([503, { status: "not_ready", unpublished: ['acme-us/"odd"\\'] }]);
    expect(await about("/nobody")).toEqual([404, undefined]);
  });

  test("reports publications, rows, rejects, ages, holds, requests and durations as metrics", async () => {
    const server = await serve({ status, now });
    await get(`${server.url}/staff`);
    await get(`${server.url}/staff`);
    const { secret } = await server.credential("acme-de", "token", { now: now() });
    await get(`${server.url}/staff`, bearer(secret));
    const got = await get(`${server.operatorsUrl}/metrics`);
    expect(got.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    const lines = got.body.toString().split("\n");
    for (const line of [
      'lading_publication_number{feed="acme-de/staff"} 41',
      'lading_publication_records{feed="acme-de/staff"} 1234',
      'lading_publication_age_seconds{feed="acme-de/staff"} 88200',
      'lading_confirmed_age_seconds{feed="acme-de/staff"} 3600',
      'lading_feed_health{feed="acme-de/staff",health="good"} 1',
      'lading_feed_health{feed="acme-us/\\"odd\\"\\\\",health="unpublished"} 1',
      'lading_problems{code="no_list",severity="warning"} 1',
      'lading_held_deliveries{feed="acme-us/\\"odd\\"\\\\"} 1',
      'lading_ending_days_left{what="token",name="abc of acme-de (default)"} 6',
      'lading_notification_failures{channel="webhook"} 3',
      'lading_notifications_waiting{channel="webhook"} 2',
      'lading_notifications_given_up{channel="webhook"} 1',
      'lading_last_delivery_rows{feed="acme-de/staff",outcome="rejected"} 7',
      'lading_last_run_rows{outcome="read"} 1300',
      'lading_last_run_rows{outcome="rejected"} 7',
      'lading_last_run_deliveries{outcome="published"} 1',
      'lading_http_requests_total{route="/staff",status="401"} 2',
      'lading_http_requests_total{route="/staff",status="200"} 1',
      'lading_http_request_duration_seconds_count{route="/staff"} 3',
    ]) {
      expect(lines).toContain(line);
    }
    // The text format: each sample line is a name, labels and a number, below the help and type of its name.
    let family = "";
    for (const line of lines.filter((one) => one !== "")) {
      const [, word, name] = /^# (HELP|TYPE) (\w+) /.exec(line) ?? [];
      if (word !== undefined) family = name ?? "";
      else expect(line).toMatch(new RegExp(`^${family}(?:_bucket|_sum|_count)?(?:\\{.*\\})? [0-9.e+-]+$`));
    }
  });

  test("answers only to this machine's name so that other sites' pages get nothing", async () => {
    const server = await serve({ status });
    const port = new URL(server.operatorsUrl).port;
    for (const host of ["evil.example.com", `evil.example.com:${port}`, "localhost.evil.example.com"]) {
      expect((await get(`${server.operatorsUrl}/metrics`, { host })).status).toBe(404);
    }
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, "LOCALHOST"]) {
      expect((await get(`${server.operatorsUrl}/metrics`, { host })).status).toBe(200);
    }
  });

  test("is separate from the lists' port and does not have its paths", async () => {
    const server = await serve({ status });
    for (const path of ["/healthz", "/readyz", "/metrics", "/"]) {
      expect((await get(server.url + path)).status).toBe(404);
    }
    expect((await get(`${server.operatorsUrl}/staff`)).status).toBe(404);
    expect((await get(`${server.operatorsUrl}/metrics`, {}, { method: "POST" })).status).toBe(405);
    expect(new URL(server.operatorsUrl).hostname).toBe("127.0.0.1");
  });

  test("requires its token and answers to its configured names if other machines can reach it", async () => {
    const pauses: number[] = [];
    const server = await serve({
      status,
      operatorsToken: "a-token-of-the-operators",
      settings: {
        behind_proxy: "true",
        limits: { failures_per_minute: "1" },
        operators: {
          address: "0.0.0.0",
          port: "0",
          hosts: ["Lading.internal"],
          token: "env:LADING_OPERATORS_TOKEN",
        },
      },
      pause: async (ms) => pauses.push(ms),
    });
    const url = `http://127.0.0.1:${new URL(server.operatorsUrl).port}`;
    const asked = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
      (await get(url + path, headers)).status;
    expect([await asked("/healthz"), await asked("/readyz")]).toEqual([200, 200]);
    for (const path of ["/metrics", "/", "/readyz/acme-de"]) {
      const refused = await get(url + path);
      expect([refused.status, refused.headers["www-authenticate"]]).toEqual([
        401,
        'Basic realm="lading operators", charset="UTF-8"',
      ]);
    }
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` });
    for (const path of ["/metrics", "/"]) {
      expect(await asked(path, bearer("a-token-of-the-operators"))).toBe(200);
      expect(await asked(path, basic("anybody:a-token-of-the-operators"))).toBe(200);
    }
    const { secret } = await server.credential("acme-de");
    expect(pauses).toEqual([]);
    for (const wrong of [
      bearer(secret),
      bearer("a-token-of-the-operator"),
      basic("a-token-of-the-operators:"),
    ]) {
      expect(await asked("/metrics", wrong)).toBe(401);
    }
    expect(pauses).toEqual([2000, 2000]);
    for (const [host, code] of [
      ["lading.INTERNAL:8481", 200],
      ["localhost", 200],
      ["lading.internal.example", 404],
    ] as const) {
      expect(await asked("/metrics", { host, ...bearer("a-token-of-the-operators") })).toBe(code);
    }
    expect(server.log()).not.toContain("a-token-of-the-operators");
  });

  test("needs a token and a certificate or a proxy for an address that others can reach", () => {
    const isRight = (settings: object, operators: object) =>
      serverSettingsSchema.safeParse({ ...settings, operators: { address: "10.0.0.7", ...operators } })
        .success;
    const token = { token: "env:LADING_OPERATORS_TOKEN" };
    const tls = { tls: { certificate: "c.pem", key: "k.pem" } };
    expect([isRight({}, token), isRight(tls, {}), isRight({ behind_proxy: "true" }, {})]).toEqual([
      false,
      false,
      false,
    ]);
    expect([isRight(tls, token), isRight({ behind_proxy: "true" }, token)]).toEqual([true, true]);
    expect(isRight({}, { ...token, address: "127.0.0.1" })).toBe(true);
  });

  test("answers 500 if the status cannot be read, and the lists are still served", async () => {
    const server = await serve({
      status: {
        get feeds(): never {
          throw new Error("a disk failed");
        },
        problems: [],
        runs: [],
      },
    });
    expect((await get(`${server.operatorsUrl}/metrics`)).status).toBe(500);
    expect((await get(`${server.operatorsUrl}/healthz`)).status).toBe(200);
    expect((await get(`${server.url}/staff`)).status).toBe(401);
    expect(server.log()).toContain("a disk failed");
  });
});
