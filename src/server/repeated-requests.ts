import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Answer, ReadyHeaders } from "./answer.js";

/**
 * Requests that repeat, byte by byte, the one before them on their connection, as those of a platform do all day. What they
 * say is known, so nothing is parsed; what they are answered is decided anew each time, credentials and list included.
 * Reading and writing HTTP takes Node most of the time that a request takes.
 */

/** Answers the request once more; false when it has to go the usual way. */
export type Again = () => boolean;

interface Connection {
  /** How many pieces of bytes went to the parser, and the one that is there now. */
  pieces: number;
  piece: Buffer | undefined;
  /** The last request, when it came as one piece of bytes and its answer is out: the next one begins where it ended. */
  known: { readonly bytes: Buffer; readonly again: Again } | undefined;
}

const followed = new WeakMap<Socket, Connection>();

/**
 * This request may be answered again when it is repeated: to be called while it is answered. Connections on which nobody
 * was given anything stay with Node's parser, which takes their bytes for less.
 */
export function mayRepeat(request: IncomingMessage, response: ServerResponse, again: Again): void {
  const connection = followed.get(request.socket);
  if (connection === undefined) {
    // From the next request on: not before the parser is done with this one, and reads if it will.
    setImmediate(follow, request.socket);
    return;
  }
  if (connection.piece === undefined || !isWhole(connection.piece, request)) return;
  const { piece, pieces } = connection;
  const bytes = Buffer.from(piece);
  response.once("finish", () => {
    // A body may be under way still, and another request may wait for its answer.
    if (request.complete && connection.pieces === pieces) connection.known = { bytes, again };
  });
}

/** Puts itself before the parser of a connection. Where that does not look as expected, all goes the usual way. */
function follow(socket: Socket): void {
  const [parse, ...others] = socket.listeners("data") as ((this: Socket, bytes: Buffer) => void)[];
  if (parse === undefined || others.length > 0 || followed.has(socket)) return;
  // While a client is made to wait, Node's parser alone knows how to go on reading. There will be another request.
  if (socket.isPaused()) return;
  const connection: Connection = { pieces: 0, piece: undefined, known: undefined };
  followed.set(socket, connection);
  socket.off("data", parse);
  socket.on("data", (bytes: Buffer) => {
    const { known } = connection;
    // A reader that has not taken the answers before gets no further one past Node's own limits.
    if (known?.bytes.equals(bytes) === true && socket.writableLength === 0 && known.again()) return;
    connection.known = undefined;
    connection.piece = bytes;
    connection.pieces += 1;
    parse.call(socket, bytes);
    connection.piece = undefined;
  });
}

/**
 * Whether these bytes are this request and nothing else: neither the end of one that began in earlier bytes (it would have
 * more headers than lines stand here), nor the beginning of another.
 */
function isWhole(bytes: Buffer, { method, url, rawHeaders }: IncomingMessage): boolean {
  // Node does not tell all headers of a request that has very many.
  if (bytes.indexOf("\r\n\r\n") !== bytes.length - 4 || rawHeaders.length > mostHeaders) return false;
  const lines = bytes.toString("latin1", 0, bytes.length - 4).split("\r\n");
  return lines[0] === `${method} ${url} HTTP/1.1` && lines.length === rawHeaders.length / 2 + 1;
}

/** Names and values. */
const mostHeaders = 200;

/** Larger ones are left to Node, which need not copy them. */
const mostBytes = 64 * 1024;

/**
 * Answers as the bytes that Node would send, on a connection that stays open. They are made once per second, as often as
 * the date changes.
 *
 * @param first a header that stands before all others
 * @returns undefined for an answer whose headers were not made ready before, or that is large
 */
export function answerBytes(
  first: readonly [string, string] | undefined,
  keepAliveMs: number,
): (answer: Answer) => Buffer | undefined {
  const ready = new WeakMap<
    ReadyHeaders,
    { second: number; status: number; body: Answer["body"]; bytes: Buffer }
  >();
  const last = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`;
  return ({ status, headers, body = "" }) => {
    if (!isReady(headers) || body.length > mostBytes) return undefined;
    const now = Date.now();
    const second = Math.floor(now / 1000);
    const known = ready.get(headers);
    if (known?.second === second && known.status === status && known.body === body) return known.bytes;
    const all = [...(first ?? []), ...headers];
    const lines = all.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}\r\n`] : []));
    const date = `Date: ${new Date(now).toUTCString()}\r\n`;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}${date}${last}`;
    const bytes = Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body)]);
    ready.set(headers, { second, status, body, bytes });
    return bytes;
  };
}

function isReady(headers: Answer["headers"]): headers is ReadyHeaders {
  return Array.isArray(headers);
}
