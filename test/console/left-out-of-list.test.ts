import { expect, test } from "vitest";
import { leftOutOfList } from "../../src/console/app/left-out-of-list.js";

const counts = { read: 9, accepted: 4, rejected: 2, waiting: 0, skipped: 3, merged: 0 };
const outcome = {
  counts,
  rules: [{ rule: "because Text is Total", count: 3 }],
  emptyLists: [{ list: "contacts", count: 1, columns: ["Mail"] }],
};

test("counts what the downloaded list does not contain, but only if all rows were checked", () => {
  expect(leftOutOfList(outcome, true)).toEqual([
    "The list does not contain the 2 rejected rows.",
    "3 rows skipped because Text is Total.",
    "1 record has no contact, because “Mail” is empty.",
  ]);
  expect(leftOutOfList(outcome, false)).toEqual([
    "The download uses all rows of the file, not only those shown here. It can take several minutes. Rejected rows are not in the list. Download them under Issues.",
  ]);
});
