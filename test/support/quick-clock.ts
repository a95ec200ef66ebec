import { onTestFinished, vi } from "vitest";
import { realClock } from "../../src/system/clock.js";

/**
 * Until the test ends, commands in this process pause for a fiftieth of the time, and their clock skips the rest.
 * With `skipDate`, `Date` also skips the rest, in the whole process.
 */
export function quickClock(skipDate = false): void {
  if (skipDate) vi.useFakeTimers({ toFake: ["Date"], shouldAdvanceTime: true });
  const real = { ...realClock };
  let skipped = 0;
  const spies = [
    vi.spyOn(realClock, "monotonic").mockImplementation(() => real.monotonic() + skipped),
    vi.spyOn(realClock, "sleep").mockImplementation(async (milliseconds, signal) => {
      await real.sleep(milliseconds / 50, signal);
      skipped += milliseconds;
      if (skipDate) vi.setSystemTime(Date.now() + milliseconds);
    }),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    vi.useRealTimers();
  });
}
