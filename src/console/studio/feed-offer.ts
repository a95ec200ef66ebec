import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeFileWhole } from "../../system/write-file.js";
import { accountOfFeed } from "../../model/account.js";
import type { NamedFile } from "../../system/readers/evaluate-file.js";
import { nightlyRun, patternOf, planFeed } from "./add-feed.js";
import type { MappingText } from "./mapping-text.js";
import type { FeedOffer, FeedPlan } from "./messages.js";
import type { FeedRequest } from "./requests.js";
import { feedsWith, inboxOf, type Project } from "./projects.js";
import { promotedPath } from "./promote.js";
import { RequestRefused } from "./request-refused.js";

/** This module implements the steps from a promoted mapping to a feed that has received its first file. */

/** Returns undefined if the mapping has not been promoted. */
export async function feedOffer(
  { root, workspace }: Project,
  text: MappingText,
  sample: string,
): Promise<FeedOffer | undefined> {
  const mapping = promotedFile(root, text);
  if (mapping === undefined) return undefined;
  const feeds = workspace?.feeds ?? [];
  const accounts = [...(workspace?.accounts ?? [])];
  return {
    mapping,
    feeds: feedsWith(workspace, resolve(root, mapping)),
    accounts: accounts.map(([name]) => name),
    withoutTaxCodes: accounts.flatMap(([name, { account }]) =>
      account.taxMode === "tax" &&
      account.hasTaxCodes &&
      !feeds.some((feed) => feed.name === `${name}/tax-code`)
        ? [name]
        : [],
    ),
    sources: [...(workspace?.sources.keys() ?? [])],
    sourceOf: Object.fromEntries(
      feeds.flatMap(({ name, sources: [source] }) =>
        source === undefined ? [] : [[accountOfFeed(name), source]],
      ),
    ),
    files: patternOf(sample),
    nightly: await nightlyRun(),
  };
}

/**
 * Plans the change to `lading.yaml` for a feed that uses the promoted mapping. Throws `RequestRefused` if the mapping
 * has not been promoted.
 */
export async function feedPlan(
  { root }: Project,
  text: MappingText,
  wanted: FeedRequest,
): ReturnType<typeof planFeed> {
  const mapping = promotedFile(root, text);
  const { type } = text;
  if (mapping === undefined || type === undefined) {
    throw new RequestRefused({
      message: "Feeds can use a mapping only after it is promoted.",
      hint: "Promote the draft first.",
    });
  }
  return planFeed(root, `${wanted.account}/${type.name}`, mapping, wanted);
}

/**
 * Throws `RequestRefused` if the plan cannot be written, or if `lading.yaml` has changed since the plan was shown.
 * `base` is the hash of the file at that time.
 */
export function assertAsShown(plan: Pick<FeedPlan, "base" | "error">, base: string): void {
  if (plan.base !== base) {
    throw new RequestRefused({
      code: "exists",
      message: "lading.yaml was changed by another program. Nothing was written.",
      hint: "Check the lines again.",
    });
  }
  if (plan.error !== undefined) {
    throw new RequestRefused({ message: plan.error, hint: "Nothing was written." });
  }
}

/** Copies a sample to the feed's inbox as its first file. */
export async function deliverSample(project: Project, feed: string, source: NamedFile): Promise<string> {
  const folder = inboxOf(project, feed);
  if (folder === undefined) {
    throw new RequestRefused({
      message: `${feed} receives its files from a server, not from a local folder.`,
      hint: "Put the sample on that server.",
    });
  }
  const path = join(folder, source.name);
  if (existsSync(path)) {
    throw new RequestRefused({ message: `${path} already exists.`, hint: "The next run processes it." });
  }
  await writeFileWhole(path, source.stream());
  return path;
}

/** Returns undefined if the draft has not been promoted. */
function promotedFile(root: string, { path }: MappingText): string | undefined {
  if (path === undefined) return undefined;
  const promoted = promotedPath(path);
  return existsSync(resolve(root, promoted)) ? promoted : undefined;
}
