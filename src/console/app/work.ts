import { createContext, useContext } from "./library.js";
import type { FieldView, QuestionView, View } from "../studio/messages.js";
import type { FormCommand, SaveRequest } from "../studio/requests.js";
import type { Plain } from "../../mapping/yaml-document.js";

/** The sample that is being edited, shared by all parts of the app that show or change it. */
export interface Work {
  readonly view: View;
  /** The sample's columns, with the names used in mappings. */
  readonly columns: readonly string[];
  readonly questions: readonly QuestionView[];
  /** True if the sample cannot be fully evaluated, for example because questions are open. */
  readonly isBlocked: boolean;
  /** Code of the country that a person chose to find the file's time zone. Empty if no country was chosen. */
  readonly country: string;
  readonly setCountry: (country: string) => void;
  readonly send: Send;
  readonly save: SaveNow;
  readonly refresh: () => void;
  /** Opens another sample by its ID. */
  readonly go: (id: string) => void;
  /** Returns to the page for opening files. */
  readonly leave: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Sends changes to the server one at a time, each based on the newest revision. A change that depends on the current
 * state is passed as a function, which is called after the previous response.
 */
export type Send = (command: FormCommand | ((newest: View) => FormCommand | undefined)) => Promise<boolean>;

/** Saves the mapping after all earlier changes are complete. Throws if the mapping cannot be saved. */
export type SaveNow = (request: SaveRequest) => Promise<void>;

export const WorkContext = createContext<Work | undefined>(undefined);

export function useWork(): Work {
  const work = useContext(WorkContext);
  if (work === undefined) throw new Error("There is no sample here.");
  return work;
}

type WithoutField<T> = T extends { readonly field: string } ? Omit<T, "field"> : never;
type FieldCommand = WithoutField<FormCommand>;

/** The mapping may have changed since the last render, so changes that depend on it are passed as functions. */
export function useField(name: string) {
  const { send } = useWork();
  const say = (command: FieldCommand | ((now: FieldView) => FieldCommand)): void =>
    void send((newest) => {
      const now = newest.form?.fields.find((each) => each.name === name);
      if (typeof command === "function" && now === undefined) return undefined;
      const said = typeof command === "function" ? command(now!) : command;
      return { ...said, field: name };
    });
  /** Sets an operation. An empty string removes it. */
  const word = (each: string, value: Plain): void =>
    say({ do: "word", word: each, value: value === "" ? null : value });
  return { say, word };
}
