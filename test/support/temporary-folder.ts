import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * All temporary folders of a run are in one, which is removed with the run, also if Ctrl-C ends it during a
 * test.
 */
export default function setup(): void {
  // Called once for each project of the tests.
  if (process.env["LADING_TEST_FOLDER"] !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "lading-"));
  // PostgreSQL runs as another user, and has its own folder there.
  chmodSync(folder, 0o755);
  process.env["LADING_TEST_FOLDER"] = folder;
  process.env["TMPDIR"] = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}
