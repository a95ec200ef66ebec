/**
 * What a process that is told to end takes away first: files of its own that are not finished, and processes that it started.
 * Whoever makes one says so here, and takes it back once it is finished or gone.
 */
const undoings = new Set<() => void>();

/** @returns takes it back */
export function onLeaving(undo: () => void): () => void {
  undoings.add(undo);
  return () => {
    undoings.delete(undo);
  };
}

/** Does it all, at once and without waiting; what fails keeps nothing else from being done. */
export function undoUnfinished(): void {
  for (const undo of undoings) {
    try {
      undo();
    } catch {
      // The process ends in any case.
    }
  }
}
