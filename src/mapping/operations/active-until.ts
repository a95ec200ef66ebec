import { z } from "zod";
import { foldValue } from "../cells.js";
import { dateReader, toDay } from "../dates/dates.js";
import { dateForms, listed, word } from "../text.js";
import { ValueIssue } from "../value-issue.js";
import { defineOperation } from "./operation.js";

export const activeUntilOperation = defineOperation({
  name: "active_until",
  summary: "Converts an end date to a flag: true while the date is blank or in the future.",
  options: z.union([
    dateForms,
    z.strictObject({
      date: dateForms.meta({ description: "The date format.", examples: ["dd.MM.yyyy"] }),
      never: z
        .array(word)
        .min(1)
        .meta({
          description: "Values that indicate that there is no end date.",
          examples: [["\\N", "0000-00-00"]],
        }),
    }),
  ]),
  usesToday: true,
  takes: ["zone", "language"],
  kinds: ["flag"],
  examples: [
    { write: { active_until: "dd.MM.yyyy" }, input: "31.12.9999", result: true, kind: "flag" },
    { write: { active_until: "dd.MM.yyyy" }, input: "31.03.2020", result: false, kind: "flag" },
    { write: { active_until: "dd.MM.yyyy" }, input: "", result: true, kind: "flag" },
    {
      write: { active_until: { date: "yyyy-MM-dd", never: ["\\N"] } },
      input: "\\N",
      result: true,
      kind: "flag",
    },
    { write: { active_until: "dd.MM.yyyy" }, input: "soon", issue: "invalid_date", kind: "flag" },
  ],
  apply: (options, context, { zone, language }) => {
    const detailed =
      typeof options === "object" && "date" in options ? options : { date: options, never: [] };
    const read = dateReader(listed(detailed.date), language);
    const never = new Set(detailed.never.map(foldValue));
    return (cell) => {
      if (cell === null) return true;
      if (typeof cell === "boolean") return cell;
      if (never.size > 0 && never.has(foldValue(cell))) return true;
      const moment = read(cell);
      return moment instanceof ValueIssue ? moment : toDay(moment, zone ?? context.zone) > context.today;
    };
  },
});
