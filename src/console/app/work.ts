import { createContext, useContext } from "./library.js";
import type { FieldView, View } from "../studio/messages.js";
import type { FormCommand, SaveRequest } from "../studio/requests.js";
import type { Plain } from "../../mapping/yaml-document.js";

/** The sample that is being edited, for all parts of the page that show or change it. */
export interface Work {
  readonly view: View;
  /** How the mapping names the sample's columns. */
  readonly columns: readonly string[];
  /** True if questions are open, so the mapping cannot run. */
  readonly isBlocked: boolean;
  readonly send: Send;
  readonly save: SaveNow;
  /** Applies the server's current state. */
  readonly refresh: () => void;
  /** Opens another sample by its id. */
  readonly go: (id: string) => void;
  /** Goes to the page where a file is opened. */
  readonly leave: () => void;
  /** Reports a failure. */
  readonly fail: (error: unknown) => void;
}

/**
 * Sends changes to the server one after the other, each based on the newest revision. A partial change is a
 * function of the state after the previous answers.
 */
export type Send = (command: FormCommand | ((newest: View) => FormCommand | undefined)) => Promise<boolean>;

/** Saves after all earlier changes. Throws if one failed. */
export type SaveNow = (request: SaveRequest) => Promise<void>;

export const WorkContext = createContext<Work | undefined>(undefined);

export function useWork(): Work {
  const work = useContext(WorkContext);
  if (work === undefined) throw new Error("There is no sample here.");
  return work;
}

type WithoutField<T> = T extends { readonly field: string } ? Omit<T, "field"> : never;
type FieldCommand = WithoutField<FormCommand>;

/** Current mapping of a field, which may have changed since it was drawn. Partial changes are functions. */
export function useField(name: string) {
  const { send } = useWork();
  const say = (command: FieldCommand | ((now: FieldView) => FieldCommand)): void =>
    void send((newest) => {
      const now = newest.form?.fields.find((each) => each.name === name);
      if (typeof command === "function" && now === undefined) return undefined;
      const said = typeof command === "function" ? command(now!) : command;
      return { ...said, field: name };
    });
  /** Sets an operation. An empty text removes it. */
  const word = (each: string, value: Plain): void =>
    say({ do: "word", word: each, value: value === "" ? null : value });
  return { say, word };
}
