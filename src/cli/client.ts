import { credentialCommand } from "./credential-command.js";

export const client = credentialCommand({
  kind: "client",
  examples: [
    [
      "lading client create --account acme-de",
      "print client_id and client_secret; the secret is shown only once",
    ],
    ["lading client list", "list the clients, without secrets"],
    ["lading client revoke k3x7q2m5n4pa", "revoke a secret and the access tokens issued for it"],
  ],
  secretKey: "client_secret",
  secretLines: (credential, secret) => `client_id: ${credential.client_id}\nclient_secret: ${secret}\n`,
});
