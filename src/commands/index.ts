import type { Command } from "./command.js";

interface Entry {
  readonly verb: string;
  readonly summary: string;
  /** Loaded only when called, so that the command line starts at once. */
  readonly load: () => Promise<Command>;
}

/** The commands, in the order of the root help. A test compares each summary with its command's own. */
export const commands: readonly Entry[] = [
  {
    verb: "init",
    summary: "Make a new workspace with a working example",
    load: async () => (await import("./init.js")).init,
  },
  {
    verb: "read",
    summary: "Read any table and print it as plain CSV or JSON, with what was detected",
    load: async () => (await import("./read.js")).read,
  },
  {
    verb: "convert",
    summary: "Convert one export into the recommended format",
    load: async () => (await import("./convert.js")).convert,
  },
  {
    verb: "check",
    summary: "Check mappings and the workspace; run examples and golden samples",
    load: async () => (await import("./check.js")).check,
  },
];
