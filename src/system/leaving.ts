import { constants } from "node:os";

/**
 * Cleanups for unfinished files and child processes, which run when a signal stops the process. Code that creates
 * such a file or process registers a cleanup with `onLeaving` and removes the cleanup when the file is finished or
 * the process has exited.
 */
const cleanUps = new Set<() => void>();

/** The signals for Ctrl-C, a request to stop, and a closed terminal. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let endsAtSignals = false;
let isListening = false;

/** Returns a function that removes the cleanup. */
export function onLeaving(cleanUp: () => void): () => void {
  cleanUps.add(cleanUp);
  listen();
  return () => {
    cleanUps.delete(cleanUp);
    listen();
  };
}

/** After this call, SIGINT, SIGTERM and SIGHUP run the cleanups and terminate the process. */
export function endAtSignals(): void {
  endsAtSignals = true;
  listen();
}

/**
 * Listens for signals while there is something to clean up, and always in the first process of a container. Node
 * reports a signal only between two tasks of the event loop, and a task can take seconds. Without a listener, the
 * system terminates the process immediately, except for the first process of a container.
 */
function listen(): void {
  if (!endsAtSignals) return;
  if (!isNeeded()) {
    if (isListening) setImmediate(() => stopAfterTurn());
  } else if (!isListening) {
    isListening = true;
    for (const name of signals) process.on(name, end);
  }
}

/** Maximum duration of a short iteration of the event loop, in milliseconds. */
const shortTurn = 1;

function isNeeded(): boolean {
  return cleanUps.size > 0 || process.pid === 1;
}

/**
 * Removes the listener only after a short iteration of the event loop. If a signal has arrived but has not been
 * reported yet, removing the listener would lose it, and the process would continue. After a short iteration, no
 * signal can be pending.
 */
function stopAfterTurn(): void {
  const since = performance.now();
  setImmediate(() => {
    if (isNeeded() || !isListening) return;
    if (performance.now() - since > shortTurn) stopAfterTurn();
    else stopListening();
  });
}

function stopListening(): void {
  isListening = false;
  for (const name of signals) process.off(name, end);
}

/**
 * Runs the cleanups, and then terminates the process with the signal itself, so that a shell script's loop stops after
 * Ctrl-C. If the process exited normally instead, the loop would continue. Shells report 130 for Ctrl-C and 143 for
 * SIGTERM. The first process of a container exits with the same codes, because a signal cannot terminate it.
 */
function end(signal: NodeJS.Signals): void {
  for (const cleanUp of cleanUps) {
    try {
      cleanUp();
    } catch {
      // A failed cleanup must not prevent other cleanups, and the process must exit in any case.
    }
  }
  for (const name of signals) process.off(name, end);
  process.kill(process.pid, signal);
  process.exit(128 + constants.signals[signal]);
}
