import type { Command } from "./command.js";

interface Entry {
  readonly verb: string;
  readonly summary: string;
  /** It changes no workspace: a signal ends it at once. Others finish or roll back what they are at. */
  readonly endsAtOnce?: true;
  /** It stays up until it is asked to stop, which is no failure. */
  readonly staysUp?: true;
  /**
   * Loaded only when called, so that the command line starts at once.
   *
   * @param args of the command line that it is loaded for, so that what takes its time can be begun
   */
  readonly load: (args?: readonly string[]) => Promise<Command>;
}

/** The commands, in the order of the root help. */
// oxfmt-ignore
export const commands: readonly Entry[] = [
  { verb: "init", summary: "Make a new workspace with a working example", load: async () => (await import("./init.js")).init },
  { verb: "read", endsAtOnce: true, summary: "Read any table and print it as plain CSV or JSON, with what was detected", load: async () => (await import("./read.js")).read },
  { verb: "guess", endsAtOnce: true, summary: "Draft a mapping from a sample, with reasons and confidence; it abstains where unsure", load: async () => (await import("./guess.js")).guess },
  { verb: "convert", endsAtOnce: true, summary: "Convert one export into the recommended format", load: loadConvert },
  { verb: "preview", endsAtOnce: true, summary: "Show what a mapping makes of an export, cell by cell; writes nothing", load: async () => (await import("./preview.js")).preview },
  { verb: "check", endsAtOnce: true, summary: "Check mappings, layouts and the workspace; run examples and golden samples", load: async () => (await import("./check.js")).check },
  { verb: "plan", summary: "Show what waiting deliveries, or a changed mapping, would change; publishes nothing", load: async () => (await import("./plan.js")).plan },
  { verb: "diff", endsAtOnce: true, summary: "Compare two exports, lists or publications by id, field by field", load: async () => (await import("./diff.js")).diff },
  { verb: "run", summary: "Receive, check and publish what waits at the sources: one pass, for cron", load: async () => (await import("./run.js")).run },
  { verb: "watch", staysUp: true, summary: "The daemon: watch the sources and publish what arrives; --serve also serves", load: async () => (await import("./watch.js")).watch },
  { verb: "serve", staysUp: true, summary: "Serve the lists over HTTP", load: async () => (await import("./serve.js")).serve },
  { verb: "studio", staysUp: true, summary: "Open a page in the browser for making and testing mappings, on this machine only", load: async () => (await import("./studio.js")).studio },
  { verb: "status", endsAtOnce: true, summary: "What is current, how old it is, and what is held or rejected and why", load: async () => (await import("./status.js")).status },
  { verb: "history", endsAtOnce: true, summary: "Decisions and publications of a feed, changes of a record, and reports of runs", load: async () => (await import("./history.js")).history },
  { verb: "list", endsAtOnce: true, summary: "Print the list of a feed as it is now, or as a publication had it", load: async () => (await import("./list.js")).list },
  { verb: "release", summary: "Let held deliveries through, once, with a reason that is recorded", load: async () => (await import("./release.js")).release },
  { verb: "reject", summary: "Refuse held deliveries, with a reason that is recorded; the list stays as it is", load: async () => (await import("./reject.js")).reject },
  { verb: "rollback", summary: "Go back to an older publication and stay there until `lading resume`", load: async () => (await import("./rollback.js")).rollback },
  { verb: "resume", summary: "Go on with deliveries after a rollback, or a clock that was ahead", load: async () => (await import("./resume.js")).resume },
  { verb: "replay", summary: "Run archived deliveries again with the present mapping; the guardrails hold as ever", load: async () => (await import("./replay.js")).replay },
  { verb: "forget", summary: "Remove a person from lists, archives, change log and reports, and say where that could not be done", load: async () => (await import("./forget.js")).forget },
  { verb: "backup", summary: "Copy the store and the delivered files into one file, while everything runs", load: async () => (await import("./backup.js")).backup },
  { verb: "restore", summary: "Take a backup back: every list gets a new number and new times, once", load: async () => (await import("./restore.js")).restore },
  { verb: "events", summary: "List events that were sent to the platform, refused by it, or wait; send them again", load: async () => (await import("./events.js")).events },
  { verb: "outbox", summary: "Invoices on their way to the FFS: what waits, what is in doubt, what a layout makes of one", load: async () => (await import("./outbox.js")).outbox },
  { verb: "token", summary: "Make, list and revoke bearer tokens", load: async () => (await import("./token.js")).token },
  { verb: "client", summary: "Make, list and revoke the secrets of OAuth 2.0 clients", load: async () => (await import("./client.js")).client },
  { verb: "operator", summary: "Make, list and revoke the access keys of people who decide on the operators' page", load: async () => (await import("./operator.js")).operator },
  { verb: "trust", summary: "Fetch the host key of an SFTP server, show it, and pin it after a yes", load: async () => (await import("./trust.js")).trust },
  { verb: "doctor", summary: "Check the workspace, its sources and its outputs step by step: mappings, disk, clock, credentials, ports, hosts, rights", load: async () => (await import("./doctor.js")).doctor },
  { verb: "verify", summary: "Play the platform against any implementation of the endpoints", load: async () => (await import("./verify.js")).verifyUrl },
  { verb: "simulate", staysUp: true, summary: "Play the other side on this machine, to try things out before it is there", load: async () => (await import("./simulate.js")).simulate },
  { verb: "completion", summary: "Print a script that completes commands and options in bash, zsh or fish", load: async () => (await import("./completion.js")).completion },
];

/** A thread for a large file takes as long to load as the command that needs it, so it begins before. */
async function loadConvert(args: readonly string[] = []): Promise<Command> {
  (await import("../system/readers/start-thread.js")).startEarly(args);
  return (await import("./convert.js")).convert;
}
