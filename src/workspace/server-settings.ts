import { z } from "zod";
import { isLoopback } from "../connectors/safe-url.js";
import { count, duration, option, path, secretReference, yesNo } from "../model/scalars.js";
import { hour } from "../model/time-spans.js";

/**
 * The `server:` block in `lading.yaml`. By default, only this machine can connect, and the connections, failed sign-ins
 * and slow clients are limited. Each setting is explained in docs/http-api.md.
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
        description:
          "Address to listen on. An address that other machines can reach requires `tls` or `behind_proxy: true`.",
        examples: ["127.0.0.1", "0.0.0.0"],
      }),
    port: port()
      .default(8480)
      .meta({
        description: "Port that serves the lists. Default: 8480. 0 selects any free port.",
        examples: ["8480"],
      }),
    tls: option(
      z.strictObject({
        certificate: path().meta({
          description: "File with the certificate chain, in PEM format.",
          examples: ["tls/chain.pem"],
        }),
        key: path().meta({
          description:
            "File with the private key, in PEM format. Only the file's owner may have permission to read the file.",
          examples: ["tls/key.pem"],
        }),
      }),
      "Certificate and key for HTTPS, which uses TLS 1.2 or later.",
      { certificate: "tls/chain.pem", key: "tls/key.pem" },
    ),
    behind_proxy: yesNo()
      .default(false)
      .meta({
        description:
          "`true`: a proxy in front of the server terminates TLS. The client's address is the last entry in `X-Forwarded-For`, without its port.",
        examples: ["true"],
      }),
    bearer_tokens: yesNo()
      .default(true)
      .meta({
        description: "`true` (default): accept tokens that were created with `lading token create`.",
        examples: ["true"],
      }),
    oauth: yesNo()
      .default(true)
      .meta({
        description:
          "`true` (default): offer `POST /oauth/token` to clients that were created with `lading client create`.",
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
              "Address to listen on. An address that other machines can reach requires `token`, and `tls` or `behind_proxy: true` in `server`.",
            examples: ["0.0.0.0"],
          }),
        port: port()
          .default(8481)
          .meta({ description: "Port that serves the console. Default: 8481.", examples: ["8481"] }),
        hosts: option(
          z.array(z.string().min(1).toLowerCase()).min(1),
          "Host names that requests may use, in addition to `localhost`, `127.0.0.1` and the value of `address`. Requests with any other host name are rejected. If `hosts` is omitted and other machines can reach `address`, any host name is accepted.",
          ["lading.internal"],
        ),
        token: option(
          secretReference(),
          "Secret that protects all paths except `/healthz` and `/readyz`. Clients send the secret as a bearer token, or as the password in the browser's login dialog.",
          "env:LADING_OPERATORS_TOKEN",
        ),
      })
      .default({ address: "127.0.0.1", port: 8481 })
      .meta({
        description: "Settings for health and readiness checks, metrics and the console.",
        examples: [{ port: "8481" }],
      }),
    without_store: duration()
      .default(24 * hour)
      .meta({
        description:
          "How long the latest lists are served, marked as stale, while the store is unavailable. After this time, requests for the lists return 503. Default: 24 h.",
        examples: ["4 h"],
      }),
    limits: z
      .strictObject({
        connections: limit(8)
          .default(2048)
          .meta({ description: "Maximum number of open connections.", examples: ["2048"] }),
        failures_per_minute: limit(1)
          .default(20)
          .meta({
            description:
              "Number of failed sign-ins per minute for each address and for each client or token. If this number is exceeded, further 401 responses are delayed, and the token endpoint responds with 429.",
            examples: ["20"],
          }),
        slowest_bytes_per_second: limit(1)
          .default(16384)
          .meta({
            description:
              "Minimum speed of a client. The connection is closed if a response takes longer than 30 s plus the time required to send the response at this speed.",
            examples: ["16384"],
          }),
      })
      .default({ connections: 2048, failures_per_minute: 20, slowest_bytes_per_second: 16384 })
      .meta({
        description:
          "Limits that keep a single client from overloading the server or blocking other clients.",
        examples: [{ connections: "2048" }],
      }),
  })
  .superRefine((settings, context) => {
    if (!isLoopback(settings.address) && settings.tls === undefined && !settings.behind_proxy) {
      context.addIssue({
        code: "custom",
        path: ["address"],
        message:
          "other machines can reach this address, so it requires `tls`, or `behind_proxy: true` if a proxy terminates TLS",
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
            "other machines can reach this address, so it requires a `token`, and `tls` in `server`, or `behind_proxy: true` if a proxy or a private network keeps others out",
        });
      }
    }
    if (!settings.bearer_tokens && !settings.oauth) {
      context.addIssue({
        code: "custom",
        path: ["bearer_tokens"],
        message: "`bearer_tokens` and `oauth` must not both be off, because nobody could sign in",
      });
    }
  })
  .meta({ description: "Settings for serving the lists over HTTP." });

export type ServerSettings = z.infer<typeof serverSettingsSchema>;

/** True if the lists and the console share a port. With port 0, each server uses any free port. */
export function isOnePort({ port, operators }: Pick<ServerSettings, "port" | "operators">): boolean {
  return port !== 0 && port === operators.port;
}

/** URL of the console for a browser on this machine. */
export function operatorsUrl({ operators, tls }: ServerSettings): string {
  const { address, port, hosts } = operators;
  const isOwn = isLoopback(address);
  const isEvery = address === "0.0.0.0" || address === "::";
  const name = (isOwn ? undefined : hosts?.[0]) ?? (isEvery ? "127.0.0.1" : address);
  const host = name.includes(":") ? `[${name}]` : name;
  return `${tls === undefined || isOwn ? "http" : "https"}://${host}:${port}`;
}
