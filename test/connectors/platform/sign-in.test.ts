import OAuth2Server from "@node-oauth/oauth2-server";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { signInToPlatform } from "../../../src/connectors/platform/sign-in.js";
import { platformSchema } from "../../../src/connectors/platform/platform-settings.js";

/** Signing in at the platform, whose token address is an independent OAuth server. */

const signal = new AbortController().signal;

/** @param seconds lifetime of its access tokens */
async function authorizationServer(seconds: number, client_id = "acme", client_secret = "s3cret") {
  const issued: string[] = [];
  const oauth = new OAuth2Server({
    accessTokenLifetime: seconds,
    model: {
      getClient: async (id: string, secret: string) =>
        `${id} ${secret}` === `${client_id} ${client_secret}`
          ? { id, grants: ["client_credentials"] }
          : false,
      getUserFromClient: async () => ({ id: "acme" }),
      saveToken: async (token, client, user) => {
        issued.push(token.accessToken);
        return { ...token, client, user };
      },
      getAccessToken: async () => false,
    },
  });
  const server = createServer((request, response) => {
    void (async () => {
      const body = Object.fromEntries(new URLSearchParams(await text(request)));
      const oauthRequest = new OAuth2Server.Request({
        method: request.method ?? "",
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
        query: {},
        body,
      });
      const oauthResponse = new OAuth2Server.Response({ headers: {} });
      await oauth.token(oauthRequest, oauthResponse).catch(() => undefined);
      response.writeHead(oauthResponse.status ?? 500, {
        ...oauthResponse.headers,
        "content-type": "application/json",
      });
      response.end(JSON.stringify(oauthResponse.body));
    })();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`, issued };
}

function settings(url: string, more: object = {}) {
  return platformSchema.parse({
    url: "https://platform.example",
    oauth: { token_url: url, client_id: "acme", client_secret: "env:SECRET", ...more },
  });
}

const places = (secret: string) => ({ env: { SECRET: secret }, folder: "." });
const right = places("s3cret");

describe.each(["header", "body"])("sign-in with credentials in the %s", (where) => {
  test("uses an access token for all events until shortly before it expires", async () => {
    const { url, issued } = await authorizationServer(100);
    let now = 0;
    const session = signInToPlatform(settings(url, { credentials_in: where }), right, {
      ca: undefined,
      deadline: 5_000,
      now: () => now,
    });
    const all = await Promise.all([1, 2, 3].map(() => session.headers(false, signal)));
    expect(issued).toHaveLength(1);
    expect(all).toEqual(all.map(() => ({ headers: { authorization: `Bearer ${issued[0]}` } })));
    now = 60_000;
    await session.headers(false, signal);
    expect(issued).toHaveLength(1);
    now = 71_000;
    await session.headers(false, signal);
    await session.headers(true, signal);
    expect(issued).toHaveLength(3);
  });

  test.each([5, 20, 30, 31, 61])("uses a token with a lifetime of %i s more than once", async (seconds) => {
    const { url, issued } = await authorizationServer(seconds);
    let now = 0;
    const session = signInToPlatform(settings(url, { credentials_in: where }), places("s3cret"), {
      ca: undefined,
      deadline: 5_000,
      now: () => now,
    });
    for (now of [0, 1, seconds * 300]) await session.headers(false, signal);
    expect(issued).toHaveLength(1);
    now = seconds * 1_000;
    await session.headers(false, signal);
    expect(issued).toHaveLength(2);
  });

  test("reports a refused secret without showing it", async () => {
    const { url } = await authorizationServer(100);
    const session = signInToPlatform(settings(url, { credentials_in: where }), places("wr0ng"), {
      ca: undefined,
      deadline: 5_000,
    });
    const result = await session.headers(false, signal);
    expect(result).toMatchObject({ refused: expect.stringContaining("the token endpoint") as string });
    expect(JSON.stringify(result)).not.toContain("wr0ng");
  });
});

test("sends a client with special characters in the body if the server does not decode them in the header", async () => {
  const [client_id, secret] = ["acme & co", "s%c:r+t"];
  const { url } = await authorizationServer(100, client_id, secret);
  const resultKeys = async (credentials_in: string) => {
    const session = signInToPlatform(settings(url, { credentials_in, client_id }), places(secret), {
      ca: undefined,
      deadline: 5_000,
    });
    return Object.keys(await session.headers(false, signal));
  };
  expect(await resultKeys("body")).toEqual(["headers"]);
  // As specified in RFC 6749 section 2.3.1, which this server does not follow.
  expect(await resultKeys("header")).toEqual(["refused"]);
});

test("does not count a failing token address as a refusal, because it may work later", async () => {
  for (const [status, type, body] of [
    [503, "text/html", "<h1>away</h1>"],
    [200, "text/html", "<h1>sign in</h1>"],
    [200, "application/json", "{}"],
    [302, "text/html", ""],
    [205, "text/html", ""],
  ] as const) {
    const server = createServer((_, response) => {
      response.writeHead(status, { "content-type": type, location: "https://login.example" });
      response.end(body);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
    const session = signInToPlatform(settings(url), right, { ca: undefined, deadline: 5_000 });
    expect(await session.headers(false, signal)).toEqual({
      failed: `the token endpoint responded with status ${status}, but without an access token`,
    });
  }
  const session = signInToPlatform(settings("http://127.0.0.1:1/token"), right, {
    ca: undefined,
    deadline: 5_000,
  });
  expect(await session.headers(false, signal)).toEqual({
    failed: expect.stringMatching(/^the token endpoint cannot be used: no connection/) as string,
  });
});

test.each(["null", "-5", '"never"', '""'])("uses a token with `expires_in` %s", async (stated) => {
  let responses = 0;
  const server = createServer((_, response) => {
    responses += 1;
    response.setHeader("content-type", "application/json");
    response.end(`{"access_token":"t${responses}","token_type":"bearer","expires_in":${stated}}`);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const session = signInToPlatform(settings(url, {}), right, { ca: undefined, deadline: 5_000 });
  for (const isAnew of [false, false])
    expect(await session.headers(isAnew, signal)).toMatchObject({ headers: { authorization: "Bearer t1" } });
});
