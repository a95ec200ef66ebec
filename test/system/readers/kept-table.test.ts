import { describe, expect, it } from "vitest";
import { taskOf, type TaskParts } from "../../../src/convert/task.js";
import { account } from "../../../src/model/account.js";
import { run } from "../../../src/system/readers/evaluate-in-child-job.js";
import { sourceOf } from "../../formats/reading.js";
import { writtenMapping } from "../../support/written-mapping.js";

/** A process that reads for many feeds reads the file twice, and gives the others what it read then. */

const mapping = (of: string, read = ""): string => `lading: 1
record: staff
${read}only:
  - { column: Company, equals: "\${account.company}" }
fields:
  external_id: Id
  name: ${of}
  email_address: Mail
  is_active: { constant: true }
`;

const orderOf = (company: string, text = mapping("Name")): TaskParts => ({
  mapping: writtenMapping(text),
  account: account("acme", { country: "US", company }),
  today: "2026-01-31",
  tables: new Map(),
  lists: new Map(),
  care: "strict",
});

const rows = Array.from({ length: 40 }, (_, i) => `C${i % 4},${i},Name ${i},p${i}@example.com\n`);
const text = `Company,Id,Name,Mail\n${rows.join("")}`;

/** What each order is answered, and how often the file was begun for it. */
async function answers(
  name: string,
  bytes: Uint8Array,
  orders: readonly TaskParts[],
): Promise<readonly { readonly begun: number; readonly told: string }[]> {
  const whole = sourceOf(bytes, name);
  const found = [];
  for (const order of orders) {
    let begun = 0;
    const told: unknown[] = [];
    const source = {
      name,
      size: whole.size,
      stream() {
        begun += 1;
        return whole.stream();
      },
    };
    await run(taskOf(order), source, {
      send: (kind, item) => void told.push([kind, item]),
      sendBytes: (kind, about, sent) => void told.push([kind, about, Buffer.from(sent).toString()]),
    });
    found.push({ begun, told: JSON.stringify(told) });
  }
  return found;
}

async function eachAlone(name: string, bytes: Uint8Array, orders: readonly TaskParts[]): Promise<string[]> {
  const alone = [];
  for (const order of orders) {
    await answers("another.csv", Buffer.from("Id\n1\n"), [order]);
    alone.push((await answers(name, bytes, [order]))[0]!.told);
  }
  return alone;
}

const companies = ["C0", "C1", "C2", "C3"];

describe("feeds that share a file", () => {
  for (const [name, bytes] of [
    ["staff.csv", Buffer.from(text)],
    ["rejects.csv", Buffer.from(text.replace("p9@example.com", "nobody"))],
    ["padded.csv", Buffer.from(text.replace("Name 2,", "Name 2  ,"))],
    ["twice.csv", Buffer.from(`${text}C2,2,Another,q@example.com\n`)],
    ["repaired.csv", Buffer.from(`${text}C3,99,"Name, p99@example.com\n`)],
    ["cut-off.csv", Buffer.from(text.replaceAll("@", "").trimEnd())],
    ["no-rows.csv", Buffer.from("Company,Id,Name,Mail\n")],
    ["uneven.csv", Buffer.from(`${text}C3,99,Name,p99@example.com,more\n`)],
    ["latin.csv", Buffer.from(text.replace("Name 3,", "J\xf6rg,"), "latin1")],
  ] as const) {
    it(`get what each would get alone: ${name}`, async () => {
      const orders = companies.map((company) => orderOf(company));
      const alone = await eachAlone(name, bytes, orders);
      await answers("another.csv", Buffer.from("Id\n1\n"), [orders[0]!]);
      expect((await answers(name, bytes, orders)).map(({ told }) => told)).toEqual(alone);
    });
  }

  it("have it read no more from the third on", async () => {
    const begun = (
      await answers(
        "once.csv",
        Buffer.from(text),
        companies.map((of) => orderOf(of)),
      )
    ).map((each) => each.begun);
    expect(begun[0]).toBeGreaterThan(0);
    expect(begun.slice(2)).toEqual([0, 0]);
  });

  it("have it read anew where another reads it otherwise", async () => {
    const other = orderOf("C0", mapping("Mail", 'read: { delimiter: "," }\n'));
    const same = orderOf("C0");
    const found = await answers("otherwise.csv", Buffer.from(text), [same, same, same, other, same]);
    expect(found.map(({ begun }) => begun > 0)).toEqual([true, true, false, true, true]);
    expect(found[3]?.told).toContain("p0@example.com");
    expect(found[4]?.told).toBe(found[0]?.told);
  });

  it("have it read each time where it is large", async () => {
    const wide = text.replaceAll("Name ", "x".repeat(300_000));
    const found = await answers(
      "large.csv",
      Buffer.from(wide),
      companies.map((of) => orderOf(of)),
    );
    expect(found.every(({ begun }) => begun > 0)).toBe(true);
  });
});
