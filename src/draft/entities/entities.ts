import type { Lexicon } from "../lexicon.js";
import { isBlank } from "../profile.js";
import { saySame, valuesBeside } from "../column.js";
import { abstain, type FieldCandidate, type FieldGuess } from "../field-guess.js";
import { invoiceStatusOf, isCreditNote, isSale, jobTypeOf } from "../value-words.js";
import { part } from "../weights.js";
import { comment, flowList, scalar } from "../yaml-text.js";
import { amountFields } from "./amounts.js";
import {
  addsUp,
  centsOf,
  entityColumn,
  ofRow,
  sayings,
  withTaxes,
  type EntityColumn,
  type Role,
} from "./columns.js";
import { apartShape, numberedShape, rowShape, type EntityShape, type Headed } from "./shape.js";
import {
  bestOfRole,
  roleGuess,
  invoiceNumberGuess,
  isKeyOpen,
  keyGuess,
  elementId,
  chosenColumn,
  referenceGuess,
  staffGuess,
  warned,
  dayGuess,
  timeGuess,
  rateGuess,
  wordsGuess,
} from "./entity-fields.js";

/**
 * Jobs with their accruals and invoices with their lines: what is the same in all rows of one key is the record's own, what differs is
 * its elements'. Headings say what a column holds; where neither they nor the values prove it, it is asked.
 */
export interface Entities {
  readonly record: EntityType;
  /** Why this record type; `isSure`: also where nobody said it. */
  readonly reason: string;
  readonly isSure: boolean;
  readonly fields: Readonly<Record<string, FieldGuess>>;
  /** The lines of the mapping that say how rows become records. */
  readonly group: readonly string[];
  readonly list: string;
  readonly place: readonly string[];
  readonly elements: Readonly<Record<string, FieldGuess>>;
  /** Further lists, each in a line. */
  readonly lists: readonly string[];
  readonly columns: readonly EntityColumn[];
  readonly refused: readonly FieldCandidate[];
  /** What the other table is called, in which the elements stand. */
  readonly from?: string | undefined;
}

export type EntityType = "job" | "payables-invoice";

const ofAmounts: ReadonlySet<Role> = new Set<Role>(["net", "tax", "gross", "amount"]);

/**
 * What a table holds of jobs or invoices; undefined where nothing speaks for either.
 * @param lines another table, in which the elements of the records stand
 */
export function entitiesOf(
  table: Headed,
  lexicon: Lexicon,
  wanted: EntityType | undefined,
  lines?: Headed,
): Entities | undefined {
  const { headings, rows } = table;
  // Without a creditor there is neither; lists of people and codes are not looked at any further.
  const isPossible =
    wanted !== undefined ||
    [...headings, ...(lines?.headings ?? [])].some((each) => sayings(each, lexicon).has("vendor"));
  if (rows.length === 0 || !isPossible) return undefined;
  const columns = columnsIn(table, lexicon);
  const apart = lines && apartShape(columns, columnsIn(lines, lexicon));
  if (lines !== undefined && apart === undefined) return undefined;
  const numbered = lines === undefined ? numberedShape(table, lexicon) : undefined;
  const found = (["job", "payables-invoice"] as const)
    .filter((type) => wanted === undefined || type === wanted)
    .flatMap((type) => {
      const shape = withRivals(apart ?? shapeOf(type, numbered, columns));
      return shape !== undefined && (wanted !== undefined || speaksFor(type, shape)) ? [{ type, shape }] : [];
    });
  const [first, second] = found;
  if (first === undefined) return undefined;
  const { type, shape } = second !== undefined && !hasOwnJobs(first.shape) ? second : first;
  // Documents that are due may be invoices, whose number is only called a reference.
  const isDue =
    type === "job" &&
    columns.some(({ role, said }) => role === "key" && said.has("document")) &&
    columns.some(({ role }) => role === "due_date");
  const isOpen = isDue || (second !== undefined && hasOwnJobs(first.shape));
  const creditors = [...shape.header, ...shape.elements].filter(({ role }) => role === "creditor");
  // A partner or a carrier may stand beside what customers are billed as well.
  const isOfAnybody = bestOfRole(creditors)?.said.has("customer") === true;
  const doubt = isOpen
    ? "it could list jobs with their costs or invoices with their lines"
    : isOfAnybody
      ? `it could list ${things[type]}, and no column says that they are of creditors`
      : `it could list ${things[type]}, but none has two of them`;
  const isSure = !isOpen && !isOfAnybody && shape.isShown;
  return {
    ...made(type, shape),
    isSure,
    reason: isSure ? `rows of one ${keyName(shape)} are ${things[type]}` : doubt,
  };
}

