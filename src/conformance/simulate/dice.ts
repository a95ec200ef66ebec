/** Numbers from 0 up to 1 that are the same for the same seed, so that what went wrong can be had again. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  // A Weyl sequence, mixed (splitmix32).
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
