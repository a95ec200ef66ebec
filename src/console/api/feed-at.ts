import type { Feed } from "../../workspace/workspace.js";
import type { ConsoleData } from "./feeds.js";
import type { ApiRequest } from "./route.js";

export function feedAt({ workspace }: ConsoleData, { path }: Pick<ApiRequest, "path">): Feed | undefined {
  const { account, record } = path;
  return workspace.feeds.find(({ name }) => name === `${account}/${record}`);
}
