import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** Opens a sample in the console, so that somebody without a file of their own finds one in Mappings. */
export async function openSample(address: string, sample: string, account: string): Promise<void> {
  const { origin } = new URL(address);
  const signedIn = await fetch(address, { redirect: "manual" });
  const [cookie = ""] = signedIn.headers.getSetCookie();
  const post = async <T>(path: string, body: Buffer | string, more = {}): Promise<T> => {
    const headers = { "x-lading": "studio", cookie: cookie.split(";", 1)[0] ?? "", ...more };
    const answer = await fetch(`${origin}/api/${path}`, { method: "POST", headers, body });
    return answer.json() as Promise<T>;
  };
  const { id, revision } = await post<{ readonly id: string; readonly revision: number }>(
    "sample",
    readFileSync(sample),
    { "x-lading-file": encodeURIComponent(basename(sample)) },
  );
  await post(`session/${id}/command`, JSON.stringify({ revision, command: { do: "account", account } }));
}
