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
  const ask = (): void => void stderr.write(question);
  ask();
  // Whoever comes back after Ctrl-Z sees what is asked.
  process.on("SIGCONT", ask);
  const lines = createInterface({ input: stdin, terminal: false, signal });
  try {
    for await (const line of lines) return line.trim();
  } finally {
    process.off("SIGCONT", ask);
    lines.close();
  }
  // Whoever typed nothing is still on the line of the question; below Ctrl-C stands a new one.
  if (!signal.aborted) stderr.write("\n");
  return "";
}
