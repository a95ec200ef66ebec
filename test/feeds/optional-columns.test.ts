import { expect, test } from "vitest";
import { world, type World } from "../support/world.js";

/**
 * In XML and JSON, columns without values are absent, and the number of repeated columns varies with the
 * elements.
 */

const workspace = `
lading: 1
accounts: { acme: { country: US, tax_mode: non_tax } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/job: { source: inbox, files: "job-{sequence}.xml", mapping: job.yaml, delivery: delta, settle: final_name, first: publish, guard: { changes: off } }
`;

const mapping = (optional: string) => `lading: 1
record: job
read: { records: Export.Job }
${optional}
fields: { external_id: "@id", number: Number, operator: Handler }
lists:
  waybills: { columns: 1.., fields: { number: "Bill.{n}", type: "Bill.{n}.@kind" } }
`;

async function start(optional: string): Promise<readonly [World, (...jobs: string[]) => Promise<string>]> {
  const w = await world(workspace);
  await w.write("job.yaml", mapping(optional));
  await w.reload();
  let night = 0;
  const deliver = async (...jobs: string[]): Promise<string> => {
    night += 1;
    const all = jobs.map((job, at) => `<Job id="J${night}${at}"><Number>N${at}</Number>${job}</Job>`);
    await w.drop(`job-${night}.xml`, `<Export>${all.join("")}</Export>`, `2026-03-0${night}T00:00:00Z`);
    const [outcome] = await w.pass();
    return `${outcome?.status}: ${outcome?.reason}`;
  };
  return [w, deliver];
}

const bill = (number: string) => `<Bill kind="house">${number}</Bill>`;
const handler = "<Handler>E1</Handler>";

test("fewer elements in a row than yesterday do not count as a missing heading", async () => {
  const [w, deliver] = await start("");
  expect(await deliver(handler + bill("A1") + bill("A2") + bill("A3"), handler)).toBe("PUBLISHED: ");
  expect(await deliver(handler + bill("B1"))).toBe("PUBLISHED: ");
  expect((await w.list("acme/job")).map(({ waybills }) => (waybills as unknown[]).length)).toEqual([3, 0, 1]);
  // Without `optional`, all headings of the mapping are required, including those of the first element.
  expect(await deliver(bill("C1"))).toMatch(/^HELD: Expected headings have changed: .*"Handler" is missing/);
});

test("accepts a missing optional heading with all paths below it, unless it seems to be renamed", async () => {
  const [w, deliver] = await start("optional: [Handler, Bill]");
  expect(await deliver(handler + bill("A1") + bill("A2"))).toBe("PUBLISHED: ");
  expect(await deliver("")).toBe("PUBLISHED: ");
  expect((await w.list("acme/job"))[1]).toMatchObject({ external_id: "J20", operator: null, waybills: [] });
  expect(await deliver(handler + bill("C1"))).toBe("PUBLISHED: ");
  expect(await deliver(`<Handlers>E1</Handlers>${bill("D1")}`)).toContain(
    'the heading "Handler" is missing, probably renamed to "Handlers"',
  );
});
