import { within } from "./after.js";
import { kindOf, type RemoteAttributes, type RemoteEntry } from "./listing.js";
import type { Remote } from "./remote.js";

/** Replaces the attributes of each link with those of its target. A broken link remains a link. */
export async function withLinksFollowed(
  remote: Remote,
  directory: string,
  entries: readonly RemoteEntry[],
): Promise<RemoteEntry[]> {
  const followed: RemoteEntry[] = [];
  for (const entry of entries) {
    const isLink = kindOf(entry.attributes) === "link";
    const attributes = isLink ? await targetOf(remote, within(directory, entry.name)) : undefined;
    followed.push(attributes === undefined ? entry : { ...entry, attributes });
  }
  return followed;
}

/** Returns the target's attributes, or undefined if the target does not exist, is circular, or is not accessible. */
async function targetOf(remote: Remote, path: string): Promise<RemoteAttributes | undefined> {
  try {
    return await remote.lookThrough(path);
  } catch (error) {
    if (remote.connection.usable) return undefined;
    throw error;
  }
}
