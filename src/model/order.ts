/**
 * Compares texts by their UTF-8 bytes (`docs/semantics.md` section 3.10) without encoding them. The result differs
 * from a comparison of UTF-16 units only for characters beyond the basic plane.
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

/** Surrogates encode characters beyond the basic plane, so they sort last. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
