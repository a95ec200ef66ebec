import type {
  FeedPlan,
  FeedTried,
  Latest,
  OutcomeView,
  Promoted,
  RowsView,
  Start,
  StudioError,
  View,
} from "../studio/messages.js";
import type { Done } from "../api/views.js";
import { ApiFailure, dataIn } from "./api.js";
import type { Schema } from "./completion.js";
import type { FeedRequest, FormCommand, RowFilter, SaveRequest, SecretRequest } from "../studio/requests.js";

/**
 * This module sends the app's requests to the server. After a connection failure, requests other than uploads are
 * repeated until the server responds.
 */

type Listener = (isLost: boolean) => void;
let onConnection: Listener = () => undefined;

export function watchConnection(listener: Listener): void {
  onConnection = listener;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  let answer: Response;
  for (let tries = 0; ; tries++) {
    try {
      answer = await fetch(`/api/${path}`, {
        ...init,
        headers: { "x-lading": "studio", ...(init.headers as Record<string, string> | undefined) },
      });
      break;
    } catch {
      // A failed upload is repeated twice. If the upload still fails, the cause is probably the file, which may have
      // been moved.
      if (init.body instanceof File && tries > 1) throw new ApiFailure(0, unreadable);
      if (tries > 0) onConnection(true);
      await pause(Math.min(5_000, 300 * 2 ** tries));
    }
  }
  onConnection(false);
  return dataIn<T>(answer);
}

const unreadable: StudioError = {
  message: "The file could not be uploaded. The console stopped receiving it, or the file was moved.",
  hint: "Check that the file is not too large and that the console is still running. Then drop the file again.",
};

function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  return ask<T>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

export const server = {
  start: () => ask<Start>("start"),
  drop: (file: File) =>
    ask<View>("sample", {
      method: "POST",
      headers: {
        "content-type": "application/octet-stream",
        // Browsers accept only Latin-1 characters in headers.
        "x-lading-file": encodeURIComponent(file.name),
      },
      body: file,
    }),
  pick: (source: string, name: string) => post<View>("pick", { source, name }),
  view: (id: string) => ask<View>(`session/${id}`),
  schema: (id: string) => ask<Schema>(`session/${id}/schema`),
  latest: (id: string) => ask<Latest>(`session/${id}/latest`),
  outcome: (id: string) => ask<OutcomeView>(`session/${id}/outcome`),
  rows: (id: string, filter: RowFilter, from: number, count: number) =>
    ask<RowsView>(`session/${id}/rows?filter=${filter}&from=${from}&count=${count}`),
  command: (id: string, revision: number, command: FormCommand) =>
    post<View>(`session/${id}/command`, { revision, command }),
  save: (id: string, revision: number, request: SaveRequest) =>
    post<View>(`session/${id}/save`, { revision, ...request }),
  planFeed: (id: string, wanted: FeedRequest) => post<FeedPlan>(`session/${id}/feed`, { wanted }),
  addFeed: (id: string, wanted: FeedRequest, base: string) =>
    post<FeedTried>(`session/${id}/feed`, { wanted, base }),
  deliver: (id: string, feed: string) => post<Done>(`session/${id}/deliver`, { feed }),
  makeSecret: (wanted: SecretRequest) => post<{ readonly secret: string }>("secret", wanted),
  promote: (id: string, by: string, reason: string) =>
    post<Promoted>(`session/${id}/promote`, { by, reason }),
};
