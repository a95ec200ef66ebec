/** Joins small texts into chunks of about 64 KiB: one write each instead of one a record. */
export function* inChunks<T>(items: Iterable<T>, write: (item: T) => string): Generator<string> {
  let chunk = "";
  for (const item of items) {
    chunk += write(item);
    if (chunk.length > 65_536) {
      yield chunk;
      chunk = "";
    }
  }
  if (chunk !== "") yield chunk;
}
