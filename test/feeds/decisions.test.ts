import { expect, test } from "vitest";
import { PassThrough } from "node:stream";
import { openWorkspace } from "../../src/cli/feeds/open.js";
import { operationsHere } from "../../src/console/api/operations-here.js";
import type { Order } from "../../src/console/api/operations.js";
import { replay } from "../../src/feeds/decisions/replay.js";
import { workdir } from "../support/workdir.js";
import { ids, staff } from "../support/world.js";

/** Decisions of people as the console requests them, with plain data as input and output. */

const workspace = `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
`;

async function heldFeed() {
  const dir = await workdir({ "lading.yaml": workspace, "inbox/staff.csv": staff(...ids(1, 30)) });
  await dir.lading(["run"]);
  await dir.write({ "inbox/staff.csv": staff(...ids(1, 12)) });
  await dir.lading(["run"]);
  const status = JSON.parse((await dir.lading(["status", "--json"])).stdout) as {
    feeds: readonly { held: readonly { delivery: string }[] }[];
  };
  const delivery = status.feeds[0]?.held[0]?.delivery ?? "";
  const open = () => openWorkspace({ cwd: dir.path, env: {}, stderr: new PassThrough() });
  const context = { env: {}, signal: new AbortController().signal };
  const service = operationsHere(open, context);
  const about = { feed: "acme/staff", reason: "closed office", by: "Grace Vogel" };
  /** The delivery as the console shows it to a person. */
  async function shown() {
    const report = await service.delivery({ feed: "acme/staff", delivery });
    if ("refused" in report) throw new Error(report.refused);
    return report;
  }
  return { dir, delivery, service, about, shown, open };
}

test("releases exactly the changes that a person was shown", async () => {
  const { delivery, service, about, dir, shown } = await heldFeed();
  const { changes, changeSet = "", isUnusable } = await shown();
  expect(changes?.kinds).toEqual({ deactivated: 18 });
  expect(isUnusable).toBe(false);

  const order: Order = { verb: "release", ...about, delivery, changeSet };
  expect(await service.decide({ ...order, changeSet: "others" })).toEqual({
    refused:
      "The changes differ from those that you reviewed. Check the changes again, then approve or reject the delivery.",
  });
  expect(await service.decide(order)).toEqual({
    sentence: "Published as version 2.",
    isDone: true,
    version: 2,
  });
  expect((await dir.lading(["history", "acme/staff"])).stdout).toContain("closed office (by Grace Vogel)");
  // The changes remain on the delivery's page after the decision.
  const published = await shown();
  expect(published).toMatchObject({ file: { file: "staff.csv" }, changes: { kinds: changes?.kinds } });
  expect(published.changes?.listed).toEqual(changes?.listed);
});

test("returns the reason and the next step for a refusal", async () => {
  const { delivery, service, about, dir, shown } = await heldFeed();
  expect(await service.resume(about)).toEqual({
    refused: "The feed acme/staff is not paused. Only a rollback pauses a feed.",
  });
  const order: Order = { verb: "reject", ...about, delivery, changeSet: "" };
  const { changes } = await shown();
  expect(await service.decide(order)).toEqual({ isDone: true, sentence: rejected });
  expect((await shown()).changes?.listed).toEqual(changes?.listed);
  expect(changes?.listed).toHaveLength(18);
  // The console and the command use the same functions, so they respond in the same words.
  const refusal = await service.decide(order);
  const { stderr } = await dir.lading(["reject", "acme/staff", "--reason", "x"]);
  expect(refusal).toEqual({
    refused: expect.stringContaining(stderr.split("\n")[0]?.replace("lading: ", "") ?? "-") as string,
  });
  expect(await service.decide({ ...order, feed: "acme/org" })).toMatchObject({
    refused: expect.stringContaining('There is no feed "acme/org".') as string,
  });
});

const rejected =
  "staff.csv was rejected. The list is unchanged. The next run moves, deletes or keeps the file at the source, according to the source's settings.";

test("a rollback, a resume, and a replayed file record the person's name", async () => {
  const { delivery, service, about, dir, shown, open } = await heldFeed();
  const { changeSet = "" } = await shown();
  await service.decide({ verb: "release", ...about, delivery, changeSet });
  expect(await service.previewRollBack({ feed: about.feed, to: 9 })).toMatchObject({
    refused: expect.stringContaining("9") as string,
  });
  expect(await service.previewRollBack({ feed: about.feed, to: 1 })).toMatchObject({
    number: 3,
    kinds: { added: 0, changed: 18, deactivated: 0, removed: 0 },
  });
  expect(await service.rollBack({ ...about, to: 1 })).toEqual({
    sentence: "Version 3 has the content of version 1. The feed is paused.",
    isDone: true,
    version: 3,
  });
  const setup = await open();
  const [feed] = setup.workspace.feeds;
  const replayed = () =>
    replay({ setup, feed: feed!, name: "Grace Vogel" }, { deliveries: [], reason: "again" });
  await expect(replayed()).rejects.toMatchObject({ code: "paused" });
  expect(await service.resume(about)).toMatchObject({ isDone: true });
  expect(await replayed()).toMatchObject({
    publication: null,
    sentence: expect.stringMatching(/^staff\.csv: HELD\. /) as string,
  });
  await setup.close();
  const { stdout } = await dir.lading(["history", "acme/staff"]);
  for (const state of ["ROLLED_BACK", "RESUMED", "REPLAYED"])
    expect(stdout).toMatch(new RegExp(` ${state} .*by Grace Vogel`));
});

test("forgets people, but only in lists with personal data", async () => {
  const { service, dir } = await heldFeed();
  await dir.write({ "lading.yaml": `${workspace}  acme/tax-code: { source: inbox, files: "tax*.csv" }\n` });
  const order = { id: "020", reason: "Request 17", by: "Grace Vogel" };
  const refusal = { refused: expect.stringContaining("acme/tax-code contains no personal data.") as string };
  expect(await service.previewForget({ feed: "acme/tax-code", id: "020" })).toEqual(refusal);
  expect(await service.forget({ ...order, feed: "acme/tax-code" })).toEqual(refusal);
  expect(await service.forget({ ...order, feed: "acme/staff" })).toEqual({
    isDone: true,
    sentence: expect.stringMatching(
      /^Version 2 is published without the record; .* A final search found no remaining data\.$/,
    ) as string,
  });
  // The console and the command use the same functions, so they respond in the same words.
  const { stdout } = await dir.lading(["forget", "020", "--feed", "acme/staff"]);
  expect(await service.forget({ ...order, feed: "acme/staff" })).toMatchObject({
    sentence: stdout.replace(/^acme\/staff: n/, "N").split("\n")[0],
  });
});
