import { createHash } from "node:crypto";
import { jsonSchemaOf, type Field } from "../model/fields.js";
import { recordTypes } from "../model/record-types/index.js";
import { outboundInvoiceJsonSchema } from "../model/outbound-invoice.js";
import { payablesInvoice } from "../model/record-types/payables-invoice.js";
import type { RecordType } from "../model/record-type.js";
import type { Route } from "./answer.js";
import { errorAnswers, type ErrorAnswerCode } from "./refusals.js";
import { namesEtag } from "./negotiate.js";

/** The OpenAPI 3.1 document of the interface, generated from the schemas of the record types. */

/** Version of the interface (`docs/interface.md` section 9). */
const interfaceVersion = "1.5.0";

type Json = Readonly<Record<string, unknown>>;

export function openapiDocument(): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Lading: lists and records from a freight forwarding system",
      version: interfaceVersion,
      description:
        "The lists and records of the partner integration interface. Each credential belongs to one account. Supporting data is " +
        "served as full lists. Clients fetch other records individually and can list the IDs that changed in a time window. Fields and " +
        "wrappers that the interface does not define are marked as assumptions.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { oauth: [] }],
    paths: {
      ...Object.fromEntries(
        recordTypes.flatMap((type) => {
          const isOne = type.served === "one by one";
          const get = isOne ? windowOperation(type) : listOperation(type);
          const post = type === payablesInvoice ? { post: receiverOperation() } : {};
          const list = [`/${type.plural}`, { get, head: headOperation(get), ...post }] as const;
          if (!isOne) return [list];
          const one = recordOperation(type);
          return [list, [`/${type.plural}/{external_id}`, { get: one, head: headOperation(one) }] as const];
        }),
      ),
      "/oauth/token": { post: tokenOperation() },
    },
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "A static token of the account." },
        oauth: {
          type: "oauth2",
          flows: { clientCredentials: { tokenUrl: "/oauth/token", scopes: {} } },
        },
      },
      schemas: {
        ...Object.fromEntries(recordTypes.flatMap((type) => Object.entries(recordSchemas(type)))),
        OutboundPayablesInvoice: outboundInvoiceJsonSchema(),
        PostedPayablesInvoice: postedInvoice,
        ChangedId: {
          type: "object",
          description: "ID of a changed record. Use the ID to fetch the record.",
          required: ["external_id"],
          properties: { external_id: { type: "string", minLength: 1, maxLength: 255 } },
          additionalProperties: false,
        },
        Error: errorSchema,
      },
      headers: { ...listHeaders, ...errorHeaders },
    },
  };
}

/** `GET /openapi.json`. The document requires no credentials, because it contains no private data. */
export function openapiRoute(): Route {
  const body = Buffer.from(JSON.stringify(openapiDocument()));
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  const headers = { etag, "cache-control": "no-cache", "content-type": "application/json" };
  return {
    method: "GET",
    path: "/openapi.json",
    answer: (request) =>
      namesEtag(request.headers["if-none-match"], etag)
        ? { status: 304, headers }
        : { status: 200, headers, body },
  };
}

/** Returns the HEAD operation for a GET operation, which has the same responses without bodies. */
function headOperation({ responses, ...get }: Operation): Json {
  const bodiless = Object.entries(responses).map(([status, response]) => [
    status,
    { ...response, content: undefined },
  ]);
  return {
    ...get,
    operationId: get.operationId.replace(/^[a-z]+/, "head"),
    summary: `Headers of GET: ${get.summary}`,
    responses: Object.fromEntries(bodiless) as Json,
  };
}

/** Error codes that every path can return. */
const commonErrors = [
  "method_not_allowed",
  "request_timeout",
  "payload_too_large",
  "headers_too_large",
  "internal_error",
  "store_unavailable",
  "shutting_down",
] as const;

const signInErrors = ["bad_request", "unauthorized"] as const;

