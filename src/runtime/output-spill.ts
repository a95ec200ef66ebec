import { memorySpill, type Spill, type Stored } from "../evaluation/spill.js";
import { openWholeFile, type WholeFile } from "../outputs/write-file.js";

/** Spills of one conversion: one for what threads hand back, more where that has to be put in order. */
export interface Spills {
  open(): Promise<Spill>;
  /** Makes the output of a spill that holds these pieces and nothing else, in this order; false: none does. */
  adopt(pieces: readonly Stored[]): Promise<boolean>;
  /** Takes away what was not adopted. */
  discard(): Promise<void>;
}

export function spillsInMemory(): Spills {
  return {
    open: async () => memorySpill(),
    adopt: async () => false,
    discard: async () => undefined,
  };
}

/** @param path of the output, beside which the spills are hidden files */
export function spillsBeside(path: string): Spills {
  const files = new Map<Spill, { readonly file: WholeFile; length: number }>();
  return {
    async open() {
      const opened = { file: await openWholeFile(path), length: 0 };
      const spill: Spill = {
        takesCopies: true,
        async append(bytes) {
          const from = opened.length;
          opened.length += bytes.length;
          await opened.file.append(bytes);
          return {
            spill,
            from,
            size: bytes.length,
            read: (at, size) => opened.file.read(from + at, size),
          };
        },
      };
      files.set(spill, opened);
      return spill;
    },
    async adopt(pieces) {
      const [first] = pieces;
      const opened = first === undefined ? undefined : files.get(first.spill);
      if (first === undefined || opened === undefined) return false;
      let at = 0;
      for (const { spill, from, size } of pieces) {
        if (spill !== first.spill || from !== at) return false;
        at += size;
      }
      if (at !== opened.length) return false;
      await opened.file.commit();
      return true;
    },
    async discard() {
      for (const { file } of files.values()) await file.discard();
    },
  };
}
