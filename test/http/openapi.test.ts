import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { expect, test } from "vitest";
import { errorAnswers } from "../../src/http/refusals.js";
import { openapiDocument } from "../../src/http/openapi.js";
import { projectRoot } from "../support/build.js";
import { feedAt, publish } from "./publish.js";
import { bearer, chargeCodes, get, orgs, serve, staff, taxCodes } from "./serving.js";

/** Checks the document against the standard's own schema, and against the server's answers. */

interface Described {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: Record<string, Described> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, z.core.JSONSchema.BaseSchema>> };
}

const document = openapiDocument() as unknown as Document;

test("is a valid OpenAPI 3.1 document of interface version 1.5.0", async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
  expect(result).toMatchObject({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(document.info.version).toBe("1.5.0");
});

test("served records match their schemas, and wrong ones do not", () => {
  for (const [name, list] of [
    ["Staff", staff],
    ["ChargeCodeWithTax", chargeCodes],
    ["ChargeCodeWithoutTax", [...chargeCodes, ...chargeCodes.map((each) => ({ ...each, tax_code: null }))]],
    ["TaxCode", taxCodes],
    ["Org", orgs],
  ] as const) {
    const schema = z.fromJSONSchema(document.components.schemas[name] as z.core.JSONSchema.BaseSchema);
    for (const record of list) expect(schema.safeParse(record).error).toBeUndefined();
    expect(schema.safeParse({ ...list[0], external_id: 7 }).success).toBe(false);
    expect(schema.safeParse({ ...list[0], updated_at: undefined }).success).toBe(false);
  }
  const withTax = z.fromJSONSchema(
    document.components.schemas["ChargeCodeWithTax"] as z.core.JSONSchema.BaseSchema,
  );
  for (const none of [null, undefined])
    expect(withTax.safeParse({ ...chargeCodes[0], tax_code: none }).success).toBe(false);
});

test("every path in the document exists, and its responses have documented statuses", async () => {
  const server = await serve();
  const { secret } = await server.credential("acme-de");
  for (const [stated, methods] of Object.entries(document.paths)) {
    const path = stated.replace("{external_id}", encodeURIComponent(orgs[0]!.external_id));
    for (const [method, { responses }] of Object.entries(methods)) {
      const open = await get(server.url + path, {}, { method: method.toUpperCase() });
      expect(Object.keys(responses)).toContain(String(open.status));
      if (method !== "post") {
        const got = await get(server.url + path, bearer(secret));
        expect(got.status).toBe(200);
        expect(Object.keys(responses)).toContain("200");
      }
    }
  }
});

test("every response of a list and its headers are documented, and everything documented occurs", async () => {
  const server = await serve({
    settings: { behind_proxy: "true" },
    accounts: [
      {
        name: "acme-de",
        envelope: undefined,
        lists: new Map([["charge-codes", feedAt("acme-de/charge-code")]]),
      },
      {
        name: "acme-us",
        envelope: undefined,
        lists: new Map([["staff", feedAt("acme-us/staff")]]),
      },
    ],
  });
  await publish(server.store, "acme-us/staff", 1, staff);
  const de = bearer((await server.credential("acme-de")).secret);
  const us = bearer((await server.credential("acme-us")).secret);
  const etag = String((await get(`${server.url}/staff`, us)).headers.etag);
  const seen = new Set<string>();
  for (const [path, method, headers, code] of [
    ["/staff", "GET", us, 200],
    ["/staff", "HEAD", us, 200],
    ["/staff", "GET", { ...us, "if-none-match": etag }, 304],
    ["/staff", "HEAD", { ...us, "if-none-match": etag }, 304],
    ["/staff", "GET", { host: "x, y" }, 400],
    ["/staff", "HEAD", { host: "x, y" }, 400],
    ["/staff", "GET", { "x-forwarded-for": "192.0.2.1" }, 401],
    ["/staff", "HEAD", { "x-forwarded-for": "192.0.2.2" }, 401],
    ["/staff", "GET", { cookie: "x".repeat(20_000) }, 431],
    ["/staff", "GET", de, 404],
    ["/staff", "HEAD", de, 404],
    ["/staff", "POST", us, 405],
    ["/charge-codes", "GET", de, 503],
    ["/charge-codes", "HEAD", de, 503],
  ] as const) {
    const got = await get(server.url + path, headers, { method });
    expect([path, method, got.status]).toEqual([path, method, code]);
    const described = document.paths[path]?.[method === "HEAD" ? "head" : "get"]?.responses[code];
    expect(Object.keys(got.headers)).toEqual(
      expect.arrayContaining(Object.keys(described?.headers ?? {}).map((name) => name.toLowerCase())),
    );
    const own = ["etag", "last-modified", "retry-after", "www-authenticate", "allow"].filter(
      (name) => name in got.headers,
    );
    expect(Object.keys(described?.headers ?? {}).map((name) => name.toLowerCase())).toEqual(
      expect.arrayContaining(own),
    );
    if (method !== "HEAD" && code >= 400) {
      const { error } = got.json() as { error: { code: string } };
      expect(described?.description).toContain(`\`${error.code}\``);
    }
    seen.add(`${method === "HEAD" ? "head" : "get"} ${code}`);
  }
  const stated = Object.entries(document.paths["/staff"] ?? {}).flatMap(([method, { responses }]) =>
    Object.keys(responses).map((code) => `${method} ${code}`),
  );
  // A HEAD that is refused for its method does not count. Aborted requests and a stopping server are tested
  // in sockets.test.ts.
  const elsewhere = ["get 408", "get 413", "get 500", "head 408", "head 413", "head 431", "head 500"];
  expect([...seen, "head 405", ...elsewhere].sort()).toEqual(stated.sort());
});

test("error codes are lower_snake, and are in the document and on the page", async () => {
  const { Error: schema } = document.components.schemas;
  const page = await readFile(join(projectRoot, "docs/http-api.md"), "utf8");
  for (const code of Object.keys(errorAnswers)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(JSON.stringify(schema)).toContain(`"${code}"`);
    expect(page).toContain(`\`${code}\``);
  }
});
