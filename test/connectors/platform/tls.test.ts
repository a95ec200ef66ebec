import { createServer as httpServer } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as tlsServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { webhookChannel } from "../../../src/connectors/alerts/webhook-channel.js";
import { platform } from "../../../src/connectors/platform/client.js";
import { platformSchema } from "../../../src/connectors/platform/platform-settings.js";
import { post } from "../../../src/connectors/platform/post.js";
import { call } from "../../../src/conformance/verify/client.js";
import { makeCertificate, whyNoOpenssl } from "../../support/certificate.js";
import { workdir } from "../../support/workdir.js";

/** An address with a wrong scheme or port is explained, and Lading accepts the suggested address. */

async function portOf(server: Server): Promise<number> {
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const raw = (act: (socket: Socket) => void): Server =>
  createServer((socket) => {
    socket.on("error", () => undefined);
    act(socket);
  });

const afterData = (data: string | Buffer) => (socket: Socket) =>
  void socket.once("data", () => socket.end(data));

const send = (url: string, ca?: Buffer) =>
  post(new URL(url), {
    ...{ headers: {}, body: "{}", reads: 1_000, ca },
    ...{ deadline: 5_000, signal: new AbortController().signal },
  });

const signal = new AbortController().signal;
const withoutTls = /^the server does not use TLS on this port; write `http:`, or change the port/;

test.each([
  ["an HTTP server", () => httpServer((_, response) => response.end()), withoutTls],
  ["an SSH server", () => raw((socket) => void socket.write("SSH-2.0-x\r\n")), withoutTls],
  ["a mail server", () => raw((socket) => void socket.write("220 mail\r\n")), withoutTls],
  ["a web page", () => raw(afterData("<html>400 Bad Request</html>")), withoutTls],
  ["a packet that is too long", () => raw(afterData(Buffer.from([21, 3, 3, 255, 255, 1, 2, 3]))), withoutTls],
  ["TLS 1.1", () => raw(afterData(Buffer.from([21, 3, 2, 0, 2, 2, 70]))), /only TLS versions before 1\.2; /],
  ["no common method", () => raw(afterData(Buffer.from([21, 3, 3, 0, 2, 2, 40]))), /none of the usual encr/],
  [
    "another name",
    () => raw(afterData(Buffer.from([21, 3, 3, 0, 2, 2, 112]))),
    /no certificate for this host/,
  ],
  [
    "an internal error",
    () => raw(afterData(Buffer.from([21, 3, 3, 0, 2, 2, 80]))),
    /^TLS failed \(.*; ask the server's operator/,
  ],
  ["a server that hangs up", () => raw((socket) => void socket.end()), /closed the connection before TLS/],
])("explains the failure of https: at %s", async (_, server, message) => {
  const port = await portOf(server());
  expect(await send(`https://127.0.0.1:${port}/x`)).toEqual({
    failed: expect.stringMatching(message) as string,
  });
  // The same error of `fetch`, which `lading verify` uses.
  const result = await call(`https://127.0.0.1:${port}/x`, {}, { seconds: 5 });
  expect(result).toEqual({ failed: expect.not.stringMatching(/ERR_SSL|EPROTO/) as string });
});

test("does not suggest `http:` for a host for which Lading refuses it", async () => {
  const port = await portOf(httpServer((_, response) => response.end()));
  // An address of this machine that does not look like one.
  expect(await send(`https://0.0.0.0:${port}/x`)).toEqual({
    failed:
      "the server does not use TLS on this port; change the port in the address to the server's TLS port",
  });
});

const usesTls = /^the server uses TLS on this port; write `https:` in the address/;

test.each([
  ["nginx", afterData(page("The plain HTTP request was sent to HTTPS port")), usesTls],
  ["Go", afterData(page("Client sent an HTTP request to an HTTPS server.")), usesTls],
  ["Apache", afterData(page("Reason: You're speaking plain HTTP to an SSL-enabled server port.")), usesTls],
  ["an alert", afterData(Buffer.from([21, 3, 1, 0, 2, 2, 70])), usesTls],
  ["nothing", afterData(""), /ECONNRESET\); if the server uses TLS on this port, write `https:`/],
  ["a banner", afterData("SSH-2.0-x\r\n"), /^the response is not HTTP; check the port/],
])("explains the failure of http: at a server that answers with %s", async (_, act, message) => {
  expect(await send(`http://127.0.0.1:${await portOf(raw(act))}/x`)).toEqual({
    failed: expect.stringMatching(message) as string,
  });
});

function page(text: string): string {
  return `HTTP/1.1 400 Bad Request\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

test("returns an ordinary response with status 400 unchanged", async () => {
  const port = await portOf(raw(afterData(page("HTTPS is a word"))));
  expect(await send(`http://127.0.0.1:${port}/x`)).toMatchObject({ status: 400 });
});

test.skipIf(whyNoOpenssl)("reports a server that requires a client certificate", async () => {
  const dir = await workdir({});
  const pair = makeCertificate(dir.path, "own");
  for (const maxVersion of ["TLSv1.3", "TLSv1.2"] as const) {
    const port = await portOf(
      tlsServer({ ...pair, maxVersion, requestCert: true, rejectUnauthorized: true, ca: pair.cert }),
    );
    expect(await send(`https://localhost:${port}/x`, pair.cert)).toEqual({
      failed: expect.stringContaining("client certificate") as string,
    });
  }
});

test("gives the same reason for webhook, platform and token address, and does not count an event as refused", async () => {
  const plain = `https://127.0.0.1:${await portOf(httpServer((_, response) => response.end()))}`;
  const tls = `http://127.0.0.1:${await portOf(raw(afterData(page("an HTTP request to an HTTPS server"))))}`;
  const context = { folder: "/", env: { KEY: "k" } } as never;
  const quick = { deadline: 5_000, pauses: [] };
  const webhook = (url: string) => webhookChannel({ url }, context, quick).deliver({} as never, signal);
  expect(await webhook(plain)).toEqual({ ok: false, reason: expect.stringMatching(withoutTls) as string });
  expect(await webhook(tls)).toEqual({
    ok: false,
    reason: "the response has status 400; if the server uses TLS on this port, write `https:` in the address",
  });
  const event = { entity_type: "org", external_id: "1", updated_at: "2026-03-01T00:00:00Z" };
  for (const [address, message] of [
    [plain, withoutTls],
    [tls, usesTls],
  ] as const) {
    const settings = platformSchema.parse({ url: address, api_key: "env:KEY" });
    const client = await platform(settings, context);
    onTestFinished(() => client.close());
    expect(await client.notify(event, signal)).toMatchObject({
      outcome: "failed",
      reason: expect.stringMatching(message) as string,
    });
    const oauth = { token_url: `${address}/token`, client_id: "me", client_secret: "env:KEY" };
    const signed = await platform(platformSchema.parse({ url: address, oauth }), context);
    onTestFinished(() => signed.close());
    expect(await signed.notify(event, signal)).toMatchObject({
      outcome: "failed",
      reason: expect.stringMatching(
        /^the token endpoint cannot be used: the server (?:uses|does not use) TLS/,
      ) as string,
    });
  }
});
