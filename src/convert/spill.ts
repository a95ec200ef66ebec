/** Temporary storage for bytes. The storage exists only while the process is running. */
export interface Spill {
  append(bytes: Uint8Array): Promise<Stored>;
}

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
