import * as oauth from "oauth4webapi";
import { describe, expect, test } from "vitest";
import { createCredential, revokeCredential } from "../../src/store/credentials/store.js";
import { lifetime } from "../../src/http/access-tokens.js";
import { workdir } from "../support/workdir.js";
import { publish } from "./publish.js";
import { bearer, get, serve, serveFolder, staff, type Got, type Serving } from "./serving.js";

/** The client of a standard library, which checks the answers against RFC 6749. */
async function buyWithLibrary(
  server: Serving,
  clientId: string,
  authentication: oauth.ClientAuth,
): Promise<oauth.TokenEndpointResponse> {
  const issuer: oauth.AuthorizationServer = {
    issuer: server.url,
    token_endpoint: `${server.url}/oauth/token`,
  };
  const client: oauth.Client = { client_id: clientId };
  const response = await oauth.clientCredentialsGrantRequest(
    issuer,
    client,
    authentication,
    {},
    {
      [oauth.allowInsecureRequests]: true,
    },
  );
  return oauth.processClientCredentialsResponse(issuer, client, response);
}

function form(values: Record<string, string> | string[][]): string {
  return new URLSearchParams(values as Record<string, string>).toString();
}

function ask(server: Serving, body: string, headers: Record<string, string> = {}): Promise<Got> {
  return get(
    `${server.url}/oauth/token`,
    { "content-type": "application/x-www-form-urlencoded", ...headers },
    { method: "POST", body },
  );
}

describe("client credentials with a standard client library", () => {
  for (const [name, authentication] of [
    ["HTTP Basic", oauth.ClientSecretBasic],
    ["the form", oauth.ClientSecretPost],
  ] as const) {
    test(`a token obtained with ${name} gives access to the lists`, async () => {
      const server = await serve();
      const client = await server.credential("acme-de", "client", { name: "the platform" });
      const bought = await buyWithLibrary(server, client.clientId, authentication(client.secret));
      expect(bought.token_type).toBe("bearer");
      expect(bought.expires_in).toBe(15 * 60);
      const response = await oauth.protectedResourceRequest(
        bought.access_token,
        "GET",
        new URL(`${server.url}/staff`),
        undefined,
        undefined,
        { [oauth.allowInsecureRequests]: true },
      );
      expect(await response.json()).toEqual(staff);
    });

    test(`reports a wrong secret with ${name} as invalid_client`, async () => {
      const server = await serve();
      const client = await server.credential("acme-de", "client");
      const wrong = `lading_${client.id}_${"A".repeat(43)}`;
      // The library reports a challenge as such, and an RFC 6749 error body as another kind of error.
      await expect(buyWithLibrary(server, client.clientId, authentication(wrong))).rejects.toMatchObject({
        status: 401,
      });
    });
  }
});

