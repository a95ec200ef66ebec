import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { startLading } from "./lading.js";

export interface OpenStudio {
  /** Address with an open sample. */
  readonly url: string;
  /** Cookie for a browser. */
  readonly cookie: string;
  stop(): void;
}

/** Starts the studio in the workspace and opens a sample. */
export async function openStudio(
  project: string,
  demo: string,
  sample: string,
  account: string,
): Promise<OpenStudio> {
  const child = startLading(project, demo, ["studio"], { out: "pipe", talk: "ignore" });
  let printed = "";
  for await (const line of createInterface({ input: child.stdout as Readable })) {
    printed = line;
    break;
  }
  if (printed === "") throw new Error("The studio could not be started.");
  const { origin } = new URL(printed);
  const signedIn = await fetch(printed, { redirect: "manual" });
  const [cookie = ""] = signedIn.headers.getSetCookie();
  const post = async <T>(path: string, body: Buffer | string): Promise<T> => {
    const headers = { "x-lading": "studio", cookie: cookie.split(";", 1)[0] ?? "" };
    const answer = await fetch(`${origin}/api/${path}`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`The studio does not take ${basename(sample)}: ${await answer.text()}`);
    return answer.json() as Promise<T>;
  };
  const { id, revision } = await post<{ readonly id: string; readonly revision: number }>(
    `sample?name=${encodeURIComponent(basename(sample))}`,
    readFileSync(sample),
  );
  await post(`session/${id}/command`, JSON.stringify({ revision, command: { do: "account", account } }));
  return { url: `${origin}/mappings`, cookie, stop: () => child.kill("SIGTERM") };
}
