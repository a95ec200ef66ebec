import { expect, test } from "vitest";
import { fixedColumns } from "../../src/formats/text/fixed-columns.js";

const staff = [
  "MATRIC  NOM PRENOM            SERVICE     ENTREE      SORTIE      ADRESSE MAIL",
  "000123  DUPONT MARIE          TRANSIT     01/09/2014              marie.dupont@acme.test",
  "000124  MARTIN PAUL           MARITIME    15/03/2009  31/01/2025  paul.martin@acme.test",
  "000131  BERNARD LUC           AERIEN      22/11/2020              luc.bernard@acme.test",
];

test("columns are where every line has a space, except for spaces within a cell or a heading", () => {
  expect(fixedColumns(staff)?.map(({ name, from, to }) => [name, from, to])).toEqual([
    ["MATRIC", "1", "8"],
    ["NOM PRENOM", "9", "30"],
    ["SERVICE", "31", "42"],
    ["ENTREE", "43", "54"],
    ["SORTIE", "55", "66"],
    ["ADRESSE MAIL", "67", undefined],
  ]);
});

test("a number can grow to the left", () => {
  const columns = fixedColumns(["Code    Rate", "A1     7,000", "A2    19,000", "A3     0,000"]);
  expect(columns?.map(({ name, from, to }) => [name, from, to])).toEqual([
    ["Code", "1", "4"],
    ["Rate", "5", undefined],
  ]);
});

test.each([
  ["text in sentences", ["This is a note", "about the export", "of last Monday"]],
  ["a list of one column", ["Code", "A1", "A2", "A3"]],
  ["columns without headings", ["A1     7,000", "A2    19,000", "A3     0,000"]],
  ["text with tabs", ["Code\tRate", "A1\t  7", "A2\t  19"]],
  ["two lines", staff.slice(0, 2)],
])("finds no fixed columns in %s", (_, lines) => {
  expect(fixedColumns(lines)).toBeUndefined();
});