describe("the token endpoint", () => {
  test("answers with no-store, and its token lives 15 minutes on the server's clock", async () => {
    let now = new Date("2026-03-01T10:00:00Z");
    const server = await serve({ now: () => now });
    const client = await server.credential("acme-de", "client", { now });
    const got = await ask(
      server,
      form({ grant_type: "client_credentials", client_id: client.clientId, client_secret: client.secret }),
    );
    expect(got.status).toBe(200);
    expect(got.headers).toMatchObject({
      "cache-control": "no-store",
      pragma: "no-cache",
      "content-type": "application/json; charset=utf-8",
    });
    const { access_token } = got.json() as { access_token: string };
    now = new Date(now.getTime() + lifetime * 1000 - 1);
    expect((await get(`${server.url}/staff`, bearer(access_token))).status).toBe(200);
    now = new Date(now.getTime() + 1);
    expect((await get(`${server.url}/staff`, bearer(access_token))).status).toBe(401);
  });

  test("a token survives a restart, and another server accepts it", async () => {
    const dir = await workdir({
      "lading.yaml": `lading: 1
accounts: { acme-de: { country: DE } }
sources: { inbox: { folder: inbox } }
feeds: { acme-de/staff: { source: inbox, files: a.csv } }
`,
    });
    const first = await serveFolder(dir.path);
    await publish(first.store, "acme-de/staff", 1, staff);
    const client = await createCredential(
      first.store,
      { kind: "client", account: "acme-de", name: "default" },
      new Date(),
    );
    const body = form({
      grant_type: "client_credentials",
      client_id: client.credential.client_id ?? "",
      client_secret: client.secret,
    });
    const bought = await get(
      `${first.server.url}/oauth/token`,
      { "content-type": "application/x-www-form-urlencoded" },
      { method: "POST", body },
    );
    expect(bought.status).toBe(200);
    const { access_token } = bought.json() as { access_token: string };
    await first.server.close();
    const second = await serveFolder(dir.path);
    expect((await get(`${second.server.url}/staff`, bearer(access_token))).status).toBe(200);
  });

  test("every mistake has its RFC 6749 error", async () => {
    const server = await serve();
    const client = await server.credential("acme-de", "client");
    const token = await server.credential("acme-de", "token");
    const old = { expiresAt: new Date("2020-01-02"), now: new Date("2020-01-01"), name: "old" };
    const expired = await server.credential("acme-de", "client", old);
    const grant = { grant_type: "client_credentials" };
    const named = { client_id: client.clientId, client_secret: client.secret };
    const basic = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
    });
    const json = { "content-type": "application/json" };
    for (const [what, body, headers, status, error] of [
      ["no grant type", form(named), {}, 400, "invalid_request"],
      ["a form in JSON", JSON.stringify({ ...grant, ...named }), json, 400, "invalid_request"],
      [
        "a parameter twice",
        `${form({ ...grant, ...named })}&grant_type=client_credentials`,
        {},
        400,
        "invalid_request",
      ],
      [
        "two ways at once",
        form({ ...grant, ...named }),
        basic(client.clientId, client.secret),
        400,
        "invalid_request",
      ],
      [
        "two different ids",
        form({ ...grant, client_id: "x" }),
        basic(client.clientId, client.secret),
        400,
        "invalid_request",
      ],
      ["another grant", form({ grant_type: "password", ...named }), {}, 400, "unsupported_grant_type"],
      ["no client", form(grant), {}, 401, "invalid_client"],
      ["no secret", form({ ...grant, client_id: client.clientId }), {}, 401, "invalid_client"],
      ["an unknown client", form({ ...grant, ...named, client_id: "nobody" }), {}, 401, "invalid_client"],
      ["a wrong secret", form({ ...grant, ...named, client_secret: "x" }), {}, 401, "invalid_client"],
      ["a wrong secret in Basic", form(grant), basic(client.clientId, "x"), 401, "invalid_client"],
      ["no Basic at all", form(grant), { authorization: "Bearer x" }, 401, "invalid_client"],
      [
        "Basic that cannot be decoded",
        form(grant),
        { authorization: `Basic ${Buffer.from("%zz:x").toString("base64")}` },
        401,
        "invalid_client",
      ],
      [
        "a bearer token as secret",
        form({ ...grant, ...named, client_secret: token.secret }),
        {},
        401,
        "invalid_client",
      ],
      [
        "an expired secret",
        form({ ...grant, client_id: expired.clientId, client_secret: expired.secret }),
        {},
        401,
        "invalid_client",
      ],
      ["credentials in the address only", form(grant), {}, 401, "invalid_client"],
    ] as const) {
      const got = await ask(server, body, headers);
      expect([what, got.status, (got.json() as { error: string }).error]).toEqual([what, status, error]);
      expect(got.headers["cache-control"]).toBe("no-store");
      if (status === 401) expect(got.headers["www-authenticate"]).toContain("Basic realm=");
    }
    const described = await ask(server, form(named));
    expect(described.json()).toMatchObject({
      error_description: "The form must contain grant_type=client_credentials.",
    });
    const inQuery = await get(
      `${server.url}/oauth/token?${form({ ...grant, ...named })}`,
      { "content-type": "application/x-www-form-urlencoded" },
      { method: "POST", body: form(grant) },
    );
    expect(inQuery.status).toBe(401);
    // Many clients always send one (RFC 6749 section 3.3 permits ignoring it).
    for (const scope of ["", "read"]) {
      expect((await ask(server, form({ ...grant, ...named, scope }))).status).toBe(200);
    }
    expect((await ask(server, form(grant), basic(client.clientId, client.secret))).status).toBe(200);
  });

  test("a secret works only for its own client, and two secrets of a client work during rotation", async () => {
    const server = await serve();
    const grant = { grant_type: "client_credentials" };
    const first = await server.credential("acme-de", "client");
    const second = await server.credential("acme-de", "client");
    const other = await server.credential("acme-de", "client", { name: "other" });
    expect(second.clientId).toBe(first.clientId);
    expect(other.clientId).not.toBe(first.clientId);
    const status = async (client_id: string, client_secret: string) =>
      (await ask(server, form({ ...grant, client_id, client_secret }))).status;
    expect(await status(first.clientId, first.secret)).toBe(200);
    expect(await status(first.clientId, second.secret)).toBe(200);
    expect(await status(other.clientId, first.secret)).toBe(401);
  });

  test("revoking a client's secret ends the access tokens that it obtained", async () => {
    const server = await serve();
    const client = await server.credential("acme-de", "client");
    const { access_token } = await buyWithLibrary(
      server,
      client.clientId,
      oauth.ClientSecretBasic(client.secret),
    );
    expect((await get(`${server.url}/staff`, bearer(access_token))).status).toBe(200);
    await revokeCredential(server.store, "client", client.id, new Date());
    expect((await get(`${server.url}/staff`, bearer(access_token))).status).toBe(401);
  });

  test("wrong secrets are limited per client, and the right one still works", async () => {
    const server = await serve({ settings: { limits: { failures_per_minute: "3" }, behind_proxy: "true" } });
    const client = await server.credential("acme-de", "client");
    const grant = { grant_type: "client_credentials", client_id: client.clientId };
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) {
      // Each attempt comes from a different address, because the limit is per client.
      const got = await ask(server, form({ ...grant, client_secret: "x" }), {
        "x-forwarded-for": `198.51.100.${i}`,
      });
      statuses.push(got.status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const limited = await ask(server, form({ ...grant, client_secret: "x" }));
    expect(limited.json()).toMatchObject({
      error: "invalid_client",
      error_description: expect.stringMatching(/^Too many failed sign-ins .* Retry-After\.$/) as unknown,
    });
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
    await expect.poll(() => server.log()).toContain('"code":"invalid_client","why":"unknown"');
    expect((await ask(server, form({ ...grant, client_secret: client.secret }))).status).toBe(200);
  });

  test("can be switched off", async () => {
    const server = await serve({ settings: { oauth: "false" } });
    expect((await ask(server, form({ grant_type: "client_credentials" }))).status).toBe(404);
  });

  test("a large body is refused before it is read", async () => {
    const server = await serve();
    const got = await ask(server, `grant_type=${"x".repeat(20_000)}`);
    expect(got.status).toBe(413);
    expect(got.json()).toMatchObject({ error: { code: "payload_too_large" } });
  });
});
