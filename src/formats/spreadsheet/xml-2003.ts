import type { Limits } from "../limits.js";
import { walkDocument, type Namespaces, type OnDropped } from "../xml/walk.js";
import {
  booleanText,
  countIn,
  durationText,
  inFormat,
  isoText,
  formatKind,
  numberText,
  sectionOf,
  withoutValue,
  writtenNumber,
  type CellText,
} from "./cell.js";
import { SheetBuilder, type Sheet } from "./sheet-builder.js";

interface OpenCell {
  readonly format: string;
  readonly formula: boolean;
  /** Number of additional cells that a merged range covers to the right. */
  readonly across: number;
  /** The type of the data. Undefined until the data element starts. */
  type: string | undefined;
  data: string;
}

/**
 * Reads Excel 2003 XML (SpreadsheetML), which older systems write as `.xls`. Each cell specifies its type and exact
 * value.
 */
export function xmlSheets(text: string, limits: Limits, dropped: OnDropped | undefined): readonly Sheet[] {
  const sheets: Sheet[] = [];
  const formats = new Map<string, string>();
  const parents = new Map<string, string>();
  let style = "";
  /** Default styles of the table, its columns and the current row. */
  let tableStyle: string | undefined;
  let columnStyles: (string | undefined)[] = [];
  let rowStyle: string | undefined;
  let rowSpan = 0;
  let sheet: SheetBuilder | undefined;
  let cell: OpenCell | undefined;
  let inside: "data" | "comment" | "visible" | undefined;
  let date1904 = false;

  const formatOf = (id: string): string => {
    let at: string | undefined = id;
    // The limit is necessary because a damaged file may define a style as its own parent.
    for (let i = 0; i < 16 && at !== undefined && !formats.has(at); i++) at = parents.get(at);
    return formats.get(at ?? "") ?? "";
  };

  walkDocument(text, limits, namespaces, dropped, {
    open(name, attributes) {
      const of = (key: string): string | undefined => attributes[`ss:${key}`] ?? attributes[key];
      const counted = (key: string): number | undefined => countIn(of(key), 7);
      switch (localName(name)) {
        case "Style":
          style = of("ID") ?? "";
          parents.set(style, of("Parent") ?? (style === "Default" ? "" : "Default"));
          break;
        case "NumberFormat":
          formats.set(style, of("Format") ?? "");
          break;
        case "Worksheet":
          sheet = new SheetBuilder(of("Name") ?? `Sheet${sheets.length + 1}`, limits);
          break;
        case "Visible":
          inside = "visible";
          break;
        case "Date1904":
          date1904 = true;
          break;
        case "Table":
          tableStyle = of("StyleID");
          columnStyles = [];
          break;
        case "Column": {
          const from = counted("Index") ?? columnStyles.length + 1;
          const to = Math.min(from + (counted("Span") ?? 0), limits.columns);
          for (let i = from; i <= to; i++) columnStyles[i - 1] = of("StyleID");
          break;
        }
        case "Row":
          sheet?.startRow(counted("Index"));
          rowStyle = of("StyleID");
          rowSpan = counted("Span") ?? 0;
          break;
        case "Cell": {
          const column = counted("Index");
          if (column !== undefined) sheet?.moveTo(column - 1);
          const across = counted("MergeAcross") ?? 0;
          const down = counted("MergeDown");
          if (across > 0 || down !== undefined) sheet?.merge(1 + (down ?? 0));
          const styled = of("StyleID") ?? rowStyle ?? columnStyles[sheet?.column ?? 0] ?? tableStyle;
          const format = formatOf(styled ?? "Default");
          cell = { format, formula: of("Formula") !== undefined, across, type: undefined, data: "" };
          break;
        }
        case "Comment":
          inside = "comment";
          break;
        case "Data":
          if (cell === undefined || inside === "comment") break;
          cell.type = of("Type") ?? "String";
          inside = "data";
          break;
      }
    },
    text(piece) {
      if (inside === "data" && cell !== undefined) cell.data += piece;
      if (inside === "visible" && sheet !== undefined && piece.includes("Hidden")) sheet.hidden = true;
    },
    close(name) {
      switch (localName(name)) {
        case "Visible":
        case "Comment":
          inside = undefined;
          break;
        case "Data":
          if (inside === "data") inside = undefined;
          break;
        case "Cell":
          if (cell !== undefined) sheet?.cell(textOf(cell, date1904));
          if (cell !== undefined && cell.across > 0) sheet?.cell({ text: "" }, cell.across);
          cell = undefined;
          break;
        case "Row":
          sheet?.endRow();
          sheet?.skipRows(rowSpan);
          break;
        case "Worksheet":
          if (sheet !== undefined) sheets.push(sheet.sheet());
          sheet = undefined;
          break;
      }
    },
  });
  return sheets;
}

