import fc from "fast-check";
import { expect, it } from "vitest";
import {
  BrokenFrames,
  encodeBytesFrame,
  encodeFrame,
  FrameReader,
} from "../../../src/system/readers/frames.js";

it("returns the sent frames, for any split of the bytes", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.array(fc.integer({ min: 1, max: 40 })), (values, cuts) => {
      const bytes = Buffer.concat(values.map((value) => encodeFrame(value)));
      const reader = new FrameReader();
      const found: unknown[] = [];
      for (let at = 0, i = 0; at < bytes.length; i += 1) {
        const size = cuts[i % Math.max(1, cuts.length)] ?? 7;
        found.push(...reader.push(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(found).toEqual(values.map((value) => JSON.parse(JSON.stringify(value)) as unknown));
    }),
  );
});

it("refuses an impossible length, and invalid JSON", () => {
  expect(() => new FrameReader().push(Buffer.from([255, 255, 255, 255]))).toThrow(BrokenFrames);
  expect(() => new FrameReader().push(Buffer.from([1, 0, 0, 0, 0x7b]))).toThrow(BrokenFrames);
});

it("returns bytes with their description, and refuses such a frame if it is truncated", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.uint8Array(), (items, bytes) => {
      const [found] = new FrameReader().push(encodeBytesFrame(items, [bytes])) as unknown[][];
      expect(found?.slice(0, -1)).toEqual(JSON.parse(JSON.stringify(items)));
      expect(Buffer.from(found?.at(-1) as Uint8Array)).toEqual(Buffer.from(bytes));
    }),
  );
  expect(() => new FrameReader().push(Buffer.from([3, 0, 0, 0, 0, 1, 0]))).toThrow(BrokenFrames);
  expect(() => new FrameReader().push(Buffer.from([5, 0, 0, 0, 0, 9, 0, 0, 0]))).toThrow(BrokenFrames);
  expect(() => new FrameReader().push(Buffer.from([6, 0, 0, 0, 0, 1, 0, 0, 0, 0x31]))).toThrow(BrokenFrames);
});
