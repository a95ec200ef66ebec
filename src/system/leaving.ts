import { constants } from "node:os";

/**
 * Clean-up for a process that is asked to stop: unfinished files and child processes. Code that makes one registers it
 * here, and removes it once it is finished or gone.
 */
const undoings = new Set<() => void>();

/** Ctrl-C, being asked to stop, and a terminal that is closed. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let endsAtSignals = false;
let isListening = false;

/** @returns takes it back */
export function onLeaving(undo: () => void): () => void {
  undoings.add(undo);
  listen();
  return () => {
    undoings.delete(undo);
    listen();
  };
}

/** From now on these signals end the process at once, after what is to be undone. */
export function endAtSignals(): void {
  endsAtSignals = true;
  listen();
}

/**
 * Node tells of a signal between two steps of the program, and a step can take seconds. While there is nothing to undo
 * nobody listens, and the system ends the process in the midst of one. It does not do so for the first process of a container.
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

/** Milliseconds. */
const shortTurn = 1;

function isNeeded(): boolean {
  return undoings.size > 0 || process.pid === 1;
}

/**
 * With its listener a signal that has come and was not reported yet is lost, and the process runs on. Node tells between two turns of
 * its loop: after a short one nothing can have come that it has not told.
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
 * Ends of the signal, as a process to which nobody listens: a shell goes on with its loop when what Ctrl-C was meant for merely
 * exits. Shells make 130 of Ctrl-C and 143 of SIGTERM, and so does the first process of a container, which cannot end of it.
 */
function end(signal: NodeJS.Signals): void {
  for (const undo of undoings) {
    try {
      undo();
    } catch {
      // What fails keeps nothing else from being done, and the process ends in any case.
    }
  }
  for (const name of signals) process.off(name, end);
  process.kill(process.pid, signal);
  process.exit(128 + constants.signals[signal]);
}
