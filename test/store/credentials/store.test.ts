import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { credentialsRevision, isLive, readCredentials } from "../../../src/store/credentials/credentials.js";
import {
  digestBytes,
  digestOf,
  secretIdOf,
  makeSecret,
  matches,
} from "../../../src/store/credentials/secret.js";
import { createCredential, revokeCredential } from "../../../src/store/credentials/store.js";
import { readFact } from "../../../src/store/facts.js";
import { openStore, type Store } from "../../../src/store/store.js";

let data: string;
let store: Store;

beforeEach(async () => {
  const temporary = await mkdtemp(join(tmpdir(), "lading-credentials-"));
  data = join(temporary, "data");
  store = await openStore({ data });
  onTestFinished(async () => {
    await store.close();
    await rm(temporary, { recursive: true, force: true });
  });
});

const now = new Date("2026-03-01T08:00:00Z");

function create(name = "default", kind: "token" | "client" = "token", expiresAt?: Date) {
  return createCredential(store, { kind, account: "acme-de", name, expiresAt }, now);
}

describe("secrets", () => {
  test("have an id, 32 random bytes and a prefix that scanners can find", () => {
    const { id, secret, digest } = makeSecret();
    expect(secret).toMatch(/^lading_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
    expect(secretIdOf(secret)).toBe(id);
    expect(digest).toBe(digestOf(secret));
    expect(makeSecret().secret).not.toBe(secret);
  });

  test("match only their own digest, and never an unknown id", () => {
    const { secret, digest: stored } = makeSecret();
    const digest = digestBytes(stored);
    expect(matches(secret, digest)).toBe(true);
    expect(matches(`${secret}x`, digest)).toBe(false);
    expect(matches("", digest)).toBe(false);
    expect(matches(secret, undefined)).toBe(false);
  });
});

describe("the store", () => {
  test("stores only digests, readable only by the owner", async () => {
    const { credential, secret } = await create();
    const names = (await readdir(data)).filter((name) => name.startsWith("lading.db"));
    expect(names).toContain("lading.db-wal");
    let bytes = "";
    for (const name of names) {
      expect([name, (await stat(join(data, name))).mode & 0o777]).toEqual([name, 0o600]);
      bytes += await readFile(join(data, name), "latin1");
    }
    expect(bytes).toContain(credential.digest);
    expect(bytes).not.toContain(secret);
    expect(bytes).not.toContain(secret.slice(-43));
    expect((await stat(data)).mode & 0o777).toBe(0o700);
  });

  test("permits two active secrets per owner, without counting revoked and expired ones", async () => {
    const first = await create();
    await create("default", "token", new Date("2026-02-01"));
    await create();
    await expect(create()).rejects.toMatchObject({ code: "too_many_credentials", recovery: "fix" });
    await create("another");
    await create("default", "client");
    await revokeCredential(store, "token", first.credential.id, now);
    await create();
    const live = (await readCredentials(store.db)).filter((one) => isLive(one, now));
    expect(live).toHaveLength(4);
  });

  test("a revoked credential stays in the list with its first revocation time", async () => {
    const { credential } = await create();
    await revokeCredential(store, "token", credential.id, now);
    await revokeCredential(store, "token", credential.id, new Date("2027-01-01"));
    const [stored] = await readCredentials(store.db);
    expect(stored?.revoked_at).toBe("2026-03-01T08:00:00.000Z");
    await expect(revokeCredential(store, "client", credential.id, now)).rejects.toMatchObject({
      code: "unknown_credential",
    });
  });

  test("loses no concurrent write, even from several processes, and gives each write a new revision", async () => {
    const other = await openStore({ data });
    const wanted = (i: number) =>
      ({ kind: "token", account: "acme-de", name: `owner ${i}`, expiresAt: undefined }) as const;
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => createCredential(i % 2 === 0 ? store : other, wanted(i), now)),
    );
    await other.close();
    const names = (await readCredentials(store.db)).map((one) => one.name);
    expect(new Set(names).size).toBe(12);
    const revision = await readFact(store.db, credentialsRevision);
    await createCredential(store, wanted(12), now);
    expect(await readFact(store.db, credentialsRevision)).not.toBe(revision);
  });

  test("two processes at once never create a third active secret of an owner", async () => {
    const other = await openStore({ data });
    const wanted = { kind: "token", account: "acme-de", name: "default", expiresAt: undefined } as const;
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, (_, i) => createCredential(i % 2 === 0 ? store : other, wanted, now)),
    );
    await other.close();
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await readCredentials(store.db)).toHaveLength(2);
  });

  test("invalid values are refused, and nothing is written", async () => {
    await create();
    const before = await readCredentials(store.db);
    for (const name of ["", "  ", "x".repeat(65), "a\nb", "\u001b[31mred", "a\u202eb", "\ud800"]) {
      await expect(create(name), JSON.stringify(name)).rejects.toMatchObject({ code: "wrong_use" });
    }
    for (const end of [new Date("9999-12-31T24:00:00Z"), new Date("2126-03-01T08:00:01Z")]) {
      await expect(create("far", "token", end)).rejects.toMatchObject({ code: "wrong_use" });
    }
    expect(await readCredentials(store.db)).toEqual(before);
    await create("x".repeat(64), "token", new Date("2126-03-01T08:00:00Z"));
    await create("Zoë of 東京");
    expect(await readCredentials(store.db)).toHaveLength(3);
  });
});