interface Operation extends Json {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Readonly<Record<string, Json>>;
}

function recordOperation(type: RecordType): Operation {
  const posted = { $ref: "#/components/schemas/PostedPayablesInvoice" };
  const schemas = [...schemaRefs(type), ...(type === payablesInvoice ? [posted] : [])];
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  return {
    operationId: `get_${type.name.replaceAll("-", "_")}`,
    summary: `One record: ${type.title.toLowerCase()}`,
    description: `${type.description} \`updated_at\` is the time at which this version became visible in Lading.`,
    parameters: [
      {
        name: "external_id",
        in: "path",
        required: true,
        description: "The ID of the record in the FFS, percent-encoded.",
        schema: { type: "string", minLength: 1, maxLength: 255 },
      },
    ],
    responses: {
      200: { description: "The current record.", content: { "application/json": { schema } } },
      ...refusals("no_such_record", "no_such_list", "not_published", ...signInErrors, ...commonErrors),
    },
  };
}

function windowOperation(type: RecordType): Operation {
  const bound = (name: string, description: string) => ({
    name,
    in: "query",
    description: `${description} A UTC datetime in ISO 8601. A date without a time is rejected.`,
    schema: { type: "string", format: "date-time" },
  });
  return {
    operationId: `list_${type.plural.replaceAll("-", "_")}`,
    summary: `IDs of records that changed in a time window: ${type.title.toLowerCase()}`,
    description:
      "Returns all IDs, ordered by the time at which their newest version became visible in Lading, then by ID. Once Lading " +
      "has served a window, no later change falls within it, provided that the window ends no more than five minutes " +
      "ahead of the server's clock. Adjacent windows therefore miss no changes. Only for accounts with `sync: polling`.",
    parameters: [
      bound("updated_after", "Start of the window, inclusive."),
      bound("updated_before", "End of the window, exclusive. Requires `updated_after`."),
    ],
    responses: {
      200: {
        description: "The IDs of records that changed in the window.",
        content: {
          "application/json": {
            schema: wrapped([{ type: "array", items: { $ref: "#/components/schemas/ChangedId" } }]),
          },
        },
      },
      ...refusals("validation_error", "no_such_list", ...signInErrors, ...commonErrors),
    },
  };
}

/** The interface does not define whether lists are wrapped in an object, so both forms are described. */
function wrapped(lists: readonly Json[]): Json {
  return {
    anyOf: [
      ...lists,
      {
        type: "object",
        description:
          "An object with one key, if the account's lists are wrapped. The key is chosen during onboarding. This object is an assumption, because the interface does not define it.",
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: lists.length === 1 ? lists[0] : { anyOf: lists },
      },
    ],
  };
}

function listOperation(type: RecordType): Operation {
  const lists = schemaRefs(type).map((items) => ({ type: "array", items }));
  return {
    operationId: `list_${type.plural.replaceAll("-", "_")}`,
    summary: `The full list: ${type.title.toLowerCase()}`,
    description: `${type.description} No parameters. Records are ordered by external_id.`,
    responses: {
      200: {
        description: "The full list. All records are from the same publication.",
        headers: headerRefs(Object.keys(listHeaders)),
        content: {
          "application/json": { schema: wrapped(lists) },
        },
      },
      304: {
        description: "The list still has the ETag that `If-None-Match` contains.",
        headers: headerRefs(Object.keys(listHeaders)),
      },
      ...refusals("no_such_list", "not_published", ...signInErrors, ...commonErrors),
    },
  };
}

