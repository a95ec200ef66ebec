/** Where bytes wait until it is decided what becomes of them. Nothing here survives the process. */
export interface Spill {
  append(bytes: Uint8Array): Promise<Stored>;
}

/** Bytes that were put away. */
export interface Stored {
  readonly size: number;
  read(from: number, size: number): Promise<Uint8Array>;
}

export function memorySpill(): Spill {
  return {
    append: async (bytes) => ({
      size: bytes.length,
      read: async (at, size) => bytes.subarray(at, at + size),
    }),
  };
}
