import { userInfo } from "node:os";
import { join } from "node:path";
import { dropOrphans } from "../lists/spool.js";
import { restampAll } from "../lists/restamp.js";
import { jsonLine } from "../encode/json-line.js";
import { dropLocksOfOtherHosts } from "../storage/lock.js";
import type { Feed } from "../workspace/workspace.js";
import { refuseOtherVersion } from "./data-folder.js";
import { openFeed } from "./open-feed.js";
import { publishList } from "./publish-delivery.js";
import type { Setup } from "./setup.js";

/** Takes over a data folder that was moved here from another host, or that a backup brought back. */

export interface AdoptedFeed {
  readonly feed: string;
  /** Hosts whose locks were dropped. */
  readonly hosts: readonly string[];
  /** The publication with new times; undefined when nothing was restamped. */
  readonly number: number | undefined;
}

/**
 * Drops what processes of other hosts left. With a `reason` the folder is a backup, in which the last publications may be
 * missing: every list is published once more with times newer than any that was served, and every last delivery is
 * decided again.
 *
 * @throws locked, when a process of this host works on a feed; clock_wrong; newer_version, older_version
 */
export async function adoptData(setup: Setup, reason: string | undefined): Promise<readonly AdoptedFeed[]> {
  const { disk, workspace } = setup;
  await refuseOtherVersion(disk, workspace.data);
  await dropOrphans(disk, workspace.data, "gone");
  await dropLocksOfOtherHosts(disk, join(workspace.data, "credentials"));
  const adopted: AdoptedFeed[] = [];
  for (const feed of workspace.feeds) {
    const hosts = await dropLocksOfOtherHosts(disk, feed.folder);
    const number = reason === undefined ? undefined : await restampFeed(setup, feed, reason);
    adopted.push({ feed: feed.name, hosts, number });
  }
  return adopted;
}

async function restampFeed(setup: Setup, feed: Feed, reason: string): Promise<number | undefined> {
  const open = await openFeed(setup, feed);
  try {
    const { current, list, delivered } = await open.published();
    if (current === undefined) return undefined;
    const { columns, source, mapping_sha256 } = current.manifest;
    const number = await publishList(open, {
      result: await restampAll(list, setup.clock.now(), { spill: open.scratch(), line: jsonLine(columns) }),
      columns,
      delivered,
      source,
      mappingHash: mapping_sha256,
      onStaged: async () => {},
    });
    await open.note({ state: "RESTAMPED", number, reason, by: userInfo().username }, "durable");
    return number;
  } finally {
    await open.close();
  }
}
