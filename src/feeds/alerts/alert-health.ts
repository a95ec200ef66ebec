import { nextStep, type NextStep } from "../../sentence.js";
import type { Queries } from "../../store/store.js";
import type { Workspace } from "../../workspace/workspace.js";
import type { ChannelName } from "../../connectors/alerts/channel.js";
import { readAlertState } from "./alert-state.js";

/** State of one notification channel, for `status`. */
export interface AlertHealth {
  readonly channel: ChannelName;
  readonly delivered_at: string | null;
  /** Number of consecutive failures. */
  readonly failures: number;
  readonly failed_at: string | null;
  readonly reason: string | null;
  /** Number of alerts that are waiting for another attempt. */
  readonly waiting: number;
  /** Number of waiting alerts with at least one failed attempt. */
  readonly unaccepted: number;
  /** Number of alerts dropped after two days. */
  readonly given_up: number;
}

export async function alertHealth({ notify }: Workspace, db: Queries): Promise<readonly AlertHealth[]> {
  if (notify === undefined) return [];
  const state = await readAlertState(db);
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
      unaccepted:
        state?.pending.filter(({ channels, tries }) => tries > 0 && channels.includes(channel)).length ?? 0,
      given_up: known?.given_up ?? 0,
    };
  });
}

export function isFailing({ failures, unaccepted, given_up }: AlertHealth): boolean {
  return failures > 0 || unaccepted > 0 || given_up > 0;
}

/** Describes a failing channel, and what to do about it. */
export function alertsFailing(health: AlertHealth): NextStep & { readonly sentence: string } {
  const { channel, failures, failed_at, reason, waiting, unaccepted, given_up } = health;
  const tries = failures === 1 ? "once" : `${failures} times in a row`;
  const failing =
    failures === 0
      ? unaccepted === 0
        ? ""
        : ` accept some alerts and refuse others. Alerts waiting for the next try: ${unaccepted}.`
      : ` failed ${tries}, last at ${failed_at}: ${reason}. Waiting alerts: ${waiting}.`;
  const lost = given_up === 0 ? "" : ` Alerts given up after two days: ${given_up}.`;
  const text = "Fix the receiver, or `notify` in lading.yaml. Then test it with {command1}.";
  return {
    sentence: `Alerts by ${channel}${failing}${lost}`,
    ...nextStep(text, "lading doctor --notify"),
  };
}
