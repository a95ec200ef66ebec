import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CheckName, CheckResult, CheckOutcome } from "../../../src/conformance/verify/checks.js";
import { checks } from "../../../src/conformance/verify/checks.js";
import type { VerifyOptions } from "../../../src/conformance/verify/session.js";
import { verify } from "../../../src/conformance/verify/verify.js";
import { serve } from "../../http/serving.js";
import { peer, secrets, type Answering, type Twist } from "./platform-peer.js";

async function verifyPeer(
  twist: Twist,
  options: Partial<VerifyOptions> = {},
): Promise<readonly CheckResult[]> {
  const { url, tokenUrl } = await peer(twist);
  return verify({
    url,
    bearer: secrets.bearer,
    oauth: { tokenUrl, clientId: secrets.clientId, clientSecret: secrets.secret },
    taxMode: "tax",
    seconds: 2,
    pause: 5,
    ...options,
  });
}

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function withOutcome(results: readonly CheckResult[], outcome: CheckOutcome): string[] {
  return [...new Set(results.filter((one) => one.outcome === outcome).map((one) => one.check))].sort();
}

const first =
  (changes: Record<string, unknown>) =>
  (entries: Record<string, unknown>[]): unknown => [{ ...entries[0], ...changes }, ...entries.slice(1)];

const body = (change: (body: Buffer) => Buffer | string): Twist => ({
  answer(response, path) {
    if (path === "/staff") response.body = change(Buffer.from(response.body));
  },
});

const header = (name: string, value: string): Twist => ({
  answer(response, path) {
    if (path === "/staff") response.headers[name] = value;
  },
});

type OrgsRequest = Parameters<NonNullable<Twist["orgs"]>>[1];

const orgs = (change: (request: OrgsRequest, body: string) => string): Twist => ({
  orgs(response, request) {
    if (response.status === 200) response.body = change(request, String(response.body));
  },
});

const all = { status: 200, body: '[{"external_id":"ORG/1 ö"},{"external_id":"ORG2"}]' };

const statusOf = (status: number, extra: Record<string, string> = {}): Twist => ({
  answer(response, path) {
    if (path === "/staff") Object.assign(response, { status, body: "", headers: extra });
  },
});

const tokenBody = (value: unknown): Twist => ({
  token(response, isRight) {
    if (isRight) response.body = JSON.stringify(value);
  },
});

