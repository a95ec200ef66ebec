import { describe, expect, it } from "vitest";
import type { AnyRecord } from "../../src/records/record-type.js";
import { resolveDuplicates, type Candidate } from "../../src/validate/duplicates.js";

function row(line: number, external_id: string, name: string, is_active = true, newest?: string): Candidate {
  const record: AnyRecord = { external_id, updated_at: "", name, is_active };
  return newest === undefined ? { line, record } : { line, record, newest };
}

function lines(found: ReturnType<typeof resolveDuplicates>) {
  return {
    kept: found.kept.map(({ line }) => line),
    folded: found.folded.map(({ line }) => line),
    contradicting: found.contradicting.map((group) => group.map(({ line }) => line)),
  };
}

describe("rows with the same id", () => {
  it("are one record when they say the same", () => {
    const rows = [row(2, "1", "A"), row(3, "2", "B"), row(4, "1", "A"), row(5, "1", "A")];
    expect(lines(resolveDuplicates(rows, { keep: "none" }))).toEqual({
      kept: [2, 3],
      folded: [4, 5],
      contradicting: [],
    });
  });

  it("are all refused when they contradict each other", () => {
    const rows = [row(2, "1", "A"), row(3, "2", "B"), row(4, "1", "C")];
    expect(lines(resolveDuplicates(rows, { keep: "none" }))).toEqual({
      kept: [3],
      folded: [],
      contradicting: [[2, 4]],
    });
  });

  it("differ in case: other ids", () => {
    expect(resolveDuplicates([row(2, "a", "A"), row(3, "A", "B")], { keep: "none" }).kept).toHaveLength(2);
  });

  it("may prefer the active one, when there is exactly one", () => {
    const rows = [row(2, "1", "A", false), row(3, "1", "B"), row(4, "2", "C"), row(5, "2", "D")];
    expect(lines(resolveDuplicates(rows, { keep: "active" }))).toEqual({
      kept: [3],
      folded: [2],
      contradicting: [[4, 5]],
    });
  });

  it("may prefer the newest one, when it is alone", () => {
    const rows = [
      row(2, "1", "A", true, "2024"),
      row(3, "1", "B", true, "2025"),
      row(4, "2", "C", true, "1"),
      row(5, "2", "D", true, "1"),
    ];
    expect(lines(resolveDuplicates(rows, { keep: "newest", column: "Changed" }))).toEqual({
      kept: [3],
      folded: [2],
      contradicting: [[4, 5]],
    });
  });
});
