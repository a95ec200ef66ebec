import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { failure } from "../../errors.js";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HttpAnswer } from "../../http/answer.js";
import { attachment } from "../api/answers.js";
import type { Operations } from "../api/operations.js";
import { headerText } from "../api/route.js";
import { routeOf } from "../api/routes.js";
import type { DemonstrationAction, DemonstrationView, Me } from "../api/views.js";
import { localData } from "./local-data.js";
import { Download, tryRoutes, writeRoutes } from "./session-routes.js";
import { openDoor } from "./door.js";
import { deliverSample } from "./feed-offer.js";
import type { Start, StudioError } from "./messages.js";
import { personsName } from "./persons-name.js";
import { pageFiles, pageHeaders, screens, type PageFile } from "./page-files.js";
import { accountNames, inboxFiles, inboxPath, mappingsOf, openProject } from "./projects.js";
import {
  deliverRequest,
  demonstrationRequest,
  pickRequest,
  promoteRequest,
  secretRequest,
} from "./requests.js";
import { answerOf, RequestRefused } from "./request-refused.js";
import type { DiskFile } from "../../system/read-file.js";
import { largest, openSamples, tooLarge } from "./samples.js";
import { makeSecretFor, operatorsPage } from "./sign-in.js";
import { warmUp } from "./warm-up.js";
import { Workbench } from "./workbench.js";

/** The studio's server for one person on this machine. Other machines cannot connect to it. */

export interface Studio {
  /** Address with the one-time token. */
  readonly url: string;
  close(): Promise<void>;
}

export interface StudioOptions {
  /** Working folder: a workspace, or any folder. */
  readonly folder: string;
  /** 0: any free port. */
  readonly port: number;
  /** Evaluates deliveries and applies decisions. */
  readonly operations: Operations;
  /** The partners that `npm start` simulates. If set, the address remains valid until the studio ends. */
  readonly demonstration?: Demonstration;
}

export interface Demonstration {
  view(): DemonstrationView;
  act(action: DemonstrationAction): void;
}

const address = "127.0.0.1";
const mostSamples = 8;

