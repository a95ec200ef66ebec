import type { FormCommand, FieldView, SaveRequest, View } from "../messages.js";

/**
 * Sends what was done to the server, one thing after the other, each on the newest revision. A change of a part of
 * something is given as a function, which makes it of what the answers before it have left.
 */
export type Send = (command: FormCommand | ((newest: View) => FormCommand | undefined)) => Promise<boolean>;

/** Changes a part of a field, which may have changed since it was drawn. */
export type ChangeField = (make: (now: FieldView) => FormCommand | undefined) => void;

/** Saves after everything that was done before; what went wrong is thrown. */
export type SaveNow = (request: SaveRequest) => Promise<void>;
