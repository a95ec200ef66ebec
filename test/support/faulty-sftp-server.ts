import { connect, createServer, type Socket } from "node:net";
import ssh2 from "ssh2";

/**
 * An SFTP server in memory that fails on demand: it disconnects, truncates, hangs, slows down, shows wrong
 * keys, denies requests, and lists a million names. It counts the clients' requests, so that a test can prove
 * that something did not happen.
 */

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;

export interface RemoteFile {
  content: Buffer;
  /** Seconds since 1970. */
  mtime: number;
  /** As in stat(2). Default: a plain file. */
  mode?: number;
  /** The size that the server reports, if it differs from the content's. */
  claims?: number;
}

export interface Faults {
  /** Accepts the connection and sends nothing. */
  silent?: boolean;
  /** Sends its identification and nothing more. */
  silentAfterGreeting?: boolean;
  /** Refuses every login. */
  refuseLogin?: boolean;
  /** Never answers the login. */
  ignoreLogin?: boolean;
  /** Accepts the login but has no SFTP, or never answers the request for it. */
  subsystem?: "refuse" | "ignore";
  /** At this READ (from 1), the connection is reset or closed. */
  dropAtRead?: { read: number; how: "reset" | "close" };
  /** The file seems to end at this byte. */
  endAt?: number;
  /** From this READ on, there is no answer. */
  stallAtRead?: number;
  /** Each READ is answered with one byte after this number of milliseconds. */
  trickle?: number;
  /** After this number of READs, the rest arrives at once, so a client without a timeout gets the file. */
  trickleReads?: number;
  /** READs are answered with at most this number of bytes, as the protocol permits. */
  shortReads?: number;
  /** Called at each READ, to change files during a download. */
  atRead?: (read: number) => void;
  /** Called before each operation, with the number of earlier ones on this connection. */
  atOperation?: (before: number) => void;
  /** Operations that are denied, and those that are never answered. */
  deny?: readonly Operation[];
  ignore?: readonly Operation[];
  /** Each RENAME is answered with this status, from this number (from 1) on. */
  rename?: { status: number; from?: number };
  /** This file cannot be opened. */
  denyPath?: string;
  /** Lists one name at a time, each after this number of milliseconds. */
  slowList?: number;
  /** Closes a connection that arrives while another one is open. */
  onlyOne?: boolean;
  /** Accepts each WRITE without writing. */
  loseWrites?: boolean;
  /** Number of additional listed names. Infinity: endless. */
  names?: number;
  /** The list never ends but has no more names. */
  endlessList?: boolean;
  /** Never closes its side of the connection. */
  neverEnds?: boolean;
}

type Operation = "RENAME" | "REMOVE" | "LSTAT" | "OPEN" | "OPENDIR" | "READDIR" | "CLOSE" | "MKDIR" | "WRITE";

export interface FaultyServer {
  readonly port: number;
  /** The key in SSH wire format. */
  readonly hostKey: Buffer;
  readonly files: Map<string, RemoteFile>;
  faults: Faults;
  /** Counts: connections, login attempts, passwords and keys, operations by name. */
  readonly seen: {
    connections: number;
    logins: string[];
    secrets: string[];
    /** The hash of each offered key signature. */
    signatures: string[];
    operations: Record<string, number>;
    open: number;
    /** Maximum number of concurrent connections. */
    most: number;
  };
  close(): Promise<void>;
}

export interface FaultyOptions {
  readonly user?: string;
  readonly password?: string;
  readonly keyType?: "ed25519" | "ecdsa" | "rsa";
  /** Additional keys of other types, used if a client prefers them. */
  readonly moreKeys?: readonly string[];
  readonly algorithms?: ssh2.Algorithms;
  /** A server from before 2016: no strict key exchange, no signature algorithms, and only SHA-1 keys. */
  readonly isOld?: boolean;
  /** The server's password prompt. */
  readonly asks?: "password" | "keyboard-interactive";
}

export interface MadeKey {
  readonly privateKey: string;
  readonly publicKey: Buffer;
}