/** Each kind of error, and exactly the checks that must find it. */
const wrong: Record<string, readonly [Twist, ...CheckName[]]> = {
  "lists are open to everybody": [
    { admit: () => true },
    "no_credentials",
    "wrong_credentials",
    "token_in_address",
  ],
  "any token will do": [{ admit: (who) => who !== "none" }, "wrong_credentials"],
  "a wrong token is 403": [{ admit: (who) => (who === "wrong" ? 403 : who !== "none") }, "wrong_credentials"],
  "no credentials is 400": [
    { admit: (who) => (who === "none" ? 400 : who !== "wrong") },
    "no_credentials",
    "token_in_address",
  ],
  "a token in the address works": [
    {
      admit: (who, request) =>
        (request.url ?? "").includes("access_token=") || (who !== "none" && who !== "wrong"),
    },
    "token_in_address",
  ],
  "the error code is not lower_snake": [
    { unauthorizedBody: '{"error":{"code":"Unauthorized-Access","message":"x"}}' },
    "error_code",
  ],
  "the error code is not in an object and not lower_snake": [
    { unauthorizedBody: '{"error":"UNAUTHORIZED"}' },
    "error_code",
  ],
  "the static token is refused": [{ admit: (who) => who === "oauth" }, "bearer_token"],
  "the access token is refused": [{ admit: (who) => who === "bearer" }, "oauth_access"],
  "the token URL fails": [
    { token: (response) => (response.status = 500) },
    "oauth_token",
    "oauth_wrong_secret",
  ],
  "the token has a different type": [tokenBody({ access_token: "x", token_type: "mac" }), "oauth_token"],
  "the token is missing": [tokenBody({ token: "x", token_type: "bearer" }), "oauth_token"],
  "the token response is a list": [tokenBody(["x"]), "oauth_token"],
  "the token is not valid in a header": [
    tokenBody({ access_token: "half\nSECRET", token_type: "bearer" }),
    "oauth_token",
  ],
  "the token response is text/html": [
    {
      token(response, isRight) {
        if (isRight) response.headers["content-type"] = "text/html";
      },
    },
    "oauth_token",
  ],
  "the token ends soon": [
    tokenBody({ access_token: "access-token-of-the-peer-42", token_type: "bearer", expires_in: "soon" }),
    "oauth_token",
  ],
  "any secret gets a token": [{ token: (response) => (response.status = 200) }, "oauth_wrong_secret"],
  "the two methods show different lists": [
    {
      answer(response, path, who) {
        if (path === "/staff" && who === "oauth") response.body = "[]";
      },
    },
    "same_for_both",
  ],
  "every response is 404": [{ answer: (response) => (response.status = 404) }, "offered"],
  "status 201": [statusOf(201), "status"],
  "status 206": [statusOf(206), "status"],
  "status 302": [statusOf(302, { location: "/elsewhere" }), "status"],
  "status 500": [statusOf(500), "status"],
  "status 503": [statusOf(503), "status"],
  "a different content type": [header("content-type", "text/json"), "content_type"],
  "no content type": [
    {
      answer(response, path) {
        if (path === "/staff") response.headers = {};
      },
    },
    "content_type",
  ],
  "Latin-1": [body((bytes) => Buffer.from(bytes.toString(), "latin1")), "json"],
  "a byte order mark": [body((bytes) => Buffer.concat([Buffer.from("\ufeff"), bytes])), "json"],
  "cut off in the middle": [body((bytes) => bytes.subarray(0, -5)), "json"],
  "one object per line": [body((bytes) => bytes.toString().slice(1, -1).replaceAll("},{", "}\n{")), "json"],
  "the body is not gzip as stated": [header("content-encoding", "gzip"), "arrives"],
  "the body is a string": [{ staff: () => "none" }, "list_shape"],
  "an object without a list": [{ staff: () => ({ count: 3 }) }, "list_shape"],
  "an object with two lists": [{ staff: (all) => ({ active: all, former: all }) }, "list_shape"],
  "a list four levels deep": [{ staff: (all) => ({ a: { b: { c: { data: all } } } }) }, "list_shape"],
  "the entries are strings": [{ staff: (all) => all.map((one) => one["external_id"]) }, "list_shape"],
  "a Link to the next page": [header("link", '</staff?page=2>; rel="next"'), "full_list"],
  "a cursor": [{ staff: (all) => ({ data: all, next_cursor: "abc" }) }, "full_list"],
  has_more: [{ staff: (all) => ({ data: all, has_more: true }) }, "full_list"],
  "a page of nine": [
    { staff: (all) => ({ data: all, meta: { page: 1, total_pages: 9, next_page: 2 } }) },
    "full_list",
  ],
  "nine pages": [{ staff: (all) => ({ data: all, meta: { page: 1, totalPages: 9 } }) }, "full_list"],
  "three of forty": [{ staff: (all) => ({ data: all, page: 1, page_size: 3, total: 40 }) }, "full_list"],
  "a link to the next page": [
    { staff: (all) => ({ data: all, links: { next: "/staff?page=2" } }) },
    "full_list",
  ],
  "a HAL link to the next page": [
    { staff: (all) => ({ _embedded: { staff: all }, _links: { next: { href: "/staff?page=2" } } }) },
    "full_list",
  ],
  "a Link with two relations": [header("link", '</staff?page=2>; rel="last next"'), "full_list"],
  "a header with the total": [header("x-total-count", "40"), "full_list"],
  "other entries each time": [
    { staff: (all, call) => first({ external_id: `E${call + 100}` })(all) },
    "stable",
    "same_for_both",
  ],
  "external_id is a number": [{ staff: first({ external_id: 7 }) }, "external_id"],
  "external_id is missing": [{ staff: first({ external_id: undefined }) }, "external_id"],
  "external_id is empty": [{ staff: first({ external_id: "" }) }, "external_id"],
  "external_id is blank": [{ staff: first({ external_id: "  " }) }, "external_id"],
  "external_id is missing twice": [
    { staff: (all) => all.map((one) => ({ ...one, external_id: undefined })) },
    "external_id",
  ],
  "external_id is null": [{ taxCodes: (all) => [...all, { external_id: null }] }, "external_id"],
  "external_id occurs twice": [{ staff: (all) => [...all, all[0]] }, "unique_id"],
  "a tax code occurs twice": [{ taxCodes: (all) => [...all, all[0]] }, "unique_id"],
  "updated_at is a date": [{ staff: first({ updated_at: "2026-03-01" }) }, "updated_at"],
  "updated_at has no offset": [{ staff: first({ updated_at: "2026-03-01T08:15:00" }) }, "updated_at"],
  "updated_at is a number": [{ staff: first({ updated_at: 1772352900 }) }, "updated_at"],
  "updated_at is missing": [{ chargeCodes: first({ updated_at: undefined }) }, "updated_at"],
  "updated_at is an invalid date": [{ staff: first({ updated_at: "2026-02-30T08:15:00Z" }) }, "updated_at"],
  "updated_at is the year 1": [{ staff: first({ updated_at: "0001-01-01T00:00:00Z" }) }, "updated_at"],
  "updated_at is the second 0": [{ staff: first({ updated_at: "1970-01-01T00:00:00Z" }) }, "updated_at"],
  "updated_at has the day first": [{ staff: first({ updated_at: "01/03/2026 08:15" }) }, "updated_at"],
  "updated_at of a tax code is a date": [{ taxCodes: first({ updated_at: "2026-03-01" }) }, "updated_at"],
  "updated_at is the time of the call": [
    { staff: (all, call) => all.map((one) => ({ ...one, updated_at: new Date(call * 1000).toISOString() })) },
    "version_marker",
  ],
  "updated_at goes back": [
    {
      staff: (all, call) =>
        first({ updated_at: new Date(1e12 - call * 1000).toISOString(), name: `${call}` })(all),
    },
    "version_marker",
  ],
  "name is null": [{ staff: first({ name: null }) }, "name"],
  "name is split in two": [{ staff: first({ name: undefined, first_name: "P", last_name: "V" }) }, "name"],
  "email_address is not an address": [
    { staff: first({ email_address: "petra.vogel(at)example.com" }) },
    "email_address",
  ],
  "email_address has two dots": [{ staff: first({ email_address: "r..d@x.example" }) }, "email_address"],
  "email_address is missing": [
    { staff: first({ email_address: undefined, email: "a@b.c" }) },
    "email_address",
  ],
  "code lost its zeros": [{ chargeCodes: first({ code: 0 }) }, "code"],
  "description is missing": [{ chargeCodes: first({ description: undefined }) }, "description"],
  "charge_type in capitals": [{ chargeCodes: first({ charge_type: "FREIGHT" }) }, "charge_type"],
  "charge_type is missing (interface 1.4.0)": [
    { chargeCodes: first({ charge_type: undefined }) },
    "charge_type",
  ],
  "is_active is a string": [{ staff: first({ is_active: "true" }) }, "is_active"],
  "is_active is 1": [{ chargeCodes: first({ is_active: 1 }) }, "is_active"],
  "is_active is missing": [{ chargeCodes: first({ is_active: undefined }) }, "is_active"],
  "tax_code is a string": [{ chargeCodes: first({ tax_code: "T0" }) }, "tax_code"],
  "tax_code has a different key": [{ chargeCodes: first({ tax_code: { id: "T0" } }) }, "tax_code"],
  "tax_code has a number": [
    { chargeCodes: first({ tax_code: { external_id: 0 } }) },
    "tax_code",
    "reference",
  ],
  "tax_code is a list": [{ chargeCodes: first({ tax_code: [{ external_id: "T0" }] }) }, "tax_code"],
  "tax_code is missing in a tax account": [
    { chargeCodes: first({ tax_code: undefined }) },
    "tax_code_required",
  ],
  "tax_code is null in a tax account": [{ chargeCodes: first({ tax_code: null }) }, "tax_code_required"],
  "items of a window contain more than the id": [
    orgs(({ id }, body) => (id === undefined ? body.replaceAll("}", ',"name":"x"}') : body)),
    "ids_alone",
  ],
  "everything is listed regardless of the query": [
    { orgs: (response, { id }) => void (id === undefined && Object.assign(response, all)) },
    "window_refused",
    "window_bounds",
  ],
  "updated_before is applied": [
    orgs(({ query }, body) => (query.get("updated_before") === "2026-03-01T08:15:00.000Z" ? all.body : body)),
    "window_bounds",
  ],
  "the window is not a list": [orgs(({ id }, body) => (id === undefined ? '"none"' : body)), "window"],
  "the window is 500": [
    { orgs: (response, { id }) => void (id === undefined && (response.status = 500)) },
    "window",
  ],
  "an unknown org is 200": [
    { orgs: (response) => void (response.status === 404 && (response.status = 200)) },
    "no_such_record",
  ],
  "a listed org is 404": [
    { orgs: (response, { id }) => void (id === "ORG2" && (response.status = 404)) },
    "record",
  ],
  "a different org than requested": [
    orgs(({ id }, body) => (id === "ORG2" ? body.replace("ORG2", "ORG3") : body)),
    "record",
  ],
  "an org without a country, with days as a string": [
    orgs(({ id }, body) => (id === "ORG2" ? body.replace('"GB"', '"gb"').replace(":30", ':"30"') : body)),
    "record_fields",
  ],
  "tax_code refers to nothing": [{ chargeCodes: first({ tax_code: { external_id: "T9" } }) }, "reference"],
};

