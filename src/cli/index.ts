import type { Command } from "./command.js";

interface Entry {
  /** Heading under which the root help lists the command. */
  readonly group: string;
  readonly verb: string;
  /** The command's line in the root help: at most 52 characters, so that it fits in a terminal with 80 columns. */
  readonly summary: string;
  /**
   * True if the command does not change a workspace, so a signal can end it immediately. Commands that change a
   * workspace finish or roll back first.
   */
  readonly endsAtOnce?: true;
  /** True if the command runs until it is stopped. Stopping such a command is not a failure. */
  readonly staysUp?: true;
  /**
   * Loads the command on demand, so that the command line starts quickly. `args` contains the command's arguments,
   * which show whether slow preparation should start early.
   */
  readonly load: (args?: readonly string[]) => Promise<Command>;
}

/** The commands, in the order of the root help. */
// oxfmt-ignore
export const commands: readonly Entry[] = [
  { group: "One file", verb: "convert", endsAtOnce: true, summary: "Convert exports into the recommended format", load: loadConvert },
  { group: "One file", verb: "read", endsAtOnce: true, summary: "Print any table as CSV or JSON", load: async () => (await import("./read.js")).read },
  { group: "One file", verb: "diff", endsAtOnce: true, summary: "Compare two exports or lists, field by field", load: async () => (await import("./diff.js")).diff },
  { group: "Mappings", verb: "guess", endsAtOnce: true, summary: "Draft a mapping from an export", load: async () => (await import("./guess.js")).guess },
  { group: "Mappings", verb: "preview", endsAtOnce: true, summary: "Show how a mapping converts each cell", load: async () => (await import("./preview.js")).preview },
  { group: "Mappings", verb: "check", endsAtOnce: true, summary: "Check mappings, layouts and lading.yaml; run examples", load: async () => (await import("./check.js")).check },
  { group: "Mappings", verb: "studio", staysUp: true, summary: "Create and test mappings in the browser", load: async () => (await import("./studio.js")).studio },
  { group: "Feeds", verb: "init", summary: "Create a workspace with a working example", load: async () => (await import("./init.js")).init },
  { group: "Feeds", verb: "run", summary: "Process the waiting files once, for cron", load: async () => (await import("./run.js")).run },
  { group: "Feeds", verb: "watch", staysUp: true, summary: "Process files as they arrive, as a service", load: async () => (await import("./watch.js")).watch },
  { group: "Feeds", verb: "plan", summary: "Show what the waiting files would change", load: async () => (await import("./plan.js")).plan },
  { group: "Feeds", verb: "status", endsAtOnce: true, summary: "Show every feed with its version and its problems", load: async () => (await import("./status.js")).status },
  { group: "Feeds", verb: "history", endsAtOnce: true, summary: "Show decisions, versions, changes and runs", load: async () => (await import("./history.js")).history },
  { group: "Feeds", verb: "list", endsAtOnce: true, summary: "Print a feed's current list, or an older version", load: async () => (await import("./list.js")).list },
  { group: "Decisions", verb: "release", summary: "Approve held files and record a reason", load: async () => (await import("./release.js")).release },
  { group: "Decisions", verb: "reject", summary: "Reject held files and record a reason", load: async () => (await import("./reject.js")).reject },
  { group: "Decisions", verb: "rollback", summary: "Return to an older version and pause the feed", load: async () => (await import("./rollback.js")).rollback },
  { group: "Decisions", verb: "resume", summary: "Continue after a rollback", load: async () => (await import("./resume.js")).resume },
  { group: "Decisions", verb: "replay", summary: "Process stored files again with the current mapping", load: async () => (await import("./replay.js")).replay },
  { group: "Decisions", verb: "forget", summary: "Remove a person from lists, files and reports", load: async () => (await import("./forget.js")).forget },
  { group: "Serving", verb: "serve", staysUp: true, summary: "Serve the lists over HTTP", load: async () => (await import("./serve.js")).serve },
  { group: "Serving", verb: "token", summary: "Create, list and revoke bearer tokens", load: async () => (await import("./token.js")).token },
  { group: "Serving", verb: "client", summary: "Create, list and revoke OAuth 2.0 client secrets", load: async () => (await import("./client.js")).client },
  { group: "Serving", verb: "operator", summary: "Create, list and revoke people's access keys", load: async () => (await import("./operator.js")).operator },
  { group: "Serving", verb: "events", summary: "Show notifications to the platform, or send them again", load: async () => (await import("./events.js")).events },
  { group: "Invoices", verb: "outbox", summary: "Show invoices on their way to the FFS", load: async () => (await import("./outbox.js")).outbox },
  { group: "Operations", verb: "backup", summary: "Copy the store and its files into one file", load: async () => (await import("./backup.js")).backup },
  { group: "Operations", verb: "restore", summary: "Restore a backup under higher version numbers", load: async () => (await import("./restore.js")).restore },
  { group: "Operations", verb: "doctor", summary: "Check sources, outputs, disk, clock and credentials", load: async () => (await import("./doctor.js")).doctor },
  { group: "Operations", verb: "completion", summary: "Print a completion script for bash, zsh or fish", load: async () => (await import("./completion.js")).completion },
  { group: "Going live", verb: "trust", summary: "Fetch and pin the host key of an SFTP server", load: async () => (await import("./trust.js")).trust },
  { group: "Going live", verb: "verify", summary: "Test any implementation of the interface", load: async () => (await import("./verify.js")).verifyUrl },
  { group: "Going live", verb: "simulate", staysUp: true, summary: "Simulate the platform or the FFS on this machine", load: async () => (await import("./simulate.js")).simulate },
];

/** The thread for large files takes as long to load as the command itself, so it is started first. */
async function loadConvert(args: readonly string[] = []): Promise<Command> {
  (await import("../system/readers/start-thread.js")).startEarly(args);
  return (await import("./convert.js")).convert;
}
