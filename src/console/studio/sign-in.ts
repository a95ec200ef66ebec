import { whyNoName } from "../../store/credentials/credentials.js";
import { createCredential } from "../../store/credentials/store.js";
import { withStore } from "../../workspace/open-store.js";
import { runningServer } from "../../workspace/running-server.js";
import { operatorsUrl, serverSettingsSchema } from "../../workspace/server-settings.js";
import type { OperatorsPage } from "./messages.js";
import type { SecretRequest } from "./requests.js";
import type { Project } from "./projects.js";
import { RequestRefused } from "./request-refused.js";

export async function operatorsPage({ workspace }: Project): Promise<OperatorsPage> {
  const running = workspace && (await runningServer(workspace, process.env));
  const usual = operatorsUrl(workspace?.server ?? serverSettingsSchema.parse({}));
  return { url: running?.operatorsUrl ?? usual, lists: running?.url };
}

/**
 * Creates a secret in the same way as `lading operator create` and `lading token create`. No access key is required,
 * because the studio has the permissions of the person who started it. Returns the secret, which is shown only once.
 * Throws `RequestRefused` if there is no workspace, the account for a token is unknown, or the name is invalid.
 */
export async function makeSecretFor(
  { workspace }: Project,
  { kind, account, name }: SecretRequest,
): Promise<{ readonly secret: string }> {
  if (workspace === undefined || (kind === "token" && !workspace.accounts.has(account))) {
    throw new RequestRefused({ message: "This account does not exist.", hint: "Add a feed first." });
  }
  const reason = whyNoName(name);
  if (reason !== undefined)
    throw new RequestRefused({
      message: reason,
      hint: "Enter a different name. The name is shown in the history.",
    });
  const wanted = { kind, account: kind === "operator" ? "" : account, name: name.trim() };
  const { secret } = await withStore(workspace, process.env, "write", (store) =>
    createCredential(store, wanted, new Date()),
  );
  return { secret };
}