describe("a wrong implementation", () => {
  for (const [what, [twist, ...expected]] of Object.entries(wrong)) {
    test(`fails the right checks (${what}): ${expected.join(", ")}`, async () => {
      expect(withOutcome(await verifyPeer(twist), "fault")).toEqual([...expected].sort());
    });
  }

  test("is reported as not reachable if there is no server at the address", async () => {
    const results = await verify({ url: "http://127.0.0.1:1", taxMode: "tax", seconds: 1, pause: 0 });
    expect(withOutcome(results, "fault")).toEqual(["reachable"]);
  });

  describe("a misbehaving list", () => {
    const json = { "content-type": "application/json" };
    const odd: Record<string, [(response: ServerResponse) => void, string]> = {
      "an endless body": [
        (response) => {
          response.writeHead(200, json).write("[");
          const drip = setInterval(() => response.write(" "), 20);
          response.on("close", () => clearInterval(drip));
        },
        "no complete response within 0.3 s",
      ],
      silence: [() => {}, "no response: no complete response within 0.3 s"],
      "a body that is cut off": [
        (response) => {
          response.writeHead(200, { ...json, "content-length": 100 }).write("[]");
          setTimeout(() => response.destroy(), 20);
        },
        "the connection was closed before the response was complete",
      ],
      "a connection that is cut off": [
        (response) => void response.destroy(),
        "no response: the connection was closed before the response was complete",
      ],
      "headers of 100 KB": [
        (response) => void response.writeHead(200, { ...json, x: "y".repeat(100_000) }).end("[]"),
        "no response: the headers of the response are too large",
      ],
      "a protocol other than HTTP": [
        (response) => void response.socket?.end("220 mail ready\r\n"),
        "no response: the response is not HTTP",
      ],
      "invalid gzip": [
        (response) => void response.writeHead(200, { ...json, "content-encoding": "gzip" }).end("[]"),
        "the body is not compressed as the header Content-Encoding specifies",
      ],
    };
    test.each(Object.entries(odd))(
      "is identified from its responses without blaming the token or the other lists: %s",
      async (_what, [respond, reason]) => {
        const url = await listening((request, response) => {
          if (request.headers.authorization !== `Bearer ${secrets.bearer}`)
            response.writeHead(401, { ...json, "www-authenticate": "Bearer" }).end("{}");
          else if (request.url === "/staff") respond(response);
          else response.writeHead(200, json).end('[{"external_id":"1"}]');
        });
        const results = await verify({ url, bearer: secrets.bearer, taxMode: "tax", seconds: 0.3, pause: 0 });
        const of = (path: string) => results.filter((one) => one.subject === path);
        expect(of("bearer token").map((one) => one.outcome)).toEqual(["conforms"]);
        const staff = of("/staff").filter((one) => one.outcome === "fault");
        expect(staff.map(({ check, detail }) => [check, detail])).toEqual([["arrives", reason]]);
        expect(of("/tax-codes").map((one) => one.check)).toContain("stable");
      },
    );
  });

  test.each([302, 503])("accepts no token if it answers %i to everything", async (status) => {
    const url = await listening((_request, response) => {
      response.writeHead(status, { location: "//other.example/sign-in?key=1" }).end();
    });
    const results = await verify({ url, bearer: secrets.bearer, taxMode: "tax", seconds: 2, pause: 0 });
    expect(results.find((one) => one.check === "bearer_token")?.outcome).toBe("skipped");
    expect(withOutcome(results, "fault")).toEqual([
      "no_credentials",
      "status",
      "token_in_address",
      "window",
      "wrong_credentials",
    ]);
    const sentence =
      "the response has status 302, a redirect to other.example/sign-in; redirects are not followed";
    expect(results.find((one) => one.check === "status")?.detail).toBe(
      status === 302 ? sentence : "the response has status 503",
    );
  });

  test("is tested for each check that can fail", () => {
    const proved = new Set(Object.values(wrong).flatMap(([, ...names]) => names as string[]));
    const advice = [
      "challenge",
      "encrypted",
      "has_entries",
      "not_in_future",
      "not_blank",
      "oauth_not_stored",
    ];
    expect(
      Object.keys(checks)
        .filter((name) => !proved.has(name) && !name.startsWith("post_"))
        .sort(),
    ).toEqual([...advice, "reachable"].sort());
  });

  test("is reported with all errors of its entries in one run, with places and without values", async () => {
    const results = await verifyPeer({
      staff: (all) =>
        all.map((one) => ({
          ...one,
          external_id: 5,
          updated_at: "today",
          name: null,
          email_address: "x",
          is_active: "J",
        })),
      chargeCodes: (all) =>
        all.map((one) => ({
          ...one,
          code: 1,
          description: [],
          charge_type: "air",
          tax_code: "T0",
          is_active: null,
        })),
      taxCodes: () => [{}, {}],
    });
    expect(withOutcome(results, "fault")).toEqual(
      [
        "charge_type",
        "code",
        "description",
        "email_address",
        "external_id",
        "is_active",
        "name",
        "tax_code",
        "unique_id",
        "updated_at",
      ].sort(),
    );
    const wrongMail = results.find((one) => one.check === "email_address");
    expect(wrongMail?.detail).toBe("email_address is not an email address (entries 1, 2 and 3)");
    expect(JSON.stringify(results)).not.toContain("today");
  });
});

