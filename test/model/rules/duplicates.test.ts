import { describe, expect, it } from "vitest";
import type { AnyRecord } from "../../../src/model/record-type.js";
import { rowThatCounts, type Candidate } from "../../../src/model/rules/duplicates.js";

function row(line: number, name: string, is_active = true, newest?: string): Candidate {
  const record: AnyRecord = { external_id: "1", updated_at: "", name, is_active };
  return { line, record, newest };
}

describe("rows with the same id", () => {
  it("are one record if they are equal", () => {
    const rows = [row(2, "A"), row(4, "A"), row(5, "A")];
    expect(rowThatCounts(rows, { keep: "none" })?.line).toBe(2);
  });

  it("contradict each other if one differs", () => {
    expect(rowThatCounts([row(2, "A"), row(4, "A"), row(5, "C")], { keep: "none" })).toBeUndefined();
  });

  it("may prefer the active one, if there is exactly one", () => {
    expect(rowThatCounts([row(2, "A", false), row(3, "B")], { keep: "active" })?.line).toBe(3);
    expect(rowThatCounts([row(4, "C"), row(5, "D")], { keep: "active" })).toBeUndefined();
    expect(rowThatCounts([row(4, "C", false), row(5, "D", false)], { keep: "active" })).toBeUndefined();
    expect(rowThatCounts([row(4, "C", false), row(5, "C", false)], { keep: "active" })?.line).toBe(4);
  });

  it("may prefer the newest one, if there is exactly one", () => {
    const rule = { keep: "newest", column: "Changed" } as const;
    expect(rowThatCounts([row(2, "A", true, "2024"), row(3, "B", true, "2025")], rule)?.line).toBe(3);
    expect(rowThatCounts([row(2, "A", true, "2025"), row(3, "B", true, "2024")], rule)?.line).toBe(2);
    expect(rowThatCounts([row(4, "C", true, "1"), row(5, "D", true, "1")], rule)).toBeUndefined();
    expect(rowThatCounts([row(4, "C"), row(5, "D", true, "1")], rule)?.line).toBe(5);
  });
});
