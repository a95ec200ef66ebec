import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";

/** What passes between the HTTP wiring (http.ts) and what it serves. */

export interface Request {
  readonly headers: IncomingHttpHeaders;
  /** The client's address; behind a proxy, as the proxy wrote it. */
  readonly address: string;
  /** Body of a POST, as text; what is no UTF-8 is not distinguished. */
  readonly body: string;
  /** The same as it came. */
  readonly bytes: Uint8Array;
  /** What stands in the path for `:NAME`, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** What stands behind the path, as it came. */
  readonly query: string;
}

export type AnswerHeaders = Readonly<Record<string, string | number>>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers?: AnswerHeaders;
  /** Bytes and streams are sent as they are, text in UTF-8, anything else as JSON. A stream needs a `content-length`. */
  readonly body?: Buffer | Readable | string | object;
  /** Whether the client proved who it is: such connections are kept before others when there are too many. */
  readonly proven?: boolean;
  /** For the log: the public id of the credential, a code of what was refused. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** Called when the client is gone before it had the answer. */
  readonly undelivered?: () => void;
}

export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The largest body, in bytes; a few KiB when omitted. */
  readonly bodyBytes?: number;
  /** Asked before the body is read: the refusal of whoever may not send one. */
  admit?(this: void, request: Request): Promise<HttpAnswer | undefined>;
  answer(request: Request): HttpAnswer | Promise<HttpAnswer>;
}
