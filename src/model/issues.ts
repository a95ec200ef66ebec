import { fill, type Filling } from "../sentence.js";
import { fieldLabel } from "./field-labels.js";

/**
 * All data issues, which are problems in a partner's file. The issues in docs/mapping-reference.md are generated from
 * this list. The meaning of a code never changes, and a retired code is never reused.
 *
 * Because staff values are private, messages contain a cell value only if the value cannot be personal, such as a
 * country code or a total. `Issue.value` may contain any value and is shown only to users who are allowed to see the
 * data.
 */

/**
 * An `error` rejects the row or the file. With a `warning`, the row or file is accepted, but someone should check it.
 * A `note` is informational.
 */
export type Severity = "error" | "warning" | "note";

interface Special {
  /**
   * A repair that the reader makes. The repair is a warning in manual conversions and an error in feeds, unless
   * `read.accept` lists it.
   */
  readonly repair?: true;
  /**
   * A repair that must be listed in `read.accept` even in manual conversions, because the repair may truncate a
   * value, or because the row may not be a record.
   */
  readonly byName?: true;
  /** Replaces the message and the hint for the partner's clerk, if they are too technical or refer to the mapping. */
  readonly clerk?: string;
  /**
   * Replaces the hint for the partner's clerk, if the hint addresses the operator. Empty if the partner does not
   * have to do anything.
   */
  readonly partner?: string;
}

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
  rows_not_found: error(
    "The rows were not found in the file: {reason}.",
    "Set `{setting}` under `read` in the mapping{option}. If the export has changed, you can also request it in its previous form.",
    { partner: "Please send the export in its previous form." },
  ),
  unsupported_format: error(
    "The file is {kind}. This format cannot be read.",
    "Request the export as .xlsx or CSV.",
    {
      partner: "Please send the export as .xlsx or CSV.",
    },
  ),
  password_protected: error("The file is password-protected.", "Request the file without a password.", {
    partner: "Please send the file without a password.",
  }),
  sender_message: error(
    "The file contains a message from the exporting system instead of a table{message}.",
    "Ask the partner to correct the export and send the file again.",
    { partner: "Please correct the export and send the file again." },
  ),
  several_files: error(
    "The archive contains {count} files{matching}: {names}.",
    "Choose one: `--member {first}` with `lading guess` and `lading read`, or `member` under `read` in the mapping. If the files form one table, use `members`.",
    { partner: "Please send each list in a separate archive." },
  ),
  several_lists: error(
    "The file contains several lists: {names}.",
    "Choose one: `--records {first}` with `lading guess` and `lading read`, or `records` under `read` in the mapping.{all}",
    { partner: "" },
  ),
  invalid_bytes: error(
    "Line {line} contains bytes that are not valid in {encoding}.",
    "Set the correct character set under `read.encoding`, or request the export again.",
    {
      clerk:
        "Line {line} contains characters that are not valid in the file's character set. Export the file again in UTF-8.",
    },
  ),
  unknown_encoding: error(
    "Unknown character set: {encoding}.",
    "Use the name of a character set, such as utf-8, windows-1252 or shift_jis.",
    { partner: "" },
  ),
  encoding_suggested: warning(
    "The file is not UTF-8. Its text best fits {encoding}.{other}",
    "Check names with accents. If they are correct, set `encoding: {encoding}` under `read` in the mapping.",
    { partner: "Please send the export in UTF-8." },
  ),
  encoding_refuted: error(
    "The mapping specifies the character set {encoding}, but the file is valid UTF-8.",
    "Check whether the partner changed the export. If the export changed, remove `encoding` under `read` in the mapping.",
    {
      clerk:
        "The file is in UTF-8 instead of {encoding}, the agreed character set. Send the export in the same character set as before.",
      partner: "Please send the export in the same character set as before.",
    },
  ),
  header_not_found: error(
    "The required header is missing: {what}.",
    "Correct or remove `read.header` or `read.types` in the mapping.",
    { partner: "Please send the export with its usual header." },
  ),
  several_headers: error(
    "Several lines could be the header, because each has all required headings: {lines}.{best}",
    "Choose one setting under `read` in the mapping: {choices}.",
    {
      partner: "Please send only one table.",
    },
  ),
  moved_header: error(
    "The row repeats the table's headings in a different order, so values in later rows would be in the wrong columns.",
    "Request one file per table. Two exports with different column orders were probably joined.",
    {
      clerk: "The row repeats the headings in a different order. Send each table in a separate file.",
      partner: "Please send each table in a separate file.",
    },
  ),
  one_object: warning(
    "The file is a single object with {count} values instead of a list. It was read as one row.",
    "Check whether the object is a single record. If each key represents a row or a column, request a list of objects.",
    { partner: "Please send a list of objects." },
  ),
  list_guessed: warning(
    "The rows were read from {taken}, the only list of objects. There are {count} values outside this list, more than in any row.",
    "Check whether this list is the table. If it is the table, set `records: {taken}` under `read` in the mapping.",
    { partner: "Please check whether this list contains the rows." },
  ),
  more_pages: warning(
    "{what} is one of several pages: {sign}.",
    "Request all rows in one file. If the file is complete, add `more_pages` to `read.accept` in the mapping.",
    { repair: true, partner: "Please send all rows in one file." },
  ),
  duplicate_headings: note(
    "Several columns have the same heading: {positions}.",
    'In the mapping, refer to these columns by position, such as "#3".',
    { partner: "Please give each column its own heading." },
  ),
  escape_taken: note(
    "A backslash before a quotation mark, a delimiter or another backslash was read as an escape character and removed.",
    "No action needed. If backslashes are part of the values, set `escape: double` under `read`.",
    { partner: "No action needed." },
  ),
  no_final_line_end: note(
    "Line {line}, the last line, has no line break at its end. The file may be truncated.",
    "Check whether the last row is complete.",
  ),
  blank_columns: note("Columns with neither a heading nor values: {positions}.", "No action needed."),
  blank_lines: note(
    "Blank lines skipped between rows: {count}. First blank line: {line}.",
    "No action needed.",
  ),
  reader_stopped: error(
    "The file could not be read completely: {reason}.",
    "Request the export in smaller parts or as CSV. Opening the file may freeze a desktop computer.",
    { partner: "Please send the export in smaller parts or as CSV." },
  ),
  limit_exceeded: error(
    "The file exceeds a limit ({what}: {found}). Maximum: {allowed}.",
    "Request a smaller export, or one that is split into several files.",
    { partner: "Please send a smaller export, or split it into several files." },
  ),
  sheet_guessed: warning(
    "{count} sheets in the workbook look like tables ({names}). Only {taken} was read.",
    "Set `sheet: NAME` under `read` in the mapping.",
    { repair: true, partner: "" },
  ),
  table_guessed: warning(
    "The page contains {count} tables that may contain the rows. Only table {taken} was read.",
    "Set `table: NUMBER` under `read` in the mapping.",
    { repair: true, partner: "" },
  ),
  merged_cells: note(
    "The table has {count} merged cell ranges. Only the first cell of each range contains the value. The other cells are blank.",
    "Unmerge the cells, or fill down the values in the mapping.",
    { partner: "Please send the table without merged cells." },
  ),
  missing_column: error(
    "The required column {column} is missing.{nearest}{found}",
    "Correct the column name in the mapping, or ask the partner for an export that includes the column.",
    { partner: "Please send an export that includes the column." },
  ),
  ambiguous_column: error(
    "Several columns have the heading {column} ({positions}).",
    'In the mapping, refer to the column by position, such as "#3".',
    { partner: "Please give each column its own heading." },
  ),

  encoding_unsure: error(
    "The file does not declare its character set. It appears to be {encoding}.",
    "Check names with accents. If they are correct, set `encoding: {encoding}` under `read` in the mapping. If possible, request the export in UTF-8.",
    { partner: "Please send the export in UTF-8 if possible." },
  ),

  // -- the row --
  row_too_short: warning(
    "The row has {found} cells, but the table has {expected} columns. The missing cells are read as blank.",
    "Request a corrected export, or add `row_too_short` to `read.accept` in the mapping.",
    {
      repair: true,
      clerk:
        "The row has {found} cells, but the table has {expected} columns. Send the row again with all its cells.",
    },
  ),
  row_too_long: warning(
    "The row has {found} cells, but the table has {expected} columns. The extra cells do not belong to a column.",
    "A cell may contain an unquoted delimiter. Request a corrected export, or add `row_too_long` to `read.accept` in the mapping.",
    {
      repair: true,
      byName: true,
      clerk:
        "The row has {found} cells, but the table has {expected} columns. If a cell contains the delimiter, such as a comma, put the cell in quotation marks.",
    },
  ),
  comment_row: warning(
    "The line starts with {sign}, like a comment, and does not look like a row.",
    "Request the export without comments, or use `skip` in the mapping to skip such lines.",
    { repair: true, byName: true, clerk: "The line is a comment. Remove it." },
  ),
  row_like_comment: warning(
    "The line starts with {sign}, like the comments above the table, but looks like a row. It was read as a row.",
    "If the line is a comment, use `skip` in the mapping to skip such lines.",
    { partner: "Please remove the line if it is a comment." },
  ),

  row_realigned: warning(
    "The row has {found} cells, but the table has {expected} columns. Cells were joined or shifted in the only way that fits the columns.",
    "Check the row. A cell may contain an unquoted delimiter.",
    { repair: true, partner: "Please check the row. A cell may contain an unquoted delimiter." },
  ),
  other_delimiter: warning(
    "The row uses a different delimiter than the other rows and was split at that delimiter.",
    "Check the row. The file may have been edited manually.",
    { repair: true, partner: "Please check the row. The file may have been edited manually." },
  ),
  printed_quotes: warning(
    "Cells are enclosed in typographic quotation marks, which were read as text. A delimiter inside such quotation marks starts a new cell.",
    'Request the export with straight quotation marks (").',
    { partner: 'Please send the export with straight quotation marks (").' },
  ),
  unusual_line_end: warning(
    "The lines in the file end with {sign} instead of CR or LF.",
    "Request the export with standard line endings.",
    { repair: true, partner: "Please send the export with standard line endings." },
  ),
  other_quote: warning(
    "The row uses different quotation marks than the other rows. These quotation marks were removed.",
    "Check the row. The file may have been edited manually.",
    { repair: true, partner: "Please check the row. The file may have been edited manually." },
  ),
  unusual_dialect: warning(
    "The cells in the file are {sign}, which is very unusual.",
    "Check the rows. If they are correct, set `delimiter` or `quote` under `read` in the mapping.",
    {
      repair: true,
      clerk:
        "The cells in the file are separated or quoted in an unusual way. Send the file with commas and double quotation marks.",
    },
  ),
  blank_beside_delimiter: warning(
    "There is a space next to every delimiter in the file (`{delimiter}`). The spaces are not part of the cells.",
    "Set `delimiter` under `read` in the mapping. If the setting does not include the space, the spaces become part of the cells.",
    { repair: true, clerk: "There is a space next to every delimiter. Send the file without these spaces." },
  ),
  leading_spaces: warning(
    "Most cells start with a space, because most delimiters (`{delimiter}`) are followed by a space. The spaces were read as part of the cells.",
    "No action needed if you use a mapping, because mappings ignore leading and trailing spaces in cells.",
    { clerk: "Most cells start with a space. Send the file again without spaces after the delimiters." },
  ),
  unexpected_delimiter: warning(
    "The table was read with one cell per line. Starting with this line, {sign} may separate cells. The character was read as text.",
    "Check the line. If it has several cells, request a corrected export or set `delimiter` under `read`. If the character is text, add `unexpected_delimiter` to `read.accept`.",
    {
      repair: true,
      clerk:
        "Starting with this line, lines seem to contain several cells, but the number of cells varies. Send the file again with the same number of cells in every line.",
    },
  ),
  lines_left_out: warning(
    "Lines above the table were skipped: {lines}.",
    "Check the skipped lines. If one of them is the header, set `header` under `read` to its line number. If one of them is a row, set `header: none`.",
    { partner: "Please send only the table, without lines above it." },
  ),
  wider_rows: warning(
    "Starting with line {line}, rows have {found} cells, but the header has {expected}.",
    "If line {line} is the header, set `header: {line}` under `read` in the mapping.",
    {
      clerk:
        "Starting with line {line}, rows have {found} cells, but the header has {expected}. Send only the table, without the lines above it.",
    },
  ),
  comments_left_out: note("Skipped comments above the table: {lines}.", "No action needed."),
  headings_in_doubt: warning(
    "The line was read as the header, but {other}: {why}.",
    "If the line is a row, set `header: none` under `read`. Otherwise, set `header` to the header's line number, or set `header.rows` if the header has several lines.",
    { partner: "Please check the header of the table." },
  ),
  first_row_in_doubt: warning(
    "The line was read as the first row, but {other}: {why}.",
    "If the table has a header, set `header` under `read` to the header's line number. Otherwise, set `header: none`.",
    { partner: "Please check the header of the table." },
  ),
  headings_too_few: warning(
    "The header has {found} cells, but rows have up to {expected}. Columns without a heading contain values.",
    "Check for unquoted delimiters inside cells, such as decimal commas in a comma-separated file. Such delimiters shift all later cells to the right. Request the export with quotation marks around these cells.",
    {
      repair: true,
      partner:
        "Please check for delimiters inside cells, such as decimal commas in a comma-separated file, and send the export with such cells in quotation marks.",
    },
  ),
  cells_beyond_headings: warning(
    "The row is the first one that contains values to the right of the last heading. The header has {expected} headings.",
    "Check the row. A heading may be missing, or an extra cell may have shifted the others.",
  ),
  fields_in_cells: warning(
    "{count} cells on the page contain a form field or an image instead of text. Their content is not read. This row is the first one with such cells.",
    "Request an export instead of a web page.",
    { partner: "Please send an export instead of a web page." },
  ),
  rows_in_cell: warning(
    "A quoted cell spans several lines, and each line could be a row. The lines were read as one cell.",
    "Check the lines. If they are separate rows, a quotation mark was added or lost. In that case, request a corrected export.",
    {
      repair: true,
      partner:
        "Please check the lines. If they are separate rows, a quotation mark was added or lost. In that case, please correct the export and send it again.",
    },
  ),
  ruler_row: warning(
    "The row contains only dashes or similar characters. It was read as a row.",
    "Request the export without such lines, or use `only` in the mapping to skip them.",
    { repair: true, clerk: "The row contains only dashes or similar characters. Remove it." },
  ),
  text_outside_columns: note(
    "{count} lines have text outside the defined columns. The text was skipped. The first of these lines is line {line}.",
    "Check line {line}. If the text belongs to a column, correct `columns` under `read`.",
    { partner: "Please check the text outside the columns." },
  ),
  signs_lost: error(
    "The cells do not contain all letters and digits of the line, so the row was rejected.",
    "Check the line, and set `delimiter`, `quote` and `escape` under `read`. Please also report this bug in Lading.",
    {
      clerk:
        "The row could not be divided into cells. Check for a missing or extra quotation mark, and send the row again.",
    },
  ),
  row_quoted_whole: warning(
    "The whole row was quoted as one cell. It was split like the other rows.",
    "Check the row. The file may have been edited manually.",
    { repair: true, partner: "Please check the row. The file may have been edited manually." },
  ),
  rows_quoted_whole: warning(
    "Every row in the file is quoted as one cell. The text inside the quotation marks was split into cells.",
    "Request the export without quotation marks around whole lines.",
    { repair: true, partner: "Please send the export without quotation marks around whole lines." },
  ),
  unclosed_quote: warning(
    "A quotation mark is not closed. It was read as text, or removed if all other cells in the row are quoted.",
    "Check the row. Request an export in which quotation marks inside cells are doubled.",
    { repair: true, partner: "Please double the quotation marks inside cells, and send the export again." },
  ),
  stray_quote: warning(
    "A cell in the row contains a quotation mark that does not enclose the cell. The mark was read as text.",
    "Check the row. Request an export in which quotation marks inside cells are doubled.",
    { repair: true, partner: "Please double the quotation marks inside cells, and send the export again." },
  ),
  nul_bytes: warning(
    "The row contains NUL characters, which were removed.",
    "Check the row. The export or the file transfer may be damaging the file.",
    {
      repair: true,
      partner: "Please check the row. The export or the file transfer may be damaging the file.",
    },
  ),
  trailing_delimiters: note(
    "The row has {found} cells, but the table has {expected} columns. The extra cells are blank.",
    "No action needed.",
  ),
  footer_row: warning(
    "The row looks like a total or a note below the table. It was read as a row.",
    "To skip the row, set `read.stop_at` in the mapping to the text at the start of the row. If the row is a record, add `footer_row` to `read.accept` in the mapping.",
    { repair: true, clerk: "The row looks like a total or a note below the table. Remove it." },
  ),
  repeated_header: warning(
    "The row repeats the header. It is not a record, so a conversion skips it.",
    "No action needed. The file may consist of several exports that were joined.",
  ),
  second_table: warning(
    "A second table seems to start in this row. The second table's rows were read as part of the first table.",
    "Request one table per file, or use `read.stop_at` to end the first table.",
    { repair: true, clerk: "A second table seems to start in this row. Send one table per file." },
  ),

  // -- the cell --
  cell_too_long: error(
    "The cell has {found} characters. Maximum: {allowed}.",
    "Request a shorter value, or increase `longest_cell` under `read` in the mapping.",
    { clerk: "The cell has {found} characters. Maximum: {allowed}. Shorten it." },
  ),
  error_cell: error(
    "The cell contains a spreadsheet error instead of a value.",
    "Correct the formula in the workbook, and export the file again.",
  ),
  formula_without_value: warning(
    "The cell contains a formula that was never calculated.",
    "Recalculate the workbook (Ctrl+Alt+F9 in Excel, Ctrl+Shift+F9 in LibreOffice), save it and send it again, or send values instead of formulas. If the stored 0 or blank value is correct, add `formula_without_value` to `read.accept` in the mapping.",
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
    "Request the export again with TRUE or FALSE in the cell, or with the cell formatted as text.",
    {
      partner:
        "Please send the export again with TRUE or FALSE in the cell, or with the cell formatted as text.",
    },
  ),
  not_a_number: error(
    "The cell has the type number but contains text.",
    "Request the export again with the cell formatted as text, or as a number with a decimal point.",
    {
      partner:
        "Please format the cell as text, or as a number with a decimal point, and send the export again.",
    },
  ),
  inexact_number: warning(
    "The number has more digits than a spreadsheet can store. Its last digits may be wrong.",
    "Format the column as text in the exporting system.",
    { repair: true },
  ),
  text_may_be_hidden: warning(
    "A browser may hide part of the text in the cell. This depends on a style rule that Lading cannot apply.",
    "Compare the value with the page in a browser. If the values in this column are correct, add `text_may_be_hidden` to `read.accept` in the mapping.",
    {
      repair: true,
      partner: "Please send the page without hidden text in this column.",
      clerk: "The cell may contain hidden text. Remove it.",
    },
  ),
  text_in_format: warning(
    "The number format of column {column} adds text, such as a unit, a word or a date. The numbers were read without the text.",
    "Check the column in the file. If the text is part of the values, request the values as text.",
    { partner: "Please check the column. If the text is part of the values, format the column as text." },
  ),
  duplicate_key: error(
    "The entry contains the key {key} more than once.",
    "Request a corrected export. Lading cannot determine which value is correct.",
    { partner: "Please send the export again with only one value for each key." },
  ),
  rows_guessed: warning(
    "The {taken} elements were read as the rows. The rows could also be other elements: {others}.",
    "Set `records: {taken}` under `read` in the mapping, or specify a different element (`--records` of `lading read`).",
    { repair: true, partner: "" },
  ),
  elements_repeated: note(
    "Elements repeat within a row: {names}. Each repetition has its own column. The heading of the second column ends with .2, the heading of the third with .3, and so on.",
    "No action needed. In the mapping, the heading without a number refers to the first element.",
    { partner: "No action needed." },
  ),
  repeats_left_out: warning(
    "Elements repeat more often within a row than the column limit allows: {names}. For each name, only the first element and the elements that the mapping uses are read.",
    "In the mapping, refer to the elements by number, such as Phone.2, or select a different row element with `records` under `read` (`--records` of `lading read`).",
    {
      partner: "",
      clerk:
        "Elements repeat more often within a row than expected: {names}. Some of the repeated elements are not read.",
    },
  ),
  element_repeated: warning(
    "The row contains the element {column} more than once, and the mapping reads only the first.",
    "Check the row. If the first element is the correct one, add `element_repeated` to `read.accept` in the mapping.",
    {
      repair: true,
      clerk: "The row contains the element {column} more than once. Send this element only once.",
    },
  ),
  control_character: warning(
    "Line {line} contains the control character {character}, which XML does not allow.",
    "Request the export without this character. To drop such characters, add `control_character` to `read.accept` in the mapping.",
    {
      repair: true,
      byName: true,
      partner: "Please send the export without control characters.",
      clerk:
        "Line {line} contains the control character {character}, which XML does not allow. Send the file without it.",
    },
  ),
  mixed_content: warning(
    "Elements contain both text and other elements: {names}. All of the text was joined with spaces.",
    "Check the values in the columns of these elements.",
  ),
  value_behind_rows: warning(
    "{column} comes after rows that it applies to, so it is blank in those rows.",
    "Request an export in which these values come before the rows that they apply to, or remove the column from the mapping.",
    { repair: true, clerk: "{column} comes after the rows that it applies to. Send it before these rows." },
  ),
  encoding_contradicted: warning(
    "The file declares {declared}, but all of its bytes are valid {encoding}. The file was read as {encoding}.",
    "Check names with accents. If they are correct, set `encoding` under `read` in the mapping.",
    { repair: true, partner: "" },
  ),
  impossible_date: error(
    "The cell is formatted as a date or time, but its value is not a valid time or a date between 1900 and 9999.",
    "Correct the cell in the workbook.",
  ),
  lost_characters: error(
    "A cell contains a replacement character. The original character was lost before the file was sent.",
    "Request the export in UTF-8. The lost character cannot be recovered.",
    { partner: "Please send the export in UTF-8. The lost character cannot be recovered." },
  ),
  damaged_number: warning(
    "Column {column} contains numbers among codes: {values}. A spreadsheet probably converted codes to numbers.",
    "Request an export directly from the system, without opening and saving it in a spreadsheet.",
    {
      partner:
        "Please send an export directly from the system, without opening and saving it in a spreadsheet.",
    },
  ),
  damaged_date: warning(
    "Column {column} contains dates or times where codes are expected: {values}. A spreadsheet probably converted codes to dates.",
    "Request an export directly from the system, without opening and saving it in a spreadsheet. If these values are the real codes, add `damaged_date` to `read.accept` in the mapping.",
    {
      repair: true,
      partner:
        "Please send an export directly from the system, without opening and saving it in a spreadsheet.",
      clerk:
        "Column {column} contains dates or times where codes are expected: {values}. A spreadsheet probably converted codes to dates. Send a direct export from the system.",
    },
  ),
  lost_zeros: warning(
    "Column {column} contains shorter numbers among fixed-length numbers with leading zeros.",
    "A spreadsheet may have dropped leading zeros. Request a direct export from the system.",
    {
      partner:
        "A spreadsheet may have dropped leading zeros. Please send an export directly from the system.",
    },
  ),
  value_in_doubt: warning(
    "This cell contains {found}, but other cells in its column {others}.",
    "Request the export with one number format in the column. If the cell is correct, add `value_in_doubt` to `read.accept` in the mapping.",
    {
      repair: true,
      clerk:
        "This cell contains {found}, but other cells in its column {others}. Use one format for the whole column.",
    },
  ),
  mixed_percent: warning(
    "Column {column} contains both percentages and plain numbers. Cells to check: {values}. In a column of percentages, 19 and 19% are both read as 19.",
    "Check the column, and request an export that uses one number format in this column.",
    { partner: "Please use one number format for the column." },
  ),
  rounded_number: warning(
    "Column {column} contains numbers with 16 or more digits that end in zeros.",
    "A spreadsheet keeps only 15 digits and replaces the rest with zeros. Request a direct export from the system.",
    {
      partner:
        "A spreadsheet keeps only 15 digits and replaces the rest with zeros. Please send an export directly from the system.",
    },
  ),
  mojibake: warning(
    "Column {column} contains sequences such as Ã¼ instead of ü. The file was decoded with the wrong character set before it was sent.",
    "Request a direct export from the system in UTF-8.",
    { partner: "Please send an export directly from the system in UTF-8." },
  ),
  control_characters: warning(
    "Column {column} contains control characters, which may be text in another character set.",
    "Check the cells with control characters. If they should contain letters or quotation marks, request the export in UTF-8, or set `encoding` under `read` (iso-2022-jp is not supported).",
    {
      partner:
        "Please check the cells with control characters. If they should contain letters or quotation marks, send the export in UTF-8.",
    },
  ),
  letters_in_utf7: warning(
    "Column {column} contains sequences such as +APw- instead of ü. The file is in UTF-7 and was not decoded.",
    "Set `encoding: utf-7` under `read` in the mapping, or request the export in UTF-8.",
    { partner: "Please send the export in UTF-8." },
  ),
  missing_value: error(
    "The required field {field} is blank.",
    "Fill in the cell, or map the column that contains the value. For a yes/no field, define the meaning of a blank cell with `blank`. In tax-exempt accounts (`tax_mode: non_tax`), `tax_code` and `tax` may be blank.",
    { clerk: "The required field {field} is blank. Fill in the cell." },
  ),
  invalid_value: error("The field {field} is not valid: {reason}.", "Correct the cell."),
  unknown_country: error(
    "The field {field} is {written}, which is not an ISO 3166-1 country code such as DE.{meaning}",
    "Define the meaning of the code in the mapping{example}, or correct the cell.",
    { clerk: "The value of {field} is not a two-letter country code, such as DE. Correct the cell." },
  ),
  region_of_other_country: error(
    "The value of {field} is a region of {regionCountry}, but the record's country is {country}.",
    "Correct the country or the region, or map only the region.",
    {
      clerk:
        "The value of {field} is a region of {regionCountry}, but the country is {country}. Correct the country or the region.",
    },
  ),
  too_many_decimals: error(
    "The field {field} has {found} decimals, but {allowed}.",
    "Round the amount in the mapping (`round: {places}` under `decimal`), or correct the cell.",
    { clerk: "The amount in {field} has {found} decimals, but {allowed}. Correct the cell." },
  ),
  other_local_currency: error(
    "The currency in {field} is not {currency}, the account's currency.",
    "Map amounts in {currency} to `local_amount` and amounts in the vendor's currency to `overseas_amount`, or correct the account's `currency` in lading.yaml.",
    { clerk: "The currency in {field} is not {currency}, the local currency. Correct the cell." },
  ),
  several_local_currencies: warning(
    "The `local_amount` values are in several currencies ({currencies}). An account has only one local currency.",
    "Set the account's `currency` in lading.yaml. Amounts in the vendor's currency belong in `overseas_amount`.",
    {
      repair: true,
      clerk: "The local amounts are in several currencies ({currencies}). Use one local currency.",
    },
  ),
  unmapped_value: error(
    "The mapping does not define this value of {field}.",
    "Add the value under `values` in the mapping, or correct the cell.",
    {
      clerk:
        "The value of {field} is not one of the agreed values: {values}. Correct the cell, or tell us what the value means.",
    },
  ),
  not_a_flag: error(
    "The field {field} is neither true nor false.",
    "Under `values` in the mapping, define the meaning of each value, for example `yes: true` and `no: false`.",
    {
      clerk: "The value of {field} is neither yes nor no. Correct the cell, or tell us what the value means.",
    },
  ),
  no_match: error(
    "The value does not match the pattern for {field}.",
    "Correct the cell, or change the `pattern` in the mapping.",
    { clerk: "The value of {field} does not have the agreed format. Correct the cell." },
  ),
  invalid_date: error(
    "The value of {field} is not a date in the format {format}.",
    "Correct the cell, or add the date's format to the mapping.",
    {
      clerk:
        "The value of {field} is not a date in the expected format, such as {exampleDate}. Correct the cell.",
    },
  ),
  ambiguous_date: error(
    "The date in {field} matches several formats in the mapping, or contains a month name that has different meanings in different languages.",
    "In the mapping, keep only the format that the export uses, and set the `language` of the month names.",
    {
      clerk: "The date in {field} is ambiguous. Write it as year, month and day: 2026-03-01.",
    },
  ),
  unreadable_age: warning(
    "The age of the row is unknown: {column} is not a date in the format {format}. The row is treated as the oldest row with its ID.",
    "In the mapping, set the format with `date` next to `newest: {column}` under `duplicates`, or correct the cell.",
    { partner: "Please correct the cell." },
  ),
  nonexistent_time: error(
    "The time in {field} does not exist in {zone}. The clocks skipped it when daylight saving time began.",
    "Check the time zone in the mapping, or correct the cell.",
    {
      clerk:
        "The time in {field} does not exist. The clocks skipped it when daylight saving time began. Correct the cell.",
    },
  ),
  zone_required: error(
    "The time in {field} has no time zone, and neither the mapping nor the account defines one.",
    "Set the time zone of the export in the mapping or in the account, such as `zone: Europe/Berlin`.",
    { clerk: "The time zone of {field} is unknown. Tell us which time zone the export uses." },
  ),
  invalid_number: error(
    "The field {field} is not a number with the decimal separator “{sign}”.",
    "Correct the cell, or change `sign` and `thousands` under `decimal` in the mapping.",
    { clerk: "The value of {field} is not {expectedNumber}. Correct the cell." },
  ),
  contradicting_scale: error(
    "The mapping defines the rate in {field} as a {scale}, but the value is greater than 1 or has a percent sign.",
    "Check the whole column, then the `scale` under `decimal` in the mapping.",
    {
      clerk:
        "The rate in {field} is greater than 1 or has a percent sign. Write rates as fractions, such as 0.19 for 19%.",
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
    "The cell in the column {column} is blank, but {field} requires a value from this column.",
    "Fill in the cell. An ID that combines several columns requires all of them.",
    {
      clerk:
        "The cell in the column {column} is blank. Fill it in, because the ID needs a value in this column.",
    },
  ),
  unknown_operation: error(
    "The mapping does not define this value of the operation column.",
    "Add the value under `operation` in the mapping as `upsert` or `delete`.",
    { clerk: "It is unclear from the value whether to keep or delete the record. Correct the cell." },
  ),
  duplicate_id: error(
    "Several rows have the same external_id but different contents: lines {lines}. All of these rows are rejected.",
    "Keep one row per ID, or use `duplicates` in the mapping to choose a row.",
    {
      clerk: "Several rows have the same ID but different contents. Keep one row per ID.",
    },
  ),
  unknown_reference: error(
    "{field} refers to a missing {target}.",
    "Deliver the {target} list first, or correct the reference.",
    {
      clerk:
        "{field} refers to an entry that is not in the {target} list. Add the entry to that list and send the list first, or correct the cell.",
    },
  ),
  ambiguous_reference: error(
    "The field {field} matches {count} entries in the {target} list.",
    "Refer to the entry by external_id, or make the value unique in the list.",
    {
      clerk:
        "{field} refers to {count} entries in the {target} list instead of one. Use a value that only one entry has.",
    },
  ),
  reference_dropped: note(
    "{field} refers to a missing {target}. The reference was dropped, because this is a non-tax account.",
    "No action needed. If the account should use tax, set `tax_mode: tax`.",
    { clerk: "{field} refers to a missing {target}. The field was left blank." },
  ),
  orphan_row: error(
    "The row belongs to a record whose header row is not {where}.",
    "Request an export that includes the header row of each record{order}.",
    { partner: "Please send an export that includes the header row of each record." },
  ),
  unplaced_row: error(
    "The row is neither a record's header row nor an element of one of its lists.",
    "Define what the row is under `group` or `lists` in the mapping, or use `skip` to skip such rows.",
    {
      clerk: "It is unclear what the row contains or to which record it belongs. Correct or remove the row.",
    },
  ),
  second_header: error(
    "The record has a second header row.",
    "Check in the freight forwarding system which header row is correct.",
  ),
  header_disagrees: error(
    "The record's rows have different values for {field}.",
    "Correct the value in the freight forwarding system, or map the field to the list elements if it belongs to them.",
    {
      clerk:
        "The record's rows have different values for {field}. Correct the value in the freight forwarding system.",
    },
  ),
  element_left_out: warning(
    "An element of {list} was omitted from its record: {reason}",
    "Correct the element in the freight forwarding system.",
  ),
  unread_elements: error(
    "The column is numbered like the columns of {list} and contains values, but the mapping does not read it.",
    "Extend `columns` under `{list}` in the mapping (`1..` reads all columns in the file), or map the column to a field.",
    { clerk: "The row has a value in a column that was not agreed on. Tell us what the column means." },
  ),
  several_match: error(
    "Several different values in {column} match the condition.",
    "Narrow `where` in the mapping so that only one value matches.",
    {
      clerk: "The row has several different values for {field} instead of one. Keep only the correct value.",
    },
  ),
  header_below: error(
    "The row comes before its record's header row, but it requires {column} from the header row.",
    "Request an export in which each record's header row comes before its other rows.",
    { partner: "Please send an export in which each record's header row comes before its other rows." },
  ),
  blank_factor: error(
    "{field} is calculated from a cell that is blank.",
    "Fill in the cell in the freight forwarding system, or use `default` in the mapping to define the meaning of a blank cell.",
    { clerk: "{field} is calculated from a cell that is blank. Fill in the cell." },
  ),
  division_by_zero: error(
    "{field} is calculated by dividing by a cell that is 0.",
    "Correct the cell in the freight forwarding system, or define the meaning of 0 in the mapping.",
    { clerk: "{field} is calculated by dividing by a cell that is 0. Correct the cell." },
  ),
  several_currencies: error(
    "{field} is the sum of {list}, but the amounts are in different currencies.",
    "Correct the currencies, or map a column with the total.",
    { clerk: "The amounts that add up to {field} are in different currencies. Correct the currencies." },
  ),
  summed_disagree: error(
    "Lines of {list} are added up, but they have different values for {field}.",
    "In the mapping, add the field to the `external_id` of the lines, or correct the lines.",
    {
      clerk:
        "Lines with the same ID differ in more than their amounts. Correct the lines, or give them different IDs.",
    },
  ),
  totals_differ: error(
    "The control total for {what} is {stated}, but the file contains {found}.",
    "The file is incomplete or was changed in transit. Request the export again.",
    { partner: "The file is incomplete or was changed in transit. Please send the export again." },
  ),
  totals_missing: error(
    "The file's totals row is missing.",
    "The file is truncated. Request the export again.",
    { partner: "The file is truncated. Please send the export again." },
  ),
  damaged_key: error(
    "{field} is a number such as 2.39239E+11. A spreadsheet probably converted keys to numbers.",
    "Request an export directly from the system, without opening and saving it in a spreadsheet. Different keys may have become the same number.",
    {
      partner:
        "Please send an export directly from the system, without opening and saving it in a spreadsheet. Different keys may have become the same number.",
    },
  ),
  duplicate_element: error(
    "Two elements of {list} in one record have the same external_id.",
    "Build a unique ID for each element from the columns that distinguish them.",
    { clerk: "Two lines of the record have the same ID. Give each line its own ID." },
  ),
  amount_rounded: note(
    "The total in {field} is off by the smallest unit of its currency.",
    "No action needed. The total was probably rounded.",
  ),
  amount_contradicts: error(
    "The total in {field} is not the sum of the amount before tax and the tax.",
    "Check the columns and signs of the amounts in the mapping.",
    {
      clerk: "The total in {field} is not the sum of the amount before tax and the tax. Correct the amounts.",
    },
  ),
  signs_disagree: error(
    "The total in {field} is negative, but the total in {other} is not.",
    "Check how the mapping handles the signs of credit notes.",
    { clerk: "The total in {field} is negative, but the other total is not. Correct the amounts." },
  ),
  lines_rounded: note(
    "The sum of the charge lines differs from the invoice's {field} by at most one smallest currency unit per line.",
    "No action needed. The lines were probably rounded.",
  ),
  lines_contradict: error(
    "The sum or the currency of the charge lines differs from the invoice's {field}.",
    "Check that the export contains all lines of the invoice, and that the mapping handles their signs and currencies correctly.",
    {
      clerk:
        "The sum or the currency of the charge lines differs from the invoice's {field}. Correct the lines or the invoice, or add the missing lines.",
    },
  ),
  lines_of_other_currency: warning(
    "The currency of at least one charge line differs from the invoice's {field}, so the sum of the charge lines was not checked.",
    "Check the currency columns in the mapping.",
    { partner: "Please check the currencies of the charge lines and the invoice." },
  ),
  due_before_invoice: warning(
    "The due date is before the invoice date.",
    "Check how the mapping reads the invoice date and the due date.",
    { partner: "Please check the invoice date and the due date." },
  ),
  no_days_to_pay: warning(
    "The rule {rule} requires the number of days to pay, but this number is blank. Payments cannot be scheduled.",
    "Enter the number of days to pay in the freight forwarding system, or map the column that contains the number.",
    { partner: "Please enter the number of days to pay in the freight forwarding system." },
  ),
  inactive_reference: warning(
    "{field} refers to an inactive {target}.",
    "Check whether the {target} should still be used.",
  ),

  // -- the file compared with the workspace --
  unclaimed_rows: warning(
    "{count} rows belong to companies whose feeds do not receive this file.",
    "Deliver the file to the feeds of these companies, or add an account with a `company` setting for each company. You can also skip the rows with a rule.",
    { clerk: "{count} rows belong to other companies." },
  ),

  // -- the record compared with the list --
  stale_record: warning(
    "According to the time of its last change, the row is older than the published record. The published record was kept.",
    "Check whether an old export was sent.",
  ),
  future_time: warning(
    "The time of the last change is more than five minutes in the future. The time of publication is used instead.",
    "Check the clock and the time zone of the exporting system.",
  ),
  no_longer_posted: warning(
    "The invoice is no longer posted. It was canceled, or a later row reports it as open.",
    "Check in the freight forwarding system whether this change was intended. The platform now receives the invoice as a draft.",
    { partner: "Please check in the freight forwarding system whether this change was intended." },
  ),
  kept_posted: warning(
    "The invoice remains posted. The row reports it as open, but has no time or sequence number to show that the row is newer.",
    "Map `updated_at`, or add a sequence number to the file names. If the invoice was canceled, map `is_cancelled`.",
    { partner: "Please check in the freight forwarding system whether the invoice is still posted." },
  ),
  still_referred_to: warning(
    "A tax code is missing, but active charge codes refer to it. The tax code was kept as inactive.",
    "Assign the charge codes to a different tax code, or deliver this tax code again.",
  ),
};

