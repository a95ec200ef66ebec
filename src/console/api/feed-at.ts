import { wrongUse } from "../../errors.js";
import type { Feed } from "../../workspace/workspace.js";
import type { ConsoleData } from "./feeds.js";
import type { ApiRequest } from "./route.js";

export function feedAt({ workspace }: ConsoleData, { path }: Pick<ApiRequest, "path">): Feed | undefined {
  const { account, record } = path;
  return workspace.feeds.find(({ name }) => name === `${account}/${record}`);
}

/** Throws `wrong_use` if the workspace has no such feed. */
export function feedNamed({ workspace }: Pick<ConsoleData, "workspace">, name: string): Feed {
  const feed = workspace.feeds.find((each) => each.name === name);
  if (feed === undefined) throw wrongUse(`There is no feed ${JSON.stringify(name)}.`);
  return feed;
}