function receiverOperation(): Json {
  return {
    operationId: "post_payables_invoice",
    summary: "Post an approved invoice for the FFS",
    description:
      "Each invoice is accepted only once. If the FFS has the invoice or will receive it, the response is 409, even if the request is identical to an earlier one. Only for accounts with `outbox`.",
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/OutboundPayablesInvoice" } },
      },
    },
    responses: {
      200: {
        description: "The invoice is stored and will be sent to the FFS.",
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["external_id", "status"],
              properties: {
                external_id: { type: "string", minLength: 1, maxLength: 255 },
                status: { const: "draft" },
              },
              additionalProperties: false,
            },
          },
        },
      },
      ...refusals(
        ...(["validation_error", "invalid_json", "no_outbox", "duplicate_invoice"] as const),
        ...(["unsupported_media_type", ...signInErrors, ...commonErrors] as const),
      ),
    },
  };
}

function tokenOperation(): Json {
  const text = { type: "string" };
  return {
    operationId: "get_access_token",
    summary: "Get an access token for 15 minutes (OAuth 2.0 client credentials)",
    description:
      "See RFC 6749 section 4.4. The client authenticates with HTTP Basic or with form fields. A requested scope is ignored.",
    security: [],
    requestBody: {
      required: true,
      content: {
        "application/x-www-form-urlencoded": {
          schema: {
            type: "object",
            required: ["grant_type"],
            properties: { grant_type: { const: "client_credentials" }, client_id: text, client_secret: text },
          },
        },
      },
    },
    responses: {
      200: {
        description: "An opaque access token for the `Authorization: Bearer` header.",
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["access_token", "token_type", "expires_in"],
              properties: {
                access_token: text,
                token_type: { const: "Bearer" },
                expires_in: { type: "integer" },
              },
            },
          },
        },
      },
      400: oauthError("The request is malformed or uses an unsupported grant type."),
      401: oauthError("The client is unknown, or its secret is missing or invalid.", ["WWW-Authenticate"]),
      429: oauthError("Too many failed sign-ins.", ["Retry-After"]),
      ...refusals(...commonErrors),
    },
  };
}

function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function refusals(...codes: readonly ErrorAnswerCode[]): Readonly<Record<string, Json>> {
  const headers: Readonly<Record<number, readonly ErrorHeader[]>> = {
    401: ["WWW-Authenticate"],
    405: ["Allow"],
    503: ["Retry-After"],
  };
  const statuses = new Set(codes.map((code) => errorAnswers[code][0]));
  const responses = Array.from(statuses, (status) => {
    const described = codes.filter((code) => errorAnswers[code][0] === status);
    return [
      status,
      {
        description: described.map((code) => `Code \`${code}\`: ${errorAnswers[code][1]}`).join(" "),
        headers: headerRefs(headers[status] ?? []),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ];
  });
  return Object.fromEntries(responses) as Record<string, Json>;
}

const postedInvoice = {
  description:
    "An invoice that the platform posted but that the FFS has not exported yet. The invoice contains the posted content and the ID from the response to the POST. In accounts that use tax, every amount includes `tax`.",
  allOf: [{ $ref: "#/components/schemas/OutboundPayablesInvoice" }],
  type: "object",
  required: ["external_id", "updated_at", "status"],
  properties: {
    external_id: { type: "string", minLength: 1, maxLength: 255 },
    updated_at: { type: "string", format: "date-time" },
    status: { const: "draft" },
  },
};

const errorSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", pattern: "^[a-z]+(_[a-z]+)*$", enum: Object.keys(errorAnswers) },
        message: { type: "string" },
        details: {
          type: "array",
          description:
            "With `validation_error` or `invalid_json`: the problems, each with its parameter or field. With `duplicate_invoice`: the ID of the existing invoice.",
          items: {
            type: "object",
            required: ["field", "message"],
            properties: {
              field: {
                type: ["string", "null"],
                description:
                  "Null if the problem affects the whole body, for example if the body is not valid JSON.",
              },
              message: { type: "string" },
              external_id: { type: "string" },
            },
          },
        },
      },
    },
  },
};

function oauthError(description: string, headers: readonly ErrorHeader[] = []): Json {
  return { description, headers: headerRefs(headers), content: oauthErrorContent };
}

