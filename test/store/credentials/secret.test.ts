import type * as crypto from "node:crypto";
import { timingSafeEqual } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { digestBytes, makeSecret, matches } from "../../../src/store/credentials/secret.js";

/** Every comparison is constant-time, and is also made for unknown ids. */

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof crypto>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

const compared = vi.mocked(timingSafeEqual);

beforeEach(() => {
  compared.mockClear();
});

test.each([
  ["the right secret", true, (made: string) => made, (digest: Buffer) => digest],
  ["another secret", false, (made: string) => `${made}x`, (digest: Buffer) => digest],
  ["an unknown id", false, (made: string) => made, () => undefined],
])("%s is compared once, in constant time, over whole digests", (_name, expected, given, held) => {
  const { secret, digest } = makeSecret();
  expect(matches(given(secret), held(digestBytes(digest)))).toBe(expected);
  expect(compared).toHaveBeenCalledTimes(1);
  expect(compared.mock.calls[0]?.map((side) => side.byteLength)).toEqual([32, 32]);
});
