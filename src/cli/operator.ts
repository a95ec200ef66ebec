import { credentialCommand } from "./credential-command.js";

export const operator = credentialCommand({
  kind: "operator",
  examples: [
    ['lading operator create --name "Grace Vogel"', "print a new access key; it is shown this once"],
    ["lading operator list", "who can sign in, without any access key"],
    ["lading operator revoke k3x7q2m5n4pa", "end an access key, and what is signed in with it"],
  ],
  secretKey: "access_key",
  secretLines: (_credential, secret) => `${secret}\n`,
});
