import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { failure, LadingError } from "../errors.js";
import { openSession, type StudioSession } from "./session.js";
import { openDoor } from "./door.js";
import type { Start, StudioError } from "./messages.js";
import { pageFiles, type PageFile } from "./page-files.js";
import { accountNames, inboxFiles, inboxPath, mappingsOf, openProject } from "./projects.js";
import {
  commandRequest,
  deliverRequest,
  feedRequest,
  pickRequest,
  promoteRequest,
  rowsRequest,
  saveRequest,
  secretRequest,
} from "./requests.js";
import { RequestRefused } from "./request-refused.js";
import { largest, openSamples, tooLarge } from "./samples.js";
import { makeSecretFor, operatorsPage } from "./sign-in.js";
import { warmUp } from "./warm-up.js";

/** The studio's server: a page and what it asks for, for one person on this machine. Nothing leaves the machine. */

export interface Studio {
  /** The address to open, with its token; it works once. */
  readonly url: string;
  close(): Promise<void>;
}

export interface StudioOptions {
  /** Folder that the studio works in: a workspace, or any folder. */
  readonly folder: string;
  /** 0 takes a free one. */
  readonly port: number;
}

const address = "127.0.0.1";
const mostSessions = 8;

/** @throws page_not_built, port_in_use, cannot_listen */
export async function startStudio({ folder, port }: StudioOptions): Promise<Studio> {
  const files = await pageFiles();
  const samples = await openSamples();
  const sessions = new Map<string, StudioSession>();
  let opened = 0;
  let listening = port;
  const hosts = (): readonly string[] => [`${address}:${listening}`, `localhost:${listening}`];
  const project = () => openProject(folder);

  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    answer(request, response).catch((error: unknown) => fail(request, response, error));
  });
  listening = await listen(server, port);
  const door = openDoor(hosts, `lading-studio-${listening}`);
  // What is wrong with the folder is told when a person opens a file.
  warmUp(project).catch(() => undefined);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${address}:${listening}`);
    const token = url.searchParams.get("token");
    if (url.pathname === "/" && token !== null && request.method === "GET") {
      const { host } = request.headers;
      const cookie = host !== undefined && hosts().includes(host) ? door.exchange(token) : undefined;
      if (cookie !== undefined) {
        response.writeHead(303, { ...securityHeaders, location: "/", "set-cookie": cookie }).end();
        return;
      }
    }
    const refusal = door.refusal(request);
    if (refusal !== undefined) return sendPlain(response, refusal.status, refusal.reason);
    const [, api, kind, id, what] = url.pathname.split("/");
    if (api !== "api") return sendFile(request, response, files.get(pathOf(url.pathname)));
    // A form of another page cannot send this header without being asked for first.
    if (request.method !== "GET" && request.headers["x-lading"] !== "studio") {
      return sendPlain(response, 403, "Only the studio's own page may ask for this.");
    }
    const route = `${request.method} ${kind}${what === undefined ? "" : `/${what}`}`;
    if (route === "GET start") return sendJson(request, response, await start());
    if (route === "POST sample") return sendJson(request, response, await open(await received(request, url)));
    if (route === "POST pick") return sendJson(request, response, await open(await picked(request)));
    if (route === "POST secret") {
      const made = await makeSecretFor(await project(), secretRequest.parse(await bodyOf(request)));
      return sendJson(request, response, made);
    }
    const session = sessions.get(id ?? "");
    if (session === undefined) {
      return sendJson(request, response, gone, 404);
    }
    if (route === "GET session/rejects") return sendRejects(response, session.name, await session.rejects());
    sendJson(request, response, await ofSession(session, route, request, url));
  }

  async function start(): Promise<Start> {
    const current = await project();
    return {
      workspace: current.workspace === undefined ? undefined : current.root,
      workspaceTrouble: current.trouble,
      accounts: accountNames(current),
      inbox: await inboxFiles(current),
      mappings: await mappingsOf(current),
      largest,
      // A file that was opened twice is listed once, as it was opened last.
      open: [
        ...new Map([...sessions.values()].map(({ id, name }) => [name, { id, name }])).values(),
      ].reverse(),
      operators: await operatorsPage(current),
    };
  }

  async function received(request: IncomingMessage, url: URL) {
    if (Number(request.headers["content-length"] ?? 0) > largest) {
      throw tooLarge(url.searchParams.get("name") ?? "The file");
    }
    return samples.receive(url.searchParams.get("name") ?? "sample", request);
  }

  async function picked(request: IncomingMessage) {
    const { source, name } = pickRequest.parse(await bodyOf(request));
    const path = await inboxPath(await project(), source, name);
    if (path === undefined) {
      throw new RequestRefused({
        code: "gone",
        message: `${name} is not in the inbox any more.`,
        hint: "It was perhaps imported meanwhile. Choose another one.",
      });
    }
    return samples.copy(path);
  }

  async function open(source: Parameters<typeof openSession>[1]) {
    const id = String(++opened);
    const session = await openSession(id, source, project, () => [...sessions.values()]);
    sessions.set(id, session);
    const oldest = [...sessions.keys()][0];
    if (sessions.size > mostSessions && oldest !== undefined) sessions.delete(oldest);
    return session.view();
  }

  async function ofSession(
    session: StudioSession,
    route: string,
    request: IncomingMessage,
    url: URL,
  ): Promise<unknown> {
    switch (route) {
      case "GET session":
        return session.view();
      case "GET session/latest":
        return session.latest();
      case "GET session/outcome":
        return session.outcome();
      case "GET session/rows": {
        const { filter, from, count } = rowsRequest.parse(Object.fromEntries(url.searchParams));
        return session.rows(filter, from, count);
      }
      case "POST session/command": {
        const { revision, command } = commandRequest.parse(await bodyOf(request));
        return session.command(revision, command);
      }
      case "POST session/save": {
        const { revision, ...rest } = saveRequest.parse(await bodyOf(request));
        return session.save(revision, rest);
      }
      case "POST session/promote": {
        const { by, reason } = promoteRequest.parse(await bodyOf(request));
        return session.promote(by, reason);
      }
      case "POST session/deliver":
        return session.deliver(deliverRequest.parse(await bodyOf(request)).feed);
      case "POST session/feed": {
        const { wanted, base } = feedRequest.parse(await bodyOf(request));
        return base === undefined ? session.planFeed(wanted) : session.addFeed(wanted, base);
      }
      default:
        throw new RequestRefused({
          code: "gone",
          message: "There is no such thing to ask for.",
          hint: "Load the page again.",
        });
    }
  }

  return {
    url: `http://${address}:${listening}/?token=${door.token}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await samples.remove();
    },
  };
}

