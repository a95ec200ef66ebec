/** Something read from the store, which other processes change. */
export interface Fresh<T> {
  get(): Promise<T>;
}

/**
 * Asks at each `get` whether it changed, and reads it again when it did; so what one server has shown no other takes back.
 * Who asks while another asks shares the next answer.
 *
 * While the store cannot be asked, what was read before is kept. The first reading throws.
 *
 * @param stampOf changes when the value may have changed
 * @param failed told why a later reading failed: once, until the reason is another or it is over
 */
export function fresh<T>(
  stampOf: () => Promise<string>,
  read: () => Promise<T>,
  failed: (reason: string) => void,
): Fresh<T> {
  let held: { readonly value: T; readonly stamp: string } | undefined;
  let told: string | undefined;
  let asking: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  async function ask(): Promise<T> {
    try {
      const stamp = await stampOf();
      if (held?.stamp !== stamp) held = { value: await read(), stamp };
      told = undefined;
    } catch (error) {
      if (held === undefined) throw error;
      const reason = (error as Error).message;
      if (reason !== told) failed(reason);
      told = reason;
    }
    return held.value;
  }

  async function askNext(before: Promise<T> | undefined): Promise<T> {
    await before?.catch(() => {});
    asking = next;
    next = undefined;
    return ask();
  }

  return { get: () => (next ??= askNext(asking)) };
}
