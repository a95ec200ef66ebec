/** Clean tables of many kinds, from which damaged files are made. Headings and cells are text. */

export interface CleanTable {
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A small deterministic number generator. */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const firstNames = [
  "Ana",
  "Björn",
  "Chloé",
  "Dmitri",
  "Eoin",
  "Fatma",
  "Grażyna",
  "Hans-Peter",
  "Íris",
  "Jörg",
  "O'Neil",
  "Zoë",
];
const lastNames = [
  "Müller",
  "García",
  "Łukasz",
  "O'Brien",
  "van den Berg",
  "Øster",
  "Dvořák",
  "Smith",
  "Rossi",
  "Nguyen",
  "Ñandú",
];
const towns = [
  "Hamburg",
  "Rotterdam",
  "São Paulo",
  "Kraków",
  "New York",
  "Düsseldorf",
  "Ho Chi Minh City",
  "Århus",
];
const words = [
  "ocean",
  "freight",
  "handling",
  "customs",
  "clearance",
  "fuel",
  "surcharge",
  "terminal",
  "documents",
  "delivery",
  "pick-up",
  "insurance",
];

function pick<T>(roll: (sides: number) => number, items: readonly T[]): T {
  return items[roll(items.length)]!;
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}

function day(roll: (sides: number) => number): string {
  return `${2015 + roll(10)}-${two(1 + roll(12))}-${two(1 + roll(28))}`;
}

function staff(count: number): CleanTable {
  const roll = dice(11);
  return {
    name: "staff",
    headings: ["employee_id", "last_name", "first_name", "email", "hired", "town", "active", "salary"],
    rows: Array.from({ length: count }, (_, i) => [
      `E${String(i + 1).padStart(5, "0")}`,
      pick(roll, lastNames),
      pick(roll, firstNames),
      `person${i + 1}@example.com`,
      day(roll),
      pick(roll, towns),
      pick(roll, ["true", "false"]),
      `${30000 + roll(50000)}.${two(roll(100))}`,
    ]),
  };
}

function chargeCodes(count: number): CleanTable {
  const roll = dice(12);
  return {
    name: "charge-codes",
    headings: ["Code", "Description", "Group", "Tax ID", "Status", "Remarks"],
    rows: Array.from({ length: count }, (_, i) => [
      `${pick(roll, ["A", "O", "D", "F"])}${String.fromCharCode(65 + (i % 26))}${two(i % 100)}`,
      `${pick(roll, words)} ${pick(roll, words)}, ${pick(roll, ["export", "import", "per shipment", 'up to 20" units'])}`,
      pick(roll, ["FRT", "ORG", "DST"]),
      pick(roll, ["S1", "S2", "Z0", ""]),
      pick(roll, ["Active", "Inactive"]),
      pick(roll, [
        "",
        "",
        `see note ${i}; ask ${pick(roll, firstNames)}`,
        'said "no" twice',
        `first line\nsecond line, ${i}`,
      ]),
    ]),
  };
}

function taxCodes(count: number): CleanTable {
  const roll = dice(13);
  return {
    name: "tax-codes",
    headings: ["id", "code", "name", "rate", "valid_from", "country"],
    rows: Array.from({ length: count }, (_, i) => [
      String(i + 1),
      `${pick(roll, ["V", "A", "S"])}${two(i)}`,
      `${pick(roll, ["Standard", "Reduced", "Zero"])} rate ${pick(roll, ["goods", "services"])}`,
      `${roll(25)},${two(roll(100))}`,
      `${two(1 + roll(28))}.${two(1 + roll(12))}.20${two(10 + roll(15))}`,
      pick(roll, ["DE", "AT", "NL", "PL"]),
    ]),
  };
}

function products(count: number): CleanTable {
  const roll = dice(14);
  return {
    name: "products",
    headings: ["DATE", "TIME", "Qty", "PRODUCTID", "Price", "Type", "Description", "URL", "Comments"],
    rows: Array.from({ length: count }, (_, i) => [
      `${1 + roll(12)}/${1 + roll(28)}/2018`,
      `${two(roll(24))}:${two(roll(60))}`,
      String(1 + roll(20)),
      `P-${1000 + i}`,
      `${roll(400)}.${two(roll(100))}`,
      pick(roll, ["Toy", "Book", "Tool", "Food"]),
      `${pick(roll, words)} ${pick(roll, words)} ${pick(roll, words)}, ${pick(roll, ["large", "small", "blue"])}`,
      `http://shop.example.com/item/${1000 + i}`,
      pick(roll, ["", "ok", `Bought by ${pick(roll, firstNames)}, paid`, 'so-called "good"', "it's fine"]),
    ]),
  };
}

function numbers(count: number): CleanTable {
  const roll = dice(15);
  return {
    name: "numbers",
    headings: ["x", "y", "z", "temperature", "depth"],
    rows: Array.from({ length: count }, (_, i) => [
      String(i),
      `${roll(100)}.${roll(1000)}`,
      `-${roll(100)}.${roll(10)}`,
      `${roll(40)}.5`,
      String(roll(5000)),
    ]),
  };
}

function prose(count: number): CleanTable {
  const roll = dice(16);
  return {
    name: "prose",
    headings: ["name", "city", "motto"],
    rows: Array.from({ length: count }, (_, i) => [
      `${pick(roll, firstNames)} ${pick(roll, lastNames)} ${i}`,
      pick(roll, towns),
      `We ${pick(roll, words)}, we ${pick(roll, words)}; and ${pick(roll, words)} comes ${pick(roll, ["first", "last", "late"])}.`,
    ]),
  };
}

export const cleanTables: readonly CleanTable[] = [
  staff(40),
  chargeCodes(40),
  taxCodes(40),
  products(84),
  numbers(40),
  prose(40),
];
