import { nextStep, type NextStep } from "../../sentence.js";
import type { Queries } from "../../store/store.js";
import type { Workspace } from "../../workspace/workspace.js";
import type { ChannelName } from "../../connectors/alerts/channel.js";
import { readAlertState } from "./alert-state.js";

export interface AlertHealth {
  readonly channel: ChannelName;
  readonly delivered_at: string | null;
  /** Number of consecutive failures. */
  readonly failures: number;
  readonly failed_at: string | null;
  readonly reason: string | null;
  /** Number of alerts that the channel has not delivered yet. */
  readonly waiting: number;
  /** Number of waiting alerts with at least one failed attempt. */
  readonly unaccepted: number;
  /**
   * Number of alerts that were dropped since the last success because they could not be delivered within two days. The
   * next success resets this number.
   */
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

function alertsText(count: number, one: string, several: string): string {
  return count === 1 ? `1 alert ${one}` : `${count} alerts ${several}`;
}

export function alertsFailing(health: AlertHealth): NextStep & { readonly sentence: string } {
  const { channel, failures, failed_at, reason, waiting, unaccepted, given_up } = health;
  const tries = failures === 1 ? "once" : `${failures} times in a row`;
  const failing =
    failures === 0
      ? unaccepted === 0
        ? ""
        : `The alert channel ${channel} accepts some alerts and rejects others. ${alertsText(unaccepted, "is", "are")} waiting for another attempt.`
      : `The alert channel ${channel} failed ${tries}. The last attempt at ${failed_at} failed: ${reason}. ${alertsText(waiting, "is", "are")} waiting.`;
  const lost =
    given_up === 0
      ? ""
      : `${alertsText(given_up, "was", "were")} dropped, because the alert channel ${channel} could not send ${given_up === 1 ? "it" : "them"} within two days.`;
  const text =
    "Fix the program or webhook that receives the alerts, or correct `notify` in lading.yaml. Then run {command1} to test the channel.";
  return {
    sentence: [failing, lost].filter((part) => part !== "").join(" "),
    ...nextStep(text, "lading doctor --notify"),
  };
}
