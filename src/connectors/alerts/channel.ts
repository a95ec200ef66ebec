import { z } from "zod";
import type { Alert } from "./alert.js";

export const channelNames = ["command", "webhook"] as const;
export const channelName = z.enum(channelNames);
export type ChannelName = z.infer<typeof channelName>;

/** A way to notify people, such as a webhook or a program. */
export interface Channel {
  readonly name: ChannelName;
  /** Delivers the alert within the channel's time limits. Never throws. */
  deliver(alert: Alert, signal: AbortSignal): Promise<AlertDelivery>;
}

/**
 * The result of a delivery. `reason` contains neither secrets nor parts of the alert, because `lading status`
 * displays it.
 */
export type AlertDelivery = { readonly ok: true } | { readonly ok: false; readonly reason: string };