/** Throws `page_not_built`, `port_in_use` or `cannot_listen`. */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  const { folder, port, operations, demonstration } = options;
  const files = await pageFiles();
  const samples = await openSamples();
  let listening = port;
  const hosts = (): readonly string[] => [`${address}:${listening}`, `localhost:${listening}`];
  const project = () => openProject(folder);
  const bench = new Workbench(project, (file) => samples.drop(file), true);
  const data = localData(project, operations);
  const person = personsName();

  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    answer(request, response).catch((error: unknown) => fail(request, response, error));
  });
  listening = await listen(server, port);
  const door = openDoor(hosts, `lading-studio-${listening}`, demonstration !== undefined);
  // Errors in the folder are ignored here because they are reported when a person opens a file.
  warmUp(project).catch(() => undefined);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeaders(securityHeaders);
    const url = new URL(request.url ?? "/", `http://${address}:${listening}`);
    const token = url.searchParams.get("token");
    if (url.pathname === "/" && token !== null && request.method === "GET") {
      const { host } = request.headers;
      const cookie = host !== undefined && hosts().includes(host) ? door.exchange(token) : undefined;
      if (cookie !== undefined) {
        const to = url.searchParams.get("to") === "feeds" ? "/" : "/mappings";
        response.writeHead(303, { location: to, "set-cookie": cookie }).end();
        return;
      }
    }
    const refusal = door.refusal(request);
    if (refusal !== undefined) return sendPlain(response, refusal.status, refusal.reason);
    const [, api, kind, id, what] = url.pathname.split("/");
    if (api !== "api") return sendFile(request, response, files.get(pathOf(url.pathname)));
    if (url.pathname === "/api/me") return sendJson(response, await me());
    // A form on another page cannot send this header without a preflight request.
    if (request.method !== "GET" && request.headers["x-lading"] !== "studio") {
      return sendPlain(response, 403, "Only the studio's own page may send this request.");
    }
    if (demonstration !== undefined && url.pathname === "/api/demonstration") {
      if (request.method === "POST") {
        demonstration.act(demonstrationRequest.parse(await bodyOf(request)).action);
      }
      return sendJson(response, demonstration.view());
    }
    const known = routeOf(request.method ?? "", url.pathname);
    if (known !== undefined) {
      const read = await data.read();
      if (read === undefined) return sendJson(response, noWorkspace, 404);
      const { admit } = known.route;
      const body = request.method === "POST" && admit === undefined ? await bodyOf(request) : undefined;
      const asked = {
        person: await person.get(read.workspace),
        path: known.path,
        query: url.searchParams,
        body,
        headers: request.headers,
      };
      const file = admit === undefined ? undefined : request;
      const answered = admit?.(read, asked) ?? (await known.route.answer(read, { ...asked, file }));
      if (!request.complete) response.setHeader("connection", "close");
      return sendAnswer(response, answered);
    }
    const route = `${request.method} ${kind}${what === undefined ? "" : `/${what}`}`;
    if (route === "GET start") return sendJson(response, await start());
    if (route === "POST sample") return sendJson(response, await open(await received(request)));
    if (route === "POST pick") return sendJson(response, await open(await picked(await bodyOf(request))));
    if (route === "POST secret") {
      return sendJson(
        response,
        await makeSecretFor(await project(), secretRequest.parse(await bodyOf(request))),
      );
    }
    if (route === "POST session/deliver") {
      const { feed } = deliverRequest.parse(await bodyOf(request));
      const { source } = bench.session(id ?? "");
      const current = await project();
      const by = await person.get(current.workspace);
      return sendJson(response, await deliverSample(current, operations, { feed, by }, source));
    }
    const ask = Object.hasOwn(sessionRoutes, route) ? sessionRoutes[route] : undefined;
    const session = bench.session(id ?? "");
    if (ask === undefined) throw new RequestRefused(noRoute);
    const asked = request.method === "GET" ? Object.fromEntries(url.searchParams) : await bodyOf(request);
    const found = await ask(session, asked);
    if (request.method === "POST") data.refresh();
    if (route === "POST session/promote") {
      await person.set(promoteRequest.parse(asked).by, (await data.project()).workspace);
    }
    if (found instanceof Download) {
      await sendAnswer(response, attachment(found.name, found.bytes, found.bytes.length));
    } else sendJson(response, found);
  }

  async function me(): Promise<Me> {
    const { workspace, error } = await data.project();
    return {
      mode: "local",
      person: await person.get(workspace),
      hasWorkspace: workspace !== undefined,
      ...(error !== undefined && { workspaceError: error }),
      largestUpload: largest,
      hasDemonstration: demonstration !== undefined,
    };
  }

  async function start(): Promise<Start> {
    const current = await project();
    return {
      workspace: current.workspace === undefined ? undefined : current.root,
      workspaceError: current.error,
      accounts: accountNames(current),
      inbox: await inboxFiles(current),
      mappings: await mappingsOf(current),
      largest,
      open: bench.listed,
      operators: await operatorsPage(current),
    };
  }

  async function received(request: IncomingMessage) {
    const name = headerText(request.headers["x-lading-file"]);
    if (Number(request.headers["content-length"] ?? 0) > largest) throw tooLarge(name || "The file");
    return samples.receive(name || "sample", request);
  }

  async function picked(asked: unknown) {
    const { source, name } = pickRequest.parse(asked);
    const path = await inboxPath(await project(), source, name);
    if (path === undefined) {
      throw new RequestRefused({
        code: "gone",
        message: `${name} is no longer in the inbox.`,
        hint: "The file may have been imported. Choose another file.",
      });
    }
    return samples.copy(path);
  }

  async function open(source: DiskFile) {
    const view = await bench.open(source);
    if (bench.count > mostSamples) await bench.dropOldest();
    return view;
  }

  return {
    url: `http://${address}:${listening}/?token=${door.token}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await data.close();
      await samples.remove();
    },
  };
}

const sessionRoutes = { ...tryRoutes, ...writeRoutes };

const noRoute: StudioError = {
  code: "gone",
  message: "This request is unknown.",
  hint: "Reload the page.",
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

const noWorkspace: StudioError = {
  code: "gone",
  message: "There is no workspace in this folder yet.",
  hint: "Add a feed for a mapping first.",
};

function pathOf(path: string): string {
  return screenPaths.some((screen) => screen.test(path)) ? "/index.html" : path;
}

const screenPaths = screens.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`));

async function sendAnswer(
  response: ServerResponse,
  { status, headers = {}, body }: HttpAnswer,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body instanceof Readable) {
    response.writeHead(status);
    // An aborted download is not an error.
    await pipeline(body, response).catch(() => response.destroy());
  } else if (typeof body === "string" || Buffer.isBuffer(body) || body === undefined) {
    response.writeHead(status).end(body);
  } else sendJson(response, body, status);
}

const securityHeaders = new Headers({ ...pageHeaders, "referrer-policy": "no-referrer" });

function sendFile(request: IncomingMessage, response: ServerResponse, file: PageFile | undefined): void {
  if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
    return sendPlain(response, 404, "This page does not exist.");
  }
  const isZipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const body = isZipped ? file.zipped : file.bytes;
  response
    .writeHead(200, {
      "content-type": file.type,
      "content-length": body.length,
      vary: "accept-encoding",
      ...(isZipped && { "content-encoding": "gzip" }),
    })
    .end(body);
}

function sendPlain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}

function sendJson(response: ServerResponse, data: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(data));
}

/** Maximum size, in bytes, of requests about a mapping. Samples have their own limit. */
const longestBody = 4 * 1024 * 1024;

const longText = "Put long lists of values in a lookup file next to the mapping.";

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
  // The connection is closed, so that the server does not wait for the rest of an upload.
  if (!request.complete) response.setHeader("connection", "close");
  const { status, json } = answerOf(error);
  sendJson(response, json, status);
}
