import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { HttpAnswer } from "../../http/answer.js";
import type { Operator } from "../../http/sessions.js";
import type { ConsoleData } from "./feeds.js";

export interface ApiRequest {
  /** Name of the person; undefined for nobody who is signed in. */
  readonly person: string | undefined;
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** JSON, parsed. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  /** The body of a route that takes a file. */
  readonly file?: Readable | undefined;
  /** Who signed in to a shared console. */
  readonly operator?: Operator | undefined;
  /** False if the person signed out since the request began. */
  readonly isSignedIn?: () => Promise<boolean>;
}

export interface ApiRoute {
  readonly method: "GET" | "POST";
  /** With `:NAME` for what differs. */
  readonly path: string;
  /** Whether it answers people who are not signed in. */
  readonly isOpen?: true;
  /** Bytes of a JSON body. Default: the server's limit. */
  readonly bodyBytes?: number;
  /** Set if the body is a file. Refuses a file before it is read. */
  readonly admit?: (data: ConsoleData, request: ApiRequest) => HttpAnswer | undefined;
  readonly answer: (data: ConsoleData, request: ApiRequest) => Promise<HttpAnswer>;
}

/** The text of a header that the page encodes, because headers can only contain Latin letters. */
export function headerText(header: string | readonly string[] | undefined): string {
  try {
    return typeof header === "string" ? decodeURIComponent(header) : "";
  } catch {
    return "";
  }
}