export type IssueCode = keyof typeof issueKinds;

/** Position of an issue. Line and row numbers are 1-based, as in an editor or a spreadsheet. */
export interface Position {
  readonly file?: string | undefined;
  readonly sheet?: string | undefined;
  /** Line number in a text file, row number in a sheet, or entry number in a JSON list. */
  readonly line?: number | undefined;
  /** Column heading from the file, or the column's position, such as `#3`. */
  readonly column?: string | undefined;
  /** Field of the recommended format. */
  readonly field?: string | undefined;
  /** Original cell value, which is shown only to users who are allowed to see the data. */
  readonly value?: string | undefined;
}

export interface Issue extends Position {
  readonly code: IssueCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  /** Message and hint for the partner's clerk. See `clerkSentence`. */
  readonly clerk?: string | undefined;
}

export function issue<C extends IssueCode>(
  code: C,
  position: Position,
  filling: Filling<(typeof issueKinds)[C]["sentence"] | (typeof issueKinds)[C]["hint"]>,
): Issue {
  const kind: Kind = issueKinds[code];
  const { severity, sentence, hint } = kind;
  const clerk = forClerk(kind, position, filling);
  return placedIssue(
    { code, severity, message: fill(sentence, filling), hint: fill(hint, filling), clerk },
    position,
  );
}

