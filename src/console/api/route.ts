import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { HttpAnswer } from "../../http/answer.js";
import type { Operator } from "../../http/sessions.js";
import type { ConsoleData } from "./feeds.js";

export interface ApiRequest {
  readonly person: string | undefined;
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The request body, parsed as JSON. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  /** The request body, if the route accepts a file. */
  readonly file?: Readable | undefined;
  /** The person who signed in to a shared console. */
  readonly operator?: Operator | undefined;
  /** Resolves to false if the person signed out after the request began. */
  readonly isSignedIn?: () => Promise<boolean>;
}

export interface ApiRoute {
  readonly method: "GET" | "POST";
  /** Variable parts of the path are written as `:NAME`. */
  readonly path: string;
  /** True if the route is allowed without signing in. */
  readonly isOpen?: true;
  /** Maximum size of a JSON body in bytes. Default: the server's limit. */
  readonly bodyBytes?: number;
  /** Set if the body is a file. Called before the file is read. Returns a response if the request must be refused. */
  readonly admit?: (data: ConsoleData, request: ApiRequest) => HttpAnswer | undefined;
  readonly answer: (data: ConsoleData, request: ApiRequest) => Promise<HttpAnswer>;
}

/** Decodes a header. The page percent-encodes the text, because browsers accept only Latin-1 characters in headers. */
export function headerText(header: string | readonly string[] | undefined): string {
  try {
    return typeof header === "string" ? decodeURIComponent(header) : "";
  } catch {
    return "";
  }
}
