import type { Socket } from "node:net";

/**
 * Limits the number of open connections. At the limit, a new connection replaces the oldest one that has not signed in,
 * or the oldest of all if every client has signed in. Therefore, thousands of silent connections cannot block other
 * clients.
 */
export interface Connections {
  open(socket: Socket): void;
  /**
   * Marks the connection of a client that has signed in. With TLS, this socket is not the socket that was opened, but
   * both have the same peer.
   */
  prove(socket: Socket): void;
  /** Closes all connections without a request in progress. */
  closeQuiet(busy: Iterable<Socket>): void;
  closeAll(): void;
  readonly count: number;
}

/** Number of file descriptors reserved for lists, the log, the operators' port, and Node itself. */
const otherFiles = 256;

/**
 * Reduces the desired number of connections to the number that this process may open, but not to less than half of
 * its open-file limit.
 */
export function withinOpenFiles(wanted: number): number {
  // Otherwise, generating the report would look up the host names of all addresses.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files: { soft: number | "unlimited" } };
  };
  const files = userLimits?.open_files.soft ?? "unlimited";
  return files === "unlimited"
    ? wanted
    : Math.min(wanted, Math.max(files - otherFiles, Math.floor(files / 2)));
}

export function limitConnections(most: number): Connections {
  const unproven = new Map<string, Socket>();
  const proven = new Map<string, Socket>();
  /** Sockets that were already passed to `prove`, which is called for every request. */
  const asked = new WeakSet<Socket>();

  function closeOldest(): void {
    if (unproven.size + proven.size < most) return;
    const oldest = unproven.size > 0 ? unproven : proven;
    const first = oldest.entries().next();
    if (first.done === true) return;
    const [key, socket] = first.value;
    unproven.delete(key);
    proven.delete(key);
    socket.destroy();
  }

  return {
    open(socket) {
      const key = peerOf(socket);
      closeOldest();
      unproven.set(key, socket);
      socket.once("close", () => {
        if (unproven.get(key) === socket) unproven.delete(key);
        if (proven.get(key) === socket) proven.delete(key);
      });
    },
    prove(socket) {
      if (asked.has(socket)) return;
      asked.add(socket);
      const key = peerOf(socket);
      const opened = unproven.get(key);
      if (opened === undefined) return;
      unproven.delete(key);
      proven.set(key, opened);
    },
    closeQuiet(busy) {
      const kept = new Set(Array.from(busy, peerOf));
      for (const [key, socket] of [...unproven, ...proven]) if (!kept.has(key)) socket.destroy();
    },
    closeAll() {
      for (const socket of [...unproven.values(), ...proven.values()]) socket.destroy();
    },
    get count() {
      return unproven.size + proven.size;
    },
  };
}

function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`;
}
