import { describe, expect, it } from "vitest";
import { recommendedMapping } from "../../src/mapping/recommended.js";
import { chargeCode, staff, taxCode } from "../../src/model/record-types/index.js";

const headings = ["external_id", "updated_at", "name", "email_address", "is_active"];

describe("a file in the recommended format", () => {
  it("is taken unchanged", () => {
    const bound = recommendedMapping(staff).bind(headings, undefined);
    expect(bound.issues).toEqual([]);
    const cells = [" 007\u00a0", "2026-03-01T08:15:00.000Z", '="x"', "", "true"];
    expect(bound.apply({ line: 2, cells })).toEqual({
      kind: "draft",
      issues: [],
      draft: {
        values: {
          external_id: " 007\u00a0",
          updated_at: "2026-03-01T08:15:00.000Z",
          name: '="x"',
          email_address: null,
          is_active: true,
        },
      },
    });
  });

  it("gets normalized times", () => {
    const bound = recommendedMapping(staff).bind(headings, undefined);
    const time = (text: string) => {
      const outcome = bound.apply({ line: 2, cells: ["1", text, "n", "m", "true"] });
      if (outcome.kind !== "draft") return outcome.kind;
      return outcome.draft.values["updated_at"] ?? outcome.issues.map((each) => each.code).join();
    };
    expect(time("2026-03-01T09:15:00+01:00")).toBe("2026-03-01T08:15:00.000Z");
    expect(time("2026-03-01T08:15Z")).toBe("2026-03-01T08:15:00.000Z");
    expect(time("2026-03-01 08:15:00.123456Z")).toBe("2026-03-01T08:15:00.123Z");
    expect(time("2026-03-01T08:15:00")).toBe("zone_required");
    expect(time("01.03.2026")).toBe("invalid_date");
    expect(time("")).toBe("");
  });

  it("accepts only true and false for flags, even in capitals", () => {
    const bound = recommendedMapping(staff).bind(headings, undefined);
    const flag = (text: string) => bound.apply({ line: 7, cells: ["1", "", "n", "m", text] });
    expect(flag("TRUE")).toMatchObject({ issues: [], draft: { values: { is_active: true } } });
    expect(flag("False")).toMatchObject({ issues: [], draft: { values: { is_active: false } } });
    for (const value of ["yes", "1", " true", "truee"]) {
      expect(flag(value)).toMatchObject({
        issues: [{ code: "not_a_flag", line: 7, column: "is_active", value }],
      });
    }
  });

  it("does not mention a mapping in its hints", () => {
    const bound = recommendedMapping(staff).bind(headings, undefined);
    for (const cells of [
      ["1", "", "n", "m", "yes"],
      ["1", "01.03.2026", "n", "m", "true"],
      ["1", "2026-03-01 09:15", "n", "m", "true"],
    ]) {
      const outcome = bound.apply({ line: 2, cells });
      const hints = outcome.kind === "draft" ? (outcome.issues ?? []).map((each) => each.hint) : [];
      expect(hints).toHaveLength(1);
      expect(hints[0]).not.toMatch(/mapping/);
    }
  });

  it("has optional columns only if the file has them, in any order, by exact name", () => {
    const names = ["rate", "code", "description", "is_active", "updated_at", "\ufeffexternal_id"];
    const bound = recommendedMapping(taxCode).bind(names, undefined);
    expect(bound.issues).toEqual([]);
    expect(bound.fills).toEqual(["external_id", "updated_at", "code", "description", "is_active", "rate"]);
    expect(bound.reads.map((each) => each.heading)).toEqual([
      "rate", "code", "description", "is_active", "updated_at", "external_id",
    ]); // oxfmt-ignore
    expect(bound.columnOf("country")).toBeUndefined();
  });

  it("reports missing and repeated columns", () => {
    const bound = recommendedMapping(chargeCode).bind(
      ["external_id", "External_ID", "code", "code"],
      undefined,
    );
    expect(bound.issues.map((each) => [each.code, each.column])).toEqual([
      ["missing_column", "updated_at"],
      ["ambiguous_column", "code"],
      ["missing_column", "description"],
      ["missing_column", "charge_type"],
      ["missing_column", "is_active"],
    ]);
  });
});
