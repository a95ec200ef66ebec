import { expect, onTestFinished, test } from "vitest";
import { dice } from "../../../src/conformance/simulate/dice.js";
import { added, digitsOf, parseExact, writeExact } from "../../../src/conformance/simulate/exact-json.js";
import { simulatePlatform, type PlatformOptions } from "../../../src/conformance/simulate/platform.js";
import type { PartnerOptions } from "../../../src/conformance/simulate/pulling.js";
import { failed, partner, partnerSecrets, type PartnerTwist } from "../../support/partner.js";

/** Tests the simulated platform against a partner that was written from the text of the interface alone. */

async function scene(
  twist: PartnerTwist,
  options: Partial<PartnerOptions> = {},
  others: Partial<PlatformOptions> = {},
) {
  const other = await partner(twist);
  const log: string[] = [];
  const platform = await simulatePlatform({
    port: 0,
    credentials: { token: "t" },
    partner: { url: other.url, signIn: { token: partnerSecrets.token }, ...options },
    say: (line) => log.push(line),
    ...others,
  });
  onTestFinished(() => platform.close());
  const notify = async (entity_type: string, external_id: string, updated_at = "2026-03-01T08:15:00Z") => {
    const { status } = await fetch(`${platform.url}/events`, {
      method: "POST",
      headers: { authorization: "Token token=t", "content-type": "application/json" },
      body: JSON.stringify({ entity_type, external_id, updated_at }),
    });
    return status;
  };
  return { other, platform, log, notify };
}

test("keeps the digits of numbers, keeps texts that look like numbers, and adds exactly", () => {
  const text = '{"a":0.10,"b":[-12345678901234567890.123,1e2],"c":"1.5 \\"2\\" \\\\","d":null,"e":"7"}';
  expect(writeExact(parseExact(text))).toBe(text);
  expect(() => parseExact('{"a":1.2.3}')).toThrow(SyntaxError);
  expect(digitsOf((parseExact(text) as { a: unknown }).a)).toBe("0.10");
  expect([digitsOf("7"), digitsOf(7), digitsOf("\0 1")]).toEqual([undefined, undefined, undefined]);
  expect(added("12345678901234567.10", "0.2")).toBe("12345678901234567.30");
  expect(added("0.05", "0.10", -1)).toBe("-0.05");
  expect(added("-3", "1")).toBe("-2");
});

test("signs in with OAuth 2.0 after an event for a job, fetches the job and posts invoices with exact amounts for its accruals", async () => {
  const { id, secret } = partnerSecrets;
  const other = await partner();
  const { platform, notify } = await scene(
    {},
    { url: other.url, signIn: { tokenUrl: other.tokenUrl, id, secret }, invoices: 9, repeat: 1 },
  );
  expect(await notify("org", "OCE/1")).toBe(200);
  expect(await notify("job", "S1")).toBe(200);
  await platform.settled();
  expect(other.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /token",
    "GET /staff",
    "GET /charge-codes",
    "GET /tax-codes",
    "GET /orgs/OCE%2F1",
    "GET /jobs/S1",
    // Invoices one creditor after another: each invoice is posted, fetched by its new id, and posted again.
    "POST /payables-invoices",
    "GET /payables-invoices/AP1",
    "POST /payables-invoices",
    "POST /payables-invoices",
    "GET /payables-invoices/AP2",
    "POST /payables-invoices",
  ]);
  const [first = "", second = ""] = other.taken;
  expect(first).toContain('"total":12345678901234567.30');
  expect(second).toContain('"total":-5.0');
  expect(JSON.parse(first)).toMatchObject({
    creditor: { external_id: "OCE/1" },
    local_amount: { currency: "EUR", tax: 0 },
    charge_lines: [
      {
        job: { external_id: "S1" },
        accrual: { external_id: "S1-1" },
        charge_code: { external_id: "C0" },
        tax_code: { external_id: "T0" },
        tax_rate: 0,
      },
      { accrual: { external_id: "S1-2" } },
    ],
  });
  expect(platform.posted.map(({ external_id }) => external_id)).toEqual(["AP1", "AP2"]);
  expect(platform.entities.get("payables-invoice AP1")?.["status"]).toBe("draft");
  expect(platform.oddities).toEqual([]);
  // The same accruals are not invoiced again.
  await notify("job", "S1");
  await platform.settled();
  expect(other.taken).toHaveLength(2);
});

