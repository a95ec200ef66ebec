import { digestBytes, makeSecret, matches } from "../../src/store/credentials/secret.js";

/**
 * Tests whether the duration of a comparison reveals anything about a token. Computes Welch's t for pairs of
 * cases that an attacker could try to tell apart, with 20 × 5,000 samples each, taken in turns. A difference is
 * significant from |t| = 4.5.
 *
 *     npm run proof:token-timing
 */

const samples = 5000;
const limit = 4.5;
const { secret, digest: stored } = makeSecret();
const digest = digestBytes(stored);
const wrongAtFirst = flat(`${secret.slice(0, 20)}${secret[20] === "A" ? "B" : "A"}${secret.slice(21)}`);
const wrongAtLast = flat(`${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`);

type Case = readonly [token: string, digest: Buffer | undefined];

const cases: Record<string, readonly [Case, Case]> = {
  "unknown id against wrong secret": [
    [wrongAtFirst, undefined],
    [wrongAtFirst, digest],
  ],
  "wrong at the first sign against the last": [
    [wrongAtFirst, digest],
    [wrongAtLast, digest],
  ],
};

let failed = false;
for (const [name, [a, b]] of Object.entries(cases)) {
  for (let i = 0; i < 50_000; i++)
    if (matches(...a) || matches(...b)) throw new Error("a wrong token matched");
  const t = median(Array.from({ length: 20 }, () => welch(a, b)).map(Math.abs));
  console.log(`${name}: |t| = ${t.toFixed(2)} (limit ${limit})`);
  if (t >= limit) failed = true;
}
process.exitCode = failed ? 1 : 0;

function welch(a: Case, b: Case): number {
  const times: [number[], number[]] = [[], []];
  for (let i = 0; i < samples; i++) {
    // The order is random, so that other load affects both equally.
    const first = Math.random() < 0.5 ? 0 : 1;
    for (const index of [first, 1 - first] as (0 | 1)[]) times[index].push(timeOf(index === 0 ? a : b));
  }
  const [x, y] = times.map(trimmed).map(momentsOf);
  if (x === undefined || y === undefined) return Number.NaN;
  return (x.mean - y.mean) / Math.sqrt(x.variance / x.count + y.variance / y.count);
}

function timeOf([token, known]: Case): number {
  const start = process.hrtime.bigint();
  matches(token, known);
  return Number(process.hrtime.bigint() - start);
}

/** A new string, as from a header. The engine would process a concatenated string differently. */
function flat(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Without the slowest tenth, which contains pauses of the machine and the garbage collector. */
function trimmed(values: readonly number[]): number[] {
  return [...values].sort((p, q) => p - q).slice(0, Math.floor(values.length * 0.9));
}

function momentsOf(values: readonly number[]): { mean: number; variance: number; count: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, variance, count: values.length };
}

function median(values: readonly number[]): number {
  return [...values].sort((p, q) => p - q)[Math.floor(values.length / 2)] ?? Number.NaN;
}
