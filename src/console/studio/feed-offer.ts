import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { dropUpload, keepUpload } from "../../feeds/decisions/uploads.js";
import { accountOfFeed } from "../../model/account.js";
import type { NamedFile } from "../../system/readers/evaluate-file.js";
import type { Operations } from "../api/operations.js";
import { fileName } from "../api/receive-file.js";
import type { Done } from "../api/views.js";
import { nightlyRun, patternOf, planFeed } from "./add-feed.js";
import type { MappingText } from "./mapping-text.js";
import type { FeedOffer, FeedPlan } from "./messages.js";
import type { FeedRequest } from "./requests.js";
import { feedsWith, type Project } from "./projects.js";
import { promotedPath } from "./promote.js";
import { RequestRefused } from "./request-refused.js";
import { largest, tooLarge } from "./samples.js";

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

/** Processes a sample as the feed's file, in the same way as a file that a person delivers on the feed's page. */
export async function deliverSample(
  { workspace }: Project,
  operations: Pick<Operations, "deliver">,
  { feed, by }: { readonly feed: string; readonly by: string },
  source: NamedFile,
): Promise<Done> {
  if (workspace === undefined) {
    throw new RequestRefused({ message: "There is no workspace.", hint: "Add a feed first." });
  }
  const name = fileName.safeParse(source.name);
  if (!name.success) {
    throw new RequestRefused({ message: "The file name is not valid.", hint: "Rename the file." });
  }
  const kept = await keepUpload(workspace, source.stream(), largest);
  if (kept === "too large") throw tooLarge(source.name);
  try {
    const order = { feed, by, name: name.data, reason: "Processed on the Mappings screen", ...kept };
    const done = await operations.deliver(order);
    if ("refused" in done) throw new RequestRefused({ message: done.refused, hint: "" });
    return done;
  } finally {
    await dropUpload(workspace, kept.upload);
  }
}

/** Returns undefined if the draft has not been promoted. */
function promotedFile(root: string, { path }: MappingText): string | undefined {
  if (path === undefined) return undefined;
  const promoted = promotedPath(path);
  return existsSync(resolve(root, promoted)) ? promoted : undefined;
}
