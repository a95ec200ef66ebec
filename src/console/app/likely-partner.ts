import type { MappingFile } from "../studio/messages.js";

/**
 * Returns the likely partner of a new mapping: the partner of the account's newest mapping. A new account has no
 * mapping with a feed, so the newest mapping is used if it has no feed yet. `mappings` is sorted, newest first.
 */
export function likelyPartner(mappings: readonly MappingFile[], account: string): string | undefined {
  const ofAccount = mappings.find(({ feeds }) => feeds.some((feed) => feed.startsWith(`${account}/`)));
  const newest = mappings[0]?.feeds.length === 0 ? mappings[0] : undefined;
  return partnerOf((ofAccount ?? newest)?.path);
}

/** Returns undefined if the mapping is not in the folder of a partner. */
export function partnerOf(path: string | undefined): string | undefined {
  const [, partner, file] = path?.split("/") ?? [];
  return file === undefined ? undefined : partner;
}