test("polls with adjacent windows and repeats a window with an incomplete response", async () => {
  const { other, platform } = await scene(
    {
      polling: true,
      // The second round of windows for jobs fails until shortly before the platform gives up.
      instead: ({ path, query }) =>
        path === "/jobs" && !query.get("updated_after")?.startsWith("2000") ? failed(404, "no") : undefined,
    },
    { poll: 20, invoices: 1, withoutAccruals: 1, clock: 300_000 },
  );
  const windows = (path: string) =>
    other.asked.filter((request) => request.path === path && request.method === "GET");
  const bounds = (path: string) =>
    windows(path).map(({ query }) => [query.get("updated_after") ?? "", query.get("updated_before") ?? ""]);
  await expect.poll(() => windows("/payables-invoices").length).toBeGreaterThan(2);
  const [first = [], second = [], third = []] = bounds("/payables-invoices");
  expect(first[0]).toBe("2000-01-01T00:00:00Z");
  expect(second[0]).toBe(first[1]);
  expect(third[0]).toBe(second[0]);
  // The end of the window is five minutes ahead.
  expect(Date.parse(first[1] ?? "")).toBeGreaterThan(Date.now() + 290_000);
  expect([...platform.entities.keys()]).toEqual(expect.arrayContaining(["org OCE/1", "org HAR", "job S1"]));
  expect(JSON.parse(other.taken[0] ?? "")).toMatchObject({
    charge_lines: [{ accrual: null }, { accrual: null }],
  });
  expect(other.taken).toHaveLength(1);
});

test("posts again after a lost response, finds the invoice, and retries a busy server later", async () => {
  let busy = 2;
  const { other, platform, log, notify } = await scene(
    {
      instead: ({ path }) => {
        if (path !== "/jobs/S1" || busy-- <= 0) return undefined;
        const response = failed(busy === 0 ? 500 : 429, "busy");
        return { ...response, headers: { ...response.headers, "retry-after": "0" } };
      },
    },
    { invoices: 1, lose: 1 },
  );
  await notify("job", "S1");
  await platform.settled();
  expect(log).toContain("  GET /jobs/S1 -> 429");
  expect(log).toContain("  GET /jobs/S1 -> 500");
  expect(other.taken).toHaveLength(1);
  expect(platform.posted).toMatchObject([{ invoice_number: expect.stringMatching(/^SIM-/) as string }]);
  expect(platform.oddities).toEqual([]);
});

test("is not blocked by a partner without lists, and requests the lists again with the next notification", async () => {
  let isPublished = false;
  const { other, platform, notify } = await scene(
    {
      instead: ({ path }) => {
        if (isPublished || !["/staff", "/charge-codes", "/tax-codes"].includes(path)) return undefined;
        const response = failed(503, "nothing published");
        return { ...response, headers: { ...response.headers, "retry-after": "3600" } };
      },
    },
    { invoices: 1 },
  );
  await notify("job", "S1");
  await platform.settled();
  expect(other.taken).toHaveLength(1);
  isPublished = true;
  await notify("org", "HAR");
  await notify("org", "HAR");
  await platform.settled();
  // The lists are requested at the start and with each notification, until a response arrives.
  expect(other.asked.filter(({ path }) => path === "/staff")).toHaveLength(3);
});

test("reports violations of the interface, and keeps a partner's control characters away from the terminal", async () => {
  const { platform, log, notify } = await scene(
    {
      instead: ({ path, method, body }) =>
        method === "POST" && path === "/payables-invoices" && body.includes("HAR")
          ? { status: 200, headers: {}, body: '{"external_id":"","status":"paid"}' }
          : undefined,
      after: (response, { path }) => {
        if (path === "/orgs/HAR") response.body = response.body.replace("HAR", "OTHER");
      },
    },
    { invoices: 9, repeat: 1 },
  );
  await notify("org", "HAR");
  await notify("org", "gone\u001b[2J");
  await notify("job", "S1", "2027-01-01T00:00:00Z");
  await platform.settled();
  const without = platform.oddities.map((each) => each.replace(/SIM-\w+/, "SIM"));
  expect(without).toEqual([
    "/orgs/HAR did not return the org with that id and updated_at",
    "an event referred to /orgs/gone%1B%5B2J, which does not exist",
    "/jobs/S1 is older than its event",
    "SIM-2 got status 200, but without an external_id or without the status draft or posted",
    "SIM-2 was posted twice, and the second response was 200",
  ]);
  expect(log.join("\n")).toContain("event 2 org gone\ufffd[2J");
  expect(log.join("\n")).not.toMatch(/[^\n\P{Cc}]/u);
});

test("makes the same random choices for the same seed", () => {
  const [one, two, other] = [dice(7), dice(7), dice(8)].map((random) => Array.from({ length: 1000 }, random));
  expect(one).toEqual(two);
  expect(one).not.toEqual(other);
  const mean = (one ?? []).reduce((a, b) => a + b) / 1000;
  expect(mean).toBeGreaterThan(0.45);
  expect(mean).toBeLessThan(0.55);
});
