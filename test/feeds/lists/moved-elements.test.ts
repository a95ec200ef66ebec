import { expect, test } from "vitest";
import { movedElements } from "../../../src/feeds/lists/moved-elements.js";

/** Elements of a list that return under another id. `1A 2B` are ids, each with its content. */

const record = (text: string) => ({
  external_id: "J1",
  updated_at: "",
  accruals: text
    .split(" ")
    .filter((each) => each !== "")
    .map(([id = "", content = ""], place) => ({
      external_id: id,
      charge_code: { external_id: content },
      private: { place: String(place) },
    })),
  consols: text.split(" ").map(([id = ""]) => ({ external_id: id })),
});

test.each([
  ["1A 2B", "1A 2B", 0, "nothing moved"],
  ["1A 2B", "2B 1A", 0, "a different order and a different place in private"],
  ["1A 2B", "1A 2C", 0, "one has different content"],
  ["1A 2B", "3C 4D", 0, "different elements in their place"],
  ["1A 2B", "1A", 0, "one is gone"],
  ["1A 2B", "3A 4B", 2, "different ids"],
  ["1A 2B", "1X 2A 3B", 2, "a line was inserted above them"],
  ["1A 2B 3C", "1B 2C", 2, "the first line is gone"],
  ["1A 2B", "1B 2A", 2, "ids changed places"],
  ["1A 2B", "1A 2B 3A 4B", 2, "the old ones remain, as when changes are merged"],
  ["1A", "1A 2A 3A 4A", 1, "one returned and two similar ones are new"],
  ["1A 2A", "1A 3A", 1, "two identical ones"],
])("compares %s with %s and finds %i moved elements (%s)", (before, after, moved) => {
  const found = movedElements(record(before), record(after), ["accruals", "consols"]);
  expect(found).toEqual({ moved, of: before.split(" ").length });
});