interface Kind extends Special {
  readonly severity: Severity;
  readonly sentence: string;
  readonly hint: string;
}

/**
 * Returns the message for the partner's clerk, in which the heading in the partner's file or the field's label replaces
 * the field's name. Returns undefined if the regular message is also suitable for the clerk.
 */
function forClerk(
  { sentence, hint, clerk, partner = hint }: Kind,
  { field = "", column = "", value = "" }: Position,
  filling: Readonly<Record<string, string | number>>,
): string | undefined {
  if (clerk === undefined && !sentence.includes("{field}")) return undefined;
  const heading = `“${column === "" ? fieldLabel(field) : column}”`;
  const forms: Record<string, string> = {};
  if (clerk?.includes("{exampleDate}") === true)
    forms["exampleDate"] = exampleDate(String(filling["format"]));
  if (clerk?.includes("{expectedNumber}") === true)
    forms["expectedNumber"] = expectedNumber(String(filling["sign"]), value);
  if (clerk?.includes("{values}") === true) forms["values"] = String(filling["values"]).replaceAll("`", '"');
  return fill(clerk ?? `${sentence} ${partner}`, { ...filling, ...forms, field: heading });
}

/** December 31, 2026, in the formats that have a name. */
const namedExamples: Readonly<Record<string, string>> = {
  iso: "2026-12-31",
  excel_serial: "46387",
  excel_serial_1904: "44925",
  epoch_seconds: "1798675200",
  epoch_millis: "1798675200000",
};

