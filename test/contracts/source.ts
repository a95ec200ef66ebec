import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SourceFile, Source } from "../../src/connectors/sources/source.js";

/** Requirements for every source. A new kind of source runs this suite against a real place. */

/** A place where files arrive, as the partner sees it. A test puts files there and checks what remains. */
export interface Place {
  /** A source that removes decided files from the place, and one that leaves them. */
  readonly taking: Source;
  readonly leaving: Source;
  /** Writes a file. `modified` is in whole seconds since 1970. */
  put(name: string, bytes: Uint8Array, modified: number): Promise<void>;
  /** What the removing source adds to the name of a rejected file. Absent if it deletes the file. */
  readonly refusedEnding?: string;
  /** Removes a file, as the partner might. */
  drop(name: string): Promise<void>;
  /** The bytes under a name, or undefined. */
  read(name: string): Promise<Buffer | undefined>;
  /** Creates a link. Absent if the place has no links. */
  link?(name: string, target: string): Promise<void>;
  close(): Promise<void>;
}

const signal = new AbortController().signal;
const text = (content: string): Uint8Array => Buffer.from(content);

export function sourceContract(kind: string, open: () => Promise<Place>): void {
  describe(`${kind} under the contract of every source`, () => {
    let place: Place;
    beforeEach(async () => {
      place = await open();
    });
    afterEach(async () => {
      await place.taking.close();
      await place.leaving.close();
      await place.close();
    });

    async function seen(name: string): Promise<SourceFile> {
      const { files } = await place.taking.list(signal);
      const file = files.find((file) => file.name === name);
      if (file === undefined) throw new Error(`${name} is not listed`);
      return file;
    }
    async function fetched(file: SourceFile): Promise<Buffer> {
      const pieces: Uint8Array[] = [];
      for await (const piece of place.taking.fetch(file, signal)) pieces.push(Buffer.from(piece));
      return Buffer.concat(pieces);
    }

    it("lists the files, and lists the same files again if nothing happened", async () => {
      await place.put("a.csv", text("one"), 1_700_000_000);
      await place.put("Ünï cödé 例.csv", text("three"), 1_600_000_000);
      const first = await place.taking.list(signal);
      expect(first.files.map(({ name, size, modified }) => [name, size, modified]).sort()).toEqual([
        ["a.csv", 3, 1_700_000_000_000],
        ["Ünï cödé 例.csv", 5, 1_600_000_000_000],
      ]);
      expect(await place.taking.list(signal)).toEqual(first);
    });

    it("lists an empty place", async () => {
      expect(await place.taking.list(signal)).toEqual({ files: [], ignored: [] });
    });

    it("reports links and temporary files without taking them", async () => {
      await place.put("real.csv", text("real"), 1_700_000_000);
      await place.put("upload.csv.filepart", text("half"), 1_700_000_000);
      await place.put("~$open.xlsx", text("lock"), 1_700_000_000);
      await place.link?.("link.csv", "real.csv");
      const { files, ignored } = await place.taking.list(signal);
      expect(files.map((file) => file.name)).toEqual(["real.csv"]);
      const expected = ["upload.csv.filepart", "~$open.xlsx", ...(place.link ? ["link.csv"] : [])];
      expect(ignored.map((entry) => entry.name).sort()).toEqual(expected.sort());
      for (const { reason } of ignored) expect(reason).not.toBe("");
    });

    it.each([0, 1, 70_000, 1_000_003])("fetches %d bytes unchanged", async (size) => {
      const bytes = Buffer.alloc(size, "0123456789abcdef\r\n\0ÿ");
      await place.put("a.bin", bytes, 1_700_000_000);
      expect((await fetched(await seen("a.bin"))).equals(bytes)).toBe(true);
      expect(await place.read("a.bin")).toBeDefined();
    });

    it("refuses a file that differs from its listing", async () => {
      await place.put("a.csv", text("one"), 1_700_000_000);
      const file = await seen("a.csv");
      await place.put("a.csv", text("two"), 1_700_000_060);
      await expect(fetched(file)).rejects.toThrow();
      await place.put("a.csv", text("longer"), 1_700_000_000);
      await expect(fetched(file)).rejects.toThrow();
      await place.drop("a.csv");
      await expect(fetched(file)).rejects.toThrow();
    });

    it.each(["published", "rejected"] as const)("removes a %s file once", async (outcome) => {
      await place.put("a.csv", text("one"), 1_700_000_000);
      const file = await seen("a.csv");
      await fetched(file);
      expect(await place.taking.settle(file, outcome, signal)).toBe("done");
      expect(await place.read("a.csv")).toBeUndefined();
      expect(await place.taking.list(signal)).toEqual({ files: [], ignored: [] });
      expect(await place.taking.settle(file, outcome, signal)).toBe("gone");
    });

    it("never removes a file that is not stored elsewhere", async () => {
      await place.put("a.csv", text("one"), 1_700_000_000);
      const outcome = await place.taking.settle(await seen("a.csv"), "unread", signal);
      const name = outcome === "left" ? "a.csv" : `a.csv${place.refusedEnding}`;
      expect((await place.read(name))?.toString()).toBe("one");
    });

    it("removes the same name repeatedly", async () => {
      for (const [index, content] of ["one", "two", "three"].entries()) {
        await place.put("a.csv", text(content), 1_700_000_000 + index);
        const file = await seen("a.csv");
        expect((await fetched(file)).toString()).toBe(content);
        expect(await place.taking.settle(file, "published", signal)).toBe("done");
      }
    });

    it("leaves a file in place if configured so", async () => {
      await place.put("a.csv", text("one"), 1_700_000_000);
      const file = await seen("a.csv");
      expect(await place.leaving.settle(file, "published", signal)).toBe("left");
      expect((await place.read("a.csv"))?.toString()).toBe("one");
      expect((await place.leaving.list(signal)).files).toEqual([file]);
    });

    it("never touches a new file that arrived under the same name", async () => {
      await place.put("a.csv", text("one"), 1_700_000_000);
      const file = await seen("a.csv");
      await place.put("a.csv", text("newer"), 1_700_000_060);
      expect(await place.taking.settle(file, "published", signal)).toBe("changed");
      expect((await place.read("a.csv"))?.toString()).toBe("newer");
      expect((await fetched(await seen("a.csv"))).toString()).toBe("newer");
    });

    it("fetches the next file after the reader stopped in the middle of one", async () => {
      await place.put("a.bin", Buffer.alloc(1_000_000, 7), 1_700_000_000);
      const file = await seen("a.bin");
      for await (const piece of place.taking.fetch(file, signal)) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
      expect(await fetched(file)).toHaveLength(1_000_000);
    });

    it("can be closed twice", async () => {
      await place.taking.list(signal);
      await place.taking.close();
      await place.taking.close();
    });
  });
}
