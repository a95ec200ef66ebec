import type { Notice } from "../../feeds/alerts/notice.js";
import type { ChannelName } from "../../feeds/alerts/notice-state.js";

/** A way to tell people. */
export interface Channel {
  readonly name: ChannelName;
  /** Delivers within its deadline; never throws. */
  deliver(notice: Notice, signal: AbortSignal): Promise<NoticeDelivery>;
}

/** `reason` holds no secret and nothing of the notice: it is shown in `status`. */
export type NoticeDelivery = { readonly ok: true } | { readonly ok: false; readonly reason: string };
