/**
 * Compares strings by their UTF-8 bytes (`docs/semantics.md` section 3.10) without encoding them. The order differs
 * from that of UTF-16 code units only for characters outside the Basic Multilingual Plane.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates encode characters outside the Basic Multilingual Plane, so they sort last. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
