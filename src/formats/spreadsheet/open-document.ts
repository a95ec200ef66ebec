import { longestCell, type Limits } from "../limits.js";
import { unreadable, withPassword } from "../refused.js";
import { walkDocument, type Namespaces, type OnDropped } from "../xml/walk.js";
import type { ZipMember } from "../archive/zip.js";
import {
  booleanText,
  countIn,
  durationText,
  isoText,
  momentText,
  percent,
  shownBoolean,
  withDecimals,
  withoutValue,
  writtenNumber,
  type CellText,
} from "./cell.js";
import { SheetBuilder, type Sheet } from "./sheet-builder.js";

/**
 * Reads the sheets of an OpenDocument spreadsheet (.ods) without the `xlsx` library, which rounds numbers. The file
 * contains exact values: ISO dates, and numbers as text.
 */
export async function openDocumentSheets(
  members: readonly ZipMember[],
  limits: Limits,
  dropped: OnDropped | undefined,
): Promise<readonly Sheet[]> {
  const manifest = await partOf(members, "META-INF/manifest.xml");
  if (manifest?.includes("encryption-data")) throw withPassword();
  const content = await partOf(members, "content.xml");
  if (content === undefined) throw unreadable("it is an OpenDocument file without content");
  const named = await partOf(members, "styles.xml");
  const styles = new CellStyles();
  if (named !== undefined)
    walkDocument(named, limits, namespaces, dropped, { open: styles.open, text() {}, close() {} });
  return contentSheets(content, styles, limits, dropped);
}

async function partOf(members: readonly ZipMember[], name: string): Promise<string | undefined> {
  const data = await members.find((member) => member.name === name)?.read();
  return data?.toString("utf8");
}

class CellStyles {
  /** The kind of each data style, such as `number:date-style`, by style name. */
  readonly #kinds = new Map<string, string>();
  readonly #styles = new Map<
    string,
    { readonly data: string | undefined; readonly parent: string | undefined }
  >();
  /** The date with serial number 0, in milliseconds since 1970. */
  dayZero = Date.UTC(1899, 11, 30);

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const own = attributes["style:name"] ?? "";
    if (name === "table:null-date") {
      const day = Date.parse(attributes["table:date-value"] ?? "");
      if (!Number.isNaN(day)) this.dayZero = day;
    } else if (name === "style:style") {
      this.#styles.set(own, {
        data: attributes["style:data-style-name"],
        parent: attributes["style:parent-style-name"],
      });
    } else if (name.startsWith("number:") && name.endsWith("-style")) {
      const isDuration = attributes["number:truncate-on-overflow"] === "false";
      this.#kinds.set(own, isDuration ? "duration" : name.slice("number:".length, -"-style".length));
    }
  };

  /**
   * Returns the kind of value that a cell style displays: `date`, `time`, `duration`, `percentage`, `boolean` or
   * another word.
   */
  kindOf(style: string | undefined): string | undefined {
    let at = style;
    // The limit is necessary because a file may incorrectly make a style its own parent.
    for (let i = 0; i < 16 && at !== undefined; i++) {
      const { data, parent }: { readonly data?: string | undefined; readonly parent?: string | undefined } =
        this.#styles.get(at) ?? {};
      if (data !== undefined) return this.#kinds.get(data);
      at = parent;
    }
    return undefined;
  }
}

interface OpenCell {
  readonly attributes: Readonly<Record<string, string>>;
  readonly times: number;
  paragraphs: string[];
}

