import { describe, expect, test } from "vitest";
import { checks } from "../../../src/conformance/verify/checks.js";
import { verdictOn } from "../../../src/conformance/verify/report.js";
import type { VerifyOptions } from "../../../src/conformance/verify/session.js";
import { verify } from "../../../src/conformance/verify/verify.js";
import { failed, partner, partnerSecrets, type Fields, type PartnerTwist } from "../../support/partner.js";

/**
 * Seven endpoints with events and ten with polling, of a partner that was written from the interface's text
 * alone.
 */

async function verifyPartner(twist: PartnerTwist = {}, options: Partial<VerifyOptions> = {}) {
  const other = await partner(twist);
  const results = await verify({
    url: other.url,
    bearer: partnerSecrets.token,
    taxMode: "tax",
    seconds: 5,
    pause: 0,
    ...options,
  });
  const which = (outcome: string) => [
    ...new Set(results.filter((one) => one.outcome === outcome).map((one) => one.check)),
  ];
  const seen = new Set(results.filter((one) => one.outcome === "conforms").map((one) => one.subject));
  return { other, results, which, seen, verdict: verdictOn(results) };
}

const ids = { "/jobs": "S1" };
const posts = ({ other }: { other: { asked: readonly { method: string; path: string }[] } }) =>
  other.asked.filter(({ method, path }) => method === "POST" && path !== "/token").length;

test("checks ten endpoints of a polling server, including the posted invoice", async () => {
  const found = await verifyPartner({ polling: true }, { post: true });
  expect([found.verdict, found.which("fault"), found.which("advice")]).toEqual(["conforms", [], []]);
  expect(found.seen).toEqual(
    new Set([
      "bearer token",
      found.other.url,
      "/staff",
      "/charge-codes",
      "/tax-codes",
      "/payables-invoices",
      "/jobs",
      "/orgs",
      "POST /payables-invoices",
    ]),
  );
  const [taken = ""] = found.other.taken;
  expect(found.other.taken).toHaveLength(1);
  // Exact to the digit.
  expect(taken).toContain('"total":12345678901234567.30');
});

test("checks seven endpoints of a server with events, follows one id to the others, and expects 404 for windows", async () => {
  const { id: clientId, secret: clientSecret } = partnerSecrets;
  const { tokenUrl } = await partner();
  const found = await verifyPartner({}, { ids, post: true });
  expect([found.verdict, found.which("fault")]).toEqual(["conforms", []]);
  expect(found.results.filter(({ outcome }) => outcome === "skipped").map(({ check }) => check)).toEqual([
    "window",
    "window",
    "window",
  ]);
  for (const subject of ["/jobs", "/orgs"])
    for (const check of ["no_credentials", "wrong_credentials", "no_such_record", "record", "record_fields"])
      expect(found.results).toContainEqual(expect.objectContaining({ subject, check, outcome: "conforms" }));
  const signedIn = await verifyPartner(
    {},
    { bearer: undefined, oauth: { tokenUrl, clientId, clientSecret } },
  );
  expect(signedIn.which("fault")).toEqual(["oauth_access"]);
});

test("posts nothing without --post, and skips record checks without an id", async () => {
  const found = await verifyPartner({ polling: true });
  expect(posts(found)).toBe(0);
  expect(found.results).toContainEqual(expect.objectContaining({ check: "post_taken", outcome: "skipped" }));
  const without = await verifyPartner();
  expect(without.verdict).toBe("conforms");
  const [ofJobs, ...more] = without.results.filter(({ subject }) => subject === "/jobs");
  expect([ofJobs?.outcome, ofJobs?.detail, more]).toEqual([
    "skipped",
    "not offered (404), which is correct if events are sent; to check a record, specify its ID with --job",
    [],
  ]);
  const listless = await verifyPartner(
    { instead: ({ path }) => (/^\/(staff|.*-codes)$/.test(path) ? failed(404, "not_found") : undefined) },
    { ids },
  );
  // Lists are optional.
  expect([listless.verdict, listless.which("fault")]).toEqual(["conforms", []]);
});

