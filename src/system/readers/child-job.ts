import type { ByteSource } from "../../formats/format.js";

/** What a module exports as `run` to be run in a child process. */
export type ChildJob = (task: unknown, source: ByteSource, answer: Answer) => Promise<void>;

/** How a job answers, in the order in which it does. Items go out in batches; the closing frame states how many of each kind there were. */
export interface Answer {
  /** Resolves when the parent has taken enough for more to be sent. */
  send(kind: string, item: unknown): Promise<void> | void;
  /** Bytes that nobody should have to parse only to pass them on, with what is to be said of them. */
  sendBytes(kind: string, about: unknown, bytes: Uint8Array): Promise<void> | void;
}

/** From the child. `items`: some of one kind. `bytes`: one item of a kind, and what is said of it. `end`: all was sent, so many of each kind. */
export type ChildFrame =
  | readonly ["items", string, readonly unknown[]]
  | readonly ["bytes", string, unknown, Uint8Array]
  | readonly ["end", Readonly<Record<string, number>>]
  | readonly ["error", { readonly code: string; readonly message: string; readonly hint: string }]
  | readonly ["crash", string];

/** To the child. */
export interface ChildOrder {
  /** File name, a label for issues. */
  readonly name: string;
  /** Where the file is. */
  readonly path: string;
  readonly task: unknown;
}
