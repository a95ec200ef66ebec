import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { expect, test } from "vitest";
import { errorAnswers } from "../../src/server/answer.js";
import { openapiDocument } from "../../src/server/openapi.js";
import { bearer, chargeCodes, get, serve, staff, taxCodes } from "./serving.js";

/** The document against the standard's own schema, and against what the server answers. */

interface Document {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Record<string, unknown> }>>>>;
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

test("what is served fits its schemas, and what is wrong does not", () => {
  for (const [name, list] of [
    ["Staff", staff],
    ["ChargeCode", chargeCodes],
    ["TaxCode", taxCodes],
  ] as const) {
    const schema = z.fromJSONSchema(document.components.schemas[name] as z.core.JSONSchema.BaseSchema);
    for (const record of list) expect(schema.safeParse(record).error).toBeUndefined();
    expect(schema.safeParse({ ...list[0], external_id: 7 }).success).toBe(false);
    expect(schema.safeParse({ ...list[0], updated_at: undefined }).success).toBe(false);
  }
});

test("every path of the document answers, and every status of a list is in it", async () => {
  const server = await serve();
  const { secret } = await server.credential("acme-de");
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const open = await get(server.url + path, {}, { method: method.toUpperCase() });
      expect(Object.keys(responses)).toContain(String(open.status));
      if (method === "get") {
        const got = await get(server.url + path, bearer(secret));
        expect(got.status).toBe(200);
        expect(Object.keys(responses)).toContain("200");
      }
    }
  }
});

test("error codes are lower_snake and stand in the document", () => {
  const { Error: schema } = document.components.schemas;
  for (const code of Object.keys(errorAnswers)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(JSON.stringify(schema)).toContain(`"${code}"`);
  }
});
