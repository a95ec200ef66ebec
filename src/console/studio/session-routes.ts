import { withoutAnsweredNote } from "../../draft/draft.js";
import type { StudioSession } from "./session.js";
import {
  commandRequest,
  feedRequest,
  listRequest,
  promoteRequest,
  rowsRequest,
  saveRequest,
} from "./requests.js";

/**
 * Requests about a sample, by method and path. `asked` is the request body, or the query parameters of a GET request.
 */

type SessionRoute = (session: StudioSession, asked: unknown) => Promise<object>;

export class Download {
  readonly name: string;
  readonly bytes: Buffer;

  constructor(name: string, bytes: Buffer) {
    this.name = name;
    this.bytes = bytes;
  }
}

/** Requests that neither change the workspace nor connect to other machines. */
export const tryRoutes: Readonly<Record<string, SessionRoute>> = {
  "GET session": (session) => session.view(),
  "GET session/schema": (session) => Promise.resolve(session.schema()),
  "GET session/latest": (session) => session.latest(),
  "GET session/outcome": (session) => session.outcome(),
  "GET session/rows"(session, asked) {
    const { filter, from, count } = rowsRequest.parse(asked);
    return session.rows(filter, from, count);
  },
  "POST session/command"(session, asked) {
    const { revision, command } = commandRequest.parse(asked);
    return session.command(revision, command);
  },
  async "GET session/rejects"(session) {
    return new Download(`${session.name}.rejects.csv`, Buffer.from((await session.rejects()).join("")));
  },
  async "GET session/list"(session, asked) {
    const { format } = listRequest.parse(asked);
    const name = `${session.name.replace(/\.[^.]*$/, "")}.converted.${format}`;
    return new Download(name, await session.listFile(format));
  },
  async "GET session/mapping"(session) {
    const { text, record } = await session.view();
    return new Download(`${record ?? "mapping"}.draft.yaml`, Buffer.from(withoutAnsweredNote(text)));
  },
};

/** Requests that write to the workspace or prepare a change to it. */
export const writeRoutes: Readonly<Record<string, SessionRoute>> = {
  "POST session/save"(session, asked) {
    const { revision, ...rest } = saveRequest.parse(asked);
    return session.save(revision, rest);
  },
  "POST session/promote"(session, asked) {
    const { by, reason } = promoteRequest.parse(asked);
    return session.promote(by, reason);
  },
  "POST session/feed"(session, asked) {
    const { wanted, base } = feedRequest.parse(asked);
    return base === undefined ? session.planFeed(wanted) : session.addFeed(wanted, base);
  },
};
