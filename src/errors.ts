import { fill, type Filling } from "./sentence.js";

/**
 * Every thrown error: wrong use, wrong configuration, a failing environment. What is wrong with a partner's data is an
 * issue (issues.ts), never an exception. Each code stands here once, grouped by what to do next.
 */

/**
 * What the caller does next, and with it the exit code (`semantics.md` section 8):
 * `fix`: a person corrects the command line, the workspace or a mapping (2);
 * `retry`: the environment failed or a lock is held, try again later (75);
 * `reject`: the file itself is at fault (3).
 */
export type Recovery = "fix" | "retry" | "reject";

interface ErrorKind {
  readonly recovery: Recovery;
  readonly sentence: string;
  readonly hint: string;
}

export const errorKinds = {
  // -- wrong use --
  wrong_use: { recovery: "fix", sentence: "{reason}", hint: "`lading --help` lists the commands." },
  file_not_found: {
    recovery: "fix",
    sentence: "There is no file {path}.",
    hint: "Check the name and the folder.",
  },
  not_a_file: {
    recovery: "fix",
    sentence: "{path} is a folder or a device, not a file.",
    hint: "Name one file.",
  },
  not_readable: {
    recovery: "fix",
    sentence: "{path} cannot be opened: no permission.",
    hint: "Give this user the right to read it.",
  },
  file_changed: {
    recovery: "retry",
    sentence: "{path} changed while it was being read. Nothing was written.",
    hint: "Wait until the export is complete, then run again.",
  },
  no_folder: {
    recovery: "fix",
    sentence: "There is no folder {path}.",
    hint: "Make the folder, or name another.",
  },
  missing_reference_list: {
    recovery: "fix",
    sentence: "The records refer to {target} records, and there is no {target} list to check them against.",
    hint: "Name one with `--with {target}=FILE[:MAPPING]`, or say `--with {target}=none` to take references as they are.",
  },
  unusable_list: {
    recovery: "fix",
    sentence: "{file} cannot be used as a finished list: {reason}",
    hint: "Convert it by itself first, and correct what is reported.",
  },

  // -- wrong configuration --
  wrong_mapping: {
    recovery: "fix",
    sentence: "The mapping has mistakes:\n{mistakes}",
    hint: "Correct the lines shown; `lading check` shows them again.",
  },
  wrong_workspace: {
    recovery: "fix",
    sentence: "The workspace has mistakes:\n{mistakes}",
    hint: "Correct the lines shown; `lading check` shows them again.",
  },

  // -- a fault of ours --
  not_conserved: {
    recovery: "reject",
    sentence: "The rows do not add up: {read} read, but {accounted} accounted for. Nothing was published.",
    hint: "This is a fault of Lading. Please report it with the file's report.",
  },

  // -- credentials --
  unknown_credential: {
    recovery: "fix",
    sentence: "There is no {kind} {id}.",
    hint: "`lading {kind} list` shows the ids.",
  },
  too_many_credentials: {
    recovery: "fix",
    sentence: "The {kind} {name} of the account {account} has two live secrets already: {ids}.",
    hint: "Revoke the older one with `lading {kind} revoke ID`, or choose another --name.",
  },
  damaged_credentials: {
    recovery: "fix",
    sentence: "{path} is damaged and cannot be read.",
    hint: "Restore the file from a backup, or remove it and make new credentials.",
  },

  // -- the environment --
  credentials_locked: {
    recovery: "retry",
    sentence: "The credentials are being changed by process {pid} on {host}.",
    hint: "Run again in a moment; if that process no longer exists, remove {path}.",
  },
  port_in_use: {
    recovery: "retry",
    sentence: "Port {port} on {address} is taken by another program.",
    hint: "End that program, or choose another port in the workspace or with --port.",
  },
  cannot_listen: {
    recovery: "retry",
    sentence: "Listening on {address} port {port} failed: {reason}.",
    hint: "Check the address, the port and the rights of this user.",
  },
  no_permission: {
    recovery: "retry",
    sentence: "{path} cannot be written: no permission.",
    hint: "Give this user the right to write there.",
  },
  storage_failed: {
    recovery: "retry",
    sentence: "Writing {path} failed: {reason}.",
    hint: "Check the disk, then run again; nothing was lost.",
  },
  locked: {
    recovery: "retry",
    sentence: "The feed {feed} is being worked on by process {pid} on {host}.",
    hint: "Wait for it to end, then run again.",
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;

export class LadingError extends Error {
  override readonly name = "LadingError";
  readonly code: ErrorCode;
  readonly recovery: Recovery;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.recovery = errorKinds[code].recovery;
    this.hint = hint;
  }
}

/** Makes an error of a kind; the caller throws it. */
export function failure<C extends ErrorCode>(
  code: C,
  filling: Filling<(typeof errorKinds)[C]["sentence"] | (typeof errorKinds)[C]["hint"]>,
  cause?: unknown,
): LadingError {
  const kind = errorKinds[code];
  return new LadingError(code, fill(kind.sentence, filling), fill(kind.hint, filling), cause);
}
