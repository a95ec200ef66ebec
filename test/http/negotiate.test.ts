import { expect, test } from "vitest";
import { encodingFor, namesEtag } from "../../src/http/negotiate.js";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["br", "br"],
  ["gzip, br", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["gzip ; q=0.2 , identity ; q=0.8", "identity"],
  ["gzip;q=0", "identity"],
  ["gzip;q=0, *", "br"],
  ["br;q=0, *", "gzip"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["identity;q=0", "identity"],
  ["identity;q=0, gzip", "gzip"],
  ["identity;q=0, *;q=0", "identity"],
  ["identity, gzip;q=0.001", "identity"],
  ["deflate, zstd", "identity"],
  ["gzip;q=nonsense", "identity"],
  [",,;;,gzip,", "gzip"],
  ["gzip;level=9;q=1", "gzip"],
  ["gzip,".repeat(1000), "identity"],
  ["__proto__, constructor", "identity"],
] as const)("Accept-Encoding %j is answered with %s", (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
  // Cached, with the same result.
  expect(encodingFor(header)).toBe(encoding);
});

test.each([
  [undefined, false],
  ["", false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a" ,"c"', true],
  ["*", true],
  [" * ", true],
  ["a", false],
  ['"A"', false],
  ['"ab"', false],
  ['"b", *', false],
  ['w/"a"', false],
] as const)('If-None-Match %j matches "a": %s', (header, isNamed) => {
  expect(namesEtag(header, '"a"')).toBe(isNamed);
});