/** Parts of 18:30 on December 31, 2026. */
const exampleParts: Readonly<Record<string, string>> = {
  yyyy: "2026",
  yy: "26",
  MM: "12",
  M: "12",
  dd: "31",
  d: "31",
  HH: "18",
  H: "18",
  hh: "06",
  h: "6",
  mm: "30",
  ss: "00",
  a: "PM",
  XXX: "+01:00",
};

/**
 * Returns an example for each date format, such as `31.12.2026` for `dd.MM.yyyy`. A format with the name of a month is
 * returned unchanged, because the language of the name is unknown.
 */
function exampleDate(formats: string): string {
  return formats.split(" or ").map(exampleOf).join(" or ");
}

function exampleOf(format: string): string {
  const named = namedExamples[format];
  if (named !== undefined) return named;
  let isComplete = true;
  const example = format.replace(
    /'((?:[^']|'')*)'|yy\(\d{4}\)|([A-Za-z])\2*/g,
    (piece: string, quoted: string | undefined) => {
      if (quoted !== undefined) return quoted === "" ? "'" : quoted.replaceAll("''", "'");
      if (piece.startsWith("yy(")) return "26";
      if (/^S+$/.test(piece)) return "0".repeat(piece.length);
      const part = exampleParts[piece];
      if (part === undefined) isComplete = false;
      return part ?? piece;
    },
  );
  return isComplete ? example : format;
}

