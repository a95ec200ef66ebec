import type { Repeated } from "./grammar.js";
import { holds, summedLines, valueOf, type Scope } from "./values.js";

/**
 * Yields a scope for each repetition of a line or element for which `only` is true. Without `for`, this is the outer
 * scope. Otherwise, there is one scope per charge line or group of charge lines.
 */
export function* scopesOf({ for: list, per, only }: Repeated, outer: Scope): Generator<Scope> {
  if (list === undefined) {
    if (only === undefined || holds(only, outer)) yield outer;
    return;
  }
  let block = 0;
  for (const within of eachLine(per, outer)) {
    const scope = { ...within, position: { ...outer.position, block: block + 1 } };
    if (only !== undefined && !holds(only, scope)) continue;
    block += 1;
    yield scope;
  }
}

function eachLine(per: readonly string[] | undefined, outer: Scope): readonly Scope[] {
  const lines = summedLines(outer).map((line) => ({ ...outer, line }));
  if (per === undefined) return lines;
  const groups = new Map<string, Scope & { readonly group: number[] }>();
  for (const scope of lines) {
    const key = JSON.stringify(per.map((line) => valueOf({ line }, scope, "").text));
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { ...scope, group: [scope.line] });
    else known.group.push(scope.line);
  }
  return [...groups.values()];
}
