import type { Feed } from "../../workspace/workspace.js";
import type { ConsoleData } from "./feeds.js";
import type { ApiRequest } from "./route.js";

/** Returns the feed in the path of a request, or undefined if the workspace does not contain the feed. */
export function feedAt({ workspace }: ConsoleData, { path }: Pick<ApiRequest, "path">): Feed | undefined {
  const { account, record } = path;
  return workspace.feeds.find(({ name }) => name === `${account}/${record}`);
}
