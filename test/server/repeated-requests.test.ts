import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { revokeCredential } from "../../src/credentials/store.js";
import type { Answer, Request } from "../../src/server/answer.js";
import type { HttpOptions, HttpServer } from "../../src/server/http.js";
import { whyNoOpenssl } from "../support/certificate.js";
import { publish } from "./publish.js";
import { keyPair, openRoutes, picked, serve, staff } from "./serving.js";

/** Requests that say again what the one before them said: answered like all others, but not parsed. */

interface Got {
  readonly head: string;
  readonly body: Buffer;
  readonly status: number;
}

/** A connection that hands out answers one by one, as they stand in its bytes. */
class Client {
  private bytes = Buffer.alloc(0);
  readonly socket: Socket;
  readonly closed: Promise<unknown>;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (piece: Buffer) => (this.bytes = Buffer.concat([this.bytes, piece])));
    socket.on("error", () => {});
    this.closed = new Promise((resolve) => socket.once("close", resolve));
    onTestFinished(() => {
      socket.destroy();
    });
  }

  /** The next answer; `hasBody` tells what only who asked can know. */
  async answer(hasBody = true): Promise<Got> {
    for (;;) {
      const end = this.bytes.indexOf("\r\n\r\n") + 4;
      if (end >= 4) {
        const head = this.bytes.subarray(0, end).toString("latin1");
        const status = Number(head.slice(9, 12));
        const length = hasBody && status !== 304 ? Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) : 0;
        if (this.bytes.length >= end + length) {
          const body = this.bytes.subarray(end, end + length);
          this.bytes = this.bytes.subarray(end + length);
          return { head, body, status };
        }
      }
      await Promise.race([
        once(this.socket, "data"),
        this.closed.then(() => Promise.reject(new Error("closed"))),
      ]);
    }
  }

  get isEmpty(): boolean {
    return this.bytes.length === 0;
  }

  async ask(request: string): Promise<Got> {
    this.socket.write(request);
    return this.answer();
  }
}

const client = (url: string) => new Client(connect(Number(new URL(url).port), "127.0.0.1"));

