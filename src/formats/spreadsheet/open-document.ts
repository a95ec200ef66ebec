import type { Limits } from "../limits.js";
import { unreadable } from "../refused.js";
import { walkDocument } from "../xml/walk.js";
import type { ZipMember } from "../archive/zip.js";
import { percent, writtenNumber, type CellText } from "./cell.js";
import { SheetBuilder } from "./sheet-builder.js";
import type { Sheet } from "./sheets.js";

/**
 * Sheets of an OpenDocument spreadsheet (.ods). It is read here and not through the library, since the file states exact
 * values where the library has rounded numbers: a date is ISO text, a number is text.
 */
export async function openDocumentSheets(
  members: readonly ZipMember[],
  limits: Limits,
): Promise<readonly Sheet[]> {
  const manifest = await partOf(members, "META-INF/manifest.xml");
  if (manifest?.includes("encryption-data")) throw unreadable("it is protected by a password");
  const content = await partOf(members, "content.xml");
  if (content === undefined) throw unreadable("it is an OpenDocument file without content");
  return contentSheets(content, limits);
}

async function partOf(members: readonly ZipMember[], name: string): Promise<string | undefined> {
  const data = await members.find((member) => member.name === name)?.read();
  return data?.toString("utf8");
}

interface OpenCell {
  readonly attributes: Readonly<Record<string, string>>;
  readonly times: number;
  paragraphs: string[];
}

function contentSheets(content: string, limits: Limits): readonly Sheet[] {
  const sheets: Sheet[] = [];
  const hiddenStyles = new Set<string>();
  let style = "";
  let sheet: SheetBuilder | undefined;
  let cell: OpenCell | undefined;
  let repeats = 1;
  /** Depth within notes and drawings, whose text is not the cell's. */
  let besideText = 0;
  let inText = 0;
  let spreadsheet = false;

  const addText = (piece: string): void => {
    if (cell === undefined || besideText > 0 || inText === 0) return;
    cell.paragraphs[cell.paragraphs.length - 1] += piece;
  };

  walkDocument(content, limits, {
    open(name, attributes) {
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
          break;
        case "table:table-row":
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
          addText(" ".repeat(Math.min(times(attributes["text:c"]), limits.cell)));
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
          if (cell !== undefined) sheet?.cell(textOf(cell), cell.times);
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
  if (!spreadsheet) throw unreadable("it is an OpenDocument file, and no spreadsheet");
  return sheets;
}

function isBesideText(name: string): boolean {
  // How a text is pronounced is no part of it.
  const names = ["office:annotation", "table:shapes", "text:ruby-text"];
  return name.startsWith("draw:") || names.includes(name);
}

function textOf({ attributes, paragraphs }: OpenCell): CellText {
  const shown = paragraphs.join("\n");
  const type = attributes["office:value-type"];
  if (attributes["calcext:value-type"] === "error") return { text: shown, issue: "error_cell" };
  const formula = attributes["table:formula"] !== undefined;
  if (formula && /^(?:#[A-Z/0!?]+|Err:\d+)$/.test(shown)) return { text: shown, issue: "error_cell" };
  const value = attributes["office:value"] ?? "";
  switch (type) {
    case "float":
      return asShown(writtenNumber(value), shown);
    case "currency":
      return writtenNumber(value);
    case "percentage":
      return Number.isFinite(Number(value)) && value !== ""
        ? { text: percent(Number(value)) }
        : writtenNumber(value);
    case "date":
      return { text: (attributes["office:date-value"] ?? "").replace(/\.0+$/, "") };
    case "time":
      return clockText(attributes["office:time-value"] ?? "", shown);
    case "boolean":
      return { text: attributes["office:boolean-value"] === "true" ? "TRUE" : "FALSE" };
    case "string":
      return { text: attributes["office:string-value"] ?? shown };
    default:
      return shown === "" && formula ? { text: "", issue: "formula_without_value" } : { text: shown };
  }
}

/** A number as it is shown, where zeros or letters right before its digits make a code of it; else the number, and text beside it is told. */
function asShown(read: CellText, shown: string): CellText {
  const bare = shown.replace(/[-+/():]/g, "");
  const lead = bare.endsWith(read.text) ? bare.slice(0, -read.text.length) : "";
  if (/^\d+$/.test(read.text) && /^(?:0+|\S*\p{L}\S*)$/u.test(lead)) return { text: shown };
  const isText =
    (/[\p{L}%‰]/u.test(shown) && !/^[-\d.,]+E[-+]?\d+$/.test(shown)) ||
    // A date or a time, below a number that is no such by its type.
    /^\d{1,4}([-./])\d{1,2}\1\d{2,4}\b|^\d+:\d\d/.test(shown);
  return isText && read.issue === undefined ? { ...read, issue: "text_in_format" } : read;
}

/** `PT12H30M05S` as `12:30:05`. A time of day with days that are not shown, as Excel writes those that count from 1904, is none. */
function clockText(duration: string, shown: string): CellText {
  const match = /^(-?)PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?$/.exec(duration);
  if (match === null) return { text: duration, issue: "impossible_date" };
  const [, sign = "", hours = "0", minutes = "0", seconds = "0", rest = ""] = match;
  const clock = [hours, minutes, seconds].map((part) => part.padStart(2, "0")).join(":");
  // Excel writes whole seconds, and shows what they were cut from.
  const [, whole, cut = ""] = /^(\d\d:\d\d:\d\d)[.,](\d+)$/.exec(shown) ?? [];
  const fraction = (rest === "" && whole === clock ? cut : rest).replace(/0+$/, "").slice(0, 3);
  const text = sign + clock + (fraction === "" ? "" : `.${fraction}`);
  const day = /^(\d\d?):(\d\d)/.exec(shown);
  const isOfDay = day !== null && Number(hours) > 23 && Number(day[1]) === Number(hours) % 24;
  return isOfDay && Number(day[2]) === Number(minutes) ? { text, issue: "impossible_date" } : { text };
}

/** A repeat count; 1 when there is none. */
function times(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}
