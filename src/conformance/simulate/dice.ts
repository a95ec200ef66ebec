/**
 * Returns a function that generates pseudorandom numbers from 0 (inclusive) to 1 (exclusive). The same seed produces
 * the same numbers, so that a failure can be reproduced.
 */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  // A mixed Weyl sequence (splitmix32).
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
