import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";

/** Types shared by the HTTP layer (http.ts) and the routes. */

export interface Request {
  readonly headers: IncomingHttpHeaders;
  /** The client's address. Behind a proxy, this is the address reported by the proxy. */
  readonly address: string;
  /** Body of a POST as a string. Invalid UTF-8 is replaced. */
  readonly body: string;
  readonly bytes: Uint8Array;
  /** The request body for a streamed route, which has not been read yet. */
  readonly stream?: Readable;
  /** Decoded values of the `:NAME` parts of the path. */
  readonly path: Readonly<Record<string, string>>;
  /** The query string as received, without the question mark. */
  readonly query: string;
}

export type AnswerHeaders = Readonly<Record<string, string | number>>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers?: AnswerHeaders;
  /**
   * Buffers and streams are sent unchanged, strings as UTF-8, and objects as JSON. A stream requires a
   * `content-length`.
   */
  readonly body?: Buffer | Readable | string | object;
  /** At the connection limit, clients that have not signed in are disconnected first. */
  readonly proven?: boolean;
  /** Details for the log, such as the public ID of the credential or the code of a refusal. */
  readonly facts?: Readonly<Record<string, string | number>>;
  /** Called if the client disconnects before it has received the whole response. */
  readonly undelivered?: () => void;
}

export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Maximum size of the body in bytes. Default: `bodyBytes` in http.ts. */
  readonly bodyBytes?: number;
  /** Time limit in milliseconds for responses that take longer than usual because a file must be read. */
  readonly answerMs?: number;
  /** True if the handler itself reads the body as it arrives and limits the body's size. */
  readonly isStreamed?: boolean;
  /** Called before the body is read. Returns an error response if the client is not allowed to send a body. */
  admit?(this: void, request: Request): Promise<HttpAnswer | undefined>;
  answer(request: Request): HttpAnswer | Promise<HttpAnswer>;
}
