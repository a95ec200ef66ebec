import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { credentialsText, isLive, readCredentials } from "../../src/credentials/credentials.js";
import { digestBytes, digestOf, secretIdOf, makeSecret, matches } from "../../src/credentials/secret.js";
import { createCredential, revokeCredential } from "../../src/credentials/store.js";

let folder: string;

beforeEach(async () => {
  const temporary = await mkdtemp(join(tmpdir(), "lading-credentials-"));
  onTestFinished(() => rm(temporary, { recursive: true, force: true }));
  folder = join(temporary, "data", "credentials");
});

const now = new Date("2026-03-01T08:00:00Z");

function create(name = "default", kind: "token" | "client" = "token", expiresAt?: Date) {
  return createCredential(folder, { kind, account: "acme-de", name, expiresAt }, now);
}

describe("secrets", () => {
  test("carry their id, 32 random bytes and a prefix that scanners can find", () => {
    const { id, secret, digest } = makeSecret();
    expect(secret).toMatch(/^lading_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
    expect(secretIdOf(secret)).toBe(id);
    expect(digest).toBe(digestOf(secret));
    expect(makeSecret().secret).not.toBe(secret);
  });

  test("match their own digest only, and nobody's digest never", () => {
    const { secret, digest: stored } = makeSecret();
    const digest = digestBytes(stored);
    expect(matches(secret, digest)).toBe(true);
    expect(matches(`${secret}x`, digest)).toBe(false);
    expect(matches("", digest)).toBe(false);
    expect(matches(secret, undefined)).toBe(false);
  });
});

describe("the store", () => {
  test("keeps digests only, readable by the owner alone", async () => {
    const { credential, secret } = await create();
    const path = join(folder, "credentials.json");
    const text = await readFile(path, "utf8");
    expect(text).toContain(credential.digest);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(secret.slice(-43));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test("two live secrets per owner; revoked and expired ones do not count", async () => {
    const first = await create();
    await create("default", "token", new Date("2026-02-01"));
    await create();
    await expect(create()).rejects.toMatchObject({ code: "too_many_credentials", recovery: "fix" });
    await create("another");
    await create("default", "client");
    await revokeCredential(folder, "token", first.credential.id, now);
    await create();
    const live = (await readCredentials(folder)).filter((one) => isLive(one, now));
    expect(live).toHaveLength(4);
  });

  test("a revoked credential stays in the list with its first time", async () => {
    const { credential } = await create();
    await revokeCredential(folder, "token", credential.id, now);
    await revokeCredential(folder, "token", credential.id, new Date("2027-01-01"));
    const [stored] = await readCredentials(folder);
    expect(stored?.revoked_at).toBe("2026-03-01T08:00:00.000Z");
    await expect(revokeCredential(folder, "client", credential.id, now)).rejects.toMatchObject({
      code: "unknown_credential",
    });
  });

  test("many at once lose nothing", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => create(`owner ${i}`)));
    const names = (await readCredentials(folder)).map((one) => one.name);
    expect(new Set(names).size).toBe(12);
  });

  test("what the file could not hold is refused, and nothing is written", async () => {
    await create();
    const path = join(folder, "credentials.json");
    const before = await readFile(path, "utf8");
    for (const name of ["", "  ", "x".repeat(65), "a\nb", "\u001b[31mred", "a\u202eb", "\ud800"]) {
      await expect(create(name), JSON.stringify(name)).rejects.toMatchObject({ code: "wrong_use" });
    }
    for (const end of [new Date("9999-12-31T24:00:00Z"), new Date("2126-03-01T08:00:01Z")]) {
      await expect(create("far", "token", end)).rejects.toMatchObject({ code: "wrong_use" });
    }
    expect(await readFile(path, "utf8")).toBe(before);
    await create("x".repeat(64), "token", new Date("2126-03-01T08:00:00Z"));
    await create("Zoë of 東京");
    expect(await readCredentials(folder)).toHaveLength(3);
  });

  test("the file is never written so that it could not be read again", async () => {
    const { credential } = await create();
    expect(credentialsText([credential])).toContain(credential.id);
    for (const spoiled of [{ expires_at: "+010000-01-01T00:00:00.000Z" }, { name: "" }, { digest: "x" }]) {
      expect(() => credentialsText([{ ...credential, ...spoiled }])).toThrow();
    }
  });

  test("a damaged file stops everything and quotes nothing of itself", async () => {
    const { credential } = await create();
    const path = join(folder, "credentials.json");
    await writeFile(path, (await readFile(path, "utf8")).slice(0, -10));
    const failed = await create().catch((error: unknown) => error as Error & { code: string });
    expect(failed).toMatchObject({ code: "damaged_credentials" });
    expect(JSON.stringify([failed, (failed as Error).message])).not.toContain(credential.digest);
  });
});
