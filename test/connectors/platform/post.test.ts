import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { keepAlive, post, type Agent } from "../../../src/connectors/platform/post.js";

test("a server that closed the connection that was kept open is asked on a new one; one that always does is told", async () => {
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
  const ask = (own: { agent?: Agent } = { agent }) =>
    post(url, {
      ...{ headers: {}, body: "{}", ...own, reads: 100 },
      ...{ deadline: 10_000, signal: new AbortController().signal },
    });
  for (let each = 0; each < 3; each++) expect(await ask()).toMatchObject({ status: 200 });
  expect(used.size).toBe(3);
  allowed = 0;
  expect(await ask()).toEqual({ failed: "no connection (ECONNRESET)" });
  // On a connection of its own the server may have taken it: nothing is sent twice by itself.
  used.clear();
  expect(await ask({})).toEqual({ failed: "no connection (ECONNRESET)" });
  expect([...used.values()]).toEqual([1]);
});
