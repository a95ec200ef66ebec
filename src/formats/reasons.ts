/** Number of candidates that an explanation of a choice covers, including the best one. */
export const explained = 3;

const mostReasons = 2;

/**
 * Returns the kinds of evidence that make one candidate better than another, strongest first. `gain` returns by how much
 * a kind of evidence improves the score. Only gains greater than `noticeable` count as reasons.
 */
export function strongestReasons<Name extends string>(
  names: readonly Name[],
  gain: (name: Name) => number,
  noticeable: number,
): readonly Name[] {
  return names
    .map((name) => ({ name, gain: gain(name) }))
    .filter((each) => each.gain > noticeable)
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, mostReasons)
    .map(({ name }) => name);
}

/** Ranks one of the candidates after the best one: `Second` or `Third`. */
export function placeOf(index: number): string {
  return ["Second", "Third"][index] ?? "";
}

/** Returns the end of an explanation of a candidate that was not chosen. */
export function lessLikely(reasons: readonly string[]): string {
  return reasons.length === 0 ? "It is nearly as likely." : `Less likely: ${reasons.join("; ")}.`;
}
