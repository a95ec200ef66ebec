/**
 * A polling platform, written from `docs/interface.md` (sections 1, 4.2 and 5) alone. It shares no code with
 * Lading. Its windows are adjacent. It fetches their records, and keeps the newest of each by `updated_at`.
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
   * @param skew current deviation of its clock, in milliseconds
   */
  constructor(token: string, lists: readonly string[], skew: () => number) {
    this.#token = token;
    this.#lists = lists;
    this.#skew = skew;
  }

  /**
   * Requests one window of each list, from the end of the last one to the present by its own clock; without
   * an end if `isOpen`.
   *
   * @returns true if everything was answered; otherwise the next window has the same start
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

  /** Undefined if nobody answered. */
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
