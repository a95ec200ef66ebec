import { isIPv6 } from "node:net";

/**
 * Counts failed sign-ins per minute, by address and by client ID or token ID. Only responses to failed sign-ins are
 * delayed or, at the token endpoint, have the status 429. A valid credential always works, even if other clients at
 * the same address failed to sign in, because a secret of 256 random bits cannot be guessed.
 */
export interface FailedSignIns {
  /** Returns the number of seconds to wait if a key exceeds its limit. */
  count(keys: readonly string[]): number | undefined;
}

const minute = 60_000;

/**
 * Maximum number of keys. The oldest keys are dropped first, so that fake addresses or IDs cannot fill the memory.
 */
const mostKeys = 20_000;

export function countFailedSignIns(
  perMinute: number,
  clock: () => number = () => performance.now(),
): FailedSignIns {
  const windows = new Map<string, { since: number; failures: number }>();
  return {
    count(keys) {
      const now = clock();
      let wait: number | undefined;
      for (const key of keys) {
        let window = windows.get(key);
        if (window === undefined || now - window.since >= minute) {
          windows.delete(key);
          window = { since: now, failures: 0 };
          windows.set(key, window);
          const oldest = windows.keys().next();
          if (windows.size > mostKeys && oldest.done !== true) windows.delete(oldest.value);
        }
        window.failures += 1;
        if (window.failures > perMinute) {
          wait = Math.max(wait ?? 1, Math.ceil((window.since + minute - now) / 1000));
        }
      }
      return wait;
    },
  };
}

/** Key for an address. An IPv6 /64 is treated as one address, because a /64 is usually assigned to a single client. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:/i, "");
  if (!isIPv6(plain)) return `address ${plain}`;
  const [head = "", tail] = plain.toLowerCase().replace(/%.*$/, "").split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: gap }, () => "0"), ...right];
  return `address ${groups.slice(0, 4).join(":")}::/64`;
}