function columnsIn({ headings, rows, rowName }: Headed, lexicon: Lexicon): readonly EntityColumn[] {
  return withTaxes(
    headings.map((heading, index) => {
      const isPlain =
        heading.trim() !== "" && headings.filter((other) => other.trim() === heading.trim()).length === 1;
      const base = { index, heading, name: isPlain ? heading : `#${index + 1}` };
      const cells = rows.map((row) => row[index] ?? "");
      return entityColumn(base, ofRow(heading, rowName, lexicon), cells, lexicon);
    }),
  );
}

/** A key whose heading is not understood is asked, beside what else may be it. */
function withRivals(shape: EntityShape | undefined): EntityShape | undefined {
  if (shape?.key.some(({ isStrange }) => isStrange) !== true) return shape;
  const mayBeKey = ({ role, said, profile }: EntityColumn) =>
    profile.filled > 0 &&
    (said.has("id") || said.has("number")) &&
    ["key", "job", "invoice_number"].includes(role);
  const others = shape.header.filter((each) => mayBeKey(each) && !shape.key.includes(each));
  return { ...shape, rivals: [...new Set([...shape.rivals, ...others])] };
}

const things = { job: "jobs with their costs", "payables-invoice": "invoices with their lines" } as const;

function keyName({ key, numbered }: EntityShape): string {
  return numbered === undefined ? key.map(({ name }) => name).join(" and ") : "record";
}

function shapeOf(
  type: EntityType,
  numbered: ReturnType<typeof numberedShape>,
  columns: readonly EntityColumn[],
): EntityShape | undefined {
  const isKey = ({ profile, role }: EntityColumn) =>
    profile.code >= part.nearlyAll &&
    (profile.dates === undefined || profile.dates.format === "excel_serial") &&
    !ofAmounts.has(role);
  const byId = (a: EntityColumn, b: EntityColumn) => Number(b.said.has("id")) - Number(a.said.has("id"));
  const among = (numbered?.header ?? columns).filter(isKey);
  const jobs = among.filter(({ role }) => role === "job").sort(byId);
  // A bare number may count the rows; of a document in which costs stand in columns it is the record's.
  const ids = among.filter(
    ({ role, said }) =>
      role === "key" &&
      (numbered !== undefined || said.has("id") || said.has("document") || said.has("invoice")),
  );
  if (numbered !== undefined) {
    const unique = (column: EntityColumn) => column.profile.isUnique;
    const key = (type === "job" ? [...ids.filter((each) => each.said.has("id")), ...jobs, ...ids] : ids).find(
      unique,
    );
    // Beside an id, a number is what users see of it.
    const isId = key?.said.has("id") === true;
    const rivals = jobs.filter(
      (each) =>
        key?.role === "job" &&
        each !== key &&
        unique(each) &&
        !saySame(each, key) &&
        (!isId || each.said.has("id")),
    );
    return key && { ...numbered, key: [key], rivals };
  }
  if (type === "job") {
    const shape = [...jobs, ...ids]
      .map((key) => rowShape(columns, [key]))
      .find((found) => found !== undefined);
    // The number beside the id of a job parts the rows as it does; a consol beside its shipments does not.
    const rivals = jobs.filter((each) => {
      const [key] = shape?.key ?? [];
      return (
        key?.role === "job" &&
        each !== key &&
        !(shape?.header.includes(each) && rowShape(columns, [each])?.header.includes(key))
      );
    });
    return shape && { ...shape, rivals };
  }
  const [creditor, number] = (["creditor", "invoice_number"] as const).map((role) =>
    columns.filter((each) => each.role === role),
  );
  const pair = [bestOfRole(creditor ?? []), bestOfRole(number ?? [])].flatMap((each) => each ?? []);
  const tried = [...ids.map((id) => [id]), ...(pair.length === 2 ? [pair] : [])];
  return (
    tried
      .flatMap((key) => rowShape(columns, key) ?? [])
      .filter(({ header }) => pair.every((each) => header.includes(each)))
      // An id that every row has for itself may be that of a line.
      .sort((a, b) => Number(b.isShown) - Number(a.isShown))[0]
  );
}

