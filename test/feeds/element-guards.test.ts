import { expect, test } from "vitest";
import { world, type World } from "../support/world.js";

/** Deltas of jobs with accrual amounts. Moved ids, and amounts with a wrong decimal separator, are held. */

const workspace = (guard = "") => `
lading: 1
accounts: { acme: { country: DE, zone: UTC, tax_mode: non_tax } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/job: { source: inbox, files: "job-{sequence}.csv", mapping: job.yaml, delivery: delta, settle: final_name, first: publish, guard: { changes: off${guard} } }
`;

const mapping = `lading: 1
record: job
group: { by: Job }
fields: { external_id: Job }
lists:
  accruals:
    rows: { column: Seq, blank: false }
    fields:
      external_id: { join: [Job, Seq], separator: "-" }
      creditor: Vendor
      charge_code: Charge
      local_amount.currency: { constant: EUR }
      local_amount.pre_tax: { column: Net, decimal: { sign: "." } }
      local_amount.total: { column: Net, decimal: { sign: "." } }
      overseas_amount.currency: Cur
      overseas_amount.pre_tax: { column: Net, decimal: { sign: "." } }
      overseas_amount.total: { column: Net, decimal: { sign: "." } }
`;

interface Accrual {
  readonly net: number;
  readonly charge: string;
  readonly currency?: string;
}

/** Jobs from `first` on, each with these accruals. Their ids are counted from `from`. */
function jobs(first: number, count: number, accruals: readonly Accrual[], from = 1): string {
  const lines = Array.from({ length: count }, (_, job) =>
    accruals.map(
      ({ net, charge, currency = "EUR" }, seq) =>
        `J${first + job},${from + seq},HARB,${charge},${(net + job).toFixed(2)},${currency}\n`,
    ),
  );
  return `Job,Seq,Vendor,Charge,Net,Cur\n${lines.flat().join("")}`;
}

const usual: readonly Accrual[] = [
  { net: 85, charge: "DOC" },
  { net: 1240, charge: "FRT" },
  { net: 310, charge: "THC" },
];
const times = (factor: number) => usual.map(({ net, charge }) => ({ net: net * factor, charge }));

async function start(guard = ""): Promise<(csv: string) => Promise<string>> {
  const w: World = await world(workspace(guard));
  await w.write("job.yaml", mapping);
  await w.reload();
  let number = 0;
  return async (csv) => {
    number += 1;
    await w.drop(`job-${String(number).padStart(4, "0")}.csv`, csv);
    const [decided] = await w.pass();
    return decided?.status === "HELD" ? (decided.reason ?? "") : (decided?.status ?? "nothing");
  };
}

test("holds accruals that return under other ids, but not new, changed and removed accruals", async () => {
  const deliver = await start();
  expect(await deliver(jobs(1, 10, usual))).toBe("PUBLISHED");
  expect(await deliver(jobs(1, 10, [...usual, { net: 20, charge: "FUEL" }]))).toBe("PUBLISHED");
  expect(
    await deliver(
      jobs(
        1,
        10,
        usual.map((each) => ({ ...each, net: each.net + 5 })),
        5,
      ),
    ),
  ).toBe("PUBLISHED");
  const moved = await deliver(
    jobs(
      1,
      3,
      usual.map((each) => ({ ...each, net: each.net + 5 })),
      6,
    ),
  );
  expect(moved).toContain(
    "9 of 9 accruals or charge lines in the changed records changed only their ID. Maximum: 5.",
  );
});

test.each([
  ["a hundred times as large", times(100)],
  ["a hundredth of the usual size", times(0.01)],
  ["for unknown charges", times(100).map((each) => ({ ...each, charge: "NEW" }))],
])("holds unusual amounts: %s", async (_what, accruals) => {
  const deliver = await start();
  expect(await deliver(jobs(1, 10, usual))).toBe("PUBLISHED");
  expect(await deliver(jobs(11, 10, times(4)))).toBe("PUBLISHED");
  expect(await deliver(jobs(6, 10, accruals))).toMatch(
    /^Amounts are unusual, especially accruals\.local_amount in EUR\. The median is about [\d.]+, but the usual median is about 320\. The medians may differ by a factor of at most 30\.[^.]*\.$/,
  );
});

test.each([
  ["few", "", jobs(11, 6, times(100))],
  [
    "in a new currency",
    "",
    jobs(
      11,
      10,
      times(15).map((each) => ({ ...each, currency: "JPY" })),
    ),
  ],
  ["from a feed that permits them", ", amounts: off", jobs(11, 10, times(100))],
  ["from a feed with a higher limit", ", amounts: 9000 %", jobs(11, 10, times(60))],
])("does not hold amounts that are %s", async (_what, guard, csv) => {
  const deliver = await start(guard);
  expect(await deliver(jobs(1, 10, usual))).toBe("PUBLISHED");
  expect(await deliver(csv)).toBe("PUBLISHED");
});
