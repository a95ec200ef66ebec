import { once } from "node:events";
import { request as httpsRequest } from "node:https";
import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { connect as tlsConnect } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import { openLog } from "../../src/log.js";
import type { HttpAnswer, Route } from "../../src/http/answer.js";
import type { HttpOptions, HttpServer } from "../../src/http/http.js";
import { isLoopback } from "../../src/connectors/safe-url.js";
import { serverSettingsSchema } from "../../src/workspace/server-settings.js";
import { whyNoOpenssl } from "../support/certificate.js";
import { publish } from "./publish.js";
import { bearer, get, keyPair, openRoutes, serve, staff } from "./serving.js";

/** Events below HTTP: clients that are broken, slow or silent, and too many clients. */

/** More than the system's buffers hold, so that the server waits for its reader. */
const big = Buffer.alloc(64 * 1024 * 1024, "x");

async function open(options: Partial<HttpOptions> = {}): Promise<HttpServer> {
  const text = (body: string): HttpAnswer => ({
    status: 200,
    body,
    proven: true,
  });
  return openRoutes(
    [
      { method: "GET", path: "/hello", answer: () => text("hello") },
      { method: "GET", path: "/path", answer: () => text("/path") },
      { method: "POST", path: "/echo", answer: (request) => text(request.body) },
      {
        method: "GET",
        path: "/big",
        answer: () => ({ status: 200, body: big }),
      },
      {
        method: "GET",
        path: "/slow",
        answer: () =>
          new Promise((resolve) => {
            slowResponses++;
            setTimeout(() => resolve(text("slow")), 700);
          }),
      },
    ],
    options,
  );
}

/** Responses of `/slow` that were started. */
let slowResponses = 0;

interface RawSocket {
  readonly socket: Socket;
  readonly text: () => string;
  readonly closed: Promise<void>;
}

function raw(port: number, first?: string): RawSocket {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => {});
  if (first !== undefined) socket.write(first);
  onTestFinished(() => {
    socket.destroy();
  });
  return {
    socket,
    text: () => text,
    closed: new Promise((resolve) => socket.once("close", () => resolve())),
  };
}

async function rawResponse(port: number, request: string): Promise<string> {
  const { text, closed } = raw(port, request);
  await closed;
  return text();
}

const status = (response: string) => Number(/^HTTP\/1.1 (\d+)/.exec(response)?.[1]);

