import { checkListing } from "../sftp/listing.js";
import { isOwnName, takeAway, within } from "../sftp/after.js";
import { download } from "../sftp/download.js";
import type { Hosts } from "../sftp/hosts.js";
import type { SftpSettings } from "../sftp/settings.js";
import type { Source } from "./source.js";

/** An SFTP directory where files arrive. Several sources of one login share one connection through `hosts`. */
export function sftpSource(name: string, settings: SftpSettings, hosts: Hosts): Source {
  const { directory, limits, after } = settings;
  const host = hosts.host(settings);
  const actions = [after.published, after.rejected];

  return {
    name,
    settleFor: settings.settleFor,
    pollEvery: settings.poll,
    largest: limits.size,

    list: (signal) =>
      host.use(directory, signal, async (remote) => {
        const entries = await remote.list(directory, limits.entries);
        const listing = checkListing(entries, (entry) => isOwnName(entry, actions));
        const { files, ignored } = listing;
        await host.recordContact(directory, { files: files.length, ignored: ignored.length });
        return listing;
      }),

    async *fetch(file, signal) {
      const taken = await host.take(directory, signal);
      let thrown: unknown;
      try {
        yield* download(taken.remote, name, within(directory, file.name), file, limits.size);
      } catch (error) {
        thrown = error;
        throw error;
      } finally {
        await taken.giveBack(thrown);
      }
    },

    async settle(file, outcome, signal) {
      const action = after[outcome === "unread" ? "rejected" : outcome];
      if (action.action === "none" || (action.action === "delete" && outcome === "unread")) return "left";
      return host.use(directory, signal, (remote) => takeAway(remote, directory, file, action));
    },

    close: () => host.close(),
  };
}