describe("advice", () => {
  for (const [what, twist, ...expected] of [
    ["a time in the future", { staff: first({ updated_at: "2999-01-01T00:00:00Z" }) }, "not_in_future"],
    ["a blank name", { staff: first({ name: " " }) }, "not_blank"],
    ["a blank description", { chargeCodes: first({ description: "" }) }, "not_blank"],
    [
      "tokens that caches may keep",
      { token: (a: Answering) => (a.headers = { "content-type": "application/json" }) },
      "oauth_not_stored",
    ],
    ["no tax codes to follow", { taxCodes: () => [] }, "has_entries", "reference"],
    [
      "a 401 that does not say how to sign in",
      { unauthorized: (a: Answering) => (a.headers = {}) },
      "challenge",
    ],
  ] as const satisfies readonly (readonly [string, Twist, ...CheckName[]])[]) {
    test(`is given about ${what}`, async () => {
      const results = await verifyPeer(twist);
      expect(withOutcome(results, "fault")).toEqual([]);
      expect(withOutcome(results, "advice")).toEqual(expected);
    });
  }

  test("rules about entries are not reported as met for an empty list", async () => {
    const results = await verifyPeer({ staff: () => [], chargeCodes: () => [], taxCodes: () => [] });
    expect(withOutcome(results, "fault")).toEqual([]);
    expect(withOutcome(results, "advice")).toEqual(["has_entries"]);
    const rules = ["external_id", "unique_id", "updated_at", "charge_type", "reference", "version_marker"];
    const ofEntries = results.filter((one) => rules.includes(one.check));
    expect(ofEntries.length).toBeGreaterThan(10);
    expect(new Set(ofEntries.map((one) => `${one.outcome}: ${one.detail}`))).toEqual(
      new Set(["skipped: not checked: the list has no entries"]),
    );
  });
});

