import { z } from "zod";
import { isSecretReference } from "../../store/credentials/references.js";
import { oneOrMore, option, path, secretReference, yesNo } from "../../model/scalars.js";
import { isSafeUrl } from "../safe-url.js";

/** Settings for alerts: the channels, and the events that cause an alert. */

export const alertEvents = ["held", "rejected", "stale", "failed", "recovered", "expiring"] as const;
export type AlertEvent = (typeof alertEvents)[number];

const address = () =>
  z.string().refine((text) => isSecretReference(text) || (URL.canParse(text) && isSafeUrl(text)), {
    error:
      "an https address, or http on this machine, or a reference to a secret address: env:NAME or file:PATH",
    params: { hidden: true },
  });

export const notifySchema = z.strictObject({
  command: option(
    z.array(z.string().min(1)).min(1),
    "A program and its arguments, run without a shell. The program receives each alert as JSON on standard input.",
    ["./notify.sh"],
  ),
  command_env: option(
    oneOrMore(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of a variable")),
    "Environment variables to pass to the program in addition to PATH, HOME, USER, LANG, LC_ALL and TZ.",
    ["SMTP_PASSWORD"],
  ),
  webhook: option(
    z.union([
      address().transform((url) => ({ url })),
      z.strictObject({
        url: address().meta({
          description: "The webhook's address, or a reference to the address if it is secret.",
          examples: ["https://hooks.acme.example/lading"],
        }),
        authorization: option(
          secretReference(),
          "Reference to the value of the `Authorization` header.",
          "env:HOOK_AUTHORIZATION",
        ),
        ca: option(
          path(),
          "PEM file that contains the certificate of the authority that signed the server's certificate.",
          "keys/ca.pem",
        ),
      }),
    ]),
    "Webhook to which alerts are posted as JSON. The address must use https, or http on this machine.",
    "env:LADING_WEBHOOK",
  ),
  on: option(oneOrMore(z.enum(alertEvents)), "Events that cause an alert. Default: all.", [
    "held",
    "rejected",
  ]),
  staff_values: option(
    yesNo(),
    "`true`: alerts may contain values from staff records, if `reports.staff_values` is also `true`.",
    "true",
  ),
});

export interface NotifySettings {
  readonly command: readonly string[] | undefined;
  readonly commandEnv: readonly string[];
  readonly webhook: WebhookSettings | undefined;
  readonly on: ReadonlySet<AlertEvent>;
  readonly staffValues: boolean;
}

export interface WebhookSettings {
  /** The webhook's address, or a reference to a secret that contains it. */
  readonly url: string;
  /** Reference to the value of the Authorization header. */
  readonly authorization?: string | undefined;
  /** Path relative to the workspace. */
  readonly ca?: string | undefined;
}

export function notifySettings(stated: z.infer<typeof notifySchema>): NotifySettings {
  return {
    command: stated.command,
    commandEnv: stated.command_env ?? [],
    webhook: stated.webhook,
    on: new Set(stated.on ?? alertEvents),
    staffValues: stated.staff_values === true,
  };
}
