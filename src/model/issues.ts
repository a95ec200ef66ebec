import { fill, type Filling } from "../sentence.js";

/**
 * All data issues: everything that can be wrong with a partner's file. docs/mapping-reference.md is generated from
 * this list. A code never changes its meaning, and a retired code is never reused.
 *
 * A sentence never contains a cell's value, because values of staff are private. The value is in `Issue.value` and
 * is shown only to readers who may see it.
 */

/**
 * `error`: the row or the file is rejected. `warning`: accepted, but someone should check it. `note`: for
 * information.
 */
export type Severity = "error" | "warning" | "note";

interface Special {
  /**
   * A repair by the reader. Manual reads report a warning. In a feed it is an error unless `read.accept` names it.
   */
  readonly repair?: true;
  /**
   * A repair that must also be accepted in manual reads: it may truncate a value, or the row may not be a record.
   */
  readonly byName?: true;
  /** Replaces sentence and hint for the partner's clerk if those refer to the mapping. */
  readonly clerk?: string;
  /** Request to the partner if the hint is for the operator. Empty if the partner can do nothing. */
  readonly partner?: string;
}

/** A sentence with placeholders, and what to do next. */
const graded =
  <G extends Severity>(severity: G) =>
  <const S extends string, const H extends string>(sentence: S, hint: H, special: Special = {}) => ({
    severity,
    sentence,
    hint,
    ...special,
  });
const error = graded("error");
const warning = graded("warning");
const note = graded("note");