/** A key pair of the server or a client: as a private key file and in SSH wire format. */
export function makeKey(type: "ed25519" | "ecdsa" | "rsa" = "ed25519"): MadeKey {
  const pair =
    type === "ed25519"
      ? utils.generateKeyPairSync("ed25519")
      : utils.generateKeyPairSync(type, { bits: type === "ecdsa" ? 256 : 2048 });
  // ssh2 sometimes writes a key that it cannot read itself.
  if (utils.parseKey(pair.private) instanceof Error) return makeKey(type);
  const blob = pair.public.split(" ")[1] ?? "";
  return { privateKey: pair.private, publicKey: Buffer.from(blob, "base64") };
}

/** Disables inside the library what has no option. */
function makeOld(client: ssh2.Connection): void {
  const { _protocol: protocol } = client as unknown as {
    _protocol: {
      _strictMode: boolean;
      _offer: { lists: { all: Buffer } };
    };
  };
  const { all } = protocol._offer.lists;
  const at = all.indexOf("kex-strict-s");
  if (at >= 0) all.write("kex-absent-s", at);
  protocol._strictMode = false;
  let exchange: object | undefined;
  Object.defineProperty(protocol, "_kex", {
    get: () => exchange,
    set(next: object | undefined) {
      exchange = next;
      if (next === undefined) return;
      Object.defineProperty(next, "remoteExtInfoEnabled", { get: () => false, set: () => {} });
    },
  });
}

