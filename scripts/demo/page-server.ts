import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/**
 * Server of the demonstration's page, on this machine only. The printed address contains a key that becomes a
 * cookie. The host name, the origin and a key in the forms keep other pages in the same browser out.
 */
export interface PageServer {
  /** Address to open. It can be used repeatedly. */
  readonly url: string;
  close(): void;
}

export interface Pages {
  readonly policy: string;
  /**
   * @param formKey value that forms must send as `form`
   */
  page(query: URLSearchParams, formKey: string): Promise<string>;
  /** Starts the action of a form. */
  form(fields: URLSearchParams): void;
  /** True if an action is in progress, so that the page changes soon. */
  isUnderWay(): boolean;
  /** Opens the studio. Returns its address and the cookie for this browser. */
  studio(): Promise<{ readonly url: string; readonly cookie: string }>;
}

const address = "127.0.0.1";
const longestForm = 10_000;

/**
 * @param port another port is used if it is taken
 */
export async function servePages(port: number, pages: Pages): Promise<PageServer> {
  const key = randomBytes(18).toString("base64url");
  const session = randomBytes(24).toString("base64url");
  const formKey = randomBytes(24).toString("base64url");
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else plain(response, 500, `${(error as Error).message}\nReload the page.`);
    });
  });
  const listening = await listenOn(server, port);
  const host = `${address}:${listening}`;
  const cookieName = `lading-demo-${listening}`;

  function refusal({ method, headers }: IncomingMessage): readonly [number, string] | undefined {
    // Rejects names that someone else pointed to this machine (DNS rebinding).
    if (headers.host !== host) return [421, `This page is at http://${host} only.`];
    const cookies = (headers.cookie ?? "").split(/;\s*/);
    if (!cookies.some((cookie) => isSame(cookie, `${cookieName}=${session}`))) {
      return [403, "Open the address that `npm start` printed."];
    }
    const isForeign = headers.origin !== undefined && headers.origin !== `http://${host}`;
    if (method !== "GET" && isForeign) return [403, "Requests from other pages are not allowed."];
    return undefined;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${host}`);
    if (request.headers.host === host && isSame(url.searchParams.get("key") ?? "", key)) {
      const cookie = `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`;
      return redirect(response, "/", [cookie]);
    }
    const refused = refusal(request);
    if (refused !== undefined) return plain(response, ...refused);
    switch (`${request.method} ${url.pathname}`) {
      case "GET /":
        response
          .writeHead(200, {
            ...headers,
            "content-security-policy": pages.policy,
            "content-type": "text/html; charset=utf-8",
            ...(pages.isUnderWay() && { refresh: "1" }),
          })
          .end(await pages.page(url.searchParams, formKey));
        return;
      case "GET /studio": {
        const studio = await pages.studio();
        return redirect(response, studio.url, [studio.cookie]);
      }
      case "POST /drop": {
        if (Number(request.headers["content-length"] ?? Infinity) > longestForm) {
          return plain(response, 413, "This is no form of this page.");
        }
        const fields = new URLSearchParams(await text(request));
        if (!isSame(fields.get("form") ?? "", formKey)) {
          return plain(response, 403, "This form is not of this page. Reload the page.");
        }
        pages.form(fields);
        return redirect(response, "/", []);
      }
      default:
        return plain(response, 404, "This page does not exist.");
    }
  }

  return {
    url: `http://${host}/?key=${key}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const headers = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // Without any referrer policy, forms would be sent without their origin.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

function redirect(response: ServerResponse, location: string, cookies: readonly string[]): void {
  response.writeHead(303, { ...headers, location, "set-cookie": [...cookies] }).end();
}

function plain(response: ServerResponse, status: number, said: string): void {
  response.writeHead(status, { ...headers, "content-type": "text/plain; charset=utf-8" }).end(`${said}\n`);
}

async function listenOn(server: Server, port: number): Promise<number> {
  const listened = once(server, "listening");
  server.listen(port, address);
  try {
    await listened;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || port === 0) throw error;
    return listenOn(server, 0);
  }
  return (server.address() as AddressInfo).port;
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const hash = (each: string) => createHash("sha256").update(each).digest();
  return timingSafeEqual(hash(a), hash(b));
}
