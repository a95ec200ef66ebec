import { Reader } from "./reader.js";

/**
 * The readers of a process. A reader is reused for files from any account, because starting a reader takes a hundred
 * times as long as reading a small file. A reader exits after reading a workbook or an archive, after a failure, or
 * when it uses too much memory.
 */
export interface ReaderPool {
  /** Starts a reader for the next file in advance, if none is idle and the pool permits another reader. */
  prepare(): void;
  /**
   * Waits for a reader and calls `use` with it. `isFresh` is true if the reader must not have read any other file. The
   * result of `use` states whether the reader may read another file.
   */
  withReader<T>(isFresh: boolean, use: (reader: Reader) => Promise<Used<T>>): Promise<T>;
  /** Stops idle readers now, and busy readers after their current files. */
  end(): Promise<void>;
}

export interface Used<T> {
  readonly result: T;
  readonly isReusable: boolean;
}

const mostReaders = 4;
/**
 * Milliseconds that files may wait before another reader is started. A single reader is enough for many small files.
 */
const patience = 500;
/** Number of milliseconds after which an idle reader exits. */
const longestIdle = 60_000;
/** Number of resident bytes above which a reader is not reused. */
const largest = 250 * 1024 * 1024;

interface Waiting {
  readonly isFresh: boolean;
  readonly take: (reader: Reader) => void;
  readonly fail: (error: unknown) => void;
}

export function readerPool(): ReaderPool {
  const idle = new Map<Reader, NodeJS.Timeout>();
  const queue: Waiting[] = [];
  let running = 0;
  let allowed = 1;
  let growing: NodeJS.Timeout | undefined;
  let isEnded = false;

  function start(): Reader {
    const reader = new Reader();
    running += 1;
    return reader;
  }

  function rest(reader: Reader): void {
    const timer = setTimeout(() => void dismiss(reader), longestIdle);
    timer.unref();
    idle.set(reader, timer);
  }

  function leaveIdle(reader: Reader): void {
    clearTimeout(idle.get(reader));
    idle.delete(reader);
  }

  async function dismiss(reader: Reader): Promise<void> {
    leaveIdle(reader);
    running -= 1;
    await reader.end();
  }

  /** Also removes readers that have exited. */
  function idleReader(isFresh: boolean): Reader | undefined {
    for (const reader of idle.keys()) if (!reader.isAlive) void dismiss(reader);
    const found = [...idle.keys()].find((reader) => !isFresh || reader.answered === 0);
    if (found !== undefined) leaveIdle(found);
    return found;
  }

  function newReader(isFresh: boolean): Reader | undefined {
    if (running < allowed) return start();
    const [used] = idle.keys();
    if (!isFresh || used === undefined) return undefined;
    void dismiss(used);
    return start();
  }

  function serve(): void {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const reader = idleReader(next.isFresh) ?? newReader(next.isFresh);
      if (reader === undefined) break;
      queue.shift();
      next.take(reader);
    }
    clearTimeout(growing);
    growing = undefined;
    if (queue.length === 0) {
      allowed = Math.max(1, running);
    } else if (allowed < mostReaders) {
      growing = setTimeout(() => {
        allowed += 1;
        serve();
      }, patience);
    }
  }

  return {
    prepare() {
      if (idle.size === 0 && running < allowed) rest(start());
    },
    async withReader(isFresh, use) {
      const reader = await new Promise<Reader>((take, fail) => {
        queue.push({ isFresh, take, fail });
        serve();
      });
      let isReusable = false;
      try {
        const used = await use(reader);
        isReusable = used.isReusable && reader.isAlive && (reader.memory ?? Infinity) <= largest;
        return used.result;
      } finally {
        if (isReusable && !isEnded) rest(reader);
        else void dismiss(reader);
        serve();
      }
    },
    async end() {
      isEnded = true;
      await Promise.all([...idle.keys()].map(dismiss));
    },
  };
}