function textOf(cell: OpenCell, date1904: boolean): CellText {
  const { data, format } = cell;
  const shownAs = namedFormats[format] ?? format;
  switch (cell.type) {
    case undefined:
      return cell.formula ? withoutValue : { text: "" };
    case "Number": {
      if (data.trim() === "") return cell.formula ? withoutValue : { text: "" };
      const value = Number(data);
      const kind = formatKind(sectionOf(shownAs, value).text, isDateFormat);
      // Integers are returned unchanged, unless the number format changes their meaning.
      return kind === "plain" || !Number.isFinite(value)
        ? inFormat(writtenNumber(data), value, shownAs)
        : numberText(value, shownAs, kind, date1904);
    }
    case "DateTime": {
      const written = isoText(data.trim());
      return written.issue === undefined ? { text: dateText(written.text, format, date1904) } : written;
    }
    case "Boolean":
      return cell.formula && data.trim() === "" ? withoutValue : booleanText(data);
    case "Error":
      return { text: data, issue: "error_cell" };
    default:
      return { text: data };
  }
}

const namedFormats: Readonly<Record<string, string>> = {
  "General Number": "General",
  Currency: "#,##0.00",
  "Euro Currency": "#,##0.00",
  Fixed: "0.00",
  Standard: "#,##0.00",
  Scientific: "0.00E+00",
  Percent: "0.00%",
  "Long Date": "d-mmm-yy",
  "Medium Date": "d-mmm-yy",
  "Short Date": "m/d/yy",
  "General Date": "m/d/yy h:mm",
  "Long Time": "h:mm:ss",
  "Medium Time": "h:mm AM/PM",
  "Short Time": "h:mm",
  "Yes/No": '"Yes";"Yes";"No"',
  "True/False": '"True";"True";"False"',
  "On/Off": '"On";"On";"Off"',
};

/**
 * Converts a date such as `2024-03-31T23:59:59.000` to a date, a time of day or a duration, depending on the number
 * format. The time is omitted if it is midnight and the number format does not display times.
 */
function dateText(data: string, format: string, date1904: boolean): string {
  const [date = "", clock = ""] = data.replace(/\.0+$/, "").split("T");
  const day = daysOf(date, date1904);
  const days = (day ?? 1) + secondsOf(clock) / 86_400;
  const kind = formatKind(sectionOf(namedFormats[format] ?? (format || "General"), days).text, always);
  if (kind === "duration" && day !== undefined) return durationText(days);
  if (date1904 ? date === "1904-01-01" && kind === "time" : date === "1899-12-31") return clock;
  return clock === "" || (clock === "00:00:00" && (kind === "date" || kind === "plain"))
    ? date
    : `${date}T${clock}`;
}

/**
 * Returns the day number of a date, or undefined for an invalid date. Excel assigns a day number to February 29,
 * 1900, although that date never existed.
 */
function daysOf(date: string, date1904: boolean): number | undefined {
  if (date === "1900-02-29") return 60;
  const time = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time)) return undefined;
  const zero = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, date < "1900-03-01" ? 31 : 30);
  return (time - zero) / 86_400_000;
}

function secondsOf(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** True if a number format contains parts of a date or time, which makes Excel display the number as a date. */
function isDateFormat(format: string): boolean {
  const places = format.replace(/"[^"]*"|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]|General/giu, "");
  return /[dhmsy]/iu.test(places);
}

const always = (): boolean => true;

/** Returns the local name of an Excel element, or "" for other namespaces. */
function localName(name: string): string {
  return /^(?:ss|x):/.test(name) ? name.slice(name.indexOf(":") + 1) : "";
}

const namespaces: Namespaces = new Map([
  ["urn:schemas-microsoft-com:office:spreadsheet", "ss"],
  ["urn:schemas-microsoft-com:office:excel", "x"],
]);
