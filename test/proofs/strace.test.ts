import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordedCalls } from "../support/recorded-calls.js";
import { prepareScene, runProgram } from "../support/scene.js";
import { difference, hasStrace, straced, toldByHarness } from "../support/strace.js";

/**
 * What the operating system sees of a publication. The proofs that stop, fail or replay single calls know the calls from
 * a harness inside the process; strace shows that it misses none, and that they come in the order of the protocol.
 */

test.skipIf(!hasStrace())(
  "strace sees the calls that the harness counts, no other, in the order of the protocol",
  async () => {
    const work = await mkdtemp(join(tmpdir(), "lading-strace-"));
    try {
      const folder = join(work, "scene");
      prepareScene(folder);
      const log = join(work, "calls.log");
      const system = straced(folder, log, join(work, "trace.log"));
      expect(difference(toldByHarness(recordedCalls(log), folder), system)).toBeUndefined();
      expect(system.length).toBeGreaterThan(60);
      expectProtocol(system);

      // A recovery as well: the run before ends right after its publication has appeared.
      prepareScene(join(work, "again"));
      const again = join(work, "again");
      const appears = recordedCalls(log).find(({ call, to }) => call === "rename" && to?.endsWith("/pub/2"));
      runProgram(again, { CRASH_AT: String(appears?.n), CRASH_WHEN: "after" });
      const recovery = straced(again, join(work, "recovery.log"), join(work, "recovery-trace.log"));
      expect(
        difference(toldByHarness(recordedCalls(join(work, "recovery.log")), again), recovery),
      ).toBeUndefined();
      expect(recovery).not.toContain("mkdir data/tmp/acme~staff~pub-3");
      console.log(`strace: ${system.length} changes of a publication, ${recovery.length} of a recovery`);
    } finally {
      await rm(work, { recursive: true });
    }
  },
);

/** File sync, rename, folder sync, journal, and only then the source. */
function expectProtocol(told: readonly string[]): void {
  const staged = "data/tmp/acme~staff~pub-2";
  const feed = "data/accounts/acme/staff";
  const inOrder = [
    /^fsync data\/tmp\/receiving~/,
    /^rename data\/tmp\/receiving~\S* data\/spool\//,
    /^fsync data\/spool$/,
    /^write data\/accounts\/acme\/staff\/journal$/,
    /^fsync data\/accounts\/acme\/staff\/journal$/,
    /^rename data\/tmp\/acme~staff~filing-\S* data\/accounts\/acme\/staff\/archive\//,
    /^fsync data\/accounts\/acme\/staff\/archive$/,
    /^mkdir data\/tmp\/acme~staff~pub-2$/,
    /^fsync data\/tmp\/acme~staff~pub-2\/manifest\.json$/,
    /^fsync data\/tmp\/acme~staff~pub-2$/,
    /^rename data\/tmp\/acme~staff~pub-2 data\/accounts\/acme\/staff\/pub\/2$/,
    /^fsync data\/accounts\/acme\/staff\/pub$/,
    /^fsync data\/accounts\/acme\/staff\/journal$/,
    /^rename inbox\/staff\.csv inbox\/\.lading-aside-/,
    /^unlink inbox\/\.lading-aside-/,
    /^fsync inbox$/,
    /^unlink data\/spool\//,
    /^fsync data\/spool$/,
    /^fsync data\/accounts\/acme\/staff\/journal$/,
    /^unlink data\/accounts\/acme\/staff\/lock$/,
  ];
  let at = 0;
  for (const step of inOrder) {
    const found = told.findIndex((one, index) => index >= at && step.test(one));
    expect(found, `${step} after step ${at}`).toBeGreaterThanOrEqual(0);
    at = found + 1;
  }
  // Every file that is written under the staged folder is synced before the folder is, all others before the manifest.
  const appears = told.indexOf(`rename ${staged} ${feed}/pub/2`);
  const written = told
    .slice(0, appears)
    .flatMap((one) => (one.startsWith(`create ${staged}/`) ? [one.slice(7)] : []));
  expect(written.length).toBeGreaterThan(8);
  const manifest = told.indexOf(`create ${staged}/manifest.json`);
  for (const file of written) {
    const end = file.endsWith("/manifest.json") ? appears : manifest;
    expect(told.slice(0, end)).toContain(`fsync ${file}`);
  }
}
