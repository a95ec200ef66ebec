import type { StudioError } from "./messages.js";

/** A request that cannot be carried out, with a message for the person. */
export class RequestRefused extends Error {
  readonly error: StudioError;

  constructor(error: StudioError) {
    super(error.message);
    this.error = error;
  }
}
