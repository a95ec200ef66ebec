import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandChannel } from "../../../src/connectors/alerts/command-channel.js";
import { newDeadline } from "../../../src/connectors/platform/deadline.js";
import { call } from "../../../src/conformance/verify/client.js";
import { platform } from "../../../src/connectors/platform/client.js";
import { platformSchema } from "../../../src/connectors/platform/platform-settings.js";
import { keepAlive, post, type Agent } from "../../../src/connectors/platform/post.js";
import { collectGarbage, hangingReceiver, hangs, type Hang } from "../../support/hanging-receiver.js";

test("sends the request on a new connection after a keep-alive connection was closed, and reports a server that always closes it", async () => {
  const used = new Map<Socket, number>();
  let allowed = 1;
  const server = createServer((request, response) => {
    const times = (used.get(request.socket) ?? 0) + 1;
    used.set(request.socket, times);
    if (times > allowed) request.socket.resetAndDestroy();
    else response.end("taken");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const agent = keepAlive(url, undefined);
  onTestFinished(() => agent.destroy());
  const send = (own: { agent?: Agent } = { agent }) =>
    post(url, {
      ...{ headers: {}, body: "{}", ...own, reads: 100 },
      ...{ deadline: 10_000, signal: new AbortController().signal },
    });
  for (let each = 0; each < 3; each++) expect(await send()).toMatchObject({ status: 200 });
  expect(used.size).toBe(3);
  allowed = 0;
  const closed =
    "no connection (ECONNRESET); if the server uses TLS on this port, write `https:` in the address";
  expect(await send()).toEqual({ failed: closed });
  // On a new connection, the server may have received the request, so nothing is sent twice automatically.
  used.clear();
  expect(await send({})).toEqual({ failed: closed });
  expect([...used.values()]).toEqual([1]);
});

describe("a receiver that hangs", () => {
  test.each(Object.keys(hangs) as Hang[])(
    "does not hold a request beyond its deadline, even during garbage collection, if it %s",
    async (hang) => {
      collectGarbage();
      const receiver = await hangingReceiver(hang);
      const url = new URL(receiver.url);
      const agent = keepAlive(url, undefined);
      onTestFinished(() => agent.destroy());
      const results = [{}, { agent }].map((own) =>
        post(url, {
          ...{ headers: {}, body: "x".repeat(hang === "reads nothing" ? 5_000_000 : 10), reads: 100 },
          ...{ deadline: 300, signal: new AbortController().signal, ...own },
        }),
      );
      const failed = { failed: "no response within 0.3 s" };
      expect(await Promise.all(results)).toEqual([failed, failed]);
    },
  );

  test("causes no leak warning for twelve requests that share a signal", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    onTestFinished(() => void process.off("warning", onWarning));
    const receiver = await hangingReceiver("never answers");
    const [posted, timed, ran] = [new AbortController(), new AbortController(), new AbortController()];
    const twelve = Array.from({ length: 12 });
    const waiting = twelve.map(() =>
      post(new URL(receiver.url), {
        headers: {},
        body: "x",
        reads: 100,
        deadline: 60_000,
        signal: posted.signal,
      }),
    );
    const deadlines = twelve.map(() => newDeadline(60_000, timed.signal));
    const channel = commandChannel({ command: ["sleep", "60"], passEnv: [], folder: ".", env: process.env });
    const running = twelve.map(() => channel.deliver({} as never, ran.signal));
    await new Promise((resolve) => setImmediate(resolve));
    for (const deadline of deadlines) {
      expect(deadline.signal.aborted).toBe(false);
      deadline.end();
    }
    posted.abort();
    ran.abort();
    await Promise.all([...waiting, ...running]);
    expect(warnings).toEqual([]);
  });

  test("does not delay the stop of Lading", async () => {
    const receiver = await hangingReceiver("never answers");
    const stop = new AbortController();
    const result = post(new URL(receiver.url), {
      ...{ headers: {}, body: "{}", reads: 0, deadline: 3_600_000, signal: stop.signal },
    });
    stop.abort();
    expect(await result).toEqual({ failed: "Lading was stopped" });
  });

  test("does not block the checks of `verify` beyond their deadline", async () => {
    collectGarbage();
    const receiver = await hangingReceiver("stops in its body");
    const limits = { seconds: 0.3, signal: new AbortController().signal };
    expect(JSON.stringify(await call(receiver.url, {}, limits))).toContain(
      "no complete response within 0.3 s",
    );
  });
});

describe("a platform that hangs", () => {
  const context = { env: { SECRET: "s3cret" }, folder: "." };
  const notification = { entity_type: "job", external_id: "1", updated_at: "2026-01-01T00:00:00Z" };
  test.each(Object.keys(hangs) as Hang[])(
    "delays neither the event nor the sign-in beyond the deadline if it %s",
    async (hang) => {
      collectGarbage();
      const receiver = await hangingReceiver(hang);
      const signs = [
        { token: "env:SECRET" },
        { oauth: { token_url: `${receiver.url}token`, client_id: "acme", client_secret: "env:SECRET" } },
      ];
      const notified = signs.map(async (sign) => {
        const settings = platformSchema.parse({ url: receiver.url, ...sign });
        const client = await platform(settings, context, 300);
        onTestFinished(() => client.close());
        // Events that are sent at the same time share the sign-in.
        return Promise.all([1, 2].map(() => client.notify(notification, new AbortController().signal)));
      });
      for (const result of (await Promise.all(notified)).flat()) {
        expect(result).toMatchObject({
          outcome: "failed",
          isDown: true,
          reason: expect.stringContaining("no response within 0.3 s") as string,
        });
      }
    },
  );
});

test("cuts off an endless response after the maximum size", async () => {
  const server = createServer((_request, response) => {
    const talk = (): void => {
      if (!response.destroyed && response.write("x".repeat(1_000))) setImmediate(talk);
    };
    talk();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const about = { headers: {}, body: "", deadline: 30_000, signal: new AbortController().signal };
  const result = await post(url, { ...about, reads: 2_500 });
  expect("body" in result && result.body.length).toBe(2_500);
});