describe("a wrong implementation", () => {
  const isPost = ({ method, path }: { method: string; path: string }) =>
    method === "POST" && path === "/payables-invoices";
  const body = (change: (fields: Fields, path: string) => void, of: RegExp): PartnerTwist => ({
    after(answer, { path, method }) {
      if (!of.test(`${method} ${path}`) || answer.status !== 200) return;
      const fields = JSON.parse(answer.body) as Fields;
      change(fields, path);
      answer.body = JSON.stringify(fields);
    },
  });
  const wrong: Record<string, readonly [PartnerTwist, ...string[]]> = {
    "invoices are accepted from everybody": [
      {
        after(answer, asked) {
          if (isPost(asked) && answer.status === 401) answer.status = 200;
        },
      },
      "no_credentials",
    ],
    "anything is accepted as an invoice": [
      {
        after(answer, asked) {
          if (isPost(asked) && answer.status === 400) answer.status = 200;
        },
      },
      "post_malformed",
    ],
    "201 instead of 200": [
      {
        after(answer, asked) {
          if (isPost(asked) && answer.status === 200) answer.status = 201;
        },
      },
      "post_taken",
    ],
    "the answer has no status": [body((fields) => delete fields["status"], /^POST/), "post_taken"],
    "the id is a number": [body((fields) => (fields["external_id"] = 7), /^POST/), "post_taken"],
    "a repeated invoice is accepted": [
      {
        after(answer, asked) {
          if (isPost(asked) && answer.status === 409) answer.status = 200;
        },
      },
      "post_repeated",
    ],
    "a repeated invoice gets a wrong code": [
      {
        after(answer) {
          answer.body = answer.body.replace("duplicate_invoice", "conflict");
        },
      },
      "post_repeated",
    ],
    "a different invoice is served": [
      body((fields) => (fields["invoice_number"] = "other"), /^GET .payables-invoices\/AP/),
      "post_served",
    ],
    "a posted invoice cannot be fetched": [
      { instead: ({ path }) => (path.endsWith("/AP1") ? failed(500, "internal_error") : undefined) },
      "post_served",
    ],
    "a window is missing": [
      { polling: true, instead: ({ path }) => (path === "/jobs" ? failed(404, "not_found") : undefined) },
      "window",
    ],
    "an amount without its currency": [
      body(
        (fields) =>
          void ((fields["accruals"] as { local_amount: Fields }[])[0]!.local_amount["currency"] = "eur"),
        /^GET .jobs\/S1/,
      ),
      "record_fields",
    ],
  };
  test.each(Object.entries(wrong))("is detected: %s", async (_what, [twist, ...expected]) => {
    const found = await verifyPartner(twist, { ids, post: true });
    expect(found.which("fault")).toEqual(expected);
  });

  test("is tested for each check of posting that can fail", () => {
    const proved = Object.values(wrong).flatMap(([, ...names]) => names);
    const own = Object.keys(checks).filter((name) => name.startsWith("post_"));
    expect(own.filter((name) => !proved.includes(name))).toEqual([]);
  });

  test("is detected from an invoice without tax in an account with tax", async () => {
    const amount = { currency: "EUR", pre_tax: 1, tax: null, total: 1 };
    const invoice = { status: "draft", creditor: { external_id: "HAR" }, invoice_number: "1" };
    const twist: PartnerTwist = {
      instead: ({ path }) =>
        path === "/payables-invoices/I1"
          ? {
              status: 200,
              headers: { "content-type": "application/json" },
              body: JSON.stringify({
                external_id: "I1",
                updated_at: "2026-03-01T08:15:00Z",
                ...invoice,
                charge_lines: [{ job: { external_id: "S1" }, any_amount: amount }],
              }),
            }
          : undefined,
    };
    const options = { ids: { "/payables-invoices": "I1" } };
    const taxed = await verifyPartner(twist, options);
    const fault = taxed.results.find(
      ({ check, outcome }) => check === "record_fields" && outcome === "fault",
    );
    expect(fault?.detail).toBe("an amount has no tax, or its tax is not a number");
    // Its job and its creditor were fetched through its references.
    expect(taxed.other.asked.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/jobs/S1", "/orgs/HAR", "/orgs/OCE%2F1"]),
    );
    const untaxed = await verifyPartner(twist, { ...options, taxMode: "non_tax" });
    expect(
      untaxed.results.filter(({ check, outcome }) => check === "record_fields" && outcome === "fault"),
    ).toEqual([]);
  });
});