function contentSheets(
  content: string,
  styles: CellStyles,
  limits: Limits,
  dropped: OnDropped | undefined,
): readonly Sheet[] {
  const sheets: Sheet[] = [];
  const hiddenStyles = new Set<string>();
  let style = "";
  let sheet: SheetBuilder | undefined;
  let cell: OpenCell | undefined;
  let repeats = 1;
  /** Default cell styles of the columns and of the row. */
  let columnStyles: (string | undefined)[] = [];
  let rowStyle: string | undefined;
  /** Nesting depth within notes and drawings, whose text does not belong to the cell. */
  let besideText = 0;
  let inText = 0;
  let spreadsheet = false;

  const addText = (piece: string): void => {
    if (cell === undefined || besideText > 0 || inText === 0) return;
    cell.paragraphs[cell.paragraphs.length - 1] += piece;
  };

  walkDocument(content, limits, namespaces, dropped, {
    open(name, attributes) {
      styles.open(name, attributes);
      if (isBesideText(name)) besideText += 1;
      switch (name) {
        case "style:style":
          style = attributes["style:name"] ?? "";
          break;
        case "style:table-properties":
          if (attributes["table:display"] === "false") hiddenStyles.add(style);
          break;
        case "office:spreadsheet":
          spreadsheet = true;
          break;
        case "table:table":
          sheet = new SheetBuilder(attributes["table:name"] ?? `Sheet${sheets.length + 1}`, limits);
          sheet.hidden = hiddenStyles.has(attributes["table:style-name"] ?? "");
          columnStyles = [];
          break;
        case "table:table-column": {
          const repeated = Math.min(times(attributes["table:number-columns-repeated"]), limits.columns);
          for (let i = 0; i < repeated && columnStyles.length < limits.columns; i++)
            columnStyles.push(attributes["table:default-cell-style-name"]);
          break;
        }
        case "table:table-row":
          rowStyle = attributes["table:default-cell-style-name"];
          repeats = times(attributes["table:number-rows-repeated"]);
          sheet?.startRow(undefined);
          break;
        case "table:table-cell":
        case "table:covered-table-cell": {
          const down = times(attributes["table:number-rows-spanned"]);
          if (times(attributes["table:number-columns-spanned"]) * down > 1) sheet?.merge(down);
          cell = { attributes, times: times(attributes["table:number-columns-repeated"]), paragraphs: [] };
          break;
        }
        case "text:p":
        case "text:h":
          inText += 1;
          if (besideText === 0) cell?.paragraphs.push("");
          break;
        case "text:s":
          addText(" ".repeat(Math.min(times(attributes["text:c"]), longestCell)));
          break;
        case "text:tab":
          addText("\t");
          break;
        case "text:line-break":
          addText("\n");
          break;
      }
    },
    text: addText,
    close(name) {
      if (isBesideText(name)) besideText -= 1;
      switch (name) {
        case "text:p":
        case "text:h":
          inText -= 1;
          break;
        case "table:table-cell":
        case "table:covered-table-cell":
          if (cell !== undefined && sheet !== undefined) {
            const style = cell.attributes["table:style-name"] ?? rowStyle ?? columnStyles[sheet.column];
            sheet.cell(textOf(cell, styles.kindOf(style), styles.dayZero), cell.times);
          }
          cell = undefined;
          break;
        case "table:table-row":
          sheet?.endRow(repeats);
          break;
        case "table:table":
          if (sheet !== undefined) sheets.push(sheet.sheet());
          sheet = undefined;
          break;
      }
    },
  });
  if (!spreadsheet) throw unreadable("it is an OpenDocument file, but not a spreadsheet");
  return sheets;
}

function isBesideText(name: string): boolean {
  // Phonetic text is not part of the cell's text.
  const names = ["office:annotation", "table:shapes", "text:ruby-text"];
  return name.startsWith("draw:") || names.includes(name);
}

