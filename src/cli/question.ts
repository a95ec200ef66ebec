import { createInterface } from "node:readline";
import type { Terminal } from "./command.js";

/** Asks the user questions at a terminal, one after another. */
export interface Asking {
  /**
   * Ctrl-C still sends a signal, and Ctrl-Z still suspends the command. Returns the line that was typed, without
   * surrounding spaces. Returns undefined after Ctrl-D, or if the command was stopped.
   */
  ask(question: string): Promise<string | undefined>;
  close(): void;
}

/** Opens a single reader for all questions, so that lines typed ahead are not lost. */
export function openAsking({ stdin, stderr, signal }: Pick<Terminal, "stdin" | "stderr" | "signal">): Asking {
  const reader = createInterface({ input: stdin, terminal: false, signal });
  const lines = reader[Symbol.asyncIterator]();
  return {
    async ask(question) {
      if (signal.aborted) return undefined;
      const write = (): void => void stderr.write(question);
      write();
      // After the command resumes from Ctrl-Z, the question is shown again.
      process.on("SIGCONT", write);
      try {
        const next = await lines.next();
        if (next.done !== true) return next.value.trim();
      } finally {
        process.off("SIGCONT", write);
      }
      // After Ctrl-D the cursor is still on the question's line.
      if (!signal.aborted) stderr.write("\n");
      return undefined;
    },
    close: () => reader.close(),
  };
}

/** Returns the line that was typed, or an empty string if the command was stopped or the input ended. */
export async function answerTo(
  question: string,
  terminal: Pick<Terminal, "stdin" | "stderr" | "signal">,
): Promise<string> {
  const asking = openAsking(terminal);
  try {
    return (await asking.ask(question)) ?? "";
  } finally {
    asking.close();
  }
}
