import { setMaxListeners } from "node:events";
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { tlsFailure } from "../../system/tls-failure.js";
import { isSafeUrl } from "../safe-url.js";

/**
 * This module sends one POST request with a deadline. Redirects are not followed, and the server's certificate is
 * checked.
 */

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Deadline in milliseconds, from resolving the host name to the end of the response. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly agent?: Agent;
  /** The server's certificate authority, in PEM. Default: the system's authorities. */
  readonly ca?: Buffer | undefined;
  /** How to configure `ca`, as an imperative. By default, `ca` belongs next to `url`. */
  readonly caHint?: string | undefined;
  /** Maximum number of bytes read from the response. */
  readonly reads: number;
}

export type Agent = HttpAgent | HttpsAgent;

export interface PostAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

type Answered = PostAnswer | { readonly failed: string };

/**
 * The promise always settles by the deadline, regardless of how the server or the connection behaves. Returns the
 * response, or the reason why no response was received. The reason never contains text from the server.
 */
export function post(url: URL, options: PostOptions): Promise<Answered> {
  const { deadline, signal } = options;
  const end = performance.now() + deadline;
  return new Promise((resolve) => {
    let cut: (() => void) | undefined;
    const done = (answer: Answered): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      cut?.();
      resolve(answer);
    };
    const stop = (): void => done({ failed: "Lading was stopped" });
    // `post` uses its own timer. The signal of `AbortSignal.timeout()` can be garbage-collected before it fires if
    // only `AbortSignal.any()` refers to it (nodejs/node#57736).
    const timer = setTimeout(() => done({ failed: `no response within ${deadline / 1000} s` }), deadline);
    // All requests in a run share one abort signal, so the signal may have many listeners.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    else cut = attempt(url, options, () => end - performance.now(), done);
  });
}

/** Returns a function that closes the connection. */
function attempt(
  url: URL,
  options: PostOptions,
  left: () => number,
  done: (answer: Answered) => void,
): () => void {
  const { headers, body, agent = false, ca, caHint = nextToUrl, reads } = options;
  const requestOptions = {
    method: "POST",
    agent,
    headers: { ...headers, "content-length": Buffer.byteLength(body), "user-agent": "lading" },
  };
  const hasAuthority = ca !== undefined || (agent instanceof HttpsAgent && agent.options.ca !== undefined);
  const fail = (error: NodeJS.ErrnoException): void =>
    done({ failed: reasonOf(url, error, hasAuthority ? undefined : caHint) });
  try {
    const request =
      url.protocol === "https:"
        ? httpsRequest(url, { ...requestOptions, minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) })
        : httpRequest(url, requestOptions);
    let isOver = false;
    request.on("response", (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      const finish = (): void => {
        isOver = true;
        const status = response.statusCode ?? 0;
        const answer = Buffer.concat(pieces).subarray(0, reads);
        if (status === 400 && url.protocol === "http:" && expectsTls.test(answer.toString("latin1")))
          done({ failed: usesTls });
        else done({ status, headers: response.headers, body: answer });
      };
      response.on("data", (piece: Buffer) => {
        pieces.push(piece);
        size += piece.length;
        // Stops reading an endless response.
        if (size > reads) finish();
      });
      response.on("end", finish);
      response.on("error", fail);
      if (reads === 0) finish();
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      // A server may close a keep-alive connection just as the client reuses it, so the request is repeated.
      if (request.reusedSocket && error.code === "ECONNRESET" && !isOver && left() > 0) {
        void post(url, { ...options, deadline: left() }).then(done);
      } else fail(error);
    });
    request.end(body);
    return () => {
      isOver = true;
      // After a complete response, Node sets `destroyed` and returns the connection to the agent. That connection
      // must stay open.
      if (!request.destroyed) request.destroy();
    };
  } catch {
    // Node rejects headers with invalid characters.
    done({ failed: "a header has a value that cannot be sent" });
    return () => undefined;
  }
}

const nextToUrl = "set `ca`, next to `url`, to the authority's PEM file";

/** OpenSSL error codes for a certificate that was issued by an unknown authority. */
const unknownAuthority = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

const certificateErrors: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired; the owner of the server must renew it",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; check the clock of this machine",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name; check the address",
};

const usesTls = "the server uses TLS on this port; write `https:` in the address";

/** Matches the error messages that nginx, Apache and Go return with status 400 when they receive plain HTTP on a TLS port. */
const expectsTls = /HTTP request (?:was sent )?to (?:an )?HTTPS|plain HTTP to an SSL-enabled/i;

/**
 * First bytes of a TLS alert, which a server sends to reject a message: the type `alert` and the major version (RFC
 * 8446 section 5.1).
 */
const alertStart = Buffer.from([21, 3]);

/** `caHint` is undefined if `ca` is already configured. */
function reasonOf(
  url: URL,
  error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer },
  caHint: string | undefined,
): string {
  const { code = "error", rawPacket } = error;
  if (unknownAuthority.has(code)) {
    return caHint === undefined
      ? `its certificate is not signed by the authority in \`ca\` (${code})`
      : `its certificate is signed by an authority that this machine does not know (${code}); ${caHint}`;
  }
  const known = certificateErrors[code];
  if (known !== undefined) return known;
  const tls = tlsFailure(error);
  if (tls !== undefined) return `${tls.reason}; ${tls.isWithoutTls ? withTlsOrPlain(url) : tls.next}`;
  const isPlain = url.protocol === "http:";
  if (code.startsWith("HPE_"))
    return isPlain && rawPacket?.subarray(0, 2).equals(alertStart) === true
      ? usesTls
      : "the response is not HTTP; check the port in the address";
  return isPlain && code === "ECONNRESET"
    ? `no connection (${code}); if the server uses TLS on this port, write \`https:\` in the address`
    : `no connection (${code})`;
}

/**
 * Returns a suggestion for correcting the address. An `http:` address is suggested only if Lading accepts plain HTTP
 * for the host.
 */
function withTlsOrPlain(url: URL): string {
  const port = "change the port in the address to the server's TLS port";
  return isSafeUrl(url.href.replace(/^https/, "http")) ? `write \`http:\`, or ${port}` : port;
}

export function keepAlive(url: URL, ca: Buffer | undefined): Agent {
  const options = { keepAlive: true };
  return url.protocol === "https:"
    ? new HttpsAgent({ ...options, minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) })
    : new HttpAgent(options);
}
