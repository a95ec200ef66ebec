import { setMaxListeners } from "node:events";
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

/** One POST with a deadline for the whole of it: no redirects, and the server's certificate checked. */

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds, from the name look-up to the end of the answer. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly agent?: Agent;
  /** The authority that signed the server's certificate, in PEM; those of the system when omitted. */
  readonly ca?: Buffer | undefined;
  /** How many bytes of the answer are read; of a longer one nothing more is. */
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
 * Always settles at the deadline, whatever the server and the connection do.
 *
 * @returns the answer, or why there is none; in that never anything that the server said
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
    // A timer of our own: the signal of `AbortSignal.timeout()` may be collected as garbage before it fires when only
    // `AbortSignal.any()` knows it (nodejs/node#57736).
    const timer = setTimeout(() => done({ failed: `no answer within ${deadline / 1000} s` }), deadline);
    // One signal stops all posts of a run.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    else cut = attempt(url, options, () => end - performance.now(), done);
  });
}

/** @returns how to cut the connection off */
function attempt(
  url: URL,
  options: PostOptions,
  left: () => number,
  done: (answer: Answered) => void,
): () => void {
  const { headers, body, agent = false, ca, reads } = options;
  const asked = {
    method: "POST",
    agent,
    headers: { ...headers, "content-length": Buffer.byteLength(body), "user-agent": "lading" },
  };
  const hasAuthority = ca !== undefined || (agent instanceof HttpsAgent && agent.options.ca !== undefined);
  const fail = (error: NodeJS.ErrnoException): void => done({ failed: reasonOf(error, hasAuthority) });
  try {
    const request =
      url.protocol === "https:"
        ? httpsRequest(url, { ...asked, minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) })
        : httpRequest(url, asked);
    let isOver = false;
    request.on("response", (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      const finish = (): void => {
        isOver = true;
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(pieces).subarray(0, reads),
        });
      };
      response.on("data", (piece: Buffer) => {
        pieces.push(piece);
        size += piece.length;
        // A server that goes on talking is not listened to.
        if (size > reads) finish();
      });
      response.on("end", finish);
      response.on("error", fail);
      if (reads === 0) finish();
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      // A server may close a connection that was kept open in the moment in which it is used again. Without an agent none is.
      if (request.reusedSocket && error.code === "ECONNRESET" && !isOver && left() > 0) {
        void post(url, { ...options, deadline: left() }).then(done);
      } else fail(error);
    });
    request.end(body);
    return () => {
      isOver = true;
      // One that was answered as a whole gives its connection back to the agent.
      if (!request.destroyed) request.destroy();
    };
  } catch {
    // Node refuses a header with signs that none may have.
    done({ failed: "the value of a header cannot be sent" });
    return () => undefined;
  }
}

/** Codes of OpenSSL for a certificate that nobody known vouches for. */
const unknownAuthority = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
]);

const otherCertificate: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired; the owner of the server must renew it",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; check the clock of this machine",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name; check the address",
};

function reasonOf({ code = "error" }: NodeJS.ErrnoException, hasAuthority: boolean): string {
  if (unknownAuthority.has(code)) {
    return hasAuthority
      ? `its certificate is not signed by the authority in \`ca\` (${code})`
      : `its certificate is signed by an authority that this machine does not know (${code}); name the authority's PEM file as \`ca\``;
  }
  return otherCertificate[code] ?? `no connection (${code})`;
}

/** Keeps connections to a server open between requests. */
export function keepAlive(url: URL, ca: Buffer | undefined): Agent {
  const options = { keepAlive: true };
  return url.protocol === "https:"
    ? new HttpsAgent({ ...options, minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) })
    : new HttpAgent(options);
}
