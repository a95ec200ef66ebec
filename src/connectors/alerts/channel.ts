import { z } from "zod";
import type { Alert } from "./alert.js";

export const channelNames = ["command", "webhook"] as const;
export const channelName = z.enum(channelNames);
export type ChannelName = z.infer<typeof channelName>;

/** A way to reach people. */
export interface Channel {
  readonly name: ChannelName;
  /** Delivers within its deadline and never throws. */
  deliver(alert: Alert, signal: AbortSignal): Promise<AlertDelivery>;
}

/** `reason` contains neither secrets nor parts of the alert, because `status` shows it. */
export type AlertDelivery = { readonly ok: true } | { readonly ok: false; readonly reason: string };
