import type { ByteSource } from "../formats/format.js";

/** What a module exports as `run` to be run in a child process. */
export type ChildJob = (task: unknown, source: ByteSource, answer: Answer) => Promise<void>;

/** How a job answers. Items go out in batches; the closing frame states how many of each kind there were. */
export interface Answer {
  /** Resolves when the parent has taken enough for more to be sent. */
  send(kind: string, item: unknown): Promise<void> | void;
  /** The same for an item that is JSON already. */
  sendJson(kind: string, json: string): Promise<void> | void;
}

/** From the child. `items`: some of one kind. `end`: all was sent, so many of each kind. */
export type ChildFrame =
  | readonly ["items", string, readonly unknown[]]
  | readonly ["end", Readonly<Record<string, number>>]
  | readonly ["error", { readonly code: string; readonly message: string; readonly hint: string }]
  | readonly ["crash", string];

/** To the child. */
export interface ChildOrder {
  /** URL of the module whose `run` is the job. */
  readonly module: string;
  /** File name, a label for issues. */
  readonly name: string;
  readonly task: unknown;
}
