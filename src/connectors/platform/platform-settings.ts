import { z } from "zod";
import { count, option, path, secretReference } from "../../model/scalars.js";
import { isSafeUrl } from "../safe-url.js";

/**
 * The platform that receives an account's changes, and how Lading signs in to it (`docs/interface.md` sections 4.1 and
 * 5).
 */

const address = () =>
  z
    .string()
    .refine((text) => !/[?#@]/.test(text), {
      error: "an address without a query or credentials",
      params: { hidden: true },
      abort: true,
    })
    .refine((text) => URL.canParse(text) && isSafeUrl(text), "an https address, or http on this machine");

export const platformSchema = z
  .strictObject({
    url: address().meta({
      description: "Address of the platform. Notifications are sent to `{url}/events`.",
      examples: ["https://platform.example/api"],
    }),
    token: option(
      secretReference(),
      "Reference to the token. The token is sent in the header `Authorization: Token token=...`.",
      "env:PLATFORM_TOKEN",
    ),
    api_key: option(
      secretReference(),
      "Reference to the API key. The API key is sent in the header `x-api-key`.",
      "env:PLATFORM_KEY",
    ),
    oauth: option(
      z.strictObject({
        token_url: address().meta({
          description: "Address of the platform's token endpoint.",
          examples: ["https://platform.example/oauth/token"],
        }),
        client_id: z
          .string()
          .min(1)
          .meta({ description: "Lading's client ID at the platform.", examples: ["acme"] }),
        client_secret: secretReference().meta({
          description: "Reference to the client secret.",
          examples: ["env:PLATFORM_CLIENT_SECRET"],
        }),
        credentials_in: z
          .enum(["header", "body"])
          .default("header")
          .meta({
            description:
              "Where Lading puts the credentials in the token request: in the `Authorization` header (Basic authentication, which every server must support) or in the body. Some servers do not decode special characters in the header. If the server rejects an ID or secret with such characters, use `body`.",
            examples: ["body"],
          }),
      }),
      "Sign in with OAuth 2.0 client credentials.",
      {
        token_url: "https://platform.example/oauth/token",
        client_id: "acme",
        client_secret: "env:PLATFORM_CLIENT_SECRET",
      },
    ),
    ca: option(
      path(),
      "PEM file that contains the certificate of the authority that signed the platform's certificate.",
      "keys/ca.pem",
    ),
    rate: count()
      .refine((rate) => rate >= 1 && rate <= 1_000, "1 to 1000")
      .default(20)
      .meta({ description: "Maximum number of notifications per second.", examples: ["5"] }),
    first_load: z
      .enum(["send", "skip"])
      .default("send")
      .meta({
        description:
          "What happens when events are turned on for a feed. `send` (the default): the platform receives a notification for every existing record. `skip`: the platform receives only later changes.",
        examples: ["skip"],
      }),
  })
  .refine(
    ({ token, api_key, oauth }) => [token, api_key, oauth].filter((each) => each !== undefined).length === 1,
    "exactly one sign-in method: `token`, `api_key` or `oauth`",
  );

export type PlatformSettings = z.infer<typeof platformSchema>;
