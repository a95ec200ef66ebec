import { foreignNames } from "../deliveries/foreign.js";
import { feedState } from "../lists/feed-state.js";
import { readJournal } from "../lists/journal.js";
import { realDisk } from "../storage/disk.js";
import { workspaceStatus } from "../server/workspace-status.js";
import type { FeedStatus } from "../server/status.js";
import { noticeHealth } from "../notify/notice-health.js";
import { endingSoon } from "../workspace/expiry.js";
import { refuseOtherVersion } from "../deliveries/data-folder.js";
import { loadWorkspace } from "../workspace/load.js";
import type { Feed } from "../workspace/workspace.js";
import { defineCommand } from "./command.js";
import { age } from "./feeds/age.js";
import { hostsOf, hostsText } from "./feeds/hosts.js";
import { endingsText, isFailing, isPressing, noticesText } from "./feeds/notices.js";
import { chooseFeeds } from "./feeds/open.js";
import { textTable } from "./feeds/table.js";

interface Options {
  readonly feeds: string[] | undefined;
  readonly json: boolean;
}

export const status = defineCommand<Options>({
  usage: "status [feeds..]",
  summary: "What is current, how old it is, and what is held or rejected and why",
  examples: [
    ["lading status", "one line per feed; exit 1 when one needs a person"],
    ["lading status --json", "for monitors"],
  ],
  options: (yargs) =>
    yargs
      .positional("feeds", { type: "string", array: true, describe: "Feeds, written account/record-type" })
      .option("json", { type: "boolean", default: false, describe: "The status as JSON" }),

  async run(options, terminal) {
    const workspace = await loadWorkspace(terminal.cwd);
    await refuseOtherVersion(realDisk, workspace.data);
    const chosen = chooseFeeds(workspace, options.feeds);
    const { feeds } = await workspaceStatus({ ...workspace, feeds: chosen }).read();
    const last = new Map(
      await Promise.all(chosen.map(async (feed) => [feed.name, await lastOf(feed)] as const)),
    );
    const hosts = await hostsOf(workspace, chosen);
    const notices = await noticeHealth(workspace);
    const endings = await endingSoon(workspace, new Date());
    const foreign = await foreignNames(realDisk, workspace);
    if (options.json) {
      const answer = feeds.map((feed) => ({ ...feed, last: last.get(feed.feed) ?? null }));
      terminal.stdout.write(
        `${JSON.stringify({ feeds: answer, hosts, notices, endings, foreign }, null, 2)}\n`,
      );
    } else {
      terminal.stdout.write(statusText(feeds, last, new Date()) + hostsText(hosts, new Date()));
      const troubles = noticesText(notices);
      terminal.stdout.write((troubles === "" ? "" : `\n${troubles}`) + endingsText(endings));
      for (const name of foreign) {
        terminal.stdout.write(
          `\nThe data folder holds ${JSON.stringify(name)}, which Lading did not make; it is left alone.\n`,
        );
      }
    }
    const isWell =
      feeds.every(({ feed, health }) => health === "good" && !needsPerson(last.get(feed))) &&
      hosts.every(({ last_error }) => last_error === undefined) &&
      !notices.some(isFailing) &&
      !endings.some(isPressing);
    return isWell ? 0 : 1;
  },
});

interface LastDelivery {
  readonly file: string;
  readonly status: string;
  readonly at: string;
  readonly reason: string;
  /** Set while the feed stays at an older publication. */
  readonly pinned_to: number | null;
  /** Lines of the journal that are damaged and were skipped. */
  readonly damaged_lines: readonly number[];
}

async function lastOf(feed: Feed): Promise<LastDelivery | undefined> {
  const { entries, damaged } = await readJournal(realDisk, feed.folder);
  const state = feedState(entries);
  const latest = [...state.deliveries.values()].sort((a, b) => b.order - a.order)[0];
  if (latest === undefined) return undefined;
  return {
    file: latest.arrivals.at(-1)?.name ?? "",
    status: latest.status,
    at: latest.statusAt,
    reason: latest.reason,
    pinned_to: state.pinned?.to ?? null,
    damaged_lines: damaged,
  };
}

/** A list may be good although its feed takes nothing, or did not take what came last. */
function needsPerson(last: LastDelivery | undefined): boolean {
  return last !== undefined && (last.pinned_to !== null || isRefused(last));
}

function isRefused({ status }: LastDelivery): boolean {
  return status === "REJECTED" || status === "WAITING" || status === "QUARANTINED";
}

function statusText(
  feeds: readonly FeedStatus[],
  last: ReadonlyMap<string, LastDelivery | undefined>,
  now: Date,
): string {
  const table = textTable(
    ["feed", "health", "publication", "records", "confirmed", "last delivery"],
    feeds.map((feed) => [
      feed.feed,
      feed.health,
      String(feed.publication?.number ?? ""),
      String(feed.publication?.records ?? ""),
      feed.publication === undefined ? "never" : age(feed.publication.confirmedAt, now),
      last.get(feed.feed)?.status ?? "",
    ]),
  );
  return table + feeds.map((feed) => notes(feed, last.get(feed.feed))).join("");
}

function notes(feed: FeedStatus, last: LastDelivery | undefined): string {
  const lines: string[] = [];
  if (feed.reason !== undefined) lines.push(feed.reason);
  for (const held of feed.held) {
    lines.push(
      `Held ${held.delivery}: ${held.reasons.join(" ")}`,
      held.isUnusable === true
        ? "  Next: correct the heading in the mapping, and the next run decides the file again; or ask the partner"
        : `  Next: lading plan ${feed.feed}; ${held.release}`,
    );
  }
  if (last !== undefined && isRefused(last)) {
    lines.push(`${last.status}: ${last.reason}`);
  }
  if (last !== undefined && last.pinned_to !== null) {
    lines.push(
      `Pinned to the content of publication ${last.pinned_to}: no delivery is taken.`,
      `  Next: lading resume ${feed.feed}`,
    );
  }
  if (last !== undefined && last.damaged_lines.length > 0) {
    lines.push(`Lines ${last.damaged_lines.join(", ")} of its journal are damaged and are skipped.`);
  }
  return lines.length === 0 ? "" : `\n${feed.feed}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}
