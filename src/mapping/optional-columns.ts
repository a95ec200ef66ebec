import { withoutNumbers } from "../formats/fold-heading.js";

/** Which headings a file may come without (`optional`): those that are named, and what stands below them. */
export function optionalColumns(named: readonly string[] = []): (heading: string) => boolean {
  const folded = named.map(withoutNumbers);
  return (heading) => {
    const path = withoutNumbers(heading);
    return folded.some((each) => path === each || path.startsWith(`${each}.`));
  };
}
