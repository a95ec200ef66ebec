import { accountOfFeed } from "../../model/account.js";
import type { Balance } from "../../model/within.js";
import type { AmountSizes } from "../lists/amount-sizes.js";
import type { DeliveredParts } from "../lists/publication.js";
import { readCurrent, readDelivered } from "../lists/publications.js";
import type { OpenFeed, Published } from "./open-feed.js";

/**
 * The local currencies in an account's lists. An account has only one local currency, even if `lading.yaml` does not
 * set it, so local amounts in a currency that the account's lists do not use are an error.
 */

/**
 * If a delivery adds a local currency to the account's lists, returns the currencies with the delivery (`all`) and
 * without the delivery (`before`). Returns undefined if the lists have no local currency yet, if the delivery adds
 * none, or if the account's settings specify the currency.
 */
export async function otherLocalCurrencies(
  open: OpenFeed,
  published: Published,
  within: readonly Balance[] = [],
): Promise<{ readonly all: readonly string[]; readonly before: readonly string[] } | undefined> {
  if (open.feed.account.currency !== undefined) return undefined;
  const own = within.flatMap(({ of, currency, accepted }) =>
    currency !== undefined && isLocal(of) && !/^-?[0.]*$/.test(accepted) ? [currency] : [],
  );
  if (own.length === 0) return undefined;
  const before = [
    ...new Set([...currenciesOf(published.delivered), ...(await currenciesOfOthers(open))]),
  ].sort();
  if (before.length === 0 || own.every((currency) => before.includes(currency))) return undefined;
  return { all: [...new Set([...own, ...before])].sort(), before };
}

async function currenciesOfOthers({ setup, feed }: OpenFeed): Promise<readonly string[]> {
  const { db } = setup.store;
  const found: string[] = [];
  for (const { name, type } of setup.workspace.feeds) {
    const isOther = name !== feed.name && accountOfFeed(name) === accountOfFeed(feed.name);
    if (!isOther || type.served !== "one by one") continue;
    const current = await readCurrent(db, name);
    if (current !== undefined) found.push(...currenciesOf(await readDelivered(db, current.publication)));
  }
  return found;
}

/** Returns the currencies of the local amounts. The keys of `amounts` have the form `list.amount CURRENCY`. */
function currenciesOf(delivered: DeliveredParts): readonly string[] {
  return Object.values(delivered).flatMap(
    ({ amounts = {} }: { readonly amounts?: AmountSizes | undefined }) =>
      Object.keys(amounts).flatMap((name) => {
        const [amount = "", currency = ""] = name.split(" ");
        return isLocal(amount) ? [currency] : [];
      }),
  );
}

function isLocal(amount: string): boolean {
  return /(?:^|\.)local_amount$/.test(amount);
}
