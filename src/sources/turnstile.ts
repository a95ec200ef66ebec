export interface Turnstile {
  /** Waits for a free place; the answer leaves it. */
  enter(signal: AbortSignal): Promise<() => void>;
}

/** Lets so many through at a time, in the order of coming. */
export function turnstile(places: number): Turnstile {
  let free = places;
  const queue: (() => void)[] = [];
  function leave(): void {
    const next = queue.shift();
    if (next === undefined) free++;
    else next();
  }
  return {
    enter(signal) {
      return new Promise((admit, refuse) => {
        signal.throwIfAborted();
        const admitOnce = (): void => {
          signal.removeEventListener("abort", giveUp);
          let left = false;
          admit(() => {
            if (left) return;
            left = true;
            leave();
          });
        };
        const giveUp = (): void => {
          queue.splice(queue.indexOf(admitOnce), 1);
          refuse(signal.reason as Error);
        };
        if (free > 0) {
          free--;
          admitOnce();
        } else {
          queue.push(admitOnce);
          signal.addEventListener("abort", giveUp, { once: true });
        }
      });
    },
  };
}
