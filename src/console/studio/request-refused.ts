import type { StudioError } from "./messages.js";

/** What cannot be done as asked, in words for the person at the page. */
export class RequestRefused extends Error {
  readonly error: StudioError;

  constructor(error: StudioError) {
    super(error.message);
    this.error = error;
  }
}
