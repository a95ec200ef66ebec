import { credentialCommand } from "./credential-command.js";

export const operator = credentialCommand({
  kind: "operator",
  examples: [
    ['lading operator create --name "Grace Vogel"', "print a new secret; it is shown this once"],
    ["lading operator list", "who can sign in, without any secret"],
    ["lading operator revoke k3x7q2m5n4pa", "end a secret, and what is signed in with it"],
  ],
  secretKey: "secret",
  secretLines: (_credential, secret) => `${secret}\n`,
});
