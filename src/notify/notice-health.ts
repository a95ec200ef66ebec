import type { Queries } from "../store/store.js";
import type { Workspace } from "../workspace/workspace.js";
import { readNoticeState, type ChannelName } from "./notice-state.js";

/** How the notifications of a workspace do, for `status`. */
export interface NoticeHealth {
  readonly channel: ChannelName;
  readonly delivered_at: string | null;
  /** Failed tries in a row. */
  readonly failures: number;
  readonly failed_at: string | null;
  readonly reason: string | null;
  /** Notices that wait for the next try. */
  readonly waiting: number;
  /** Notices that were given up after two days. */
  readonly given_up: number;
}

/** One for each channel of the workspace. */
export async function noticeHealth({ notify }: Workspace, db: Queries): Promise<readonly NoticeHealth[]> {
  if (notify === undefined) return [];
  const state = await readNoticeState(db);
  const names = (["command", "webhook"] as const).filter((name) => notify[name] !== undefined);
  return names.map((channel) => {
    const known = state?.channels[channel];
    return {
      channel,
      delivered_at: known?.delivered_at ?? null,
      failures: known?.failures ?? 0,
      failed_at: known?.failed_at ?? null,
      reason: known?.reason ?? null,
      waiting: state?.pending.filter(({ channels }) => channels.includes(channel)).length ?? 0,
      given_up: known?.given_up ?? 0,
    };
  });
}