/** Whether what such records are made of is there; files of payments, sales or tariffs have other columns, or lack some. */
function speaksFor(type: EntityType, { header, elements, key, numbered }: EntityShape): boolean {
  const all = [...header, ...elements];
  const has = (...roles: readonly Role[]) =>
    all.some(({ role, profile }) => roles.includes(role) && profile.filled > 0);
  const isPriced = has("net", "gross", "amount") || all.some(({ said }) => said.has("unit_price"));
  if (has("payment") || !has("creditor") || !isPriced) return false;
  if (type === "payables-invoice")
    return (
      has("invoice_number") &&
      has("invoice_date", "due_date") &&
      has("job", "charge_code", "description") &&
      !has("customer")
    );
  const isOfJobs =
    (numbered === undefined ? key : header).some(({ role }) => role === "job") ||
    header.some(({ role, said }) => role === "job_type" && said.has("job"));
  return (isOfJobs || header.some(saysJobTypes)) && has("charge_code");
}

function saysJobTypes({ profile, role }: EntityColumn): boolean {
  return (
    role === "job_type" &&
    profile.filled > 0 &&
    profile.values.every((value) => jobTypeOf(value) !== undefined)
  );
}

/** What only the header of a job has: beside it, the number of an invoice is that of a cost. */
function hasOwnJobs({ header }: EntityShape): boolean {
  return header.some(
    ({ role, said }) =>
      (role === "job_type" && said.has("job")) || role === "waybills" || role === "container_numbers",
  );
}