const gone: StudioError = {
  code: "gone",
  message:
    "This sample is not open any more: the studio was started again, or many others were opened since.",
  hint: "Drop the file again. A mapping that was saved is in its file.",
};

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, address);
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw failure("port_in_use", { port, address }, error);
    throw failure("cannot_listen", { port, address, reason: code ?? "unknown" }, error);
  }
  return (server.address() as AddressInfo).port;
}

function pathOf(path: string): string {
  return path === "/" ? "/index.html" : path;
}

const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

function sendFile(request: IncomingMessage, response: ServerResponse, file: PageFile | undefined): void {
  if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
    return sendPlain(response, 404, "There is no such page.");
  }
  response
    .writeHead(200, { ...securityHeaders, "content-type": file.type, "content-length": file.bytes.length })
    .end(request.method === "HEAD" ? undefined : file.bytes);
}

function sendRejects(response: ServerResponse, name: string, lines: readonly string[]): void {
  response
    .writeHead(200, {
      ...securityHeaders,
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}.rejects.csv`,
    })
    .end(lines.join(""));
}

function sendPlain(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { ...securityHeaders, "content-type": "text/plain; charset=utf-8" })
    .end(`${text}\n`);
}

function sendJson(request: IncomingMessage, response: ServerResponse, data: unknown, status = 200): void {
  const plain = Buffer.from(JSON.stringify(data));
  const packs = plain.length > 20_000 && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  response
    .writeHead(status, {
      ...securityHeaders,
      "content-type": "application/json; charset=utf-8",
      ...(packs ? { "content-encoding": "gzip" } : {}),
    })
    .end(packs ? gzipSync(plain, { level: 1 }) : plain);
}

/** Of what the page sends about a mapping; samples have a limit of their own. */
const longestBody = 4 * 1024 * 1024;

const longText = "Put long lists of values into a file beside the mapping, and look them up there.";

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestBody) throw tooLarge("The text of the mapping", longestBody, longText);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // What is left of an upload is not waited for.
  if (!request.complete) response.setHeader("connection", "close");
  const status = error instanceof RequestRefused && error.error.code === "stale" ? 409 : 422;
  sendJson(request, response, troubleOf(error), status);
}

function troubleOf(error: unknown): StudioError {
  if (error instanceof RequestRefused) return error.error;
  if (error instanceof LadingError) return { message: error.message, hint: error.hint };
  return {
    message: "The studio could not do this.",
    hint: "Nothing was lost. Load the page again; if it happens once more, please report it.",
  };
}
