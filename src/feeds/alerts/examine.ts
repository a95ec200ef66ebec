import { randomBytes } from "node:crypto";
import { wrongUse } from "../../errors.js";
import type { CheckStep } from "../../connectors/step.js";
import type { Workspace } from "../../workspace/workspace.js";
import { testAlert } from "./alert.js";
import { channelsOf, type NotifyOptions } from "./notify.js";

/** Sends a test alert through each of the workspace's channels. Throws `wrong_use` if the workspace has no channels. */
export async function* examineChannels(
  workspace: Workspace,
  env: NotifyOptions["env"],
  signal: AbortSignal,
): AsyncGenerator<CheckStep> {
  const channels = channelsOf(workspace, env);
  if (channels.length === 0) {
    throw wrongUse(
      "The workspace has no alert channels. Set a `command` or a `webhook` under `notify` in lading.yaml.",
    );
  }
  const alert = testAlert(randomBytes(8).toString("hex"), new Date());
  for (const channel of channels) {
    const delivered = await channel.deliver(alert, signal);
    yield delivered.ok
      ? { what: channel.name, outcome: "done", detail: "delivered" }
      : {
          what: channel.name,
          outcome: "failed",
          detail: delivered.reason,
          next: "Fix the program or webhook that receives the alerts, or correct `notify` in lading.yaml.",
        };
  }
}
