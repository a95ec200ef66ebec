import { readHostState, waitsUntil, type HostState } from "../../connectors/sftp/host-state.js";
import type { SftpDirectory } from "../../connectors/sftp/settings.js";
import type { Queries } from "../../store/store.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import { plainLook, type Look } from "../look.js";
import { textTable } from "./table.js";
import { age } from "../../sentence.js";
import { nextText } from "../next-text.js";

/** The SFTP hosts of some feeds, as they were met last. */

/** What is known of each host that these feeds' files come from or go to. */
export async function hostsOf(
  workspace: Workspace,
  feeds: readonly Feed[],
  db: Queries,
): Promise<readonly HostState[]> {
  const wanted = new Map<string, SftpDirectory>();
  for (const name of feeds.flatMap((feed) => feed.sources)) {
    const source = workspace.sources.get(name);
    if (source !== undefined && "sftp" in source) wanted.set(keyOf(source.sftp), source.sftp);
  }
  for (const { location, feeds: sent } of workspace.outputs) {
    if ("host" in location && feeds.some(({ name }) => sent.includes(name)))
      wanted.set(keyOf(location), location);
  }
  return Promise.all([...wanted.values()].map((location) => readHostState(db, location)));
}

/**
 * A table of the hosts, and under it what is wrong with which. Empty when there are none.
 * @param told what stands with a fault already
 */
export function hostsText(
  hosts: readonly HostState[],
  now: Date,
  { look = plainLook, told = [] }: { readonly look?: Look; readonly told?: readonly string[] } = {},
): string {
  if (hosts.length === 0) return "";
  const since = (at: string | undefined): string => (at === undefined ? "never" : age(at, now));
  const table = textTable(
    ["host", "last contact", "last listing", "files", "next try"],
    hosts.map((state) => [
      labelOf(state),
      since(state.last_contact),
      since(state.last_listing?.at),
      String(state.last_listing?.files ?? ""),
      nextTry(state, now),
    ]),
    look,
  );
  return `\n${table}${hosts.map((state) => notes(state, now, told)).join("")}`;
}

/** A host that is not left alone is asked whenever its turn comes. */
function nextTry(state: HostState, now: Date): string {
  const until = waitsUntil(state, now.getTime());
  return until === undefined ? "next pass" : until.toISOString().replace(/\.\d+Z$/, "Z");
}

function notes(state: HostState, now: Date, told: readonly string[]): string {
  const lines: string[] = [];
  if (state.last_error !== undefined && !told.includes(state.last_error.message)) {
    const { at, message, hint } = state.last_error;
    const tries = state.failures > 1 ? `, ${state.failures} failed tries in a row` : "";
    lines.push(`${message} (${age(at, now)}${tries})`, nextText(hint, "  "));
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
