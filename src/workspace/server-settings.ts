import { z } from "zod";
import { isLoopback } from "../connectors/safe-url.js";
import { count, duration, option, path, secretReference, yesNo } from "../model/scalars.js";
import { hour } from "../model/time-spans.js";

/**
 * The `server:` block of `lading.yaml`: how the three lists are served. The defaults are the safe ones: this machine only,
 * no cleartext to others, bounded everything. docs/http-api.md explains each.
 */

function port() {
  return count().refine((number) => number <= 65535, "a port, from 0 to 65535");
}

function limit(least: number) {
  return count().refine((number) => number >= least, `at least ${least}`);
}

export const serverSettingsSchema = z
  .strictObject({
    address: z
      .string()
      .min(1)
      .default("127.0.0.1")
      .meta({
        description: "Address to listen on. Any but a loopback address needs `tls` or `behind_proxy: true`.",
        examples: ["127.0.0.1", "0.0.0.0"],
      }),
    port: port()
      .default(8480)
      .meta({ description: "Port of the lists; 8480 when omitted, 0 takes a free one.", examples: ["8480"] }),
    tls: option(
      z.strictObject({
        certificate: path().meta({
          description: "File of the certificate chain, PEM.",
          examples: ["tls/chain.pem"],
        }),
        key: path().meta({
          description: "File of the private key, PEM, readable by its owner only.",
          examples: ["tls/key.pem"],
        }),
      }),
      "Key pair for HTTPS, with TLS 1.2 or newer.",
      { certificate: "tls/chain.pem", key: "tls/key.pem" },
    ),
    behind_proxy: yesNo()
      .default(false)
      .meta({
        description:
          "A proxy in front ends TLS. The client's address is then the last entry of `X-Forwarded-For`, without its port.",
        examples: ["true"],
      }),
    bearer_tokens: yesNo()
      .default(true)
      .meta({
        description: "Accept the tokens of `lading token create`; `true` when omitted.",
        examples: ["true"],
      }),
    oauth: yesNo()
      .default(true)
      .meta({
        description:
          "Offer `POST /oauth/token` to the clients of `lading client create`; `true` when omitted.",
        examples: ["true"],
      }),
    operators: z
      .strictObject({
        address: z
          .string()
          .min(1)
          .default("127.0.0.1")
          .meta({
            description:
              "Address to listen on. Any but a loopback address needs `token`, and `tls` or `behind_proxy: true` in `server`.",
            examples: ["0.0.0.0"],
          }),
        port: port()
          .default(8481)
          .meta({ description: "Port of the operators; 8481 when omitted.", examples: ["8481"] }),
        hosts: option(
          z.array(z.string().min(1).toLowerCase()).min(1),
          "Names by which the port is called besides `localhost` and its address; others are refused. All are answered when omitted and the address is no loopback address.",
          ["lading.internal"],
        ),
        token: option(
          secretReference(),
          "Required for everything except `/healthz` and `/readyz`: a bearer token, or the password that a browser asks for.",
          "env:LADING_OPERATORS_TOKEN",
        ),
      })
      .default({ address: "127.0.0.1", port: 8481 })
      .meta({ description: "Health, readiness, metrics and the status page.", examples: [{ port: "8481" }] }),
    without_store: duration()
      .default(24 * hour)
      .meta({
        description:
          "How long the last lists are served, marked stale, while the store is away, to known credentials. After that the answer is 503. Default: 24 h.",
        examples: ["4 h"],
      }),
    limits: z
      .strictObject({
        connections: limit(8)
          .default(2048)
          .meta({ description: "Open connections at a time.", examples: ["2048"] }),
        failures_per_minute: limit(1)
          .default(20)
          .meta({
            description:
              "Failed sign-ins per address, and per client or token, before further refusals come late (429 from the token endpoint).",
            examples: ["20"],
          }),
        slowest_bytes_per_second: limit(1)
          .default(16384)
          .meta({
            description:
              "An answer must be taken within 30 s plus its size at this speed; then the connection ends.",
            examples: ["16384"],
          }),
      })
      .default({ connections: 2048, failures_per_minute: 20, slowest_bytes_per_second: 16384 })
      .meta({
        description: "Limits that protect the server from a single client.",
        examples: [{ connections: "2048" }],
      }),
  })
  .superRefine((settings, context) => {
    if (!isLoopback(settings.address) && settings.tls === undefined && !settings.behind_proxy) {
      context.addIssue({
        code: "custom",
        path: ["address"],
        message:
          "other machines can reach this address, so it needs `tls`, or `behind_proxy: true` when a proxy ends TLS",
      });
    }
    const { operators } = settings;
    if (!isLoopback(operators.address)) {
      const isOpen = settings.tls === undefined && !settings.behind_proxy;
      if (operators.token === undefined || isOpen) {
        context.addIssue({
          code: "custom",
          path: ["operators", "address"],
          message:
            "other machines can reach this address, so it needs a `token` beside it, and `tls` in `server`, or `behind_proxy: true` where a proxy or a network of its own keeps others out",
        });
      }
    }
    if (!settings.bearer_tokens && !settings.oauth) {
      context.addIssue({
        code: "custom",
        path: ["bearer_tokens"],
        message: "Nobody could sign in. Leave `bearer_tokens` or `oauth` on",
      });
    }
  })
  .meta({ description: "How the lists are served over HTTP." });

export type ServerSettings = z.infer<typeof serverSettingsSchema>;

/** Whether the lists and the operators' pages would have the same port; 0 is a free one for each. */
export function isOnePort({ port, operators }: Pick<ServerSettings, "port" | "operators">): boolean {
  return port !== 0 && port === operators.port;
}

/** Where a browser on this machine finds the operators' page. */
export function operatorsUrl({ operators, tls }: ServerSettings): string {
  const { address, port, hosts } = operators;
  const isOwn = isLoopback(address);
  const isEvery = address === "0.0.0.0" || address === "::";
  const name = (isOwn ? undefined : hosts?.[0]) ?? (isEvery ? "127.0.0.1" : address);
  const host = name.includes(":") ? `[${name}]` : name;
  return `${tls === undefined || isOwn ? "http" : "https"}://${host}:${port}`;
}
