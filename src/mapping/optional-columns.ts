import { withoutNumbers } from "../formats/fold-heading.js";

/**
 * Returns a test for headings that may be missing from a file (`optional`): the named ones and all paths below them.
 */
export function optionalColumns(named: readonly string[] = []): (heading: string) => boolean {
  const folded = named.map(withoutNumbers);
  return (heading) => {
    const path = withoutNumbers(heading);
    return folded.some((each) => path === each || path.startsWith(`${each}.`));
  };
}
