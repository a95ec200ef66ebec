import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isSecretReference, readSecret, type SecretContext } from "../../store/credentials/references.js";
import { LadingError } from "../../errors.js";
import { post } from "../platform/post.js";
import type { WebhookSettings } from "./notify-settings.js";
import { isSafeUrl } from "../safe-url.js";
import type { Channel } from "./channel.js";

/**
 * This module sends an alert as a JSON POST request with a deadline and a few retries. Redirects are not followed, and
 * the server's certificate is checked. Secrets are read again for each alert.
 */

export interface WebhookTimes {
  /** Milliseconds allowed for one attempt, from resolving the host name to the status of the response. */
  readonly deadline: number;
  /** Milliseconds to wait before each retry. Each pause is followed by one retry. */
  readonly pauses: readonly number[];
}

/** The setting may be a plain address, which has no place for `ca`. */
const caOfAddress = "write `webhook: { url: ADDRESS, ca: FILE }`, where FILE is the authority's PEM file";

const usualTimes: WebhookTimes = { deadline: 10_000, pauses: [1_000, 4_000] };

export function webhookChannel(
  settings: WebhookSettings,
  context: SecretContext,
  times: WebhookTimes = usualTimes,
): Channel {
  return {
    name: "webhook",
    async deliver(alert, signal) {
      const body = JSON.stringify(alert);
      for (const pause of [...times.pauses, undefined]) {
        const result = await attempt(settings, context, body, times.deadline, signal);
        if (result.ok) return result;
        if (!result.again || pause === undefined || signal.aborted)
          return { ok: false, reason: result.reason };
        await wait(pause, undefined, { signal }).catch(() => undefined);
      }
      return { ok: false, reason: "no attempt was made" };
    },
  };
}

type Attempt =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly again: boolean };

async function attempt(
  settings: WebhookSettings,
  context: SecretContext,
  body: string,
  deadline: number,
  signal: AbortSignal,
): Promise<Attempt> {
  const never = (reason: string): Attempt => ({ ok: false, reason, again: false });
  let url: URL;
  let authorization: string | undefined;
  let ca: Buffer | undefined;
  try {
    const address = isSecretReference(settings.url) ? readSecret(settings.url, context) : settings.url;
    if (!URL.canParse(address) || !isSafeUrl(address)) {
      return never("the address is neither https nor http on this machine");
    }
    url = new URL(address);
    authorization = settings.authorization && readSecret(settings.authorization, context);
    ca = settings.ca === undefined ? undefined : await readFile(resolve(context.folder, settings.ca));
    if (ca !== undefined && !ca.includes("-----BEGIN CERTIFICATE"))
      return never(`the file ${settings.ca} of \`ca\` contains no certificate in PEM format`);
  } catch (error) {
    if (error instanceof LadingError) return never(error.message);
    return never(`the file ${settings.ca} of \`ca\` cannot be read`);
  }
  const headers = {
    "content-type": "application/json",
    ...(authorization !== undefined && { authorization }),
  };
  const caHint = settings.authorization === undefined ? caOfAddress : undefined;
  // Only the status matters, so the body is not read.
  const answer = await post(url, { headers, ca, caHint, body, deadline, signal, reads: 0 });
  if ("failed" in answer) return { ok: false, reason: answer.failed, again: true };
  const { status } = answer;
  if (status >= 200 && status < 300) return { ok: true };
  if (status >= 300 && status < 400)
    return never(`the response has status ${status}, and redirects are not followed`);
  const plain =
    status === 400 && url.protocol === "http:"
      ? "; if the server uses TLS on this port, write `https:` in the address"
      : "";
  return {
    ok: false,
    reason: `the response has status ${status}${plain}`,
    again: status === 408 || status === 429 || status >= 500,
  };
}
