import { createInterface } from "node:readline";
import type { Terminal } from "./command.js";

/**
 * Asks on a terminal. It keeps its own ways meanwhile: Ctrl-C is a signal, Ctrl-Z pauses the command, Ctrl-D ends the input.
 *
 * @returns the line that was typed; empty for who ended the command or the input
 */
export async function answerTo(
  question: string,
  { stdin, stderr, signal }: Pick<Terminal, "stdin" | "stderr" | "signal">,
): Promise<string> {
  if (signal.aborted) return "";
  stderr.write(question);
  const lines = createInterface({ input: stdin, terminal: false, signal });
  try {
    for await (const line of lines) return line.trim();
  } finally {
    lines.close();
  }
  // Whoever typed nothing is still on the line of the question; below Ctrl-C stands a new one.
  if (!signal.aborted) stderr.write("\n");
  return "";
}
