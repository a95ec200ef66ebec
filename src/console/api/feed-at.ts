import type { Feed } from "../../workspace/workspace.js";
import type { ConsoleData } from "./feeds.js";
import type { ApiRequest } from "./route.js";

/** The feed in the path of a request. Only feeds in the workspace are accepted. */
export function feedAt({ workspace }: ConsoleData, { path }: Pick<ApiRequest, "path">): Feed | undefined {
  const { account, record } = path;
  return workspace.feeds.find(({ name }) => name === `${account}/${record}`);
}
