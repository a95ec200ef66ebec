import type { Socket } from "node:net";

/**
 * The open connections, never more than so many. When they are, a new one takes the place of the oldest that has proven
 * nothing yet, so that somebody who opens thousands and says little locks nobody out.
 */
export interface Connections {
  open(socket: Socket): void;
  /** The client on this connection proved who it is. TLS hands out another socket than was opened; its peer is the same. */
  prove(socket: Socket): void;
  /** Ends all but those with a running request. */
  closeQuiet(busy: Iterable<Socket>): void;
  /** Ends all that are left. */
  closeAll(): void;
  readonly count: number;
}

/** Open files that are no connections of clients: lists, log, the operators' port, Node itself. */
const otherFiles = 256;

/** As many connections as are wanted, or fewer where this process may open few files: at least half of those, then. */
export function withinOpenFiles(wanted: number): number {
  // Without it a report looks up the names of all addresses.
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
  /** What was asked about already: a connection proves itself with each request. */
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