describe("details that the interface does not specify", () => {
  for (const [what, twist, options] of [
    ["a right implementation", {}, {}],
    ["wrapped lists", { staff: (all) => ({ meta: { total: 3 }, next: null, staff: all }) }, {}],
    ["more fields", { staff: (all) => all.map((one) => ({ ...one, phone: 1, branch: {} })) }, {}],
    [
      "tax codes with an id alone",
      { taxCodes: (all) => all.map(({ external_id }) => ({ external_id })) },
      {},
    ],
    ["a list in data.items", { staff: (all) => ({ data: { items: all, count: 3 } }) }, {}],
    [
      "a HAL list",
      { staff: (all) => ({ _embedded: { staff: all }, _links: { self: { href: "/staff" }, next: null } }) },
      {},
    ],
    ["a list beside empty errors", { staff: (all) => ({ data: all, errors: [] }) }, {}],
    ["a list named as nobody else does", { staff: (all) => ({ mitarbeiter: all, warnings: ["x"] }) }, {}],
    ["charge codes by their name", { chargeCodes: (all) => ({ chargeCodes: all, groups: [{ id: 1 }] }) }, {}],
    ["the only page", { staff: (all) => ({ data: all, page: 1, total_pages: 1, next_page: null }) }, {}],
    ["401 without a body", { unauthorizedBody: "" }, {}],
    ["401 with a body of another shape", { unauthorizedBody: '{"errors":["Nope"]}' }, {}],
    ["one list not offered", { taxCodes: () => undefined }, {}],
    [
      "no tax codes in an account without tax",
      { chargeCodes: first({ tax_code: null }) },
      { taxMode: "non_tax" },
    ],
    ["absent tax codes without tax", { chargeCodes: first({ tax_code: undefined }) }, { taxMode: "non_tax" }],
    ["only a static token", {}, { oauth: undefined }],
    ["only OAuth", {}, { bearer: undefined }],
    [
      "a client that must name itself in the form",
      {
        token(response, _isRight, request) {
          if (request.headers.authorization !== undefined) response.status = 401;
        },
      },
      {},
    ],
    [
      "a record that changed between two calls",
      {
        staff: (all, call) =>
          first({ name: `Name ${call}`, updated_at: new Date(1e12 + call * 1000).toISOString() })(all),
      },
      {},
    ],
  ] as const satisfies readonly (readonly [string, Twist, Partial<VerifyOptions>])[]) {
    test(`are accepted: ${what}`, async () => {
      const results = await verifyPeer(twist, options);
      expect(results.filter((one) => one.outcome === "fault" || one.outcome === "advice")).toEqual([]);
    });
  }
});

