import { credentialCommand } from "./credential-command.js";

export const token = credentialCommand({
  kind: "token",
  examples: [
    ["lading token create --account acme-de", "print a new token; it is shown only once"],
    ["lading token create --account acme-de --expires 365d", "a token that expires after a year"],
    ["lading token list", "list the tokens, without secrets"],
    ["lading token revoke k3x7q2m5n4pa", "revoke a token immediately"],
  ],
  secretKey: "secret",
  secretLines: (_credential, secret) => `${secret}\n`,
});
