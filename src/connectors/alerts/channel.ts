import { z } from "zod";
import type { Notice } from "./notice.js";

export const channelNames = ["command", "webhook"] as const;
export const channelName = z.enum(channelNames);
export type ChannelName = z.infer<typeof channelName>;

/** A way to reach people. */
export interface Channel {
  readonly name: ChannelName;
  /** Delivers within its deadline; never throws. */
  deliver(notice: Notice, signal: AbortSignal): Promise<NoticeDelivery>;
}

/** `reason` contains no secret and nothing of the notice, because `status` shows it. */
export type NoticeDelivery = { readonly ok: true } | { readonly ok: false; readonly reason: string };
