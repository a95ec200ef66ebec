import { createContext, useContext } from "./library.js";
import type { FieldView, View } from "../studio/messages.js";
import type { FormCommand, SaveRequest } from "../studio/requests.js";
import type { Plain } from "../../mapping/yaml-document.js";

/** The sample that somebody is at work on, for every part of the page that shows it or does something with it. */
export interface Work {
  readonly view: View;
  /** How a mapping names the columns of the sample. */
  readonly columns: readonly string[];
  /** Questions are open, so that it could not run. */
  readonly isBlocked: boolean;
  readonly send: Send;
  readonly save: SaveNow;
  /** Takes what the server has now. */
  readonly refresh: () => void;
  /** Goes to another sample, by its id. */
  readonly go: (id: string) => void;
  /** Goes to where another file is opened. */
  readonly leave: () => void;
  /** Tells what went wrong. */
  readonly fail: (error: unknown) => void;
}

/**
 * Sends what was done to the server, one thing after the other, each on the newest revision. A change of a part of
 * something is given as a function, which makes it of what the answers before it have left.
 */
export type Send = (command: FormCommand | ((newest: View) => FormCommand | undefined)) => Promise<boolean>;

/** Saves after everything that was done before; what went wrong is thrown. */
export type SaveNow = (request: SaveRequest) => Promise<void>;

export const WorkContext = createContext<Work | undefined>(undefined);

export function useWork(): Work {
  const work = useContext(WorkContext);
  if (work === undefined) throw new Error("There is no sample here.");
  return work;
}

type WithoutField<T> = T extends { readonly field: string } ? Omit<T, "field"> : never;
type FieldCommand = WithoutField<FormCommand>;

/** What is said about a field, which may have changed since it was drawn: a part of it is changed by a function. */
export function useField(name: string) {
  const { send } = useWork();
  const say = (command: FieldCommand | ((now: FieldView) => FieldCommand)): void =>
    void send((newest) => {
      const now = newest.form?.fields.find((each) => each.name === name);
      if (typeof command === "function" && now === undefined) return undefined;
      const said = typeof command === "function" ? command(now!) : command;
      return { ...said, field: name };
    });
  /** Says an operation; an empty text takes it away. */
  const word = (each: string, value: Plain): void =>
    say({ do: "word", word: each, value: value === "" ? null : value });
  return { say, word };
}