export const issueKinds = {
  // -- the file --
  empty_file: error("The file is empty.", "Request the export again. An empty file never empties a list.", {
    partner: "Please send the export again.",
  }),
  no_rows: error(
    "The file has no rows.",
    "Request the export again. A file without rows never empties a list.",
    { partner: "Please send the export again." },
  ),
  unreadable_file: error(
    "The file cannot be read: {reason}.",
    "Request the export again, or set the format under `read` in the mapping.",
    { partner: "Please send the export again." },
  ),
  unsupported_format: error(
    "The file is {kind}. Lading cannot read this format.",
    "Request the export as .xlsx or CSV.",
    {
      partner: "Please send the export as .xlsx or CSV.",
    },
  ),
  password_protected: error("The file is password-protected.", "Request the file without a password.", {
    partner: "Please send the file without a password.",
  }),
  sender_message: error(
    "The file contains a message of the exporting system instead of a table{message}.",
    "Ask the partner to correct the export and send the file again.",
    { partner: "Please correct the export and send the file again." },
  ),
  several_files: error(
    "The archive contains {count} files: {names}.",
    "Choose one: `--member {first}` of `lading guess` and `lading read`, or `member` under `read` in the mapping. If they form one table, use `members`.",
    { partner: "Please send each list in a separate archive." },
  ),
  several_lists: error(
    "The file contains several lists: {names}.",
    "Choose one: `--records {first}` of `lading guess` and `lading read`, or `records` under `read` in the mapping.{all}",
    { partner: "" },
  ),
  invalid_bytes: error(
    "Line {line} contains bytes that are not valid in {encoding}.",
    "Set the correct character set under `read.encoding`, or request the export again.",
    {
      clerk:
        "Line {line} contains characters that do not fit the character set of the file. Export it again in UTF-8.",
    },
  ),
  unknown_encoding: error(
    "Unknown character set: {encoding}.",
    "Use a name such as utf-8, windows-1252 or shift_jis.",
    { partner: "" },
  ),
  encoding_suggested: warning(
    "The file is not UTF-8. Its text fits {encoding} best. Second best, with different letters: {other}.",
    "Check names with accents, then set `encoding: {encoding}` under `read` in the mapping.",
  ),
  header_not_found: error(
    "The header from the mapping is missing: {what}.",
    "Correct or remove `read.header` in the mapping.",
    { partner: "" },
  ),
  one_object: warning(
    "The file is one object with {count} values instead of a list. It was read as one row.",
    "Check whether the object is one record. If its keys are rows or columns, request a list of objects.",
  ),
  list_guessed: warning(
    "The only list of objects, {taken}, was read as the rows. {count} values are outside the list, more than a row has.",
    "Check whether this list is the table. If so, set `records: {taken}` under `read` in the mapping.",
  ),
  more_pages: warning(
    "{what} is one page of several: {sign}.",
    "Request all rows in one file. If the file is complete, accept it in the mapping: `more_pages` under `read.accept`.",
    { repair: true, partner: "Please send all rows in one file." },
  ),
  duplicate_headings: note(
    "Several columns have the same heading: {positions}.",
    'In the mapping, refer to these columns by position, such as "#3".',
  ),
  escape_taken: note(
    "A backslash before a quotation mark, a delimiter or another backslash is an escape. It is not part of the cells.",
    "Nothing to do. If backslashes are part of the values, set `escape: double` under `read`.",
  ),
  no_final_line_end: note(
    "The last line, {line}, has no line end. The file may be truncated.",
    "Check whether the last row is complete.",
  ),
  blank_columns: note("Columns without heading or values: {positions}.", "Nothing to do."),
  blank_lines: note("Skipped {count} blank lines between rows, the first in line {line}.", "Nothing to do."),
  reader_stopped: error(
    "Reading the file stopped: {reason}.",
    "Request the export in smaller parts or as CSV. Do not open the file on a desktop computer.",
    { partner: "Please send the export in smaller parts or as CSV." },
  ),
  limit_exceeded: error(
    "The file exceeds a limit: {what} {found}, allowed {allowed}.",
    "Request a smaller export, or one in several files.",
    { partner: "Please send a smaller export, or one in several files." },
  ),
  sheet_guessed: warning(
    "{count} sheets of the workbook look like tables ({names}). {taken} was read.",
    "Set `sheet: NAME` under `read` in the mapping.",
    { repair: true, partner: "" },
  ),
  table_guessed: warning(
    "The page contains {count} tables with several rows. Table {taken} was read.",
    "Set `table: NUMBER` under `read` in the mapping.",
    { repair: true, partner: "" },
  ),
  merged_cells: note(
    "The table has {count} merged ranges. Only the first cell of each has the value; the others are blank.",
    "Unmerge the cells, or fill the value down in the mapping.",
  ),
  missing_column: error(
    "The required column {column} is missing.{nearest}{found}",
    "Correct the header name in the mapping, or ask the partner for an export with the column.",
    { partner: "Please send an export with the column." },
  ),
  ambiguous_column: error(
    "Several columns have the heading {column} ({positions}).",
    'In the mapping, refer to the column by position, such as "#3".',
    { partner: "" },
  ),

  encoding_unsure: error(
    "The file does not state its character set. It looks like {encoding}.",
    "Check names with accents, then set `encoding: {encoding}` under `read` in the mapping. If possible, request the export in UTF-8.",
    { partner: "Please send the export in UTF-8 if possible." },
  ),

  // -- the row --
  row_too_short: warning(
    "The row has {found} cells, the header has {expected}. The missing cells are read as blank.",
    "Request the row again, or accept it in the mapping: `row_too_short` under `read.accept`.",
    {
      repair: true,
      clerk: "The row has fewer cells than the header. Send it again with all of its cells.",
    },
  ),
  row_too_long: warning(
    "The row has {found} cells, the header has {expected}. The extra cells have no column.",
    "A cell may contain an unquoted delimiter. Request the row again, or accept it in the mapping: `row_too_long` under `read.accept`.",
    {
      repair: true,
      byName: true,
      clerk:
        "The row has more cells than the header. If a cell contains the separator, such as a comma, put the cell in quotation marks.",
    },
  ),
  comment_row: warning(
    "The line starts with {sign} like a comment and does not have the form of a row.",
    "Request the export without comments, or skip such lines with `skip` in the mapping.",
    { repair: true, byName: true, clerk: "The line is a comment. Remove it." },
  ),
  row_like_comment: warning(
    "The line starts with {sign} like the comments above the table, but has the form of a row. It is read as a row.",
    "If it is a comment, skip such lines with `skip` in the mapping.",
  ),

  row_realigned: warning(
    "The row has {found} cells, the header has {expected}. Its cells were moved in the only way that fits the columns.",
    "Check the row. A cell may contain an unquoted delimiter.",
    { repair: true, partner: "Please check the row. A cell may contain an unquoted delimiter." },
  ),
  other_delimiter: warning(
    "The row has a different delimiter than the others. It was read with that delimiter.",
    "Check the row. Someone may have edited the file by hand.",
    { repair: true, partner: "Please check the row. Someone may have edited the file by hand." },
  ),
  printed_quotes: warning(
    "Cells are in typographic quotation marks, which are text. Delimiters within them divide the cell.",
    'Request the export with straight quotation marks (").',
  ),
  unusual_line_end: warning(
    "The lines of the file end with {sign} instead of CR or LF.",
    "Request the export with standard line ends.",
    { repair: true, partner: "Please send the export with standard line ends." },
  ),
  other_quote: warning(
    "The row has different quotation marks than the others. They were removed.",
    "Check the row. Someone may have edited the file by hand.",
    { repair: true, partner: "Please check the row. Someone may have edited the file by hand." },
  ),
  unusual_dialect: warning(
    "The cells of the file are {sign}, which is very unusual.",
    "Check the rows, then set `delimiter` or `quote` under `read` in the mapping.",
    {
      repair: true,
      clerk:
        "The cells of the file are separated or quoted in an unusual way. Send it with commas and double quotation marks.",
    },
  ),
  blank_beside_delimiter: warning(
    "There is a space next to every delimiter of the file (`{delimiter}`). It is not part of the cells.",
    "Set `delimiter` under `read` in the mapping. Without the space there, the spaces stay in the cells.",
    { repair: true, clerk: "There is a space next to every separator. Send the file without these spaces." },
  ),
  unexpected_delimiter: warning(
    "The table was read with one cell per line. From this line on, {sign} appears between what may be cells. It was read as text.",
    "Check the line. If it has several cells, request the export again or set `delimiter` under `read`. If the character is text, accept `unexpected_delimiter` under `read.accept`.",
    {
      repair: true,
      clerk:
        "From this line on, lines seem to have several cells, but not always the same number. Send the file again with the same number of cells in every line.",
    },
  ),
  lines_left_out: warning(
    "Lines above the table were skipped: {lines}.",
    "Check those lines. If one of them is the header, set `header` under `read` to its line. If one is a row, set `header: none`.",
  ),
  wider_rows: warning(
    "From line {line} on, rows have {found} cells; the header has {expected}.",
    "If the table starts there, set `header: {line}` under `read` in the mapping.",
    {
      clerk:
        "From line {line} on, the rows have more cells than the header. Send only the table, without the lines above it.",
    },
  ),
  comments_left_out: note("Skipped comments above the table: {lines}.", "Nothing to do."),
  headings_in_doubt: warning(
    "The line was read as the header, but this is uncertain: {why}.",
    "If it is a row, set `header: none` under `read`. Otherwise set `header` to the line of the header, or `rows` with all of its lines.",
  ),
  first_row_in_doubt: warning(
    "The line was read as a row, but may be the header: {why}.",
    "If it is the header, set `header` under `read` to its line. Otherwise set `header: none`.",
  ),
  comment_in_doubt: warning(
    "The line was read as part of the table, but may be a comment: it starts with {sign}, and no line below does.",
    "If it is a comment, delete the line, or set `header` under `read` to the line of the header. If it is the header, set `header` to its line.",
  ),
  headings_too_few: warning(
    "The header has {found} cells, rows have up to {expected}. Columns without a heading contain values.",
    "Check for unquoted delimiters within cells, such as decimal commas in a comma-separated file. They shift all later cells to the right. Request the export with such cells quoted.",
    {
      repair: true,
      partner:
        "Please check for separators within cells, such as decimal commas in a comma-separated file, and send the export with such cells in quotation marks.",
    },
  ),
  cells_beyond_headings: warning(
    "Cells to the right of the last of the {expected} headings have values, first in this row.",
    "Check the row. A heading may be missing, or an extra cell may have shifted the others.",
  ),
  fields_in_cells: warning(
    "{count} cells of the page show a form field or an image instead of text, first in this row. Their content is not read.",
    "Request an export instead of the page.",
  ),
  rows_in_cell: warning(
    "A quoted cell spans several lines, and each line could be a row. It was read as one cell.",
    "Check the lines. If they are rows, a quotation mark is missing or extra: request the export again.",
    {
      repair: true,
      partner:
        "Please check the lines. If they are rows, a quotation mark is missing or extra: send the export again.",
    },
  ),
  ruler_row: warning(
    "The row contains only dashes or similar characters. It was read as a row.",
    "Request the export without such lines, or skip them with `only` in the mapping.",
    { repair: true, clerk: "The row contains only dashes. Remove it." },
  ),
  text_outside_columns: note(
    "{count} lines, the first being line {line}, have text outside the columns of the mapping. It is skipped.",
    "Check that line. If the text belongs to a column, correct `columns` under `read`.",
  ),
  signs_lost: error(
    "The cells of the row do not contain all letters and digits of the line. The row is rejected.",
    "Check the line, and set `delimiter`, `quote` and `escape` under `read`. This is also a bug in Lading: please report it.",
    {
      clerk:
        "The row could not be divided into cells. Check for a missing or extra quotation mark, and send the row again.",
    },
  ),
  row_quoted_whole: warning(
    "The whole row was quoted as one cell. It was divided like the other rows.",
    "Check the row. Someone may have edited the file by hand.",
    { repair: true, partner: "Please check the row. Someone may have edited the file by hand." },
  ),
  rows_quoted_whole: warning(
    "Every row of the file is quoted as one cell. The text within the quotation marks was divided into cells.",
    "Request the export without quotation marks around whole lines.",
    { repair: true, partner: "Please send the export without quotation marks around whole lines." },
  ),
  unclosed_quote: warning(
    "Unclosed quotation mark. It was read as text, or removed if all other cells of the row are quoted.",
    "Check the row. Request the export with quotation marks within cells doubled.",
    { repair: true, partner: "Please send the export with quotation marks within cells doubled." },
  ),
  stray_quote: warning(
    "A cell of the row contains a quotation mark that does not enclose it. It was read as text.",
    "Check the row. Request the export with quotation marks within cells doubled.",
    { repair: true, partner: "Please send the export with quotation marks within cells doubled." },
  ),
  nul_bytes: warning(
    "The row contains NUL characters, which were removed.",
    "Check the row. The export or the transfer damages the file.",
    { repair: true, partner: "Please check the row. The export or the transfer damages the file." },
  ),
  trailing_delimiters: note(
    "The row has {found} cells, the header has {expected}. The extra cells are blank.",
    "Nothing to do.",
  ),
  footer_row: warning(
    "The row looks like a total or a note below the table. It was read as a row.",
    "Skip it in the mapping: set `read.stop_at` to the text that it starts with.",
  ),
  repeated_header: warning(
    "The row repeats the header. It is not a record.",
    "Nothing to do. Several exports may have been joined into one file.",
  ),
  second_table: warning(
    "A second table seems to start here. Its rows were read as rows of the first.",
    "Request one table per file, or end the first one with `read.stop_at`.",
    { repair: true, clerk: "A second table seems to start here. Send one table per file." },
  ),

  // -- the cell --
  cell_too_long: error(
    "The cell has {found} characters. Maximum: {allowed}.",
    "Request a shorter value, or raise `longest_cell` under `read` in the mapping.",
    { clerk: "The cell is too long. Shorten it." },
  ),
  error_cell: error(
    "The cell contains a spreadsheet error instead of a value.",
    "Correct the formula in the workbook, then export it again.",
  ),
  formula_without_value: warning(
    "The cell contains a formula that was never calculated.",
    "Recalculate the workbook (Ctrl+Alt+F9 in Excel, Ctrl+Shift+F9 in LibreOffice), save it and send it again, or send values instead of formulas. If the stored 0 or blank is right, accept it in the mapping: `formula_without_value` under `read.accept`.",
    {
      repair: true,
      byName: true,
      partner:
        "Please recalculate the workbook (Ctrl+Alt+F9 in Excel, Ctrl+Shift+F9 in LibreOffice), save it and send it again, or send values instead of formulas.",
      clerk:
        "The cell contains a formula that was never calculated. Recalculate the workbook, or enter the value.",
    },
  ),
  not_a_boolean: error(
    "The cell has the type boolean but contains neither true nor false.",
    "Request the export again with TRUE or FALSE in the cell, or with the cell as text.",
    { partner: "Please send the export again with TRUE or FALSE in the cell, or with the cell as text." },
  ),
  not_a_number: error(
    "The cell has the type number but contains text.",
    "Request the export again with the cell as text, or as a number with a decimal point.",
    { partner: "Please send the export again with the cell as text, or as a number with a decimal point." },
  ),
  inexact_number: warning(
    "The number has more digits than a spreadsheet keeps. Its last digits may be wrong.",
    "Format the column as text in the exporting system.",
    { repair: true },
  ),
  text_in_format: warning(
    "The number format of the column {column} adds text, such as a unit, a word or a date. The numbers were read without it.",
    "Check the column in the workbook. If the text belongs to the values, request them as text.",
  ),
  duplicate_key: error(
    "The entry has the key {key} more than once.",
    "Request the export again. It is unknown which value is correct.",
    { partner: "Please send the export again with one value." },
  ),
  rows_guessed: warning(
    "The elements {taken} were read as the rows. Other elements within or next to them also repeat: {others}.",
    "Set `records: {taken}` under `read` in the mapping, or name another element (`--records` of `lading read`).",
    { repair: true, partner: "" },
  ),
  elements_repeated: note(
    "Elements repeat within a row: {names}. Each has its own column. The second ends with .2, and so on.",
    "Nothing to do. In the mapping, the heading without a number is the first element.",
  ),
  repeats_left_out: warning(
    "Elements repeat more often within a row than the column limit allows: {names}. Only the first of each and those in the mapping are read.",
    "Refer to them by number in the mapping, such as Phone.2, or name the row element: `records` under `read` (`--records` of `lading read`).",
  ),
  element_repeated: warning(
    "The row has the element {column} more than once, and the mapping reads only the first.",
    "Check the row. If the first is correct, accept it in the mapping: `element_repeated` under `read.accept`.",
    {
      repair: true,
      clerk: "The row has the element {column} more than once, but only one is allowed. Send it once.",
    },
  ),
  control_character: warning(
    "Line {line} contains the control character {character}, which XML does not allow.",
    "Request the export without it, or drop such characters: `control_character` under `read.accept` in the mapping.",
    {
      repair: true,
      byName: true,
      partner: "Please send the export without control characters.",
      clerk: "Line {line} contains a control character, which XML does not allow. Send the file without it.",
    },
  ),
  mixed_content: warning(
    "Elements contain both text and other elements: {names}. Their own text was joined with spaces.",
    "Check these columns.",
  ),
  value_behind_rows: warning(
    "{column} comes after rows that it applies to, and is blank in them.",
    "Request the export with such values above the rows, or remove the column from the mapping.",
    { repair: true, clerk: "{column} comes after the rows that it applies to. Send it above them." },
  ),
  encoding_contradicted: warning(
    "The file declares {declared}, but all of its bytes are valid {encoding}. It was read as {encoding}.",
    "Check names with accents, then set `encoding` under `read` in the mapping.",
    { repair: true, partner: "" },
  ),
  impossible_date: error(
    "The cell is formatted as a date, but its value is not a date between 1900 and 9999.",
    "Correct the cell in the workbook.",
  ),
  lost_characters: error(
    "A cell contains the replacement character for a character that was lost before Lading received the file.",
    "Request the export in UTF-8. The lost character cannot be recovered.",
    { partner: "Please send the export in UTF-8. The lost character cannot be recovered." },
  ),
  damaged_number: warning(
    "The column {column} contains numbers among codes: {values}. A spreadsheet converted codes to numbers.",
    "Request the export directly from the system, not saved by a spreadsheet.",
  ),
  damaged_date: warning(
    "The column {column} contains dates among codes: {values}. A spreadsheet converted codes to dates.",
    "Request the export directly from the system, not saved by a spreadsheet. If these are the real codes, accept them in the mapping: `damaged_date` under `read.accept`.",
    {
      repair: true,
      partner: "Please send the export directly from the system, not saved by a spreadsheet.",
      clerk:
        "The column {column} contains dates among codes. A spreadsheet converted codes to dates. Send the export directly from the system.",
    },
  ),
  lost_zeros: warning(
    "The column {column} contains shorter numbers among numbers of fixed length with leading zeros.",
    "A spreadsheet may have dropped leading zeros. Request the export directly from the system.",
  ),
  value_in_doubt: warning(
    "The cell is {found}, but other cells of its column are {others}.",
    "Request the export with one number format in the column. If the cell is correct, accept it in the mapping: `value_in_doubt` under `read.accept`.",
    {
      repair: true,
      clerk:
        "The cell is not like others in its column: some are percentages or dates, and some are plain numbers or text. Use one number format for the column.",
    },
  ),
  mixed_percent: warning(
    "The column {column} contains percentages and plain numbers. They are read unchanged: 19 as 19, 19% as 19%.",
    "Check the column, and request the export with one number format in it.",
  ),
  rounded_number: warning(
    "The column {column} contains numbers with 16 or more digits that end in zeros.",
    "A spreadsheet keeps 15 digits and rounds the rest. Request the export directly from the system.",
  ),
  mojibake: warning(
    "The column {column} contains letters such as Ã¼ for ü. The file was decoded with the wrong character set before.",
    "Request the export in UTF-8, directly from the system.",
  ),
  control_characters: warning(
    "The column {column} contains control characters, which may be text in another character set.",
    "Check these cells. If they should contain letters or quotation marks, request the export in UTF-8, or set `encoding` under `read` (iso-2022-jp is not supported).",
  ),
  letters_in_utf7: warning(
    "The column {column} contains text such as +APw- for ü. The file is in UTF-7, which was not decoded.",
    "Set `encoding: utf-7` under `read` in the mapping, or request the export in UTF-8.",
  ),
  missing_value: error(
    "The required field {field} is blank.",
    "Fill the cell, or map the column with the value. For a yes or no, `blank` states what a blank cell means. Only `tax_code` may be blank, in accounts without tax (`tax_mode: non_tax`).",
    { clerk: "The required field {field} is blank. Fill the cell." },
  ),
  invalid_value: error("The field {field} is not valid: {reason}.", "Correct the cell."),
  unknown_country: error(
    "The field {field} is {written}, which is not an ISO 3166-1 country code such as DE.{meaning}",
    "State its meaning in the mapping{example}, or correct the cell.",
    { clerk: "The value of {field} is not a two-letter country code, such as DE. Correct the cell." },
  ),
  region_of_other_country: error(
    "The field {field} is a region of {regionCountry}, but the country of the record is {country}.",
    "Correct one of them, or map only the region.",
    {
      clerk: "Country and region do not belong together. Correct one of them.",
    },
  ),
  too_many_decimals: error(
    "The field {field} has {found} decimals, but {allowed}.",
    "Round it in the mapping (`round: {places}` under `decimal`), or correct the cell.",
    { clerk: "The amount of {field} has more decimals than its currency. Correct the cell." },
  ),
  other_local_currency: error(
    "The field {field} is not {currency}, the currency of the account.",
    "Map amounts in {currency} to `local_amount` and amounts in the vendor's currency to `overseas_amount`, or correct `currency` of the account in lading.yaml.",
    { clerk: "The amount of {field} is not in the local currency. Correct the cell." },
  ),
  several_local_currencies: warning(
    "The amounts of `local_amount` are in several currencies ({currencies}). An account has one.",
    "Set `currency` of the account in lading.yaml. Amounts in the vendor's currency belong to `overseas_amount`.",
    {
      repair: true,
      partner: "",
      clerk: "The local amounts are in several currencies. Use one local currency.",
    },
  ),
  unmapped_value: error(
    "The mapping has no meaning for this value of {field}.",
    "Add it under `values` in the mapping, or correct the cell.",
    {
      clerk:
        "The value of {field} is not one of the agreed values. Correct the cell, or tell us what the value means.",
    },
  ),
  not_a_flag: error(
    "The field {field} is neither true nor false.",
    "State under `values` in the mapping what each value means: `yes: true`, `no: false`.",
    {
      clerk: "The value of {field} is neither yes nor no. Correct the cell, or tell us what the value means.",
    },
  ),
  no_match: error(
    "The value does not match the pattern for {field}.",
    "Correct the cell, or the `pattern` in the mapping.",
    { clerk: "The value of {field} does not have the agreed form. Correct the cell." },
  ),
  invalid_date: error(
    "The field {field} is not a date in the format {format}.",
    "Correct the cell, or add its format to the mapping.",
    { clerk: "The value of {field} is not a valid date. Correct the cell." },
  ),
  ambiguous_date: error(
    "The date of {field} fits several formats in the mapping, each with a different date.",
    "Keep only the format that the export uses in the mapping.",
    {
      clerk: "The date of {field} is ambiguous. Write it as year, month and day: 2026-03-01.",
    },
  ),
  unreadable_age: warning(
    "The age of the row is unknown: {column} is not a date in the format {format}. The row counts as the oldest with its id.",
    "Set the format in the mapping: `duplicates` with `newest: {column}` and `date: FORM`, or correct the cell.",
  ),
  nonexistent_time: error(
    "The time of {field} does not exist in {zone}. The clocks skipped it for daylight saving time.",
    "Check the time zone in the mapping, or correct the cell.",
    {
      clerk:
        "The time of {field} does not exist. The clocks skipped it for daylight saving time. Correct the cell.",
    },
  ),
  zone_required: error(
    "The time of {field} has no time zone, and neither the mapping nor the account states one.",
    "State the time zone of the export, such as `zone: Europe/Berlin`.",
    { clerk: "The time zone of {field} is unknown. Tell us the time zone of the export." },
  ),
  invalid_number: error(
    "The field {field} is not a number with the decimal separator {sign}.",
    "Correct the cell, or the `sign` and `thousands` of `decimal` in the mapping.",
    { clerk: "The value of {field} is not a valid number. Correct the cell." },
  ),
  contradicting_scale: error(
    "The number of {field} cannot be a {scale}, which the mapping states.",
    "Check the whole column, then the `scale` of `decimal` in the mapping.",
    {
      clerk: "The number of {field} is too large or too small. Check the whole column: is it a percentage?",
    },
  ),
  not_in_table: error(
    "The table {table} has no entry for this value of {field}.",
    "Add a line to the table, or correct the cell.",
    {
      clerk:
        "The value of {field} is not one of the agreed values. Correct the cell, or tell us what the value means.",
    },
  ),

  // -- the record --
  blank_id_part: error(
    "The column {column} is blank, but {field} needs it.",
    "Fill the cell. An id of several parts needs all of them.",
  ),
  unknown_operation: error(
    "The mapping has no meaning for this value of the operation column.",
    "Add it under `operation` in the mapping as `upsert` or `delete`.",
    { clerk: "The value does not state whether to keep or delete the record. Correct the cell." },
  ),
  duplicate_id: error(
    "Several rows have the same external_id but different contents: lines {lines}. All of them are rejected.",
    "Keep one row per id, or choose with `duplicates:` in the mapping.",
    {
      clerk: "Several rows have the same id but different contents. Keep one row per id.",
    },
  ),
  unknown_reference: error(
    "The {target} that the field {field} refers to does not exist.",
    "Deliver the {target} list first, or correct the reference.",
  ),
  ambiguous_reference: error(
    "The field {field} matches {count} entries of the {target} list.",
    "Refer to it by external_id, or make the code unique.",
  ),
  reference_dropped: note(
    "The {target} that the field {field} refers to does not exist. The reference is dropped, because the account has no tax.",
    "Nothing to do. If the account should have tax, set `tax_mode: tax`.",
  ),
  orphan_row: error(
    "The row belongs to a record whose header row is not {where}.",
    "Request an export with the header row of each record{order}.",
    { partner: "Please send an export with the header row of each record{order}." },
  ),
  unplaced_row: error(
    "The row is neither the header of its record nor an element of one of its lists.",
    "State what it is under `group` or `lists` in the mapping, or skip such rows with `skip`.",
    {
      clerk: "It is unclear what the row is or which record it belongs to. Correct or remove it.",
    },
  ),
  second_header: error(
    "The record has a second header row.",
    "Check in the freight forwarding system which one is correct.",
  ),
  header_disagrees: error(
    "The rows of the record have different values for {field}.",
    "Correct it in the freight forwarding system, or map it to the elements if it belongs to them.",
    { partner: "Correct it in the freight forwarding system." },
  ),
  element_left_out: warning(
    "An element of {list} is omitted from its record: {reason}",
    "Correct it in the freight forwarding system.",
  ),
  unread_elements: error(
    "The column is numbered like those of {list} and has values, but nothing reads it.",
    "Extend `columns` of the list in the mapping (`1..` reads all columns of the file), or read the column with a field.",
    { clerk: "The row has values in more columns than agreed. Tell us what the additional columns mean." },
  ),
  several_match: error(
    "Several values of {column} match the condition, and they differ.",
    "Narrow `where` in the mapping so that only one of them matches.",
    { clerk: "There are two different values instead of one. Keep the correct one." },
  ),
  header_below: error(
    "The row comes before the header row of its record, but needs {column} from it.",
    "Request an export with the header of each record above its other rows.",
    { partner: "Please send an export with the header of each record above its other rows." },
  ),
  blank_factor: error(
    "{field} is a product, but one of its factors is blank.",
    "Fill it in the freight forwarding system, or state in the mapping what blank means (`default`).",
    { clerk: "A cell that {field} is calculated from is blank. Fill it." },
  ),
  summed_disagree: error(
    "Summed lines of {list} have different values for {field}.",
    "Add the field that differs to their `external_id` in the mapping, or correct the lines.",
    {
      clerk:
        "Lines with the same id differ in more than their amounts. Correct them, or give them different ids.",
    },
  ),
  totals_differ: error(
    "The file states {stated} for {what} but contains {found}.",
    "The file is incomplete or was changed in transit. Request the export again.",
    { partner: "The file is incomplete or was changed in transit. Please send the export again." },
  ),
  totals_missing: error(
    "The row with the totals of the file is missing.",
    "The file is truncated. Request the export again.",
    { partner: "The file is truncated. Please send the export again." },
  ),
  damaged_key: error(
    "{field} is a number such as 2.39239E+11. A spreadsheet converted keys to numbers.",
    "Request the export directly from the system, not saved by a spreadsheet. Different keys may now be the same.",
    {
      partner:
        "Please send the export directly from the system, not saved by a spreadsheet. Different keys may now be the same.",
    },
  ),
  duplicate_element: error(
    "Two elements of {list} in a record have the same external_id.",
    "Give each element a unique id by joining the columns that distinguish them.",
  ),
  amount_rounded: note(
    "The total of {field} is off by the smallest unit of its currency.",
    "Nothing to do. It was rounded.",
  ),
  amount_contradicts: error(
    "The total of {field} is not the sum of the amount before tax and the tax.",
    "Check the columns and signs of these amounts in the mapping.",
    {
      clerk: "The total of {field} is not the sum of the amount before tax and the tax. Correct the amounts.",
    },
  ),
  signs_disagree: error(
    "The total of {field} is negative, but that of {other} is not.",
    "Check how the mapping handles the signs of credit notes.",
    { clerk: "The total of {field} is negative, but that of {other} is not. Correct the amounts." },
  ),
  lines_rounded: note(
    "The sum of the charge lines differs from {field} of the invoice by at most one smallest unit per line.",
    "Nothing to do. They were rounded.",
  ),
  lines_contradict: error(
    "The sum of the charge lines differs from {field} of the invoice.",
    "Check that the export contains all lines of the invoice, and how the mapping handles their signs.",
    {
      clerk:
        "The sum of the charge lines differs from {field} of the invoice. Correct the amounts, or add the missing lines.",
    },
  ),
  lines_of_other_currency: warning(
    "Charge lines have other currencies than {field} of the invoice, so their sum was not compared.",
    "Check the columns of the currencies in the mapping.",
  ),
  due_before_invoice: warning(
    "The due date is before the invoice date.",
    "Check how the mapping reads both dates.",
  ),
  no_days_to_pay: warning(
    "The rule {rule} needs days_to_pay, but it is blank. Payments cannot be scheduled.",
    "Enter the days to pay in the freight forwarding system, or map their column.",
  ),
  inactive_reference: warning(
    "The {target} that the field {field} refers to is not active.",
    "Check whether the {target} should still be used.",
  ),

  // -- the file against the workspace --
  unclaimed_rows: warning(
    "{count} rows belong to companies that no feed of the workspace reads.",
    "Add an account with its `company` for each, or skip the rows with a rule.",
  ),

  // -- the record against the list --
  stale_record: warning(
    "By its updated_at, the row is older than the published record. The published record stays.",
    "Check whether an old export was sent.",
  ),
  future_time: warning(
    "The field updated_at is more than five minutes in the future. The time of publication is used instead.",
    "Check the clock and the time zone of the export.",
  ),
  no_longer_posted: warning(
    "The invoice is no longer posted: it was canceled, or a later row says that it is open.",
    "Check in the FFS whether this was intended. The platform now receives it as a draft.",
  ),
  kept_posted: warning(
    "The invoice stays posted. The row says that it is open, but has no time or sequence that shows it is newer.",
    "Map `updated_at`, or number the files with a sequence. If the invoice was canceled, map `is_cancelled`.",
  ),
  still_referred_to: warning(
    "A tax code disappeared, but active charge codes refer to it. It is kept as inactive.",
    "Assign the charge codes to another tax code, or deliver this one again.",
  ),
};

