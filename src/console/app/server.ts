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
import { ApiFailure, dataIn, upload } from "./api.js";
import type { Schema } from "./completion.js";
import type { FeedRequest, FormCommand, RowFilter, SaveRequest, SecretRequest } from "../studio/requests.js";

/**
 * This module sends the app's requests to the server. After a connection failure, uploads of samples are tried three
 * times, and other requests are repeated until the server responds.
 */

type Listener = (isLost: boolean) => void;
let onConnection: Listener = () => undefined;

export function watchConnection(listener: Listener): void {
  onConnection = listener;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

async function answerTo(request: () => Promise<Response>, mostRetries = Infinity): Promise<Response> {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await request();
      onConnection(false);
      return answer;
    } catch (error) {
      if (tries >= mostRetries) throw error;
      if (tries > 0) onConnection(true);
      await pause(Math.min(5_000, 300 * 2 ** tries));
    }
  }
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = { "x-lading": "studio", ...(init.headers as Record<string, string> | undefined) };
  return dataIn<T>(await answerTo(() => fetch(`/api/${path}`, { ...init, headers })));
}

/**
 * Uploads a sample. `onSent` is called with the fraction of the file that was sent, from 0 to 1. If the upload fails
 * three times, the cause is probably the file, which may have been moved.
 */
async function drop(file: File, onSent: (share: number) => void = () => undefined): Promise<View> {
  const sending = answerTo(() => upload("/api/sample", file, {}, { onSent }), 2);
  return dataIn<View>(
    await sending.catch(() => {
      throw new ApiFailure(0, unreadable);
    }),
  );
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
  drop,
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
