import { withoutNumbers } from "../formats/fold-heading.js";

/**
 * Returns a predicate that is true for headings that may be missing from a file (`optional`). These are the given
 * headings and all paths below them.
 */
export function optionalColumns(named: readonly string[] = []): (heading: string) => boolean {
  const folded = named.map(withoutNumbers);
  return (heading) => {
    const path = withoutNumbers(heading);
    return folded.some((each) => path === each || path.startsWith(`${each}.`));
  };
}
