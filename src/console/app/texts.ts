import { fieldLabels } from "../../model/field-labels.js";
import type { DiagnosticView, RowState } from "../studio/messages.js";
import type { FeedRequest } from "../studio/requests.js";

/** Every text of the page, in one place for translation. */

const count = (n: number): string => n.toLocaleString("en");
const rows = (n: number): string => (n === 1 ? "1 row" : `${count(n)} rows`);

/** The stand-in account that owes no tax, as the server calls it. */
export const withoutTax = "without tax";

/** A diagnostic as a sentence. */
export function saidOf({ message, expected, nearest }: DiagnosticView): string {
  return [
    message,
    ...(expected === undefined ? [] : [texts.text.expected(expected)]),
    ...(nearest === undefined ? [] : [texts.text.nearest(nearest)]),
  ].join(" — ");
}

export const texts = {
  brand: "Lading studio",
  skip: "Skip to the mapping",
  privacy: "Everything stays on this machine.",
  offline:
    "The studio does not answer. Is `lading studio` still running? What you did is kept here, and is tried again by itself.",
  close: "Close",
  copied: "Copied",

  start: {
    title: "Make a mapping from a sample",
    lead: "Take an export as the partner sends it: CSV, Excel, a text file. You see the table as it was read, with a guessed mapping beside it.",
    drop: "Drop a file here, or choose one",
    choose: "Choose a file",
    most: (bytes: number) => `Up to ${Math.round(bytes / 1048576)} MB.`,
    inbox: "Or take one from an inbox",
    source: "Inbox",
    file: "File",
    size: "Size",
    take: (name: string) => `Open ${name}`,
    opened: "Open in this studio",
    mappings: "Mappings of this workspace",
    mapping: "Mapping",
    usedBy: "Used by",
    draft: "a draft, which no feed uses",
    unused: "no feed",
    wanted: (path: string) => `Now give a sample for ${path}: drop a file, or take one from an inbox.`,
    reading: (name: string) => `Reading ${name} …`,
    tooLarge: (name: string, most: number) =>
      `${name} is larger than ${Math.round(most / 1048576)} MB, which is more than is ever read. A sample of some thousand rows is enough: cut the file, or ask for a smaller export.`,
    empty: (name: string) => `${name} is empty. Ask for the export again.`,
    several: (count: number) =>
      `These are ${count} files, and a sample is one. Files of one record each are looked at together in a zip archive, once the text says \`read: { members: "*" }\`.`,
    workspace: (path: string) => `Workspace ${path}`,
    noWorkspace: "No workspace here: mappings are saved below this folder, under mappings/.",
  },

  head: {
    other: "Another sample",
    record: "What the file lists",
    records: {
      staff: "Staff",
      "charge-code": "Charge codes",
      "tax-code": "Tax codes",
      org: "Orgs",
      job: "Jobs",
      "payables-invoice": "Payables invoices",
    } as Record<string, string>,
    unknown: "Please choose",
    account: "Account",
    undo: "Undo",
    isSaved: "Saved",
    isChanged: "Not saved",
    toSave: "Go to save",
  },

  /** One element of each list. */
  lists: {
    contacts: "Contact",
    consols: "Consol",
    container_numbers: "Container",
    waybills: "Waybill",
    references: "Reference",
    accruals: "Accrual",
    charge_lines: "Charge line",
  } as Record<string, string>,

  read: {
    title: "As it was read",
    encoding: "Character set",
    delimiter: "Separator",
    sheet: "Sheet",
    header: "Headings in row",
    records: "What a row is",
    path: "such as Export.Staff",
    none: "no headings",
    found: (value: string) => `${value} (found)`,
    unsure: "The character set is only likely. Look whether accents are right.",
    evidence: "How it was read",
    delimiters: { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar |" } as Record<string, string>,
    cut: (n: number) => `Only the first ${count(n)} rows are looked at.`,
    noRows: "The file has no rows.",
  },

  grid: {
    title: "Rows of the sample",
    table: "Table; scroll with the arrow keys",
    line: "Row",
    state: "Outcome",
    states: {
      unknown: "not checked",
      accepted: "accepted",
      rejected: "rejected",
      asked: "asks you",
      skipped: "left out",
      merged: "same as another",
    } as Record<RowState, string>,
    filter: "Show",
    filters: {
      all: "All rows",
      accepted: "Accepted",
      rejected: "Rejected",
      asked: "Waiting for an answer",
      skipped: "Left out",
      issues: "With remarks",
    },
    none: "There is no such row.",
    look: (line: number) => `Details of row ${line}`,
    use: (column: string) => `Use ${column} for`,
    fills: (column: string) => `Which field does “${column}” fill?`,
    insteadOf: (columns: string) => `instead of ${columns}`,
    soFar: "fine so far",
    detail: (line: number) => `Row ${line}`,
    rowsOf: (lines: number) => `${rows(lines)} make this record`,
    more: (n: number) => `and ${count(n)} more`,
    by: (rule: string) => `left out ${rule}`,
    noRecord: "No record comes of this row.",
    nothing: "(blank)",
    cells: "Cells",
    record: "Record",
    elements: (name: string, n: number) => `${name} (${count(n)})`,
    is: {
      heading: "This row holds the headings",
      end: "End the list at this row",
      "leave out": "Leave out rows like this",
    },
  },

  leavesOut: (n: number, records = 0) =>
    `(leaves out ${rows(n)}${records > 0 ? `; ${count(records)} of them ${records === 1 ? "looks like a record" : "look like records"}` : ""})`,

  /** Buttons beside remarks. */
  fixes: {
    "read as": (what: string) => `It is ${what}`,
    "as read": () => "That is right",
    sheet: (what: string) => `It is the sheet ${what}`,
    heading: (what: string) => `Row ${what} holds the headings`,
    headings: (what: string) => `Rows ${what} hold the headings`,
    "no headings": () => "There are no headings",
    end: (what: string) => `End the list at “${what}”`,
    "leave out": (what: string) => `Leave out rows like “${what}”`,
    "leave out blank": (what: string) => `Leave out rows where “${what}” is blank`,
    "prefer active": () => "Take the active one",
    accept: () => "Accept this in every delivery",
    "blank means": (what: string) => (what === "true" ? "Blank means active" : "Blank means inactive"),
  },

  outcome: {
    title: "Outcome",
    working: "Checking every row …",
    counts: (read: number, accepted: number, rejected: number) =>
      `${rows(read)} read: ${count(accepted)} accepted, ${count(rejected)} rejected`,
    soFar: (read: number, accepted: number, rejected: number) =>
      `${rows(read)} read. As far as the answers go: ${count(accepted)} fine, ${count(rejected)} rejected`,
    waiting: (n: number) => `${rows(n)} ${n === 1 ? "waits" : "wait"} for an answer`,
    bar: {
      accepted: "accepted",
      rejected: "rejected",
      waiting: "waiting for an answer",
      skipped: "left out",
      merged: "the same as another",
    },
    grouped: (n: number) => `${rows(n)} ${n === 1 ? "belongs" : "belong"} to the record of another`,
    barGrouped: "of the same records",
    showing: (what: string) => `Show rows: ${what}`,
    skipped: (n: number, rule: string) => `${rows(n)} left out ${rule}`,
    merged: (n: number) => `${rows(n)} the same as another`,
    issues: "What is wrong or worth knowing",
    noIssues: "Nothing is wrong with any row.",
    times: (n: number) => (n === 1 ? "once" : `${count(n)} times`),
    goTo: (field: string) => `Go to “${field}”`,
    copy: "Copy this for the partner",
    rejects: (n: number) =>
      `Save the ${n === 1 ? "rejected row" : `${count(n)} rejected rows`} with the reasons, for the partner`,
    show: (what: string) => `Show ${what}`,
    showShort: "Show",
    question: "Question",
    asks: (field: string, isBlank: boolean) =>
      isBlank ? `What does a blank “${field}” mean?` : `What does a value of “${field}” mean?`,
    severities: { error: "Error", warning: "Warning", note: "Note" },
    notList: (reason: string) =>
      `What the file lists was not found out: ${reason}. Jobs and invoices are chosen by hand.`,
  },

  form: {
    title: "Mapping",
    views: "View of the mapping",
    form: "Form",
    text: "Text (YAML)",
    broken: "The text has a mistake that has to be corrected before the form can show it.",
    noRecord: "What does the file list? Then the fields come here.",
    open: (names: readonly string[]) =>
      `${names.length === 1 ? "1 field is" : `${names.length} fields are`} open: ${names.join(", ")}.`,
    inText: (n: number) => `${n === 1 ? "1 mistake stands" : `${n} mistakes stand`} in the text.`,
    done: "Every field is answered.",
    rejected: (n: number) => `${rows(n)} ${n === 1 ? "is" : "are"} rejected all the same; see above why.`,
    next: "Go to the next question",
    states: { good: "answered", open: "open", absent: "left out" },
    required: "required",
    requiredTax: "required with tax",
    optional: "optional",
    absent: (names: string) => `Left out: ${names}`,
    from: "Comes from",
    choose: "— choose —",
    leaveOut: "— leave out —",
    columns: "Columns",
    fixed: "Always the same value",
    join: "Several columns together",
    first: "The first filled of several columns",
    turned: (column: string) => `${column}, turned round`,
    other: "As written in the text",
    value: "Value",
    part: (n: number) => `Column ${n}`,
    addPart: "One more column",
    add: "add …",
    noPart: "— none —",
    separator: "Between the parts",
    separators: { "": "nothing", " ": "a blank" } as Record<string, string>,
    sure: (percent: number, reason: string) =>
      `${percent >= 90 ? "It fits" : percent >= 70 ? "It seems to fit" : "It may fit, please look"}: ${reason}.`,
    unsure: (reason: string) => `Not guessed: ${reason}.`,
    warning: (text: string) => `Look: ${text}.`,
    candidate: (column: string) => `Use ${column}`,
    candidates: "Also possible",
    others: (words: string) => `The text says more about this field: ${words}.`,
    samples: "In the sample",
    arrow: "becomes",
    blank: "blank",
    wrong: "not understood",
    flagHow: "Told by",
    byValue: "the value of each cell",
    byDate: "an end date",
    dateForm: "Form of the date",
    dateHint: "Such as dd.MM.yyyy or yyyy-MM-dd HH:mm",
    sign: "Decimal sign",
    signs: { ".": "point: 19.5", ",": "comma: 19,5" } as Record<string, string>,
    scale: "Scale",
    scales: { percent: "percent: 19 is 19 %", fraction: "fraction: 0.19 is 19 %" } as Record<string, string>,
    lookup: "The column holds",
    lookupId: "its id",
    lookups: (record: string, field: string): string =>
      `the ${(fieldLabels[field] ?? field).toLowerCase()} in the list of ${(texts.head.records[record] ?? record).toLowerCase()}`,
    values: (field: string) => `Values of ${field}`,
    valuesHead: { value: "Value in the file", count: "Rows", answer: "Means" },
    blankCells: "blank cell",
    otherwise: "any other value",
    reject: "reject the row",
    more: (n: number) => `and ${count(n)} more values, which the line “any other value” decides`,
    flags: { true: "active", false: "inactive" } as Record<string, string>,
    zone: "Time zone of times without an offset",
    zoneHint: "Such as Europe/Berlin; empty: the account's",
    duplicates: "When an id stands in several different rows",
    duplicatesAre: { reject: "reject all of them", "prefer active": "take the active one" } as Record<
      string,
      string
    >,
    more2: "More settings",
    yesOrNo: { true: "yes", false: "no" } as Record<string, string>,
    always: (what: string) => `Always: ${what}`,
    noTax: "The account has no tax",
    leaveOutRows: "not of the list: leave out",
    openOnes: "all that are still open",
    company: (account: string) =>
      `The account ${account} is one company of several. Which rows of the file are of it? If it is another account's file, choose that account above.`,
    companies: { one: "All of them", shared: "They are for all companies" },
    companyColumn: "Those where its name stands in …",
    zoneRequired: "The times do not say in which time zone they were written. Which is it?",
    zoneCountry: "The country where they were written",
    useZone: (zone: string) => `Use ${zone}`,
    zoneHere: (zone: string) => `Use ${zone}, as on this computer`,
    turnRound: (name: string) => `Turn names round: ${name}`,
  },

  second: {
    title: (what: string) => `The partner's ${what}:`,
    none: (what: string) =>
      `no list is known, so nothing is checked. Give the file of the ${what}, if there is one.`,
    waits: (list: string) => `A feed waits for the list ${list}.`,
    unchecked:
      "the account says tax_codes: none, so they are taken as they stand, unchecked. Add a feed for their list, and they are checked from then on.",
    checked: (n: number, name: string | undefined) =>
      `every reference is checked against ${n === 1 ? "1 record" : `${count(n)} records`} ${name === undefined ? "of the account's list" : `of ${name}`}.`,
    blocked: (name: string, why: string) => `${name} gives no list yet: ${why.replace(/[.:].*$/, "")}.`,
    reading: "the file is being read …",
    choose: (what: string) => `Choose the file of ${what}`,
    take: (name: string) => `Take ${name}`,
    look: (name: string) => `Go to ${name}`,
    drop: (name: string) => `Do not check against ${name}`,
    usedBy: (name: string) => `References of ${name} are checked against this list.`,
    back: (name: string) => `Back to ${name}`,
  },

  records: {
    title: "Which rows are one record",
    each: "Each row is a record of its own",
    by: (column: string) => `Rows with the same ${column}`,
    label: "One record is",
    header: "Its own fields come from",
    everyRow: "all of its rows, which agree in them",
    someRows: "the row where",
    scattered: "its rows may stand apart from each other",
  },

  elements: {
    place: "Stands in",
    places: {
      rows: "the rows of the record, one in each",
      filled: "those rows of the record where",
      split: "one cell, with a sign between",
      other: "As written in the text",
    },
    at: "Sign",
    column: "Column",
    inText: "Only the text can show where it comes from.",
    each: (name: string) => `${name}: in which rows?`,
  },

  rules: {
    title: "Rows",
    only: "Take only rows where",
    skip: "Leave out rows where",
    continues: (column: string) =>
      `Rows where “${column}” is blank are taken for more of the row above, and are no records of their own.`,
    apart: "They are rows of their own",
    rule: (n: number) => `rule ${n}`,
    column: (name: string) => `Column of ${name}`,
    test: (name: string) => `Test of ${name}`,
    value: (name: string) => `Value of ${name}`,
    blanks: { true: "blank", false: "filled" } as Record<string, string>,
    tests: {
      equals: "says",
      in: "is one of (with commas)",
      starts_with: "begins with",
      contains: "contains",
      matches: "matches the pattern",
      blank: "is",
      started: "is a date that has come (form)",
      not_ended: "is a date not yet past (form)",
    } as Record<string, string>,
    add: "Add a rule",
    addOnly: "Add a rule: take only",
    addSkip: "Add a rule: leave out",
    remove: (n: number) => `Remove rule ${n}`,
    removeShort: "Remove",
    inText: "This rule says more than the form shows; change it in the text.",
  },

  text: {
    label: "Text of the mapping",
    offered: "Words that fit here",
    diagnostics: "Mistakes",
    line: (n: number) => `Line ${n}`,
    expected: (what: string) => `Expected: ${what}`,
    nearest: (word: string) => `Did you mean ${word}?`,
    none: "The text has no mistakes.",
  },

  save: {
    title: "Save",
    partner: "Partner",
    partnerExample: "acme",
    noPartner: "Whose export is it? Write the partner's name first.",
    partnerHint: "A short name such as acme: the draft is saved in a folder of that name.",
    where: (path: string) => `Will be ${path}.`,
    examples:
      "Add examples from the rows (names and addresses of people are replaced; a row that repeats one elsewhere gives none)",
    save: "Save the draft",
    over: "Save over it",
    reload: "Take what the file says",
    saved: (path: string) =>
      path.endsWith(".draft.yaml")
        ? `Saved in ${path}. No feed uses a draft.`
        : `This is ${path} as it stands in the workspace.`,
    outside: "The file of this mapping was changed by another program. Yours is kept here until you decide.",
    fits: (path: string) => `${path} fits this file already.`,
    fitsRenamed: (path: string, names: string) => `${path} fits this file, with renamed headings: ${names}.`,
    fitButton: (path: string) => `Use ${path}`,
    accountMoved: (account: string) => `The account is now ${account}, whose feed uses this mapping.`,
    accountBack: (account: string) => `Back to ${account}`,
    open: "Some questions are open: the draft can be saved, but it does not run yet.",
  },

  promote: {
    title: "Promote",
    lead: "Makes the draft the mapping that feeds use. What it replaces is kept.",
    by: "Your name",
    reason: "Reason",
    promote: "Promote the draft",
    done: (path: string) => `Promoted to ${path}.`,
    kept: (path: string) => `What was there before is kept in ${path}.`,
    used: (feeds: string) => `Used by ${feeds} from the next run on.`,
    unused: "No feed uses it yet: add one below.",
    isMapping: (isUsed: boolean) =>
      `${isUsed ? "This is the mapping that feeds use." : "This mapping is promoted."} A change of it is saved as a draft, and promoted again.`,
    first: "Save the draft first.",
    open: "Answer the open questions first.",
  },

  feed: {
    title: "Add a feed",
    lead: (mapping: string) => `A feed takes the files of one account and reads them with ${mapping}.`,
    used: (feeds: string) => `Used by ${feeds}. Another account may use it too.`,
    account: "Account",
    newAccount: "A new account",
    name: "Its name",
    country: "Country",
    zone: "Time zone",
    tax: "Tax codes",
    taxes: {
      tax: "charges have a tax code, checked against their list",
      unchecked: "charges have a tax code, taken unchecked",
      non_tax: "no tax",
    } as Record<FeedRequest["tax"], string>,
    unchecked:
      "Tax codes are taken as they stand, unchecked. Add a feed for the list of tax codes of this account, and they are checked against it from then on.",
    taxFirst:
      "Add the feed of the list of tax codes to this account first: without it this feed cannot be added.",
    secretHint:
      "Not the password itself, but where it is: env:NAME for a variable, file:PATH for a file with a key.",
    source: "Files arrive in",
    newFolder: "A new folder",
    newSftp: "A new SFTP server",
    folder: "Folder",
    directory: "Directory",
    host: "Server",
    user: "User",
    secret: "Where the password or key is",
    files: "Names of the files",
    examples: {
      account: "acme-de",
      zone: "Europe/Berlin",
      folder: "inbox/acme-de",
      host: "sftp.acme.example",
      user: "lading",
      secret: "env:ACME_SFTP_PASSWORD",
      files: "staff*.csv",
    },
    show: "Show the lines",
    lines: "What lading.yaml will say; lines with + are new.",
    write: "Write these lines",
    written: (feed: string) => `${feed} is a feed now.`,
    bySample: ", of the sample.",
    next: (nightly: string) =>
      `Where lading watch runs, it takes the feed up within seconds; else the next run does: with the shipped crontab or timer tonight at ${nightly}.`,
    deliver: "Send the sample as the first file",
    delivered: (path: string) => `It lies in ${path}, and is taken with the feed's files.`,
    arrive: (folder: string) => `Files arrive in ${folder}.`,
    compare: (host: string) =>
      `${host} is known by its key. Ask the partner for the fingerprint by another way, such as the telephone, and compare: nothing is sent before.`,
    isKey: (type: string, fingerprint: string) => `This is the partner's key: ${type} ${fingerprint}`,
    trust: "The lines can be written all the same. Once it answers, lading trust shows its key and keeps it.",
    server: "The server, as lading doctor tries it:",
    others: "Other files that are open:",
    other: "Open another file",
    decide: "Its first list waits on the operators' page, where a person approves it with a reason.",
    served: "Once it is approved, the platform fetches it with a token of this account.",
  },

  secret: {
    title: "Decide about deliveries that are held",
    page: "The operators' page asks for an access key:",
    later:
      "No server of this workspace answers now. Once lading watch --serve runs, the operators' page is there, and asks for an access key:",
    name: { operator: "Your name, for the history", token: "Whose token it is" },
    make: { operator: "Make my access key", token: "Make a token" },
    once: {
      operator: "Your access key, shown this once: keep it where you keep passwords, and sign in with it.",
      token: "The token, shown this once, for whoever sets up the platform:",
    },
    copy: "Copy",
  },
};

/** What a field is called here: one of an element by the name of its list, too. */
export function fieldName(name: string): string {
  const [list = "", ...rest] = name.split(".");
  const ofList = texts.lists[list];
  const own = rest.join(".");
  if (own === "") return fieldLabels[name] ?? ofList ?? name;
  return fieldLabels[name] ?? (ofList === undefined ? name : `${ofList}: ${fieldLabels[own] ?? own}`);
}

/** What a value of a field is called here. */
export function valueName(field: string, value: string): string {
  return (field === "is_active" ? texts.form.flags : texts.form.yesOrNo)[value] ?? value;
}