const oauthErrorContent = {
  "application/json": {
    schema: {
      type: "object",
      required: ["error"],
      properties: { error: { type: "string" }, error_description: { type: "string" } },
    },
  },
};

const errorHeaders = {
  "WWW-Authenticate": {
    description: "Supported authentication schemes (RFC 9110 section 11.6.1).",
    schema: { type: "string" },
  },
  "Retry-After": {
    description: "Number of seconds to wait before the next attempt.",
    schema: { type: "integer" },
  },
  Allow: { description: "The methods that the path supports.", schema: { type: "string" } },
};

type ErrorHeader = keyof typeof errorHeaders;

const listHeaders = {
  ETag: {
    description: "Strong validator for this list in this content encoding.",
    schema: { type: "string" },
  },
  "Last-Modified": {
    description:
      "Time of the last change to the list, in whole seconds. Absent if the server's clock is behind that time.",
    schema: { type: "string" },
  },
  "Lading-Publication": {
    description: "Number of the publication that is served.",
    schema: { type: "integer" },
  },
  "Lading-Published": {
    description: "Time when the list last changed.",
    schema: { type: "string", format: "date-time" },
  },
  "Lading-Confirmed": {
    description: "Time when a delivery last changed or confirmed the list.",
    schema: { type: "string", format: "date-time" },
  },
  "Lading-Stale": {
    description: "`true` if the list is older than expected.",
    schema: { type: "string", enum: ["true", "false"] },
  },
};

function schemaName(type: RecordType): string {
  return type.title.replaceAll(/\s+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function schemaRefs(type: RecordType): readonly Json[] {
  return Object.keys(recordSchemas(type)).map((name) => ({ $ref: `#/components/schemas/${name}` }));
}

type Fields = Readonly<Record<string, Field>>;

/** Returns the schemas of a record type by name. There are two schemas if accounts that use tax require more fields. */
function recordSchemas(type: RecordType): Readonly<Record<string, Json>> {
  const { $schema: _, ...schema } = jsonSchemaOf(type.schema);
  if (!needsMoreWithTax(type.fields)) return { [schemaName(type)]: schema };
  return Object.fromEntries(
    [true, false].map((withTax) => [
      `${schemaName(type)}${withTax ? "WithTax" : "WithoutTax"}`,
      {
        ...inTaxMode(schema, type.fields, withTax),
        description: `${type.description} In ${withTax ? "tax-enabled" : "non-tax"} accounts.`,
      },
    ]),
  );
}

function needsMoreWithTax(fields: Fields): boolean {
  return Object.values(fields).some(
    ({ required, fields: inner = {} }) => required === "tax" || needsMoreWithTax(inner),
  );
}

/**
 * Adapts an object schema to a tax mode. Tax fields are required and must not be null in accounts that use tax, and
 * are optional in other accounts.
 */
function inTaxMode(schema: Json, fields: Fields, withTax: boolean): Json {
  const properties = Object.entries(schema["properties"] as Readonly<Record<string, Json>>);
  const shaped = properties.map(([name, property]) => {
    const { kind, required, fields: inner = {}, plain } = fields[name] as Field;
    if (kind === "amount") return [name, inTaxMode(property, inner, withTax)];
    if (kind === "list" && plain !== true)
      return [name, { ...property, items: inTaxMode(property["items"] as Json, inner, withTax) }];
    return [name, withTax && required === "tax" ? withoutNull(property) : property];
  });
  const required = (schema["required"] as readonly string[]).filter(
    (name) => withTax || fields[name]?.required !== "tax",
  );
  return { ...schema, properties: Object.fromEntries(shaped) as Json, required };
}

function withoutNull({ anyOf, type, ...schema }: Json): Json {
  if (Array.isArray(type)) return { type: type.find((each) => each !== "null") as string, ...schema };
  const [only] = (anyOf as readonly Json[]).filter((each) => each["type"] !== "null");
  return { ...only, ...schema };
}
