import { sourceInMemory } from "../../formats/bytes.js";
import { openSession } from "./session.js";
import type { Project } from "./projects.js";

const rows = 3000;

/**
 * Opens a sample of our own and forgets it, so that a person's first file does not wait for what every first time costs:
 * modules are loaded, the words of all languages are sorted, and the code that every row goes through is compiled.
 */
export async function warmUp(project: () => Promise<Project>): Promise<void> {
  const lines = Array.from(
    { length: rows },
    (_, i) => `E${i},Ada Lind,p${i}@example.com,${i % 9 === 0 ? "Left" : "Active"}`,
  );
  const bytes = new TextEncoder().encode(`Id,Name,Mail,Status\n${lines.join("\n")}\n`);
  const session = await openSession("warm-up", sourceInMemory("warm-up.csv", bytes), project);
  await session.outcome();
}
