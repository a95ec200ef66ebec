import type { Store } from "../../src/store/store.js";

/** A store whose transactions fail at a chosen moment. */

export interface StoreFault {
  /** The transaction that fails, from 1. Undefined: none, they are only counted. */
  readonly at?: number;
  /**
   * `before` any work, `within` (all work done, nothing committed), or `after` the commit, whose answer is
   * lost.
   */
  readonly when?: "before" | "within" | "after";
  /** True: every later one fails, too. */
  readonly lasting?: boolean;
}

export function faultyStore(
  store: Store,
  { at, when = "before", lasting = false }: StoreFault = {},
): { readonly store: Store; readonly count: () => number } {
  let count = 0;
  const lost = (): Error => Object.assign(new Error("the connection was lost"), { code: "EIO" });
  return {
    count: () => count,
    store: {
      ...store,
      async transaction(work) {
        count += 1;
        const strikes = at !== undefined && (lasting ? count >= at : count === at);
        if (!strikes || (lasting && count > at && when === "after")) {
          if (strikes) throw lost();
          return store.transaction(work);
        }
        if (when === "before") throw lost();
        const done = await store.transaction(async (tx) => {
          const result = await work(tx);
          if (when === "within") throw lost();
          return result;
        });
        if (when === "after") throw lost();
        return done;
      },
    },
  };
}
