import { z } from "zod";
import { count, option, path, secretReference } from "../../model/scalars.js";
import { isSafeUrl } from "../safe-url.js";

/** Where an account's platform is told of changes, and how Lading signs in there (`docs/interface.md` sections 4.1 and 5). */

const address = () =>
  z
    .string()
    .refine((text) => !/[?#@]/.test(text), {
      error: "an address without a query and without credentials in it",
      params: { hidden: true },
      abort: true,
    })
    .refine((text) => URL.canParse(text) && isSafeUrl(text), "an https address, or http on this machine");

export const platformSchema = z
  .strictObject({
    url: address().meta({
      description: "Address of the platform; notifications go to `{url}/events`.",
      examples: ["https://platform.example/api"],
    }),
    token: option(
      secretReference(),
      "Reference to the token, sent as `Authorization: Token token=...`.",
      "env:PLATFORM_TOKEN",
    ),
    api_key: option(secretReference(), "Reference to the key, sent as `x-api-key`.", "env:PLATFORM_KEY"),
    oauth: option(
      z.strictObject({
        token_url: address().meta({
          description: "Where the platform gives access tokens.",
          examples: ["https://platform.example/oauth/token"],
        }),
        client_id: z
          .string()
          .min(1)
          .meta({ description: "The client id of Lading there.", examples: ["acme"] }),
        client_secret: secretReference().meta({
          description: "Reference to its secret.",
          examples: ["env:PLATFORM_CLIENT_SECRET"],
        }),
        credentials_in: z
          .enum(["header", "body"])
          .default("header")
          .meta({
            description:
              "Whether the token request has the credentials in the header `Authorization` (Basic), which every server has to understand, or in the body. Take `body` where an id or a secret has signs other than letters and digits and is refused: some servers do not decode them in the header.",
            examples: ["body"],
          }),
      }),
      "Signs in by OAuth 2.0 client credentials.",
      {
        token_url: "https://platform.example/oauth/token",
        client_id: "acme",
        client_secret: "env:PLATFORM_CLIENT_SECRET",
      },
    ),
    ca: option(path(), "PEM file of the authority that signed the platform's certificate.", "keys/ca.pem"),
    rate: count()
      .refine((rate) => rate >= 1 && rate <= 1_000, "1 to 1000")
      .default(20)
      .meta({ description: "How many notifications are sent in a second at most.", examples: ["5"] }),
    first_load: z
      .enum(["send", "skip"])
      .default("send")
      .meta({
        description:
          "Whether a new platform gets a notification of every record that is there when a feed's first notifications are sent.",
        examples: ["skip"],
      }),
  })
  .refine(
    ({ token, api_key, oauth }) => [token, api_key, oauth].filter((each) => each !== undefined).length === 1,
    "exactly one way to sign in: `token`, `api_key` or `oauth`",
  );

export type PlatformSettings = z.infer<typeof platformSchema>;
