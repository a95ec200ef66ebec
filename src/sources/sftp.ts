import { checkListing } from "./sftp/listing.js";
import { isOwnName, takeAway, within } from "./sftp/after.js";
import { download } from "./sftp/download.js";
import type { Hosts, Taken } from "./sftp/hosts.js";
import { listDirectory } from "./sftp/remote.js";
import type { SftpSettings } from "./sftp/settings.js";
import type { Source } from "./source.js";

/** An SFTP directory where files arrive. Several sources of one login share one connection through `hosts`. */
export function sftpSource(name: string, settings: SftpSettings, hosts: Hosts): Source {
  const { directory, limits, after } = settings;
  const host = hosts.host(settings);
  const actions = [after.published, after.rejected];

  async function using<T>(signal: AbortSignal, work: (taken: Taken) => Promise<T>): Promise<T> {
    const taken = await host.take(directory, signal);
    try {
      const result = await work(taken);
      await taken.giveBack();
      return result;
    } catch (error) {
      await taken.giveBack(error);
      throw error;
    }
  }

  return {
    name,
    settleFor: settings.settleFor,
    pollEvery: settings.poll,
    largest: limits.size,

    async list(signal) {
      return using(signal, async ({ connection }) => {
        const entries = await listDirectory(connection, directory, limits.entries, signal);
        const listing = checkListing(entries, limits, (entry) => isOwnName(entry, actions));
        await host.recordListing(directory, listing.files.length, listing.ignored.length);
        return listing;
      });
    },

    async *fetch(file, signal) {
      const taken = await host.take(directory, signal);
      let trouble: unknown;
      try {
        yield* download(taken.connection, name, within(directory, file.name), file, limits.size, signal);
      } catch (error) {
        trouble = error;
        throw error;
      } finally {
        await taken.giveBack(trouble);
      }
    },

    async settle(file, outcome, signal) {
      const action = after[outcome === "unread" ? "rejected" : outcome];
      if (action.action === "none" || (action.action === "delete" && outcome === "unread")) return "left";
      return using(signal, ({ connection }) => takeAway(connection, directory, file, action, signal));
    },

    close: () => host.close(),
  };
}