function made(type: EntityType, shape: EntityShape): Omit<Entities, "isSure" | "reason"> {
  const { header, elements, numbered, key, match } = shape;
  // Two tables may have headings of one name; what an element is made of is looked for in its own.
  const columns = match === undefined ? [...header, ...elements] : [...elements, ...header];
  const isJob = type === "job";
  const above = (role: Role) => roleGuess(header, role);
  // Where no record has two elements, or all have the same, what is an element's own stands among what never differs.
  const below = (role: Role) => {
    const own = elements.filter((column) => column.role === role);
    if (own.length > 0) return roleGuess(own, role);
    // What goods are, and who carries them, stands in each row of their costs, too.
    const isOfGoods = ({ said }: EntityColumn) =>
      shape.isShown && (role === "creditor" || (role === "description" && !said.has("charge")));
    return roleGuess(
      header.filter((column) => !isOfHeaderAlone(column, shape) && !isOfGoods(column)),
      role,
    );
  };
  const { amounts, totals, lineAmounts } = moneyOf(shape, !isJob);
  const fields: Record<string, FieldGuess> = isJob
    ? {
        external_id: keyGuess(shape),
        updated_at: timeGuess(header, columns),
        job_type: wordsGuess(above("job_type"), header, jobTypeOf, false),
        number: isKeyOpen(shape)
          ? abstain("which job it is of is open")
          : roleGuess(
              header.filter(({ said }) => !said.has("id")),
              "job",
            ),
        operator: staffGuess(above("operator")),
      }
    : {
        external_id: keyGuess(shape),
        updated_at: timeGuess(header, columns),
        status: wordsGuess(above("status"), header, invoiceStatusOf, true),
        creditor: referenceGuess(above("creditor"), "org", header),
        invoice_number: invoiceNumberGuess(header),
        invoice_date: dayGuess(above("invoice_date"), header),
        due_date: dayGuess(above("due_date"), header),
        ...totals,
      };
  const ofLine: Record<string, FieldGuess> = isJob
    ? {
        external_id: elementId(shape),
        creditor: referenceGuess(below("creditor"), "org", columns),
        charge_code: referenceGuess(below("charge_code"), "charge-code", columns),
        tax_code: referenceGuess(below("tax_code"), "tax-code", columns),
        operator: staffGuess(roleGuess(elements, "operator")),
        description: below("description"),
        ...lineAmounts,
      }
    : {
        external_id: elementId(shape),
        accrual: below("accrual"),
        job: warned(
          roleGuess(
            columns.filter((column) => !isOfHeaderAlone(column, shape)),
            "job",
          ),
          "these have to be the ids under which the jobs are published",
        ),
        charge_code: referenceGuess(below("charge_code"), "charge-code", columns),
        tax_code: referenceGuess(below("tax_code"), "tax-code", columns),
        tax_rate: rateGuess(below("tax_rate"), columns),
        ...lineAmounts,
      };
  const taken = new Set(
    [...Object.values(fields), ...Object.values(ofLine)].flatMap((guess) =>
      guess.decision === "chosen" ? guess.columns : guess.candidates.map(({ column }) => column),
    ),
  );
  const lists = isJob ? listLines(header) : [];
  const from = match && (isJob ? "costs" : "lines");
  const unused = columns.filter(
    (column) =>
      column.profile.filled > 0 &&
      !taken.has(column.name) &&
      !lists.some((line) => line.includes(column.name)),
  );
  return {
    record: type,
    fields,
    group: groupLines(shape),
    list: isJob ? "accruals" : "charge_lines",
    place: [
      ...(match === undefined
        ? []
        : [`from: ${from}`, `match: { ${scalar(match.name)}: ${scalar(key[0]?.name ?? "")} }`]),
      ...(numbered !== undefined ? [`columns: ${numbered}`] : rowsLines(shape, amounts)),
    ],
    from,
    elements: ofLine,
    lists,
    columns,
    refused: unused.map(({ name, said }) => ({
      column: name,
      reason: said.has("sell")
        ? "is for sales"
        : said.has("customer")
          ? "is of a customer"
          : "is not seen to be a field",
    })),
  };
}

/** Amounts of the record itself, where it has any, and of its elements. */
function moneyOf(shape: EntityShape, hasTotals: boolean) {
  const { header, elements, numbered } = shape;
  const columns = [...header, ...elements];
  const money = columns.filter(({ role }) => ofAmounts.has(role));
  const ofRecord = hasTotals ? totalsOf(shape, money) : [];
  const ofElements = money.filter((column) => !ofRecord.includes(column) && !isOfHeaderAlone(column, shape));
  const varying = ofElements.filter((column) => elements.includes(column));
  const amounts = ofElements.filter(
    (column) =>
      varying.includes(column) ||
      (!varying.some(({ role, side }) => role === column.role && side === column.side) &&
        isOfElements(column, varying, ofElements)),
  );
  const currencyOf = (from: readonly EntityColumn[]) =>
    chosenColumn(
      roleGuess(
        from.filter(({ side }) => side !== "local"),
        "currency",
      ),
      from,
    );
  const local = columns.find(({ role, side }) => role === "currency" && side === "local");
  const own = currencyOf(header);
  const currency = currencyOf(elements) ?? own;
  const common = { all: money, turned: turnedAsked(columns, money), local };
  const inElement = (column: EntityColumn) =>
    isOfHeaderAlone(column, shape) && numbered === undefined
      ? `{ header: ${scalar(column.name)} }`
      : scalar(column.name);
  const lineAmounts = amountFields({ ...common, amounts, currency, written: inElement });
  const totals =
    ofRecord.length === 0
      ? noTotals(
          amountFields({ ...common, amounts: [], currency: undefined, written: inElement }),
          shape.isShown,
        )
      : amountFields({
          ...common,
          amounts: ofRecord,
          currency: own ?? (numbered === undefined ? currency : undefined),
          written: ({ name }) => scalar(name),
        });
  return { amounts, totals, lineAmounts };
}