function textOf({ attributes, paragraphs }: OpenCell, kind: string | undefined, dayZero: number): CellText {
  const shown = paragraphs.join("\n");
  const type = attributes["office:value-type"];
  if (attributes["calcext:value-type"] === "error") return { text: shown, issue: "error_cell" };
  const formula = attributes["table:formula"] !== undefined;
  if (formula && /^(?:#[A-Z/0!?]+|Err:\d+)$/.test(shown)) return { text: shown, issue: "error_cell" };
  const value = attributes["office:value"] ?? "";
  switch (type) {
    case "float":
    case "currency":
    case "percentage":
      if (value === "" && formula) return withoutValue;
      return numberOf(
        value,
        kind ?? (type === "percentage" ? type : undefined),
        dayZero,
        type === "float" ? shown : undefined,
      );
    case "date":
      return isoText((attributes["office:date-value"] ?? "").replace(/\.0+$/, ""));
    case "time":
      return clockText(attributes["office:time-value"] ?? "", shown);
    case "boolean":
      return booleanText(attributes["office:boolean-value"] ?? shown);
    case "string":
      return { text: attributes["office:string-value"] ?? shown };
    default:
      return shown === "" && formula ? withoutValue : { text: shown };
  }
}

/** Converts a number according to the kind of value that its style displays, regardless of the cell type. */
function numberOf(
  value: string,
  kind: string | undefined,
  dayZero: number,
  shown: string | undefined,
): CellText {
  const written = writtenNumber(value);
  if (written.issue === "not_a_number") return written;
  const number = Number(value);
  switch (kind) {
    case "percentage":
      return withDecimals({ text: percent(number) });
    case "date":
    case "time": {
      const text = momentText(number, kind, dayZero);
      return text === undefined ? { ...written, issue: "impossible_date" } : { text };
    }
    case "duration":
      return { text: durationText(number) };
    case "boolean":
      return number === 0 || number === 1 ? booleanText(value) : written;
    default:
      return shown === undefined ? written : (shownBoolean(number, shown) ?? asShown(written, shown));
  }
}

/**
 * Returns the displayed string if leading zeros or letters show that the number is a code. Otherwise, returns the
 * number and reports any text displayed next to it.
 */
function asShown(read: CellText, shown: string): CellText {
  const bare = shown.replace(/[-+/():]/g, "");
  const lead = bare.endsWith(read.text) ? bare.slice(0, -read.text.length) : "";
  if (/^\d+$/.test(read.text) && /^(?:0+|\S*\p{L}\S*)$/u.test(lead)) return { text: shown };
  if (/^[-\d.,]+E[-+]?\d+$/.test(shown)) return { issue: "scientific_format", ...read };
  const isText =
    /[\p{L}%‰]/u.test(shown) ||
    // Matches a date or time displayed in a cell of a different type.
    /^\d{1,4}([-./])\d{1,2}\1\d{2,4}\b|^\d+:\d\d/.test(shown);
  return isText && read.issue === undefined ? { ...read, issue: "text_in_format" } : read;
}

/**
 * Converts a duration such as `PT12H30M05S` to `12:30:05`. In the 1904 date system, Excel adds hidden days to times
 * of day. Such values are reported as impossible dates.
 */
function clockText(duration: string, shown: string): CellText {
  const match = /^(-?)PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?$/.exec(duration);
  if (match === null) return { text: duration, issue: "impossible_date" };
  const [, sign = "", hours = "0", minutes = "0", seconds = "0", rest = ""] = match;
  const clock = [hours, minutes, seconds].map((part) => part.padStart(2, "0")).join(":");
  // Excel stores only whole seconds in the value, but includes the fraction in the displayed text.
  const [, whole, cut = ""] = /^(\d\d:\d\d:\d\d)[.,](\d+)$/.exec(shown) ?? [];
  const fraction = (rest === "" && whole === clock ? cut : rest).replace(/0+$/, "").slice(0, 3);
  const text = sign + clock + (fraction === "" ? "" : `.${fraction}`);
  const day = /^(\d\d?):(\d\d)/.exec(shown);
  const isOfDay = day !== null && Number(hours) > 23 && Number(day[1]) === Number(hours) % 24;
  return isOfDay && Number(day[2]) === Number(minutes) ? { text, issue: "impossible_date" } : { text };
}

/** Parses a repeat count or a span. Returns 1 if the value is missing or invalid. */
function times(text: string | undefined): number {
  return countIn(text, 9) ?? 1;
}

const namespaces: Namespaces = new Map([
  ...["office", "table", "text", "style", "meta"].map(
    (name) => [`urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`, name] as const,
  ),
  ["urn:oasis:names:tc:opendocument:xmlns:drawing:1.0", "draw"],
  ["urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0", "number"],
  ["urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0", "calcext"],
]);