export type IssueCode = keyof typeof issueKinds;

/** Position of an issue. Lines and rows count from 1, as in an editor or a spreadsheet. */
export interface Position {
  readonly file?: string | undefined;
  readonly sheet?: string | undefined;
  /** Line number in a text file, row number in a sheet, or entry number in a JSON list. */
  readonly line?: number | undefined;
  /** Column heading as in the file, or its position such as `#3`. */
  readonly column?: string | undefined;
  /** Field of the recommended format. */
  readonly field?: string | undefined;
  /** Original cell value. Private: shown only to readers who may see the data. */
  readonly value?: string | undefined;
}

export interface Issue extends Position {
  readonly code: IssueCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
}

export function issue<C extends IssueCode>(
  code: C,
  position: Position,
  filling: Filling<(typeof issueKinds)[C]["sentence"] | (typeof issueKinds)[C]["hint"]>,
): Issue {
  const kind = issueKinds[code];
  const { severity } = kind;
  return placedIssue(
    { code, severity, message: fill(kind.sentence, filling), hint: fill(kind.hint, filling) },
    position,
  );
}

/**
 * Builds an issue property by property. Spreading objects would give each issue its own hidden class, which doubles
 * its memory.
 */
export function placedIssue(
  { code, severity, message, hint }: Omit<Issue, keyof Position>,
  { file, sheet, line, column, field, value }: Position,
): Issue {
  const placed: { -readonly [K in keyof Issue]?: Issue[K] } = { code, severity };
  if (file !== undefined) placed.file = file;
  if (sheet !== undefined) placed.sheet = sheet;
  if (line !== undefined) placed.line = line;
  if (column !== undefined) placed.column = column;
  if (field !== undefined) placed.field = field;
  if (value !== undefined) placed.value = value;
  placed.message = message;
  placed.hint = hint;
  return placed as Issue;
}

/** Problem and next step for a partner's clerk, who knows the rows but not the mapping. */
export function clerkSentence({ code, message, hint, field = "", column = "", line = 0 }: Issue): string {
  const { clerk } = issueKinds[code];
  return clerk === undefined ? `${message} ${hint}` : fill(clerk, { field, column, line });
}

/** Request to the partner. The code may come from an old report and no longer exist. */
export function partnerRequest({ code, hint }: { readonly code: string; readonly hint: string }): string {
  const kind: Special | undefined = issueKinds[code as IssueCode];
  return kind?.partner ?? hint;
}

/** Removes the suggestion to accept a repair from a hint. */
export function withoutAccept(hint: string): string {
  return hint
    .replace(
      /,? or accept it in the mapping: `\w+` under `read\.accept`|[^.]*accept [^.]*under `read\.accept`\./,
      "",
    )
    .trim();
}

/** True if the code is a repair of the reader, which feeds must accept by name. */
export function isRepair(code: IssueCode): boolean {
  return "repair" in issueKinds[code];
}

/** True if a repair must be accepted by name even in manual conversions. */
export function isAcceptedByName(code: IssueCode): boolean {
  return "byName" in issueKinds[code];
}
