import { fill, type Filling } from "../sentence.js";

/**
 * Every data issue: what a partner's file can have wrong with it. Each code stands here once; docs/mapping-reference.md is
 * generated from this list. A code is never given another meaning and a retired one is never used again.
 *
 * A sentence never holds a cell's value, because values of staff are private. A value travels in `Issue.value` and is shown only where the
 * reader may see it. Sentences may hold codes of countries, and dates and numbers that a spreadsheet made of codes.
 */

/** `error`: the row or the file is not accepted. `warning`: accepted, somebody should look. `note`: worth knowing. */
export type Severity = "error" | "warning" | "note";

interface Special {
  /** A repair by the reader: a warning when somebody reads by hand, an error in a feed unless `read.accept` names it. */
  readonly repair?: true;
  /** A repair that has to be named by hand, too, or the row is no record: it may cut a value, or the row may be none. */
  readonly byName?: true;
  /** What the partner's clerk is told of a row instead, where sentence and hint speak of the mapping. */
  readonly clerk?: string;
  /** What a partner is asked for of a file, where the hint speaks to whoever runs Lading; empty when they can do nothing. */
  readonly partner?: string;
}

/** What is wrong, as a plain sentence with gaps, and what to do next. */
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
  empty_file: error("The file is empty.", "Ask for the export again; an empty file never empties a list.", {
    partner: "Please send the export again.",
  }),
  no_rows: error(
    "The file has no rows.",
    "Ask for the export again; a file without rows never empties a list.",
    { partner: "Please send the export again." },
  ),
  unreadable_file: error(
    "The file cannot be read: {reason}.",
    "Ask for the export again, or pin the format under `read` in the mapping.",
    { partner: "Please send the export again." },
  ),
  unsupported_format: error(
    "The file is {kind}. Lading does not read such files.",
    "Ask for the export as .xlsx or CSV.",
    {
      partner: "Please send the export as .xlsx or CSV.",
    },
  ),
  password_protected: error("The file is protected by a password.", "Ask for the file without a password.", {
    partner: "Please send the file without a password.",
  }),
  sender_message: error(
    "The file holds no table, only a message of the system that exports it{message}.",
    "Ask the partner to correct the export and to send the file again.",
    { partner: "Please correct the export and send the file again." },
  ),
  several_files: error(
    "The archive holds {count} files: {names}.",
    "Choose one: `--member {first}`, or `member` under `read` in the mapping. If they are one table, use `members`.",
    { partner: "Please send each list in an archive of its own." },
  ),
  several_lists: error(
    "The file holds several lists: {names}.",
    "Choose one: `--records {first}`, or `records` under `read` in the mapping.{all}",
    { partner: "" },
  ),
  invalid_bytes: error(
    "Line {line} holds bytes that are not valid in {encoding}.",
    "Pin the right character set under `read.encoding`, or ask for the export again.",
    {
      clerk:
        "Line {line} holds bytes that are no letters in the character set of the file. Export it again in UTF-8.",
    },
  ),
  unknown_encoding: error(
    "There is no character set {encoding}.",
    "Use a name such as utf-8, windows-1252 or shift_jis.",
    { partner: "" },
  ),
  encoding_suggested: warning(
    "The file is not UTF-8. Its words read best as {encoding}. Second best, with other letters: {other}.",
    "Check the names with accents, then set `encoding: {encoding}` under `read` in the mapping.",
  ),
  header_not_found: error(
    "The header that the mapping names is not there: {what}.",
    "Correct `read.header` in the mapping, or leave it out.",
    { partner: "" },
  ),
  one_object: warning(
    "The file is one object of {count} values and no list; it was read as one row.",
    "Look whether the object is one record; where its keys name rows or columns, ask for a list of objects.",
  ),
  list_guessed: warning(
    "The only list of objects, {taken}, was read as the rows; {count} values stand beside it, more than a row has.",
    "Look whether it is the table; if so, name it under `read` in the mapping: `records: {taken}`.",
  ),
  more_pages: warning(
    "{what} is one page of several: {sign}.",
    "Ask for an export of all rows in one file. If the file is complete, accept it in the mapping: `more_pages` under `read.accept`.",
    { repair: true, partner: "Please send all rows in one file." },
  ),
  duplicate_headings: note(
    "Some headings stand over more than one column: {positions}.",
    'Name these columns by their position, such as "#3", in the mapping.',
  ),
  escape_taken: note(
    "A backslash before a quote, a delimiter or another backslash is read as an escape, and is not in the cells.",
    "Nothing to do; where backslashes are part of the values, pin `escape: double` under `read`.",
  ),
  no_final_line_end: note(
    "The last line {line} has no line end: the file may have been cut off.",
    "Check whether the last row is whole.",
  ),
  blank_columns: note(
    "Columns without a heading that are blank in every row: {positions}.",
    "Nothing to do.",
  ),
  blank_lines: note(
    "Blank lines among the rows are left out: {count} in all, the first in line {line}.",
    "Nothing to do.",
  ),
  reader_stopped: error(
    "Reading the file was stopped: {reason}.",
    "Ask for the export again in smaller parts, or as delimited text; do not open the file on a desk.",
    { partner: "Please send the export again in smaller parts, or as delimited text." },
  ),
  limit_exceeded: error(
    "The file goes over a limit: {what} {found}, allowed {allowed}.",
    "Ask for a smaller export, or raise the limit for this feed.",
    { partner: "Please send a smaller export." },
  ),
  sheet_guessed: warning(
    "{count} sheets of the workbook look like a table ({names}); {taken} was read.",
    "Name it under `read` in the mapping: `sheet: NAME`.",
    { repair: true, partner: "" },
  ),
  table_guessed: warning(
    "The page holds {count} tables of several rows; table {taken} was read.",
    "Name it under `read` in the mapping: `table: NUMBER`.",
    { repair: true, partner: "" },
  ),
  merged_cells: note(
    "{count} ranges of the table are merged; a merged value stands in its first cell only, the others are blank.",
    "Unmerge the cells, or carry the value down in the mapping.",
  ),
  missing_column: error(
    "The column {column} is required, and the file does not have it.{nearest}{found}",
    "Correct the heading in the mapping, or ask the partner for an export that has the column.",
    { partner: "Please send an export that has the column." },
  ),
  ambiguous_column: error(
    "The heading {column} stands over more than one column ({positions}).",
    'Name the column by its position, such as "#3", in the mapping.',
    { partner: "" },
  ),

  encoding_unsure: error(
    "The file does not say in which character set it is written; it looks like {encoding}.",
    "Look at the names with accents and pin it in the mapping: `read:` with `encoding: {encoding}`. Ask for the export in UTF-8 where it can be had.",
    { partner: "Please send the export in UTF-8 where it can be had." },
  ),

  // -- the row --
  row_too_short: warning(
    "The row has {found} cells where the header has {expected}; the missing ones are read as blank.",
    "Ask for the row again, or accept it in the mapping: `row_too_short` under `read.accept`.",
    {
      repair: true,
      clerk: "The row has fewer cells than there are headings. Send it again with all of its cells.",
    },
  ),
  row_too_long: warning(
    "The row has {found} cells where the header has {expected}; the cells beyond have no column.",
    "A cell may hold an unquoted delimiter. Ask for the row again, or accept it in the mapping: `row_too_long` under `read.accept`.",
    {
      repair: true,
      byName: true,
      clerk:
        "The row has more cells than there are headings. Put quotes around a cell that holds the sign between cells.",
    },
  ),
  comment_row: warning(
    "The line begins with {sign}, as a comment does, and is not written as the rows are.",
    "Ask for the export without comments, or leave such lines out with `skip` in the mapping.",
    { repair: true, byName: true, clerk: "The line is a comment. Leave it out." },
  ),
  row_like_comment: warning(
    "The line begins with {sign}, as the comments above the table do, and is read as a row, since it is divided as the rows are.",
    "Where it is a comment, leave such lines out with `skip` in the mapping.",
  ),

  row_realigned: warning(
    "The row has {found} cells where the header has {expected}; only one way to move them fits the columns, and it was taken.",
    "Look at the row. A cell may hold an unquoted delimiter.",
    { repair: true, partner: "Please look at the row: a cell may hold an unquoted delimiter." },
  ),
  other_delimiter: warning(
    "The row is written with another delimiter than the others and was read with that one.",
    "Look at the row; somebody may have edited the file by hand.",
    { repair: true, partner: "Please look at the row: somebody may have edited the file by hand." },
  ),
  printed_quotes: warning(
    "Cells stand in quotes as in print, which are text in a table; a delimiter within them divides the cell.",
    'Ask for the export with plain quotes (").',
  ),
  unusual_line_end: warning(
    "No CR or LF ends a line of the file; the lines end with {sign}.",
    "Ask for the export with usual line ends.",
    { repair: true, partner: "Please send the export with usual line ends." },
  ),
  other_quote: warning(
    "The cells of the row are quoted with another sign than the others; those quotes were taken off.",
    "Look at the row; somebody may have edited the file by hand.",
    { repair: true, partner: "Please look at the row: somebody may have edited the file by hand." },
  ),
  unusual_dialect: warning(
    "The cells of the file stand {sign}, as in hardly any other file; they were read so.",
    "Look at the rows, then pin it in the mapping: `read` with `delimiter` or `quote`.",
    {
      repair: true,
      clerk:
        "The cells of the file are separated or quoted in an unusual way. Send it with commas and quotes.",
    },
  ),
  blank_beside_delimiter: warning(
    "A blank stands beside every delimiter of the file (`{delimiter}`); it was left out of the cells.",
    "Pin it in the mapping: `read` with `delimiter`; where that is the sign alone, the blanks stay in the cells.",
    { repair: true, clerk: "A blank stands beside every delimiter. Send the file without those blanks." },
  ),
  unexpected_delimiter: warning(
    "The table was read with one cell in each line, but from this one on lines hold {sign} between what may be cells, which was read as text.",
    "Look at the line. If it has several cells, ask for the export again or pin `delimiter` under `read`; if the sign is text, accept `unexpected_delimiter` under `read.accept`.",
    {
      repair: true,
      clerk:
        "From this line on there seem to be several cells in a line, but not as many in each. Send the file again with the same number of cells in every line.",
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
  comments_left_out: note("Comments above the table are left out: {lines}.", "Nothing to do."),
  headings_in_doubt: warning(
    "The line was read as the headings, but that is not sure: {why}.",
    "Where it is a row, pin `header: none` under `read`; else pin `header` with the line of the headings, or with `rows` and all their lines.",
  ),
  first_row_in_doubt: warning(
    "The line was read as a row, but may be the headings: {why}.",
    "Where it is the headings, pin `header` under `read` with its line; else pin `header: none`.",
  ),
  comment_in_doubt: warning(
    "The line begins with {sign}, as no line below it does and as comments do, and was read as part of the table.",
    "Where it is a comment, pin `header` under `read` with the line of the headings, or delete the line; where it is the headings, pin `header` with its line.",
  ),
  headings_too_few: warning(
    "The headings have {found} cells, the rows up to {expected}: columns without a heading hold something.",
    "Look whether a delimiter stands within a cell, such as a decimal comma in a comma file: then the cells behind it are one too far to the right. Ask for the export with such cells quoted.",
    {
      repair: true,
      partner:
        "Look whether a delimiter stands within a cell, such as a decimal comma in a comma file, and please send the export with such cells quoted.",
    },
  ),
  cells_beyond_headings: warning(
    "Cells stand to the right of the last of the {expected} headings, first in this row.",
    "Look at the row: a heading may be missing, or a cell too many may have moved the others.",
  ),
  fields_in_cells: warning(
    "{count} cells of the page show a field or a picture in place of text, first in this row; what it shows is not read.",
    "Ask for an export in place of the page.",
  ),
  rows_in_cell: warning(
    "A quoted cell runs over line ends, and each of its lines could be a row by itself; it was read as one cell.",
    "Look at the lines. Where they are rows, a quote is missing or too many: ask for the export again.",
    {
      repair: true,
      partner:
        "Please look at the lines. Where they are rows, a quote is missing or too many: send the export again.",
    },
  ),
  ruler_row: warning(
    "The row is a rule, nothing but dashes and their like; it was read as a row.",
    "Ask for the export without rules, or skip such rows with `only` in the mapping.",
    { repair: true, clerk: "The row holds dashes only. Leave it out." },
  ),
  text_outside_columns: note(
    "{count} lines, the first of them line {line}, hold text outside of the columns that the mapping states; it is left out.",
    "Look at that line; where the text belongs to a column, correct `columns` under `read`.",
  ),
  signs_lost: error(
    "The cells that were read of the row do not hold the letters and digits of its line; the row is not accepted.",
    "Look at the line, and pin `delimiter`, `quote` and `escape` under `read`. This is a mistake of Lading, too: please report it.",
    {
      clerk:
        "The row could not be read cell by cell. Look whether a quote is missing or too many, and send the row again.",
    },
  ),
  row_quoted_whole: warning(
    "The row was quoted as one cell; it was divided like the other rows.",
    "Look at the row; somebody may have edited the file by hand.",
    { repair: true, partner: "Please look at the row: somebody may have edited the file by hand." },
  ),
  rows_quoted_whole: warning(
    "Every row of the file is quoted as one cell; the rows were divided by what stands within the quotes.",
    "Ask for the export without the quotes around whole lines.",
    { repair: true, partner: "Please send the export without the quotes around whole lines." },
  ),
  unclosed_quote: warning(
    "A quote of the row has no partner; it was read as text, or left out where all other cells of the row are quoted.",
    "Look at the row. Ask for the export with quotes doubled within cells.",
    { repair: true, partner: "Please send the export with quotes doubled within cells." },
  ),
  stray_quote: warning(
    "A cell of the row holds or begins with a quote that cannot be one around it; it was read as text.",
    "Look at the row. Ask for the export with quotes doubled within cells.",
    { repair: true, partner: "Please send the export with quotes doubled within cells." },
  ),
  nul_bytes: warning(
    "The row holds NUL characters, which were left out.",
    "Look at the row; the export or the transfer damages the file.",
    { repair: true, partner: "Please look at the row: the export or the transfer damages the file." },
  ),
  trailing_delimiters: note(
    "The row has {found} cells where the header has {expected}; those beyond are blank.",
    "Nothing to do.",
  ),
  footer_row: warning(
    "The row looks like a total or a note below the table; it was read as a row.",
    "Leave it out in the mapping: `read.stop_at` with the text it begins with.",
  ),
  repeated_header: warning(
    "The row repeats the headings. No record is made of it.",
    "Nothing to do. Several exports may have been joined into one file.",
  ),
  second_table: warning(
    "A second table seems to begin here; its rows were read as rows of the first.",
    "Ask for one table per file, or end the first one: `read.stop_at`.",
    { repair: true, clerk: "A second table seems to begin here. Send one table per file." },
  ),

  // -- the cell --
  cell_too_long: error(
    "The cell has {found} characters. At most {allowed} are read.",
    "Ask for a shorter value, or raise `longest_cell` under `read` in the mapping.",
    { clerk: "The cell is too long. Shorten it." },
  ),
  error_cell: error(
    "The cell holds a spreadsheet error instead of a value.",
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
    "The cell is marked as true or false and contains neither.",
    "Ask for the export again with TRUE or FALSE in the cell, or with the cell as text.",
    { partner: "Please send the export again with TRUE or FALSE in the cell, or with the cell as text." },
  ),
  not_a_number: error(
    "The cell is marked as a number and contains text.",
    "Ask for the export again with the cell as text, or as a number with a decimal point.",
    { partner: "Please send the export again with the cell as text, or as a number with a decimal point." },
  ),
  inexact_number: warning(
    "The number has more digits than a spreadsheet keeps; its last digits may be wrong.",
    "Format the column as text in the system that exports it.",
    { repair: true },
  ),
  text_in_format: warning(
    "The column {column} holds numbers whose format shows text, such as a unit, a word or a date; the numbers were read, without it.",
    "Look at the column in the workbook; where that text belongs to the values, ask for them as text.",
  ),
  duplicate_key: error(
    "The entry has the key {key} more than once.",
    "Ask for the export again: which of the values counts cannot be known.",
    { partner: "Please send the export again: which of the values counts cannot be known." },
  ),
  rows_guessed: warning(
    "The elements {taken} were read as the rows; others are repeated in them or beside them: {others}.",
    "Name the element that is a row: `records: {taken}` under `read` in the mapping (`--records` of `lading read`), or another.",
    { repair: true, partner: "" },
  ),
  elements_repeated: note(
    "Elements stand more than once in a row: {names}. Each has its column; that of the second ends with .2, and so on.",
    "Nothing to do; in the mapping the heading without a number is the first of them.",
  ),
  repeats_left_out: warning(
    "Elements stand more often in a row than there can be columns: {names}. Only the first of each is read, and those that the mapping names.",
    "Name them in the mapping by their number, such as Phone.2, or name what a row is: `records` under `read` (`--records` of `lading read`).",
  ),
  element_repeated: warning(
    "The row has the element {column} more than once, and the mapping reads the first of them only.",
    "Look at the row. Where the first is the right one, accept it in the mapping: `element_repeated` under `read.accept`.",
    {
      repair: true,
      clerk: "The row has the element {column} more than once, and only one can be taken. Send it once.",
    },
  ),
  control_character: warning(
    "Line {line} contains the control character {character}, which XML does not allow.",
    "Ask for the export without it, or drop such characters: `control_character` under `read.accept` in the mapping.",
    {
      repair: true,
      byName: true,
      partner: "Please send the export without control characters.",
      clerk: "Line {line} contains a control character, which XML does not allow. Send the file without it.",
    },
  ),
  mixed_content: warning(
    "Elements hold text beside other elements: {names}. Their own text was joined by blanks.",
    "Look at those columns.",
  ),
  value_behind_rows: warning(
    "{column} stands behind rows to which it belongs, and is blank in them.",
    "Ask for the export with such values above the rows, or leave the column out of the mapping.",
    { repair: true, clerk: "{column} stands behind the rows to which it belongs. Send it above them." },
  ),
  encoding_contradicted: warning(
    "The file says that it is {declared}, and all of its bytes are valid {encoding}: it was read as {encoding}.",
    "Look at the names with accents, then pin it in the mapping: `read` with `encoding`.",
    { repair: true, partner: "" },
  ),
  impossible_date: error(
    "The cell is formatted as a date, and its value is not a date between 1900 and 9999.",
    "Correct the cell in the workbook.",
  ),
  lost_characters: error(
    "A cell holds the sign for a character that was lost before the file came here.",
    "Ask for the export in UTF-8; the lost character cannot be brought back.",
    { partner: "Please send the export in UTF-8; the lost character cannot be brought back." },
  ),
  damaged_number: warning(
    "The column {column} contains numbers among codes: {values}. A spreadsheet has turned codes into numbers.",
    "Ask for the export straight from the system, not saved by a spreadsheet.",
  ),
  damaged_date: warning(
    "The column {column} contains dates among codes: {values}. A spreadsheet has turned codes into dates.",
    "Ask for the export straight from the system, not saved by a spreadsheet. If these are the real codes, accept them in the mapping: `damaged_date` under `read.accept`.",
    {
      repair: true,
      partner: "Please send the export straight from the system, not saved by a spreadsheet.",
    },
  ),
  lost_zeros: warning(
    "The column {column} holds shorter numbers among numbers of fixed length with leading zeros.",
    "A spreadsheet may have dropped leading zeros. Ask for the export straight from the system.",
  ),
  value_in_doubt: warning(
    "The cell is {found}, but other cells of its column are {others}.",
    "Ask for the export with one number format in the column. If the cell is right, accept it in the mapping: `value_in_doubt` under `read.accept`.",
    {
      repair: true,
      clerk:
        "The cell is not like others in its column: some are percentages or dates, and some are plain numbers or text. Use one number format for the column.",
    },
  ),
  mixed_percent: warning(
    "The column {column} contains percentages and plain numbers. They are read as they are: 19 as 19, 19% as 19%.",
    "Check the column, and ask for the export with one number format in it.",
  ),
  rounded_number: warning(
    "The column {column} holds numbers of 16 and more digits that end in zeros.",
    "A spreadsheet keeps 15 digits and rounds the rest. Ask for the export straight from the system.",
  ),
  mojibake: warning(
    "The column {column} holds letters such as Ã¼ for ü: the file was once decoded with the wrong character set.",
    "Ask for the export in UTF-8, straight from the system.",
  ),
  control_characters: warning(
    "The column {column} holds control characters, as text of another character set shows when it is not undone.",
    "Look at those cells; where they should hold letters or quotes, ask for the export in UTF-8, or pin `encoding` under `read` (iso-2022-jp is not read).",
  ),
  letters_in_utf7: warning(
    "The column {column} holds signs such as +APw- for ü: the file is in UTF-7, which was not undone.",
    "Pin it in the mapping, `read` with `encoding: utf-7`, or ask for the export in UTF-8.",
  ),
  missing_value: error(
    "The field {field} is required and is blank.",
    "Fill the cell, or map the column that holds it; of a yes or no, `blank` says what a blank cell means. Only `tax_code` may be blank, in accounts without tax (`tax_mode: non_tax`).",
    { clerk: "The field {field} is blank, and it is required. Fill the cell." },
  ),
  invalid_value: error("The field {field} is not valid: {reason}.", "Correct the cell."),
  unknown_country: error(
    "The field {field} is {written}, which is not a country code of ISO 3166-1 such as DE.{meaning}",
    "Say in the mapping what it means{example}, or correct the cell.",
    { clerk: "The value of {field} is not a country code of two letters, such as DE. Correct the cell." },
  ),
  region_of_other_country: error(
    "The field {field} is a region of {regionCountry}, and the country of the record is {country}.",
    "Correct one of them, or map the region alone.",
    {
      clerk: "Country and region do not belong together. Correct one of them.",
    },
  ),
  too_many_decimals: error(
    "The field {field} has {found} decimals, and {allowed}.",
    "Round it in the mapping (`round: {places}` under `decimal`), or correct the cell.",
    { clerk: "The amount of {field} has more decimals than its currency. Correct the cell." },
  ),
  other_local_currency: error(
    "The field {field} is not {currency}, the currency of the account.",
    "Map the amounts in {currency} to `local_amount` and those in the currency of the vendor to `overseas_amount`, or correct `currency` of the account in lading.yaml.",
    { clerk: "The amount of {field} is not in the local currency. Correct the cell." },
  ),
  several_local_currencies: warning(
    "The amounts of `local_amount` are in several currencies ({currencies}). An account has one.",
    "State it in lading.yaml (`currency` of the account). Amounts in the currency of the vendor belong to `overseas_amount`.",
    {
      repair: true,
      partner: "",
      clerk: "The amounts in local currency are in several currencies. An account has one local currency.",
    },
  ),
  unmapped_value: error(
    "The value map of {field} does not name this value.",
    "Say under `values` in the mapping what it means, or correct the cell.",
    {
      clerk:
        "The value is none of those agreed on for {field}. Correct the cell, or say what the value means.",
    },
  ),
  not_a_flag: error(
    "The field {field} is neither true nor false.",
    "Say in the mapping what each value means, under `values`: `yes: true`, `no: false`.",
    {
      clerk: "The value of {field} is neither a yes nor a no. Correct the cell, or say what the value means.",
    },
  ),
  no_match: error(
    "The value does not have the form that the mapping takes {field} from.",
    "Correct the cell, or the `pattern` in the mapping.",
    { clerk: "The value of {field} is written otherwise than agreed on. Correct the cell." },
  ),
  invalid_date: error(
    "The field {field} is not a date of the form {format}.",
    "Correct the cell, or add its form to the mapping.",
    { clerk: "The value of {field} is no date as it is usually written. Correct the cell." },
  ),
  ambiguous_date: error(
    "The date of {field} fits several forms of the mapping, each meaning another day.",
    "Leave the one form in the mapping that the export uses.",
    {
      clerk:
        "The date of {field} can be read in several ways, each another day. Write it with four digits of the year, and the month before the day: 2026-03-01.",
    },
  ),
  unreadable_age: warning(
    "The age of the row cannot be read: {column} is not a date of the form {format}. The row counts as the oldest of its id.",
    "State the form in the mapping: `duplicates` with `newest: {column}` and `date: FORM`, or correct the cell.",
  ),
  nonexistent_time: error(
    "The time of {field} does not exist in {zone}: the clocks were put forward then.",
    "Check the zone in the mapping, or correct the cell.",
    { clerk: "The time of {field} does not exist: the clocks were put forward then. Correct the cell." },
  ),
  zone_required: error(
    "The time of {field} has no offset, and neither the mapping nor the account states a zone.",
    "State the zone that the export is written in, such as `zone: Europe/Berlin`.",
    { clerk: "It is not known for which time zone the time of {field} was written. Say which it is." },
  ),
  invalid_number: error(
    "The field {field} is not a number as the mapping describes it: decimal sign {sign}.",
    "Correct the cell, or the `sign` and `thousands` of `decimal` in the mapping.",
    { clerk: "The value of {field} is not a number as it is usually written. Correct the cell." },
  ),
  contradicting_scale: error(
    "The number of {field} cannot be a {scale}, as the mapping says that it is.",
    "Check the whole column, then the `scale` of `decimal` in the mapping.",
    {
      clerk:
        "The number of {field} is larger or smaller than it can be. Check the whole column: is it a percentage?",
    },
  ),
  not_in_table: error(
    "The table {table} has no entry for the value of {field}.",
    "Add a line to the table, or correct the cell.",
    {
      clerk:
        "The value of {field} is none of those agreed on. Correct the cell, or say what the value means.",
    },
  ),

  // -- the record --
  blank_id_part: error(
    "The column {column} is blank, and it is a part of {field}.",
    "Fill the cell: an id of several parts needs them all.",
  ),
  unknown_operation: error(
    "The mapping does not say what this value of the operation column means.",
    "Name it under `operation` in the mapping as `upsert` or `delete`.",
    { clerk: "The value does not say whether the record is kept or deleted. Correct the cell." },
  ),
  duplicate_id: error(
    "Several rows have the same external_id with different contents: lines {lines}. None of them is accepted.",
    "Leave one row per id, or choose with `duplicates:` in the mapping.",
    {
      clerk:
        "Several rows have the same id with different contents, and it cannot be known which counts. Leave one row per id.",
    },
  ),
  unknown_reference: error(
    "The {target} that the field {field} refers to does not exist.",
    "Deliver the {target} list first, or correct the reference.",
  ),
  ambiguous_reference: error(
    "The field {field} matches {count} entries of the {target} list.",
    "Refer by external_id, or make the code unique.",
  ),
  reference_dropped: note(
    "The {target} that the field {field} refers to does not exist; this account has no tax, so it is left out.",
    "Nothing to do, unless the account should have tax: then set `tax_mode: tax`.",
  ),
  orphan_row: error(
    "The row belongs to a record whose header row is not {where}.",
    "Ask for an export that has the header row of each record{order}.",
    { partner: "Please send an export that has the header row of each record{order}." },
  ),
  unplaced_row: error(
    "The row is neither the header of its record nor an element of one of its lists.",
    "Say what it is under `group` or `lists` in the mapping, or leave such rows out with `skip`.",
    {
      clerk: "It is not clear which record the row belongs to, or what it is. Correct it, or leave it out.",
    },
  ),
  second_header: error(
    "The record has a second header row.",
    "Check in the freight forwarding system which of the two is right.",
  ),
  header_disagrees: error(
    "The rows of the record do not agree about {field}.",
    "Correct it in the freight forwarding system, or take it into the elements if it is theirs.",
    { partner: "Correct it in the freight forwarding system." },
  ),
  element_left_out: warning(
    "An element of {list} is left out of its record: {reason}",
    "Correct it in the freight forwarding system.",
  ),
  unread_elements: error(
    "The column is numbered like those of {list}, is filled, and nothing reads it.",
    "Widen `columns` of the list in the mapping (`1..` takes as many as the file has), or read the column by a field.",
    { clerk: "The row holds more than is read. Say that it does, and what the rest of it means." },
  ),
  several_match: error(
    "Several of {column} fit the condition, and they differ.",
    "Narrow `where` in the mapping, so that one of them fits.",
    { clerk: "Two values stand where one is meant. Leave the one that counts." },
  ),
  header_below: error(
    "The row stands above the header row of its record, whose {column} it needs.",
    "Ask for an export in which the header of a record stands above its other rows.",
    { partner: "Please send an export in which the header of a record stands above its other rows." },
  ),
  blank_factor: error(
    "{field} is a product, and one of its factors is blank.",
    "Fill it in the freight forwarding system, or say in the mapping what blank means (`default`).",
    { clerk: "A cell is blank of which {field} is worked out. Fill it." },
  ),
  summed_disagree: error(
    "Lines of {list} that are added up do not agree about {field}.",
    "Add what tells them apart to their `external_id` in the mapping, or correct them.",
    { clerk: "Lines that are added up differ in something else than their amounts. Make them agree." },
  ),
  totals_differ: error(
    "The file says {stated} of {what} and holds {found}.",
    "The file is not whole, or was changed on the way. Ask for the export again.",
    { partner: "The file is not whole, or was changed on the way. Please send the export again." },
  ),
  totals_missing: error(
    "The row that says what the file comes to is not in it.",
    "The file has been cut off. Ask for the export again.",
    { partner: "The file has been cut off. Please send the export again." },
  ),
  damaged_key: error(
    "{field} is a number such as 2.39239E+11: a spreadsheet has turned keys into numbers.",
    "Ask for the export straight from the system, not saved by a spreadsheet: different keys have become one.",
    {
      partner:
        "Please send the export straight from the system, not saved by a spreadsheet: different keys have become one.",
    },
  ),
  duplicate_element: error(
    "Two elements of {list} in one record have the same external_id.",
    "Give each an id of its own: join the columns that tell them apart.",
  ),
  amount_rounded: note(
    "The total of {field} is off by the smallest unit of its currency.",
    "Nothing to do: it was rounded.",
  ),
  amount_contradicts: error(
    "The total of {field} is not the amount before tax and the tax together.",
    "Check which columns the mapping takes them from, and their signs.",
    { clerk: "The total of {field} is not the amount before tax and the tax together. Correct the amounts." },
  ),
  signs_disagree: error(
    "The total of {field} is negative and that of {other} is not.",
    "Check how the mapping takes the signs of credit notes.",
    { clerk: "The total of {field} is negative and that of {other} is not. Correct the amounts." },
  ),
  lines_rounded: note(
    "The charge lines are off {field} of the invoice by no more than the smallest unit each.",
    "Nothing to do: they were rounded.",
  ),
  lines_contradict: error(
    "The charge lines do not agree with {field} of the invoice.",
    "Check whether all lines of the invoice are in the export, and how the mapping takes their signs.",
    {
      clerk:
        "The charge lines do not agree with {field} of the invoice. Correct the amounts, or add what is missing.",
    },
  ),
  lines_of_other_currency: warning(
    "Charge lines are in other currencies than {field} of the invoice, so their sum was not compared.",
    "Check which columns the mapping takes the currencies from.",
  ),
  due_before_invoice: warning(
    "The invoice is due before its date.",
    "Check how the mapping reads both dates.",
  ),
  no_days_to_pay: warning(
    "The rule {rule} counts days, and days_to_pay is blank: no payment can be scheduled.",
    "Give the org its days in the freight forwarding system, or map their column.",
  ),
  inactive_reference: warning(
    "The {target} that the field {field} refers to is not active.",
    "Check whether the {target} should still be used.",
  ),

  // -- the file against the workspace --
  unclaimed_rows: warning(
    "{count} rows belong to companies that no feed of the workspace claims.",
    "Add an account with its `company` for each, or leave the rows out by a rule of their own.",
  ),

  // -- the record against the list --
  stale_record: warning(
    "The row is older than what is already published, by its updated_at; the published record stays.",
    "Check whether an old export was delivered.",
  ),
  future_time: warning(
    "The field updated_at lies more than five minutes in the future; the time of publication is used.",
    "Check the clock and the time zone of the export.",
  ),
  no_longer_posted: warning(
    "The invoice was posted and is not any more: it was cancelled, or a later row says that it is open.",
    "Look in the FFS whether that was meant; the platform is served it as a draft.",
  ),
  kept_posted: warning(
    "The invoice is posted, and the row says that it is open without a time or a sequence that shows it to be later: it stays posted.",
    "Map `updated_at`, or name the files by a sequence; if it was cancelled, map `is_cancelled`.",
  ),
  still_referred_to: warning(
    "A tax code vanished that active charge codes refer to; it is kept as inactive.",
    "Move the charge codes to another tax code, or deliver it again.",
  ),
};

export type IssueCode = keyof typeof issueKinds;

/** Where an issue stands. Lines and row numbers count from 1 as a person counts them in an editor or a spreadsheet. */
export interface Position {
  readonly file?: string | undefined;
  readonly sheet?: string | undefined;
  /** True line number of a text file, row number of a sheet, number of the entry in a JSON list. */
  readonly line?: number | undefined;
  /** Heading of the column as it stands in the file, or its position such as `#3`. */
  readonly column?: string | undefined;
  /** Field of the recommended format. */
  readonly field?: string | undefined;
  /** The cell as it stood. Private: shown only where the reader may see the data. */
  readonly value?: string | undefined;
}

export interface Issue extends Position {
  readonly code: IssueCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
}

/** Makes an issue of a kind at a position. */
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
 * An issue with a position, property by property: an object into which others are spread has a shape of its own, which takes twice
 * the room of the issue.
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

/** What is wrong and what to do, for a partner's clerk, who knows the rows and no mapping. */
export function clerkSentence({ code, message, hint, field = "", column = "", line = 0 }: Issue): string {
  const { clerk } = issueKinds[code];
  return clerk === undefined ? `${message} ${hint}` : fill(clerk, { field, column, line });
}

/** What a partner is asked for, in words to the partner; the code may be one of an older report that there is no more. */
export function partnerRequest({ code, hint }: { readonly code: string; readonly hint: string }): string {
  const kind: Special | undefined = issueKinds[code as IssueCode];
  return kind?.partner ?? hint;
}

/** A hint without the part that offers to accept a repair. */
export function withoutAccept(hint: string): string {
  return hint
    .replace(
      /,? or accept it in the mapping: `\w+` under `read\.accept`|[^.]*accept [^.]*under `read\.accept`\./,
      "",
    )
    .trim();
}

/** Whether the code is a repair of the reader, which a feed must accept by name. */
export function isRepair(code: IssueCode): boolean {
  return "repair" in issueKinds[code];
}

/** Whether a repair must be accepted by name wherever records are made, by hand too. */
export function isAcceptedByName(code: IssueCode): boolean {
  return "byName" in issueKinds[code];
}
