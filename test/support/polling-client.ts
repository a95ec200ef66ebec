/**
 * A platform that polls, written from `docs/interface.md` (sections 1, 4.2 and 5) alone: it shares no code with what it asks. Its windows
 * touch, it fetches what is in them, and of what it gets it keeps the newest by `updated_at`.
 */

export interface Fetched {
  readonly external_id: string;
  readonly updated_at: string;
  readonly [field: string]: unknown;
}

export class PollingClient {
  /** By its path below the base address, not percent-encoded. */
  readonly held = new Map<string, Fetched>();
  readonly #token: string;
  readonly #lists: readonly string[];
  readonly #skew: () => number;
  #after = "2000-01-01T00:00:00Z";
  answers = 0;

  /**
   * @param lists such as `orgs`
   * @param skew how far its clock is off this time, in milliseconds
   */
  constructor(token: string, lists: readonly string[], skew: () => number) {
    this.#token = token;
    this.#lists = lists;
    this.#skew = skew;
  }

  /**
   * One window of each list, from where the last one ended up to now by its own clock; without an end where `isOpen`.
   *
   * @returns whether all of it was answered; if not, the next one begins where this one did
   */
  async poll(base: string, isOpen = false): Promise<boolean> {
    const before = new Date(Date.now() + this.#skew()).toISOString();
    if (!isOpen && Date.parse(before) < Date.parse(this.#after)) return false;
    const bounds = { updated_after: this.#after, ...(isOpen ? {} : { updated_before: before }) };
    for (const list of this.#lists) if (!(await this.#fetchAll(base, list, bounds))) return false;
    if (!isOpen) this.#after = before;
    this.answers += 1;
    return true;
  }

  async #fetchAll(base: string, list: string, bounds: Readonly<Record<string, string>>): Promise<boolean> {
    const listed = await this.#get(`${base}/${list}?${new URLSearchParams(bounds).toString()}`);
    if (listed?.status !== 200) return false;
    for (const { external_id: id } of listed.body as { external_id: string }[]) {
      const one = await this.#get(`${base}/${list}/${encodeURIComponent(id)}`);
      if (one?.status !== 200) return false;
      const got = one.body as Fetched;
      const held = this.held.get(`${list}/${id}`);
      if (held === undefined || Date.parse(got.updated_at) >= Date.parse(held.updated_at))
        this.held.set(`${list}/${id}`, got);
    }
    return true;
  }

  /** Undefined when nobody answered. */
  async #get(url: string): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
    try {
      const headers = { authorization: `Bearer ${this.#token}` };
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
      return { status: response.status, body: await response.json() };
    } catch {
      return undefined;
    }
  }
}
