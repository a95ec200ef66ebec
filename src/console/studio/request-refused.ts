import { LadingError } from "../../errors.js";
import type { StudioError } from "./messages.js";

export class RequestRefused extends Error {
  readonly error: StudioError;
  /** HTTP status. */
  readonly status: number;

  constructor(error: StudioError, status = error.code === "stale" ? 409 : 422) {
    super(error.message);
    this.error = error;
    this.status = status;
  }
}

export function answerOf(error: unknown): { readonly status: number; readonly json: StudioError } {
  if (error instanceof RequestRefused) return { status: error.status, json: error.error };
  if (error instanceof LadingError) {
    return { status: 422, json: { message: error.message, hint: error.hint } };
  }
  return {
    status: 422,
    json: {
      message: "The studio could not complete this action.",
      hint: "Nothing was lost. Reload the page. If the problem occurs again, please report it.",
    },
  };
}