describe("broken requests", () => {
  for (const [what, request, expected] of [
    ["headers of 1 MB", `GET /hello HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(1_000_000)}\r\n\r\n`, 431],
    ["an address of 1 MB", `GET /${"x".repeat(1_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ["many small headers", `GET /hello HTTP/1.1\r\nhost: x\r\n${"a: b\r\n".repeat(10_000)}\r\n`, 431],
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400],
    ["a negative length", "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n", 400],
    ["a length that is not a number", "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 1x\r\n\r\nab", 400],
    [
      "two lengths",
      "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
      400,
    ],
    [
      "a length and chunks",
      "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /hello HTTP/1.1\r\n\r\n",
      400,
    ],
    [
      "an unknown transfer encoding",
      "POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n",
      400,
    ],
    [
      "a chunk size that is not a number",
      "POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n",
      400,
    ],
    ["a header that folds", "GET /hello HTTP/1.1\r\nhost: x\r\na: b\r\n c\x00d\r\n\r\n", 400],
    ["a name with a blank", "GET /hello HTTP/1.1\r\nhost : x\r\n\r\n", 400],
    ["no host", "GET /hello HTTP/1.1\r\n\r\n", 400],
    ["lines that end with LF alone", "GET /hello HTTP/1.1\nhost: x\n\n", 400],
    ["a CR inside a value", "GET /hello HTTP/1.1\r\nhost: x\r\na: b\rc: d\r\n\r\n", 400],
    ["a NUL in the path", "GET /hel\0lo HTTP/1.1\r\nhost: x\r\n\r\n", 400],
    ["a length in a list", "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 2, 2\r\n\r\nab", 400],
    ["a length with a sign", "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: +2\r\n\r\nab", 400],
    [
      "chunked after a vertical tab",
      "POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    [
      "chunked, then something else",
      "POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n",
      400,
    ],
    [
      "chunks that end with LF alone",
      "POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\nab\n0\n\n",
      400,
    ],
    [
      "a chunk extension of 20 KB",
      `POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2;${"x".repeat(20_000)}\r\nab\r\n0\r\n\r\n`,
      400,
    ],
    ["HTTP/2 without negotiation", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ] as const) {
    test(`get an error for ${what} (${expected}), and end the connection`, async () => {
      const server = await open();
      const response = await rawResponse(server.port, request);
      expect(status(response)).toBe(expected);
      // Only one response: nothing after the broken request is treated as a second one.
      expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
      expect((await get(`${server.url}/hello`)).status).toBe(200);
    });
  }

  test("requests that no route sees get the standard error body, and are logged and counted without their content", async () => {
    const counted: unknown[] = [];
    const stream = new PassThrough();
    let logged = "";
    stream.on("data", (chunk: Buffer) => (logged += chunk.toString()));
    const server = await open({
      log: openLog(stream),
      answered: (route, code) => counted.push([route, code]),
    });
    const expected: unknown[] = [];
    for (const [request, code, name] of [
      ["CANARY\r\n\r\n", 400, "bad_request"],
      ["CANARY /hello HTTP/1.1\r\nhost: x\r\n\r\n", 400, "bad_request"],
      [`GET /hello HTTP/1.1\r\nhost: x\r\nx: ${"CANARY".repeat(4000)}\r\n\r\n`, 431, "headers_too_large"],
      ["GET /CANARY%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", 400, "bad_request"],
      ["PURGE /CANARY HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", 404, "not_found"],
      ["GET /CANARY HTTP/1.1\r\n\r\n", 400, "bad_request"],
    ] as const) {
      const response = await rawResponse(server.port, request);
      const [head = "", body] = response.split("\r\n\r\n");
      expect([request.slice(0, 40), status(response)]).toEqual([request.slice(0, 40), code]);
      expect(head.toLowerCase()).toMatch(/content-type: application\/json[^]*content-length: \d+/);
      expect(body).toContain(`{"error":{"code":"${name}","message":`);
      expected.push(["other", code]);
    }
    expect(counted).toEqual(expected);
    await expect.poll(() => logged.match(/"event":"request"/g)).toHaveLength(expected.length);
    for (const line of logged.trim().split("\n")) {
      expect(JSON.parse(line)).toMatchObject({
        route: "other",
        address: "127.0.0.1",
        ms: expect.any(Number) as unknown,
      });
    }
    expect(logged).not.toContain("CANARY");
  });

  for (const [what, lines, expected, body] of [
    ["two hosts", ["GET /hello HTTP/1.1", "host: x", "host: y"], 400, "bad_request"],
    ["HTTP/1.0, without a host", ["GET /hello HTTP/1.0"], 200, "hello"],
    ["a target with a host in it", ["GET http://x/path?a=b HTTP/1.1", "host: x"], 200, "/path"],
    [
      "a target with a host in it, and another method",
      ["POST http://x/hello HTTP/1.1", "host: x", "content-length: 0"],
      405,
      "method_not_allowed",
    ],
    ["the whole server as target", ["OPTIONS * HTTP/1.1", "host: x"], 404, "not_found"],
    ["an unknown expectation", ["GET /hello HTTP/1.1", "host: x", "expect: tea"], 417, ""],
    ["an upgrade", ["GET /hello HTTP/1.1", "host: x", "upgrade: websocket"], 200, "hello"],
    ["a range", ["GET /hello HTTP/1.1", "host: x", "range: bytes=1-2"], 200, "hello"],
    ["an escape in the path", ["GET /%68ello HTTP/1.1", "host: x"], 200, "hello"],
    ["a slash too many", ["GET /hello/ HTTP/1.1", "host: x"], 404, "not_found"],
  ] as const) {
    test(`are answered for ${what} with ${expected}`, async () => {
      const server = await open();
      const response = await rawResponse(
        server.port,
        `${[...lines, "connection: close"].join("\r\n")}\r\n\r\n`,
      );
      expect(status(response)).toBe(expected);
      expect(response.split("\r\n\r\n")[1]).toContain(body);
    });
  }

  test("the body of a GET is not read as a request", async () => {
    const server = await open();
    const inside = "GET /path HTTP/1.1\r\nhost: x\r\n\r\n";
    const response = await rawResponse(
      server.port,
      `GET /hello HTTP/1.1\r\nhost: x\r\ncontent-length: ${inside.length}\r\n\r\n${inside}` +
        `GET /hello HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${inside.length.toString(16)}\r\n${inside}\r\n0\r\n\r\n` +
        "GET /hello HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    );
    expect(response.match(/\r\n\r\nhello/g)).toHaveLength(3);
    expect(response).not.toContain("/path");
  });

  test("a client that has half-closed its connection gets the whole response", async () => {
    const server = await open({ slowestBytesPerSecond: 1000 });
    const client = raw(server.port, "GET /big HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    let bytes = 0;
    client.socket.on("data", (chunk: Buffer) => (bytes += chunk.length));
    client.socket.end();
    await client.closed;
    expect(bytes).toBeGreaterThan(big.length);
  });

  test("two credentials in one request count as none, in any order", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const { port } = new URL(server.url);
    const requestWith = (...tokens: string[]) =>
      rawResponse(
        Number(port),
        `GET /staff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${tokens.map((token) => `authorization: Bearer ${token}\r\n`).join("")}\r\n`,
      );
    expect(status(await requestWith(secret))).toBe(200);
    expect(status(await requestWith(secret, "wrong"))).toBe(401);
    expect(status(await requestWith("wrong", secret))).toBe(401);
    expect(status(await requestWith(secret, secret))).toBe(401);
  });

  test("pipelined requests are answered in order", async () => {
    const server = await open();
    const request = "GET /hello HTTP/1.1\r\nhost: x\r\n\r\n";
    const response = await rawResponse(
      server.port,
      `${request}GET /path HTTP/1.1\r\nhost: x\r\n\r\n${request.replace("host", "connection: close\r\nhost")}`,
    );
    const bodies = response
      .split("\r\n\r\n")
      .slice(1)
      .map((part) => part.split("HTTP/1.1")[0]);
    expect(bodies).toEqual(["hello", "/path", "hello"]);
  });

  test("dots and escapes in a path have no meaning", async () => {
    const server = await open();
    for (const path of [
      "/hello/..%2f..%2fpath",
      "/x/../hello",
      "/./hello",
      "/hello%00",
      "/hello%2f",
      "/%2e%2e/hello",
    ]) {
      const response = await rawResponse(
        server.port,
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      expect([path, status(response)]).toEqual([path, 404]);
    }
  });
});

describe("slow and silent clients", () => {
  const quick = { headersMs: 300, requestMs: 600, checkMs: 50 };

  test("endless headers get 408, with one byte at a time or none at all", async () => {
    // The limit of the whole request is disabled, because it would also cut them off.
    const server = await open({ limits: { ...quick, requestMs: 3_600_000 } });
    const half = raw(server.port, "GET /hello HTTP/1.1\r\nhost: x\r\n");
    const trickle = raw(server.port, "GET /hello HTTP/1.1\r\n");
    const timer = setInterval(() => trickle.socket.write("a: b\r\n"), 40);
    await Promise.all([half.closed, trickle.closed]);
    clearInterval(timer);
    expect(status(half.text())).toBe(408);
    expect(half.text()).toContain('"code":"request_timeout"');
  });

  test("an incomplete body is cut off", async () => {
    const server = await open({ limits: quick });
    const { text, closed } = raw(
      server.port,
      "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc",
    );
    await closed;
    expect(status(text())).toBe(408);
  });

  test("a client that stops reading, or reads only a little from time to time, is cut off", async () => {
    const server = await open({ limits: { answerMs: 400, checkMs: 50 } });
    const stuck = raw(server.port, "GET /big HTTP/1.1\r\nhost: x\r\n\r\n");
    stuck.socket.pause();
    const trickling = raw(server.port, "GET /big HTTP/1.1\r\nhost: x\r\n\r\n");
    trickling.socket.pause();
    const timer = setInterval(() => void trickling.socket.read(1), 20);
    await expect.poll(() => server.openConnections).toBe(2);
    await expect.poll(() => server.openConnections).toBe(0);
    clearInterval(timer);
    expect(trickling.text().length).toBeLessThan(1000);
  });

  test("only a response for which a file is read first has more time", async () => {
    const later = (answerMs?: number): Omit<Route, "path"> => ({
      method: "GET",
      ...(answerMs !== undefined && { answerMs }),
      answer: () => new Promise((resolve) => setTimeout(resolve, 1_500, { status: 200, body: "read" })),
    });
    const routes: readonly Route[] = [
      { ...later(), path: "/usual" },
      { ...later(3_600_000), path: "/patient" },
    ];
    const server = await openRoutes(routes, { limits: { answerMs: 300, checkMs: 50 } });
    const [usual, patient] = await Promise.allSettled([
      get(`${server.url}/usual`),
      get(`${server.url}/patient`),
    ]);
    expect(usual.status).toBe("rejected");
    expect(patient.status === "fulfilled" && patient.value.body.toString()).toBe("read");
  });

  test("do not block others, because the oldest connection is closed", async () => {
    const server = await open({ connections: 16 });
    const silent = Array.from({ length: 200 }, (_, i) => raw(server.port, i % 2 ? "GET /hel" : undefined));
    for (let i = 0; i < 20; i++) expect((await get(`${server.url}/hello`)).status).toBe(200);
    expect(server.openConnections).toBeLessThanOrEqual(16);
    await Promise.all(silent.slice(0, 150).map(({ closed }) => closed));
  });

  test("an authenticated client keeps its connection in a flood of others", async () => {
    const server = await open({ connections: 16 });
    const known = raw(server.port, "GET /hello HTTP/1.1\r\nhost: x\r\n\r\n");
    await expect.poll(() => known.text()).toContain("hello");
    const silent = Array.from({ length: 200 }, () => raw(server.port));
    await Promise.all(silent.slice(0, 150).map(({ closed }) => closed));
    known.socket.write("GET /path HTTP/1.1\r\nhost: x\r\n\r\n");
    await expect.poll(() => known.text()).toContain("/path");
  });
});

describe("publications during a response", () => {
  test("every response is exactly one publication, even for slow readers", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const list = (number: number) =>
      Array.from({ length: 3000 }, (_, i) => ({ ...staff[0], external_id: `E${i}`, name: `of ${number}` }));
    await publish(server.store, "acme-de/staff", 2, list(2));

    const slow = raw(
      Number(new URL(server.url).port),
      `GET /staff HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${secret}\r\n\r\n`,
    );
    // It requested the current list.
    await expect.poll(() => slow.text()).toContain('"of 2"');
    slow.socket.pause();
    // Data that is read manually is also received as events, and therefore in the text.
    const timer = setInterval(() => void slow.socket.read(200), 5);

    let publishing = true;
    let seen = 0;
    const reader = async () => {
      const numbers = new Set<string>();
      while (publishing) {
        const got = await get(`${server.url}/staff`, bearer(secret));
        const names = new Set((got.json() as { name: string }[]).map((record) => record.name));
        expect([...names]).toEqual([`of ${String(got.headers["lading-publication"])}`]);
        numbers.add(String(got.headers["lading-publication"]));
        seen += 1;
      }
      return numbers;
    };
    const readers = [reader(), reader(), reader()];
    for (let number = 3; number <= 12; number++) {
      await publish(server.store, "acme-de/staff", number, list(number));
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await get(`${server.url}/staff`, bearer(secret));
    publishing = false;
    const numbers = new Set((await Promise.all(readers)).flatMap((set) => [...set]));
    expect(seen).toBeGreaterThan(10);
    expect(numbers.size).toBeGreaterThan(1);
    expect((await get(`${server.url}/staff`, bearer(secret))).headers["lading-publication"]).toBe("12");

    clearInterval(timer);
    slow.socket.resume();
    await slow.closed;
    const body = slow.text().split("\r\n\r\n")[1] ?? "";
    expect(JSON.parse(body)).toEqual(list(2));
  });
});

describe("a stop of the server", () => {
  test("completes a response in progress, closes idle connections and refuses new ones", async () => {
    const server = await open();
    const quiet = raw(server.port);
    const kept = raw(server.port, "GET /hello HTTP/1.1\r\nhost: x\r\n\r\n");
    await expect.poll(() => kept.text()).toContain("hello");
    const before = slowResponses;
    const running = get(`${server.url}/slow`);
    await expect.poll(() => slowResponses).toBe(before + 1);
    const closed = server.close(5000);
    await expect(running).resolves.toMatchObject({ status: 200 });
    await Promise.all([closed, quiet.closed, kept.closed]);
    await expect(get(`${server.url}/hello`)).rejects.toThrow("ECONNREFUSED");
  });

  test("a half-sent response arrives complete", async () => {
    const server = await open();
    const slow = connect(server.port, "127.0.0.1");
    onTestFinished(() => void slow.destroy());
    let bytes = 0;
    slow.on("data", (chunk: Buffer) => (bytes += chunk.length));
    slow.write("GET /big HTTP/1.1\r\nhost: x\r\n\r\n");
    await once(slow, "data");
    slow.pause();
    const closed = server.close(30_000);
    // Long enough for the stop to close connections that it considers idle.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(bytes).toBeLessThan(big.length);
    slow.resume();
    await Promise.all([closed, once(slow, "close")]);
    expect(bytes).toBeGreaterThan(big.length);
  });

  test("a response that nobody reads is cut off when the time is over", async () => {
    const server = await open({ limits: { answerMs: 3_600_000 } });
    const stuck = raw(server.port, "GET /big HTTP/1.1\r\nhost: x\r\n\r\n");
    await once(stuck.socket, "data");
    stuck.socket.pause();
    const closed = server.close(300);
    await expect.poll(() => server.openConnections).toBe(0);
    await closed;
  });
});

describe("network settings of the server", () => {
  test("require TLS or a proxy for an address that others can reach", () => {
    const wrongKeys = (settings: object) =>
      serverSettingsSchema.safeParse(settings).error?.issues.map((issue) => issue.path.join("."));
    for (const address of ["127.0.0.1", "127.8.9.10", "::1", "localhost"])
      expect(wrongKeys({ address })).toBeUndefined();
    for (const address of [
      "0.0.0.0",
      "::",
      "192.0.2.1",
      "example.com",
      "127.0.0.1.example.com",
      "1270.0.0.1",
    ]) {
      expect(wrongKeys({ address })).toEqual(["address"]);
      expect(isLoopback(address)).toBe(false);
      expect(wrongKeys({ address, behind_proxy: "true" })).toBeUndefined();
      expect(wrongKeys({ address, tls: { certificate: "c.pem", key: "k.pem" } })).toBeUndefined();
    }
  });

  test("a used port is reported", async () => {
    const server = await open();
    await expect(open({ port: server.port })).rejects.toMatchObject({
      code: "port_in_use",
      recovery: "retry",
    });
  });

  test("permit only TLS 1.2 or newer with a key pair", async ({ skip }) => {
    if (whyNoOpenssl !== undefined) return skip(whyNoOpenssl);
    const pair = keyPair();
    const server = await open({ tls: pair });
    expect(server.url).toMatch(/^https:/);
    const body = await new Promise<string>((resolve, reject) => {
      httpsRequest(`${server.url}/hello`, { ca: pair.cert, servername: "localhost" }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => resolve(text));
      })
        .on("error", reject)
        .end();
    });
    expect(body).toBe("hello");
    const old = tlsConnect({
      port: server.port,
      host: "127.0.0.1",
      rejectUnauthorized: false,
      maxVersion: "TLSv1.1",
      minVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    await expect(
      new Promise((resolve, reject) => old.once("secureConnect", resolve).once("error", reject)),
    ).rejects.toThrow();
    const plain = raw(server.port, "GET /hello HTTP/1.1\r\nhost: x\r\n\r\n");
    await plain.closed;
    expect(plain.text()).not.toContain("hello");
  });

  test.each([undefined, "rsa"] as const)("permit no CBC and no RSA key exchange (%s)", async (kind) => {
    if (whyNoOpenssl !== undefined) return;
    const server = await open({ tls: keyPair(kind) });
    const negotiatedCipher = (ciphers: string) =>
      new Promise<string>((resolve) => {
        const socket = tlsConnect({
          port: server.port,
          rejectUnauthorized: false,
          maxVersion: "TLSv1.2",
          ciphers,
        });
        socket.once("secureConnect", () => resolve(socket.getCipher().name));
        socket.once("error", () => resolve("refused"));
        onTestFinished(() => void socket.destroy());
      });
    // Everything except ciphers with authentication tags; everything with RSA key exchange.
    for (const ciphers of ["ALL:!AESGCM:!CHACHA20", "kRSA"]) {
      expect(await negotiatedCipher(ciphers)).toBe("refused");
    }
    expect(await negotiatedCipher("DEFAULT")).toMatch(/^ECDHE-.*(?:GCM|CHACHA20)/);
  });

  test("a client that never starts the handshake does not delay the stop", async ({ skip }) => {
    skip(whyNoOpenssl !== undefined, whyNoOpenssl);
    const server = await open({ tls: keyPair(), limits: { headersMs: 300 } });
    const silent = connect(server.port, "127.0.0.1");
    silent.on("error", () => {});
    // By default, Node would wait for two minutes.
    await once(silent, "close", { signal: AbortSignal.timeout(60_000) });
  });

  test("every response over TLS tells browsers to avoid plain http, and none without TLS does", async ({
    skip,
  }) => {
    if (whyNoOpenssl !== undefined) return skip(whyNoOpenssl);
    const pair = keyPair();
    const ready: Route = {
      method: "GET",
      path: "/ready",
      answer: () => ({ status: 200, headers: { vary: "a" }, body: "ok" }),
    };
    const [secure, plain] = [await open({ tls: pair, routes: [ready] }), await open({ routes: [ready] })];
    // A found record with prepared headers, an unknown one, an address that cannot be read, and invalid HTTP.
    for (const requestLine of ["GET /ready HTTP/1.1", "GET /no HTTP/1.1", "GET /%zz HTTP/1.1", "broken"]) {
      const request = `${requestLine}\r\nhost: x\r\nconnection: close\r\n\r\n`;
      const socket = tlsConnect({
        port: secure.port,
        host: "127.0.0.1",
        ca: pair.cert,
        servername: "localhost",
      });
      let text = "";
      socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1"))).end(request);
      await once(socket, "close");
      expect(text.match(/^strict-transport-security: max-age=31536000\r$/gim), requestLine).toHaveLength(1);
      const other = raw(plain.port, request);
      await other.closed;
      expect(other.text()).toContain("HTTP/1.1");
      expect(other.text(), requestLine).not.toMatch(/strict-transport/i);
    }
  });
});
