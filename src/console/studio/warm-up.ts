import { sourceInMemory } from "../../formats/bytes.js";
import { openSession } from "./session.js";
import type { Project } from "./projects.js";

const rows = 3000;

/**
 * Opens and discards a generated sample so that modules are loaded, word lists are sorted and code is compiled before
 * the first real file is opened.
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
