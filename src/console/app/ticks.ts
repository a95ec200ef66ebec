/** Returns the labels of a scale: evenly spaced whole numbers from 0 to at least the value. */
export function ticksTo(value: number): readonly number[] {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [unit, 2 * unit, 5 * unit]) {
      const steps = Math.max(1, Math.ceil(value / step));
      if (steps <= 4) return Array.from({ length: steps + 1 }, (_, at) => at * step);
    }
  }
}