describe("a body that is not JSON", () => {
  const json = Buffer.from('[{"external_id":"Ü1"}]');
  const bodies: Record<string, [Buffer | string, string, Record<string, string>?]> = {
    "an empty body": ["", "the body is empty"],
    blanks: [" \n", "the body contains only spaces or line breaks"],
    "a byte order mark": [
      Buffer.concat([Buffer.from("\ufeff"), json]),
      "the body begins with a byte order mark (EF BB BF), which is not allowed in JSON (RFC 8259 section 8.1)",
    ],
    "UTF-16": [Buffer.from(json.toString(), "utf16le"), "the body is UTF-16, but must be UTF-8"],
    "UTF-16 with its mark": [
      Buffer.from(`\ufeff${json.toString()}`, "utf16le"),
      "the body is UTF-16, but must be UTF-8",
    ],
    "Latin-1": [
      Buffer.from(json.toString(), "latin1"),
      "the body has bytes that are not UTF-8; it may be Latin-1 or Windows-1252",
    ],
    "undeclared gzip": [
      gzipSync(json),
      "the body is compressed with gzip, but there is no header Content-Encoding: gzip",
    ],
    "truncated gzip": [
      gzipSync(JSON.stringify(Array.from({ length: 9000 }, (_, at) => at * 7919))).subarray(0, 9000),
      "the JSON is incomplete: the body was cut off after decompression by its header Content-Encoding (gzip)",
      { "content-encoding": "gzip" },
    ],
    "a truncated list": ['[{"external_id":"1"},', "the JSON is incomplete: the body was cut off"],
    "a truncated string": ['[{"external_id":"1', "the JSON is incomplete: the body was cut off"],
    "a page": ["<!DOCTYPE html><p>Sign in", "the body is an HTML page, not JSON"],
    XML: ['<?xml version="1.0"?><staff/>', "the body is XML or HTML, not JSON"],
    "one object per line": [
      '{"external_id":"1"}\n{"external_id":"2"}',
      "there is more text after the JSON value; send a list as [...], not as one object per line",
    ],
    "a word": ["none", "the body is not JSON"],
  };
  test.each(Object.entries(bodies))(
    "is described as what it is: %s",
    async (_what, [sent, error, headers = {}]) => {
      const results = await verifyPeer({
        answer(response, path) {
          if (path !== "/staff") return;
          response.body = sent;
          Object.assign(response.headers, headers);
        },
      });
      const faults = results.filter((one) => one.outcome === "fault" && one.subject === "/staff");
      expect(faults.map(({ check, detail }) => [check, detail])).toContainEqual(["json", error]);
    },
  );
});

