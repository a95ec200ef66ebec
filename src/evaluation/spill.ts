/** Where bytes wait until it is decided what becomes of them. Nothing here survives the process. */
export interface Spill {
  append(bytes: Uint8Array): Promise<Stored>;
  /** Whether bytes may be overwritten once they are put away; absent: they are kept as they are. */
  readonly takesCopies?: true;
}

/** Bytes that were put away. */
export interface Stored {
  readonly spill: Spill;
  /** Where they begin in the spill. */
  readonly from: number;
  readonly size: number;
  read(from: number, size: number): Promise<Uint8Array>;
}

export function memorySpill(): Spill {
  let length = 0;
  const spill: Spill = {
    async append(bytes) {
      const from = length;
      length += bytes.length;
      return {
        spill,
        from,
        size: bytes.length,
        read: async (at, size) => bytes.subarray(at, at + size),
      };
    },
  };
  return spill;
}