/** Some ledgers write what is owed below zero; others write a credit note like an invoice, and say so in a column. */
function turnedAsked(columns: readonly EntityColumn[], money: readonly EntityColumn[]): string | undefined {
  const values = money.flatMap(({ cells }) => cells.filter((cell) => /[1-9]/.test(cell)));
  const below = values.filter((value) => /^\(|^-|-$/.test(value.trim())).length;
  if (below > values.length / 2)
    return "most amounts are below zero: `negative: always` where that is what is owed; where they are credit notes, leave `negative` out";
  const credits = columns.find(({ profile }) => profile.values.some(isCreditNote));
  return below > 0 || credits === undefined
    ? undefined
    : `${credits.name} says credit notes (${valuesBeside(credits)}), and no amount is negative: which are turned round is asked under negative`;
}

/** Filled in rows of the record alone, so that rows of elements have to look it up there. */
function isOfHeaderAlone(
  column: EntityColumn,
  { header, key, types, blankBelow, numbered, match }: EntityShape,
): boolean {
  if (!header.includes(column)) return false;
  if (numbered !== undefined || match !== undefined) return true;
  if (types !== undefined)
    return column.cells.every(
      (cell, row) => isBlank(cell) || types.column.cells[row]?.trim() === types.header,
    );
  return (
    blankBelow !== undefined &&
    column.cells.every((cell, row) => isBlank(cell) || !isBlank(key[0]?.cells[row]))
  );
}

/** An amount that is the same in all rows of a record whose other amounts differ may be the record's, unless they come to it. */
function isOfElements(
  column: EntityColumn,
  varying: readonly EntityColumn[],
  all: readonly EntityColumn[],
): boolean {
  if (varying.length === 0) return true;
  const cents = centsOf(all);
  if (column.cells.every((cell) => (cents(cell) ?? 0) === 0)) return true;
  return varying.some((one) =>
    all.some(
      (other) => addsUp(one, other, column) || addsUp(one, column, other) || addsUp(other, column, one),
    ),
  );
}

/**
 * Amounts of the invoice itself: what the lines of each come to, what such amounts come to together, or what stands in its own row
 * alone.
 */
function totalsOf(shape: EntityShape, money: readonly EntityColumn[]): readonly EntityColumn[] {
  const { header, key, numbered } = shape;
  const ours = money.filter((column) => header.includes(column));
  const cents = centsOf(money);
  const keys = (key[0]?.cells ?? []).map((_, row) =>
    key.map(({ cells }) => cells[row]?.trim()).join("\u0001"),
  );
  const shown = ours.filter((column) => {
    if (numbered !== undefined || isOfHeaderAlone(column, shape)) return true;
    if (column.said.has("row_number")) return false;
    return money.some((other) => {
      if (other === column || (other.role !== column.role && ours.includes(other))) return false;
      const sums = new Map<string, number>();
      for (const [row, cell] of other.cells.entries())
        sums.set(keys[row] ?? "", (sums.get(keys[row] ?? "") ?? 0) + (cents(cell) ?? 0));
      return column.cells.every(
        (cell, row) => Math.abs((cents(cell) ?? Number.NaN) - (sums.get(keys[row] ?? "") ?? 0)) <= 1,
      );
    });
  });
  return ours.filter(
    (column) =>
      shown.includes(column) ||
      shown.some((net) => shown.some((tax) => net !== tax && addsUp(net, tax, column))),
  );
}

/** @param isShown some invoice has several lines; else the amounts of its only row may be those of the whole */
function noTotals(fields: Record<string, FieldGuess>, isShown: boolean): Record<string, FieldGuess> {
  const why = isShown
    ? "no column holds what the whole invoice comes to, only its lines: ask for an export that does"
    : "no invoice has two rows: where one row is always the whole invoice, write what stands under charge_lines; else ask for an export that holds what the whole comes to";
  return Object.fromEntries(
    Object.keys(fields).map((name, place) => [name, abstain(place === 0 ? why : "likewise")]),
  );
}

function groupLines({
  key,
  types,
  blankBelow,
  isScattered,
  numbered,
  rivals,
}: EntityShape): readonly string[] {
  if (numbered !== undefined) return [];
  const names = key.map(({ name }) => name);
  const header =
    types === undefined
      ? ""
      : `, header: { column: ${scalar(types.column.name)}, equals: ${scalar(types.header)} }`;
  const isOpen = isKeyOpen({ key, rivals });
  const by = isOpen ? "TODO" : names.length === 1 ? scalar(names[0] ?? "") : flowList(names);
  return [
    ...(blankBelow === "asked"
      ? [
          ...comment(
            `Some rows have no ${names.join(" and ")}, and no other column shows that they belong to the one above: ${flowList(names)} where they do; else leave them out under skip.`,
          ),
          "carry_down: TODO",
        ]
      : blankBelow === "shown"
        ? [`carry_down: ${flowList(names)}`]
        : []),
    ...(isOpen
      ? comment(
          `Which column makes one record? ${[...key, ...rivals].map((column) => `${column.name} (${valuesBeside(column)})`).join("; ")}.`,
        )
      : []),
    `group: { by: ${by}${header}${isScattered ? ", scattered: true" : ""} }`,
  ];
}

/** Which rows are elements: by their type, or without those that hold neither a creditor nor an amount; sales among them are asked. */
function rowsLines({ types, elements }: EntityShape, money: readonly EntityColumn[]): readonly string[] {
  const sales = elements.find(({ profile }) => profile.distinct <= 6 && profile.values.some(isSale));
  if (sales !== undefined)
    return [
      ...comment(
        `Some rows may be sales, as ${sales.name} says: ${valuesBeside(sales)}. Name those that are costs.`,
      ),
      `rows: { column: ${scalar(sales.name)}, in: TODO }`,
    ];
  if (types !== undefined) {
    const [only, ...more] = types.elements;
    const column = scalar(types.column.name);
    return more.length === 0
      ? [`rows: { column: ${column}, equals: ${scalar(only ?? "")} }`]
      : [
          ...comment(`Which rows are these? ${valuesBeside(types.column)}.`),
          `rows: { column: ${column}, in: TODO }`,
        ];
  }
  const creditor = elements.find(({ role }) => role === "creditor");
  const cents = centsOf(money);
  const isEmpty = (row: number) =>
    isBlank(creditor?.cells[row]) && money.every(({ cells }) => (cents(cells[row]) ?? 0) === 0);
  const open = (creditor?.cells ?? []).flatMap((cell, row) => (isBlank(cell) ? [row] : []));
  return creditor !== undefined && open.length > 0 && open.every(isEmpty)
    ? [
        ...comment("Rows without a creditor have no amount either."),
        `rows: { column: ${scalar(creditor.name)}, blank: false }`,
      ]
    : ["rows: all"];
}

function listLines(header: readonly EntityColumn[]): readonly string[] {
  return (["container_numbers", "waybills"] as const).flatMap((role) => {
    const [column, ...more] = header.filter((each) => each.role === role && each.profile.filled > 0);
    if (column === undefined) return [];
    if (more.length > 0) {
      const names = [column, ...more].map(({ name }) => name).join(", ");
      return comment(
        `${role}: several columns may hold them: ${names}. Numbered ones: { columns: 1.., fields: ... }.`,
      );
    }
    const at =
      [";", ",", "|"].find((sign) => column.profile.values.some((value) => value.includes(sign))) ?? ";";
    const fields = role === "waybills" ? ', fields: { number: "{part}" }' : "";
    return [`${role}: { split: ${scalar(column.name)}, at: ${JSON.stringify(at)}${fields} }`];
  });
}