/**
 * A number that already has the decimal separator was rejected for a different reason, such as decimals in an amount
 * that must not have any.
 */
function expectedNumber(separator: string, value: string): string {
  if (value.includes(separator) && /^[-+]?\d+[.,]\d+$/.test(value.trim())) return "a valid number";
  return separator === ","
    ? "a number with a decimal comma, such as 19,5"
    : "a number with a decimal point, such as 19.5";
}

/**
 * Builds an issue property by property. Spread syntax would create a hidden class per issue, which would double
 * memory use.
 */
export function placedIssue(
  { code, severity, message, hint, clerk }: Omit<Issue, keyof Position>,
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
  if (clerk !== undefined) placed.clerk = clerk;
  return placed as Issue;
}

/**
 * Returns the problem and the next step for a partner's clerk, who knows the rows but not the mapping. The code may be
 * from an old report and may no longer exist.
 */
export function clerkSentence({
  code,
  message,
  hint,
  clerk,
}: Pick<Issue, "message" | "hint" | "clerk"> & { readonly code: string }): string {
  const kind: Special | undefined = issueKinds[code as IssueCode];
  return clerk ?? `${message} ${kind?.partner ?? hint}`.trim();
}

/** False if the partner does not have to do anything. The code may be from an old report and may no longer exist. */
export function isForPartner(code: string): boolean {
  const kind: Special | undefined = issueKinds[code as IssueCode];
  return kind?.partner !== "";
}

/** Removes from a hint the suggestion to accept a repair. */
export function withoutAccept(hint: string): string {
  return hint
    .replace(/, or add `\w+` to `read\.accept`(?: in the mapping)?/, "")
    .replace(/ ?(?:If|To) [^.`]*(?:`[^`]*`[^.`]*)*, add `\w+` to `read\.accept`(?: in the mapping)?\./, "")
    .trim();
}

export function isRepair(code: IssueCode): boolean {
  return "repair" in issueKinds[code];
}

export function isAcceptedByName(code: IssueCode): boolean {
  return "byName" in issueKinds[code];
}
