import { readHostStates, type HostState } from "../../sources/sftp/host-state.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import { age } from "./age.js";
import { textTable } from "./table.js";

/** The SFTP hosts behind some feeds, as they were met last. */

/** What is known of the hosts of these feeds' sources; a host that was never contacted is not among them. */
export async function hostsOf(workspace: Workspace, feeds: readonly Feed[]): Promise<readonly HostState[]> {
  const wanted = new Set<string>();
  for (const name of feeds.flatMap((feed) => feed.sources)) {
    const source = workspace.sources.get(name);
    if (source !== undefined && "sftp" in source) wanted.add(keyOf(source.sftp));
  }
  return (await readHostStates(workspace.data)).filter((state) => wanted.has(keyOf(state)));
}

/** A table of the hosts, and under it what is wrong with which. Empty when there are none. */
export function hostsText(hosts: readonly HostState[], now: Date): string {
  if (hosts.length === 0) return "";
  const since = (at: string | undefined): string => (at === undefined ? "never" : age(at, now));
  const table = textTable(
    ["host", "last contact", "last listing", "files", "next try"],
    hosts.map((state) => [
      labelOf(state),
      since(state.last_contact),
      since(state.last_listing?.at),
      String(state.last_listing?.files ?? ""),
      state.next_try ?? "",
    ]),
  );
  return `\n${table}${hosts.map(notes).join("")}`;
}

function notes(state: HostState): string {
  const lines: string[] = [];
  if (state.last_error !== undefined) {
    const tries = state.failures > 1 ? ` (${state.failures} failed tries in a row)` : "";
    lines.push(`${state.last_error.message}${tries}`, `  Next: ${state.last_error.hint}`);
  }
  if (state.weak_algorithms !== undefined) {
    lines.push(`Algorithms that are no longer safe: ${state.weak_algorithms.join(", ")}`);
  }
  return lines.length === 0 ? "" : `\n${labelOf(state)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

function labelOf({ user, host, port }: HostState): string {
  return port === 22 ? `${user}@${host}` : `${user}@${host}:${port}`;
}

function keyOf({ user, host, port }: { user: string; host: string; port: number }): string {
  return JSON.stringify([user, host.toLowerCase(), port]);
}
