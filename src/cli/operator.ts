import { credentialCommand } from "./credential-command.js";

export const operator = credentialCommand({
  kind: "operator",
  examples: [
    ['lading operator create --name "Grace Vogel"', "print a new access key; it is shown only once"],
    ["lading operator list", "list the people who can sign in, without their access keys"],
    ["lading operator revoke k3x7q2m5n4pa", "revoke an access key and end its sessions"],
  ],
  secretKey: "access_key",
  secretLines: (_credential, secret) => `${secret}\n`,
});
