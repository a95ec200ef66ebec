import { createServer, type AddressInfo, type Server as NetServer, type Socket } from "node:net";
import ssh2 from "ssh2";
import { makeKey } from "./faulty-sftp-server.js";

/**
 * Servers that refuse every login, each in a different way. The test determines how they handle logins and
 * sessions.
 */

export interface OddServer {
  readonly port: number;
  readonly hostKey: Buffer;
  close(): Promise<void>;
}

export interface OddBehavior {
  /** Lines before the server's own identification. */
  readonly greeting?: string;
  readonly banner?: string;
  readonly authenticate: (context: ssh2.AuthContext, client: ssh2.Connection) => void;
  /** Handles a session's channel. None is opened if omitted. */
  readonly subsystem?: (channel: ssh2.ServerChannel) => void;
}

export async function startOddServer(behavior: OddBehavior): Promise<OddServer> {
  const { greeting, banner, authenticate, subsystem } = behavior;
  const key = makeKey();
  const ssh = new ssh2.Server({
    hostKeys: [key.privateKey],
    ...(greeting === undefined ? {} : { greeting }),
    ...(banner === undefined ? {} : { banner }),
  });
  ssh.on("connection", (client) => {
    client.on("error", () => undefined);
    client.on("authentication", (context) => authenticate(context, client));
    client.on("session", (accept, reject) => {
      if (subsystem === undefined) {
        reject();
        return;
      }
      accept().on("subsystem", (acceptChannel) => subsystem(acceptChannel()));
    });
  });
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    ssh.injectSocket(socket);
  });
  return { ...(await listening(listener, sockets)), hostKey: key.publicKey };
}

/** A server that does not speak SSH. */
export async function startRawServer(onConnection: (socket: Socket) => unknown): Promise<OddServer> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    onConnection(socket);
  });
  return { ...(await listening(listener, sockets)), hostKey: Buffer.from("none") };
}

async function listening(listener: NetServer, sockets: ReadonlySet<Socket>) {
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  return {
    port: (listener.address() as AddressInfo).port,
    close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => listener.close(() => done()));
    },
  };
}
