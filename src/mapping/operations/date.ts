import { dateReader, requireZone, toDay, toTimestamp } from "../dates/dates.js";
import { dateForms, listed } from "../text.js";
import { ValueIssue } from "../value-issue.js";
import { defineOperation, remembered } from "./operation.js";

export const dateOperation = defineOperation({
  name: "date",
  summary:
    "Reads a date, with or without a time, in the specified format. A format consists of components (`yyyy yy yy(1950) MMMM MMM MM M dd d HH H hh h mm ss SSS a XXX`), punctuation, spaces, and other text in single quotes. Alternatively, use `iso`, `excel_serial`, `excel_serial_1904`, `epoch_seconds` or `epoch_millis`. To allow several formats, write them as a list. `yy` means 1969 to 2068, and `yy(1950)` means 1950 to 2049.",
  options: dateForms,
  takes: ["zone", "language"],
  examples: [
    {
      write: { date: "dd.MM.yyyy HH:mm", zone: "Europe/Berlin" },
      input: "01.03.2026 09:15",
      result: "2026-03-01T08:15:00.000Z",
      kind: "timestamp",
    },
    { write: { date: "dd/MM/yy" }, input: "15/01/24", result: "2024-01-15", kind: "date" },
    { write: { date: "dd/MM/yy(1950)" }, input: "15/01/64", result: "1964-01-15", kind: "date" },
    {
      write: { date: "d MMM yyyy", language: "de" },
      input: "3 Mrz 2026",
      result: "2026-03-03",
      kind: "date",
    },
    { write: { date: "excel_serial" }, input: "45382", result: "2024-03-31", kind: "date" },
    {
      write: { date: "yyyy-MM-dd HH:mm", zone: "Europe/Berlin" },
      input: "2026-03-29 02:30",
      issue: "nonexistent_time",
      kind: "timestamp",
    },
    { write: { date: "dd.MM.yyyy" }, input: "2026-03-01", issue: "invalid_date", kind: "date" },
  ],
  apply: (options, context, companions) => {
    const forms = listed(options);
    const zone = companions.zone ?? context.zone;
    const read = dateReader(forms, companions.language);
    const isTimestamp = context.field.kind === "timestamp";
    if (isTimestamp) requireZone(forms, zone);
    const written = isTimestamp ? toTimestamp : toDay;
    return remembered((text) => {
      const moment = read(text);
      return moment instanceof ValueIssue ? moment : written(moment, zone);
    });
  },
});
