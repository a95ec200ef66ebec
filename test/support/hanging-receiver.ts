import { createServer, type AddressInfo, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onTestFinished } from "vitest";

/** Receivers that accept a connection and hang, each at a different point. */
export const hangs = {
  "never answers": () => undefined,
  "never finishes the TLS handshake": () => undefined,
  "stops in its headers": (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-"),
  "stops in its body": (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
  "sends headers forever": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => socket.write("x: y\r\n"), 20);
    socket.on("close", () => clearInterval(timer));
  },
  "sends 102 forever": (socket) => {
    const timer = setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), 20);
    socket.on("close", () => clearInterval(timer));
  },
  "reads nothing": (socket) => void socket.pause(),
} satisfies Record<string, (socket: Socket) => void>;

export type Hang = keyof typeof hangs;

/** @returns its address; `connections` counts the connections */
export async function hangingReceiver(hang: Hang) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => undefined);
    hangs[hang](socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const scheme = hang === "never finishes the TLS handshake" ? "https" : "http";
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get connections() {
      return sockets.size;
    },
  };
}

/** Collects garbage repeatedly until the test ends, like a process with little memory. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const timer = setInterval(() => collect(), 20);
  onTestFinished(() => clearInterval(timer));
}