export async function startFaultyServer(options: FaultyOptions = {}): Promise<FaultyServer> {
  const key = makeKey(options.keyType);
  const files = new Map<string, RemoteFile>();
  const directories = new Set(["/in", "/other"]);
  const sockets = new Set<Socket>();
  const seen: FaultyServer["seen"] = {
    connections: 0,
    logins: [],
    secrets: [],
    signatures: [],
    operations: {},
    open: 0,
    most: 0,
  };
  const running: { faults: Faults } = { faults: {} };

  const ssh = new Server({
    hostKeys: [key.privateKey, ...(options.moreKeys ?? [])],
    ...(options.algorithms === undefined ? {} : { algorithms: options.algorithms }),
  });
  const bySocket = new Map<ssh2.Connection, Socket>();
  let next: Socket | undefined;

  ssh.on("connection", (client) => {
    const socket = next as Socket;
    bySocket.set(client, socket);
    client.on("error", () => undefined);
    if (options.isOld === true) makeOld(client);
    client.on("authentication", (context) => authenticate(context));
    client.on("session", (accept) => {
      const session = accept();
      session.on("sftp", (acceptSftp, reject) => {
        if (running.faults.subsystem === "refuse") reject?.();
        else if (running.faults.subsystem !== "ignore") serve(acceptSftp(), socket);
      });
    });
  });

  function authenticate(context: ssh2.AuthContext): void {
    seen.logins.push(context.method);
    if (context.method === "password") seen.secrets.push(context.password);
    if (context.method === "publickey") {
      seen.secrets.push("key");
      seen.signatures.push(context.hashAlgo ?? "sha1");
    }
    if (running.faults.ignoreLogin === true && context.method !== "none") return;
    const asks = options.asks ?? "password";
    const takes = [asks, "publickey"] as ssh2.AuthenticationType[];
    if (running.faults.refuseLogin === true || context.username !== (options.user ?? "lading")) {
      context.reject(takes);
    } else if (
      context.method === "password" &&
      asks === "password" &&
      context.password === options.password
    ) {
      context.accept();
    } else if (context.method === "publickey" && options.isOld === true && context.hashAlgo === undefined) {
      context.accept();
    } else if (context.method === "keyboard-interactive" && asks === "keyboard-interactive") {
      context.prompt([{ prompt: "Password: ", echo: false }], (answers) => {
        seen.secrets.push(...answers);
        if (answers[0] === options.password) context.accept();
        else context.reject(takes);
      });
    } else {
      context.reject(takes);
    }
  }

  function serve(sftp: ssh2.SFTPWrapper, socket: Socket): void {
    sftp.on("error", () => undefined);
    const handles = new Map<number, { path: string; listed: number; content: Buffer }>();
    let lastHandle = 0;
    let reads = 0;
    let count = 0;

    /** Counts an operation and applies the faults. Returns true if the server itself should answer. */
    function begins(id: number, operation: string): boolean {
      seen.operations[operation] = (seen.operations[operation] ?? 0) + 1;
      running.faults.atOperation?.(count++);
      if (running.faults.ignore?.includes(operation as Operation) === true) return false;
      if (running.faults.deny?.includes(operation as Operation) === true) {
        sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
        return false;
      }
      return true;
    }
    function openHandle(path: string, content: Buffer): Buffer {
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(++lastHandle);
      handles.set(lastHandle, { path, listed: 0, content });
      seen.open++;
      return handle;
    }
    const find = (handle: Buffer) => handles.get(handle.readUInt32BE(0));
    const attributes = (file: RemoteFile): ssh2.Attributes => ({
      mode: file.mode ?? 0o100644,
      uid: 0,
      gid: 0,
      size: file.claims ?? file.content.length,
      atime: file.mtime,
      mtime: file.mtime,
    });
    const directory = { mode: 0o040755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

    sftp.on("OPENDIR", (id, path) => {
      if (!begins(id, "OPENDIR")) return;
      if (directories.has(path)) sftp.handle(id, openHandle(path, Buffer.alloc(0)));
      else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    });
    sftp.on("READDIR", (id, handle) => {
      if (!begins(id, "READDIR")) return;
      const state = find(handle);
      if (state === undefined) return sftp.status(id, STATUS_CODE.FAILURE);
      const { slowList } = running.faults;
      if (slowList !== undefined) {
        const names = [...files].filter(([path]) => path.slice(0, path.lastIndexOf("/")) === state.path);
        const [path, file] = names[state.listed++] ?? [];
        const answer = (): void => {
          if (path === undefined || file === undefined) return sftp.status(id, STATUS_CODE.EOF);
          const filename = path.slice(path.lastIndexOf("/") + 1);
          sftp.name(id, [{ filename, longname: "", attrs: attributes(file) }]);
        };
        setTimeout(answer, slowList);
        return;
      }
      if (state.listed === 0) {
        state.listed = 1;
        const here = [...files].filter(([path]) => path.slice(0, path.lastIndexOf("/")) === state.path);
        const entries = here.map(([path, file]) => ({
          filename: path.slice(path.lastIndexOf("/") + 1),
          longname: "",
          attrs: attributes(file),
        }));
        if (entries.length > 0) return sftp.name(id, entries);
      }
      if (running.faults.endlessList === true) return sftp.name(id, []);
      const names = running.faults.names ?? 0;
      const left = names - (state.listed - 1);
      if (left <= 0) return sftp.status(id, STATUS_CODE.EOF);
      const count = Math.min(left, 500);
      const many = Array.from({ length: count }, (_, index) => ({
        filename: `n${state.listed + index}.csv`,
        longname: "",
        attrs: attributes({ content: Buffer.alloc(0), mtime: 1, claims: 10 }),
      }));
      state.listed += count;
      sftp.name(id, many);
    });
    const stat = (operation: string) => (id: number, path: string) => {
      if (!begins(id, operation)) return;
      const file = files.get(path);
      if (file !== undefined) sftp.attrs(id, attributes(file));
      else if (directories.has(path)) sftp.attrs(id, directory);
      else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    };
    sftp.on("LSTAT", stat("LSTAT"));
    sftp.on("STAT", stat("STAT"));
    sftp.on("REALPATH", (id, path) => {
      if (!begins(id, "REALPATH")) return;
      sftp.name(id, [{ filename: path === "." ? "/" : path, longname: "", attrs: directory }]);
    });
    sftp.on("OPEN", (id, path, flags) => {
      if (!begins(id, "OPEN")) return;
      if (path === running.faults.denyPath) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED);
      if ((flags & utils.sftp.OPEN_MODE.WRITE) !== 0) {
        files.set(path, { content: Buffer.alloc(0), mtime: Math.floor(Date.now() / 1000) });
      }
      const file = files.get(path);
      if (file === undefined) sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
      else sftp.handle(id, openHandle(path, file.content));
    });
    sftp.on("READ", (id, handle, offset, length) => {
      if (!begins(id, "READ")) return;
      reads++;
      const { faults } = running;
      faults.atRead?.(reads);
      if (faults.dropAtRead !== undefined && reads >= faults.dropAtRead.read) {
        if (faults.dropAtRead.how === "reset") socket.resetAndDestroy();
        else socket.destroy();
        return;
      }
      if (faults.stallAtRead !== undefined && reads >= faults.stallAtRead) return;
      const content = find(handle)?.content ?? Buffer.alloc(0);
      const end = Math.min(content.length, faults.endAt ?? Infinity);
      const trickle = reads > (faults.trickleReads ?? Infinity) ? undefined : faults.trickle;
      const most = trickle === undefined ? (faults.shortReads ?? length) : 1;
      const bytes = content.subarray(offset, Math.min(end, offset + Math.min(length, most)));
      const answer = (): void => {
        if (bytes.length === 0) sftp.status(id, STATUS_CODE.EOF);
        else sftp.data(id, bytes);
      };
      if (trickle === undefined) answer();
      else setTimeout(answer, trickle);
    });
    sftp.on("WRITE", (id, handle, offset, data) => {
      if (!begins(id, "WRITE")) return;
      const path = find(handle)?.path ?? "";
      const file = files.get(path);
      if (file === undefined) return sftp.status(id, STATUS_CODE.FAILURE);
      if (running.faults.loseWrites === true) return sftp.status(id, STATUS_CODE.OK);
      const longer = Buffer.alloc(Math.max(file.content.length, offset + data.length));
      file.content.copy(longer);
      data.copy(longer, offset);
      file.content = longer;
      sftp.status(id, STATUS_CODE.OK);
    });
    sftp.on("CLOSE", (id, handle) => {
      if (handles.delete(handle.readUInt32BE(0))) seen.open--;
      if (begins(id, "CLOSE")) sftp.status(id, STATUS_CODE.OK);
    });
    sftp.on("RENAME", (id, from, to) => {
      if (!begins(id, "RENAME")) return;
      const { rename } = running.faults;
      if (rename !== undefined && (seen.operations["RENAME"] ?? 0) >= (rename.from ?? 1))
        return sftp.status(id, rename.status);
      if (directories.delete(from)) {
        directories.add(to);
        return sftp.status(id, STATUS_CODE.OK);
      }
      const file = files.get(from);
      if (file === undefined) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
      if (files.has(to)) return sftp.status(id, STATUS_CODE.FAILURE);
      files.delete(from);
      files.set(to, file);
      sftp.status(id, STATUS_CODE.OK);
    });
    sftp.on("REMOVE", (id, path) => {
      if (begins(id, "REMOVE")) {
        sftp.status(id, files.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE);
      }
    });
    sftp.on("RMDIR", (id, path) => {
      if (!begins(id, "RMDIR")) return;
      sftp.status(id, directories.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE);
    });
    sftp.on("MKDIR", (id, path) => {
      if (!begins(id, "MKDIR")) return;
      directories.add(path);
      sftp.status(id, STATUS_CODE.OK);
    });
  }

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    seen.connections++;
    if (running.faults.onlyOne === true && sockets.size > 0) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    seen.most = Math.max(seen.most, sockets.size);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    const { faults } = running;
    if (faults.silent === true) return;
    if (faults.silentAfterGreeting === true) {
      socket.write("SSH-2.0-Silent\r\n");
      return;
    }
    if (faults.neverEnds !== true) socket.on("end", () => socket.end());
    next = socket;
    ssh.injectSocket(socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  if (options.isOld === true) {
    // The library's offer is one object for all connections, and the first one has already sent it.
    const first = connect(port, "127.0.0.1", () => first.write("SSH-2.0-First\r\n"));
    await new Promise<void>((resolve) => ssh.once("connection", () => resolve()));
    first.destroy();
  }
  return {
    port,
    hostKey: key.publicKey,
    files,
    get faults() {
      return running.faults;
    },
    set faults(faults) {
      running.faults = faults;
    },
    seen,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
}
