import { withoutNumbers } from "../formats/fold-heading.js";

/**
 * Returns a function that tests whether a heading may be missing from a file (`optional`), which is true for the
 * given headings and all paths below them.
 */
export function optionalColumns(named: readonly string[] = []): (heading: string) => boolean {
  const folded = named.map(withoutNumbers);
  return (heading) => {
    const path = withoutNumbers(heading);
    return folded.some((each) => path === each || path.startsWith(`${each}.`));
  };
}