test("reports missing parts as missing", async () => {
  const without = (field: string) => (all: Record<string, unknown>[]) =>
    all.map((one) => ({ ...one, [field]: undefined }));
  const results = await verifyPeer({
    staff: without("external_id"),
    chargeCodes: without("charge_type"),
    taxCodes: () => undefined,
  });
  const outcomeOf = (check: CheckName, subject: string) => {
    const one = results.find((each) => each.check === check && each.subject === subject);
    return `${one?.outcome}: ${one?.detail}`;
  };
  expect(outcomeOf("charge_type", "/charge-codes")).toBe(
    "fault: charge_type is missing (entries 1, 2, 3 and 4)",
  );
  expect(outcomeOf("external_id", "/staff")).toBe("fault: external_id is missing (entries 1, 2 and 3)");
  expect(outcomeOf("unique_id", "/staff")).toBe("skipped: not checked: no entry has an external_id");
  expect(outcomeOf("reference", "/charge-codes")).toBe(
    "skipped: not checked: /tax-codes is not offered (404)",
  );
});

test("reports the location of a wrapped list", async () => {
  const results = await verifyPeer({ staff: (all) => ({ data: { items: all } }) });
  expect(results.find((one) => one.check === "list_shape")?.detail).toBe("found in data.items");
});

test("passes for Lading's own server with both methods", async () => {
  const server = await serve();
  const token = await server.credential("acme-de");
  const client = await server.credential("acme-de", "client");
  const results = await verify({
    url: server.url,
    bearer: token.secret,
    oauth: { tokenUrl: `${server.url}/oauth/token`, clientId: client.clientId, clientSecret: client.secret },
    taxMode: "tax",
    seconds: 5,
    pause: 5,
  });
  const others = results.filter((one) => one.outcome !== "conforms");
  expect(others.map(({ check, outcome }) => [check, outcome])).toEqual([["post_taken", "skipped"]]);
  const ofOrgs = results.filter(({ subject }) => subject === "/orgs").map(({ check }) => check);
  expect(ofOrgs).toEqual(
    expect.arrayContaining([
      "window",
      "ids_alone",
      "window_refused",
      "window_bounds",
      "record",
      "record_fields",
    ]),
  );
  expect(results.length).toBeGreaterThan(50);
  expect(JSON.stringify(results)).not.toContain(token.secret);
});
