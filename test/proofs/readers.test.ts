/** @module-tag long */

import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { createCredential } from "../../src/store/credentials/store.js";
import { readBodies, readCurrent } from "../../src/feeds/lists/publications.js";
import { silentLog } from "../../src/log.js";
import { serveWorkspace } from "../../src/http/serve-workspace.js";
import { openStoreOf } from "../../src/workspace/open-store.js";
import { bearer, get } from "../http/serving.js";
import { ids, staff, staffFeed, world } from "../support/world.js";

/** Eight clients read over HTTP without a pause during a series of publications. */

const isLong = process.env["LADING_PROOF"] === "long";
const publications = isLong ? 500 : 8;
const encodings = ["identity", "gzip", "br"] as const;

test("8 readers get one publication, byte for byte, in every response during many publications", async () => {
  const w = await world(staffFeed);
  // A separate connection, as the server of another process has.
  const store = await openStoreOf(w.setup.workspace, {});
  const server = await serveWorkspace(w.setup.workspace, {
    log: silentLog,
    store,
    env: {},
    port: 0,
    operatorsPort: 0,
  });
  onTestFinished(async () => {
    await server.close();
    await store.close();
  });
  await publishNext(1);
  const { secret } = await createCredential(
    w.store,
    { kind: "token", account: "acme", name: "reader", expiresAt: undefined },
    new Date(),
  );

  /** Answers by publication and encoding in order: the hash of the body. */
  const answers = new Map<string, Set<string>>();
  let [asked, done, current, took] = [0, false, 1, 0];
  const readers = Array.from({ length: 8 }, async (_, index) => {
    const encoding = encodings[index % encodings.length] ?? "identity";
    let last = 0;
    while (!done) {
      const atLeast = current;
      const { status, headers, body } = await get(`${server.url}/staff`, {
        ...bearer(secret),
        "accept-encoding": encoding,
      });
      expect(status).toBe(200);
      asked += 1;
      // A publication is served from its commit on, and an answer is never older than an earlier one.
      const number = Number(headers["lading-publication"]);
      if (number < Math.max(atLeast, last)) took += 1;
      last = number;
      const used = headers["content-encoding"] ?? "identity";
      const key = `${String(headers["lading-publication"])} ${used}`;
      const seen = answers.get(key) ?? new Set();
      answers.set(key, seen.add(hash(body)));
      if (!isLong) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  const published = new Map<string, string>();
  try {
    await remember(1);
    for (let number = 2; number <= publications; number++) {
      await publishNext(number);
      current = number;
      await remember(number);
      // Gives the readers time.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    done = true;
    await Promise.all(readers);
  }
  const wrong = [...answers].filter(
    ([key, hashes]) => hashes.size !== 1 || !hashes.has(published.get(key) ?? ""),
  );
  const seen = new Set([...answers.keys()].map((key) => key.split(" ")[0]));
  console.log(
    `readers: ${publications} publications, ${asked} responses of ${seen.size} of them, ${wrong.length} that were none of them`,
  );
  expect(wrong).toEqual([]);
  expect(took).toBe(0);
  expect(seen.size).toBeGreaterThan(3);
  expect(seen).toContain(String(publications));

  async function publishNext(number: number): Promise<void> {
    const people = ids(1, 300).map((id) => `${id}:${id < "004" ? `Round ${number}` : "Name"}`);
    await w.drop(
      "staff.csv",
      staff(...people),
      new Date(Date.UTC(2026, 2, 1) + number * 1_000).toISOString(),
    );
    w.clock.advance(1_000);
    const [outcome] = await w.pass();
    expect(outcome).toMatchObject({ status: "PUBLISHED", number });
  }

  async function remember(number: number): Promise<void> {
    const current = await readCurrent(w.store.db, "acme/staff");
    expect(current?.publication.number).toBe(number);
    for (const encoding of encodings) {
      const body = current && (await (await readBodies(w.store.db, current.publication))?.(encoding));
      published.set(`${number} ${encoding}`, hash(body ?? Buffer.of()));
    }
  }
}, 600_000);

function hash(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