const request = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, "Host: lading", ...headers].join("\r\n")}\r\n\r\n`;

/** How many requests Node parsed since. */
function parsed(): () => number {
  let count = 0;
  const one = () => (count += 1);
  subscribe("http.server.request.start", one);
  onTestFinished(() => {
    unsubscribe("http.server.request.start", one);
  });
  return () => count;
}

/** Lines of the log are written together, a moment later. */
const logged = () => new Promise((resolve) => setTimeout(resolve, 50));

const withoutDate = ({ head }: Got) => head.replace(/^Date: .*$/m, "Date:");

describe("a repeated request", () => {
  test.for([
    ["plain", "identity", []],
    ["gzip", "gzip", []],
    ["not modified", "gzip", ["If-None-Match: *"]],
  ] as const)("%s: gets, byte for byte, what the first got, unparsed", async ([, encoding, more]) => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const text = request(
      "/staff",
      `Authorization: Bearer ${secret}`,
      `Accept-Encoding: ${encoding}`,
      ...more,
    );
    const platform = client(server.url);
    const count = parsed();
    const first = await platform.ask(text);
    for (let i = 0; i < 20; i++) {
      const got = await platform.ask(text);
      expect(withoutDate(got)).toBe(withoutDate(first));
      expect(got.body).toEqual(first.body);
      expect(Math.abs(Date.parse(/^Date: (.*)$/m.exec(got.head)?.[1] ?? "") - Date.now())).toBeLessThan(2000);
    }
    // The first one waited for the list to be read, and so does one now and then while the files are that new.
    expect(count()).toBeLessThan(7);
    await logged();
    expect(server.log().match(/"event":"request"/g)).toHaveLength(21);
  });

  test.skipIf(whyNoOpenssl !== undefined)("over TLS: the same", async () => {
    const server = await open({ tls: keyPair() });
    const socket = tlsConnect({ port: server.port, host: "127.0.0.1", rejectUnauthorized: false });
    const platform = new Client(socket);
    const count = parsed();
    const first = await platform.ask(request("/list"));
    expect(first.head).toContain("strict-transport-security");
    for (let i = 0; i < 20; i++) {
      const got = await platform.ask(request("/list"));
      expect(withoutDate(got)).toBe(withoutDate(first));
      expect(got.body).toEqual(first.body);
    }
    // The first proves the client, the second is seen as a whole.
    expect(count()).toBe(2);
  });

  test("is refused from the moment on at which its token is revoked", async () => {
    const server = await serve();
    const { secret, id } = await server.credential("acme-de");
    const platform = client(server.url);
    const text = request("/staff", `Authorization: Bearer ${secret}`);
    for (let i = 0; i < 5; i++) expect((await platform.ask(text)).status).toBe(200);
    await revokeCredential(server.credentialsFolder, "token", id, new Date());
    await picked();
    for (let i = 0; i < 5; i++) expect((await platform.ask(text)).status).toBe(401);
    await logged();
    // Each of them counts once, as it does for anybody.
    expect(server.log().match(/"status":401/g)).toHaveLength(5);
  });

  test("gets the new list once there is one, also when it has the old one", async () => {
    const server = await serve();
    const { secret } = await server.credential("acme-de");
    const platform = client(server.url);
    const plain = request("/staff", `Authorization: Bearer ${secret}`);
    const etag = /etag: (.*)\r/.exec((await platform.ask(plain)).head)?.[1] ?? "";
    const conditional = request("/staff", `Authorization: Bearer ${secret}`, `If-None-Match: ${etag}`);
    for (let i = 0; i < 5; i++) expect((await platform.ask(conditional)).status).toBe(304);
    await publish(server.feed("acme-de", "staff"), "acme-de/staff", 2, staff.slice(0, 1));
    await picked();
    for (let i = 0; i < 5; i++) {
      const got = await platform.ask(conditional);
      expect(got.head).toContain("lading-publication: 2");
      expect(JSON.parse(got.body.toString())).toHaveLength(1);
    }
  });

  test("is told of the stop, and its connection ends", async () => {
    const server = await open();
    const platform = client(server.url);
    for (let i = 0; i < 5; i++) await platform.ask(request("/list"));
    const stopped = server.close(2000);
    const last = await platform.ask(request("/list"));
    expect(last.head).toMatch(/^connection: close\r$/im);
    await platform.closed;
    await stopped;
  });
});

test("a reader that takes nothing of a repeated answer is cut off", async () => {
  let asked = 0;
  let connection: Socket | undefined;
  const server = await open({ limits: { answerMs: 300, checkMs: 50 } }, (socket) => {
    asked -= 1;
    connection = socket;
  });
  const count = parsed();
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  socket.pause();
  // Asks for more only as long as the system takes it all.
  while (connection?.destroyed !== true) {
    if (asked === 0 && (connection?.writableLength ?? 0) === 0) {
      asked += 1;
      socket.write(request("/wide"));
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(count()).toBe(2);
});

test.skipIf(whyNoOpenssl !== undefined)("a long answer after a repeated one has its own time", async () => {
  let connection: Socket | undefined;
  const slow = { slowestBytesPerSecond: 1_000_000, limits: { answerMs: 300, checkMs: 200 } };
  const server = await open({ ...slow, tls: keyPair() }, (socket) => (connection = socket));
  const socket = tlsConnect({ port: server.port, host: "127.0.0.1", rejectUnauthorized: false });
  const platform = new Client(socket);
  for (let i = 0; i < 5; i++) await platform.ask(request("/list"));
  socket.pause();
  socket.write(request("/huge"));
  await new Promise((resolve) => setTimeout(resolve, 900));
  // At the slowest speed that is waited for, it takes 20 s.
  expect(connection?.destroyed).toBe(false);
  expect(connection?.writableLength).toBeGreaterThan(0);
});

describe("whatever a client sends, in whatever pieces", () => {
  const get = request("/list", "X: 1");
  const asked = {
    list: get,
    other: request("/list", "X: 2"),
    wide: request("/wide"),
    head: get.replace("GET", "HEAD"),
    old: get.replace("HTTP/1.1", "HTTP/1.0").replace("X: 1", "X: 1\r\nConnection: keep-alive"),
    late: request("/late"),
    refused: request("/refused"),
    missing: request("/missing"),
    post: `POST /echo HTTP/1.1\r\nHost: lading\r\nContent-Length: 2\r\n\r\nab`,
    // A body that looks like the request that was asked before.
    disguised: `${get.replace("X: 1", `X: 3\r\nContent-Length: ${get.length}`)}${get}`,
    chunked: `GET /list HTTP/1.1\r\nHost: lading\r\nTransfer-Encoding: chunked\r\n\r\n${get.length.toString(16)}\r\n${get}\r\n0\r\n\r\n`,
    expecting: request("/list", "X: 4", "Expect: something"),
  };
  type Name = keyof typeof asked;
  const names = Object.keys(asked) as Name[];
  const statuses: Partial<Record<Name, number>> = { refused: 401, missing: 404 };
  const bodies: Partial<Record<Name, string>> = {
    list: "1",
    other: "2",
    head: "",
    old: "1",
    late: "late",
    post: "ab",
    disguised: "3",
    chunked: "none",
    expecting: "4",
  };

  test("it gets the answers that it asked for, in their order", { timeout: 60_000 }, async () => {
    const server = await open();
    const runs = fc.array(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 5 })), {
      minLength: 1,
      maxLength: 6,
    });
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 });
    const pace = fc.constantFrom("each", "pieces", "at once");
    await fc.assert(
      fc.asyncProperty(runs, cuts, pace, async (runs, cuts, pace) => {
        const order = runs.flatMap(([name, times]) => Array.from({ length: times }, () => name));
        const platform = client(server.url);
        const answered = (async () => {
          for (const name of order) {
            const got = await platform.answer(name !== "head");
            expect([name, got.status]).toEqual([name, statuses[name] ?? 200]);
            if (bodies[name] !== undefined) expect([name, got.body.toString()]).toEqual([name, bodies[name]]);
          }
        })();
        answered.catch(() => {});
        const all = order.map((name) => asked[name]);
        for (const piece of pace === "each" ? all : cutAt(all.join(""), cuts)) {
          platform.socket.write(piece);
          if (pace !== "at once") await new Promise((resolve) => setTimeout(resolve, 2));
        }
        await answered;
        expect(platform.isEmpty).toBe(true);
        platform.socket.destroy();
      }),
      { numRuns: 150 },
    );
  });

  test("an answer waits for the one before it, also where its request is known", async () => {
    const server = await open();
    const platform = client(server.url);
    const late = request("/late", "X: 200");
    for (const [piece, pause] of [
      [late, 50],
      // Answered at once, and kept back until the first one is, at a time when the second waits.
      [get, 100],
      [late, 100],
      [get, 0],
    ] as const) {
      platform.socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    for (const body of ["late", "1", "late", "1"]) {
      expect((await platform.answer()).body.toString()).toBe(body);
    }
  });

  test("the end of a request that looks like one is none", async () => {
    const server = await open();
    const platform = client(server.url);
    await platform.ask(get);
    const end = "GET /list HTTP/1.1\r\nX: 1\r\n\r\n";
    platform.socket.write("GET /list HTTP/1.1\r\nHost: lading\r\nY: ");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await platform.ask(end)).status).toBe(200);
    // By itself it names no host.
    expect((await platform.ask(end)).status).toBe(400);
  });

  test("a body under way that looks like the request before it is none", async () => {
    const server = await open();
    const platform = client(server.url);
    const room = request("/list", "X: 1", "Content-Length: 000");
    const own = room.replace("000", String(room.length).padStart(3, "0"));
    for (let i = 0; i < 3; i++) await platform.ask(get);
    // Answered before its body is there, which then comes as the very same bytes.
    expect((await platform.ask(own)).body.toString()).toBe("1");
    platform.socket.write(own);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await platform.ask(asked.other)).body.toString()).toBe("2");
  });
});

function cutAt(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => Math.round(place * text.length)), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)).filter((piece) => piece !== "");
}

async function open(
  options: Partial<HttpOptions> = {},
  seen: (connection: Socket) => void = () => {},
): Promise<HttpServer> {
  const wide = "w".repeat(60_000);
  const ready = new Map<string, Answer>();
  const answer = (body: string): Answer => {
    const known = ready.get(body) ?? {
      status: 200,
      headers: ["content-type", "text/plain", "content-length", String(body.length)],
      body,
      proven: true,
    };
    ready.set(body, known);
    return known;
  };
  const route = (path: string, give: (request: Request) => Answer | Promise<Answer>, method = "GET") => ({
    method: method as "GET" | "POST",
    path,
    answer: give,
  });
  return openRoutes(
    [
      route("/list", ({ headers }) => answer(String(headers["x"] ?? "none"))),
      route("/wide", ({ connection }) => {
        seen(connection as Socket);
        return answer(wide);
      }),
      route("/huge", ({ connection }) => {
        seen(connection as Socket);
        return { status: 200, headers: { "content-length": 20_000_000 }, body: Buffer.alloc(20_000_000) };
      }),
      route("/late", async ({ headers }) => {
        await new Promise((resolve) => setTimeout(resolve, Number(headers["x"] ?? 3)));
        return answer("late");
      }),
      route("/refused", () => ({ status: 401, headers: { "content-length": 0 } })),
      route("/echo", ({ body }) => answer(body), "POST"),
    ],
    options,
  );
}
