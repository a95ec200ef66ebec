import { isLeftAside } from "../temporary-names.js";
import { checkListing } from "../sftp/listing.js";
import { isOwnName, applyAction, within } from "../sftp/after.js";
import { withLinksFollowed } from "../sftp/links.js";
import { download } from "../sftp/download.js";
import type { Hosts } from "../sftp/hosts.js";
import type { AfterSftp, SftpSettings } from "../sftp/settings.js";
import type { Source } from "./source.js";

/** Sources with the same login share one connection through `hosts`. */
export function sftpSource(name: string, settings: SftpSettings, hosts: Hosts): Source {
  const { directory, limits, after, followLinks } = settings;
  const host = hosts.host(settings);
  const actions = [after.published, after.rejected];
  /** True if the last listing contained temporary names, left by an unfinished after-action. */
  let isAsideLeft = false;

  return {
    name,
    settleFor: settings.settleFor,
    pollEvery: settings.poll,
    largest: limits.size,

    list: (signal) =>
      host.use(directory, signal, async (remote) => {
        const found = await remote.list(directory, limits.entries);
        const entries = followLinks ? await withLinksFollowed(remote, directory, found) : found;
        const listing = checkListing(entries, (entry) => isOwnName(entry, actions), followLinks);
        const { files, ignored } = listing;
        isAsideLeft = ignored.some(({ name }) => isLeftAside(name));
        await host.recordContact(directory, { files: files.length, ignored: ignored.length });
        return listing;
      }),

    async *fetch(file, signal) {
      const reserved = await host.reserve(directory, signal);
      let thrown: unknown;
      try {
        yield* download(reserved.remote, name, within(directory, file.name), file, limits.size, followLinks);
      } catch (error) {
        thrown = error;
        throw error;
      } finally {
        await reserved.release(thrown);
      }
    },

    async settle(file, outcome, signal) {
      const action = after[outcome === "unread" ? "rejected" : outcome];
      const isLeft = action.action === "none" || (action.action === "delete" && outcome === "unread");
      // A file that stays in place requires no request to the server, unless the file may still have a temporary name.
      if (isLeft && !isAsideLeft) return "left";
      const wanted: AfterSftp = isLeft ? { action: "none" } : action;
      return host.use(directory, signal, (remote) =>
        applyAction(remote, directory, file, wanted, followLinks),
      );
    },

    close: () => host.close(),
  };
}
