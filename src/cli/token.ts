import { credentialCommand } from "./credential-command.js";

export const token = credentialCommand({
  kind: "token",
  examples: [
    ["lading token create --account acme-de", "print a new token; it is shown this once"],
    ["lading token create --account acme-de --expires 365d", "a token that ends after a year"],
    ["lading token list", "who can sign in, without any secret"],
    ["lading token revoke k3x7q2m5n4pa", "end a token at once"],
  ],
  secretKey: "secret",
  secretLines: (_credential, secret) => `${secret}\n`,
});
