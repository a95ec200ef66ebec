import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

/** One POST with a deadline for the whole of it: no redirects, and the server's certificate checked. */

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds, from the connection to the end of the answer. */
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

/** @returns the answer, or why there is none; in that never anything that the server said */
export function post(url: URL, options: PostOptions): Promise<PostAnswer | { readonly failed: string }> {
  const { headers, body, deadline, signal, agent = false, ca, reads } = options;
  return new Promise((done) => {
    const over = AbortSignal.any([signal, AbortSignal.timeout(deadline)]);
    const asked = {
      method: "POST",
      agent,
      signal: over,
      headers: { ...headers, "content-length": Buffer.byteLength(body), "user-agent": "lading" },
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      const reason = over.aborted
        ? `no answer within ${deadline / 1000} s`
        : `no connection (${error.code ?? "error"})`;
      done({ failed: reason });
    };
    try {
      const request =
        url.protocol === "https:"
          ? httpsRequest(url, { ...asked, minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) })
          : httpRequest(url, asked);
      request.on("response", (response) => {
        const pieces: Buffer[] = [];
        let size = 0;
        const end = (): void =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces).subarray(0, reads),
          });
        response.on("data", (piece: Buffer) => {
          pieces.push(piece);
          size += piece.length;
          if (size <= reads) return;
          end();
          // A server that goes on talking is not listened to.
          response.destroy();
        });
        response.on("end", end);
        response.on("error", fail);
        if (reads > 0) return;
        end();
        response.destroy();
      });
      request.on("error", (error: NodeJS.ErrnoException) => {
        // A server may close a connection that was kept open in the moment in which it is used again. Without an agent none is.
        if (request.reusedSocket && error.code === "ECONNRESET" && !over.aborted)
          void post(url, options).then(done);
        else fail(error);
      });
      request.end(body);
    } catch {
      // Node refuses a header with signs that none may have.
      done({ failed: "the value of a header cannot be sent" });
    }
  });
}

/** Keeps connections to a server open between requests. */
export function keepAlive(url: URL, ca: Buffer | undefined): Agent {
  const options = { keepAlive: true };
  return url.protocol === "https:"
    ? new HttpsAgent({ ...options, minVersion: "TLSv1.2", ...(ca !== undefined && { ca }) })
    : new HttpAgent(options);
}
