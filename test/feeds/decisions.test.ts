import { expect, test } from "vitest";
import { PassThrough } from "node:stream";
import { openWorkspace } from "../../src/cli/feeds/open.js";
import { operationsHere } from "../../src/console/api/operations-here.js";
import { decisionService, type Order } from "../../src/feeds/decisions/decision-service.js";
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
  const service = decisionService(open, context);
  const about = { feed: "acme/staff", reason: "closed office", by: "Grace Vogel" };
  /** The delivery as the console shows it to a person. */
  async function shown() {
    const report = await operationsHere(open, context).delivery({ feed: "acme/staff", delivery });
    if ("refused" in report) throw new Error(report.refused);
    return report;
  }
  return { dir, delivery, service, about, shown };
}

test("releases exactly the changes that a person was shown", async () => {
  const { delivery, service, about, dir, shown } = await heldFeed();
  const { changes, changeSet = "", isUnusable } = await shown();
  expect(changes?.kinds).toEqual({ deactivated: 18 });
  expect(isUnusable).toBe(false);

  const order: Order = { verb: "release", ...about, delivery, changeSet };
  expect(await service.decide({ ...order, changeSet: "others" })).toEqual({
    refused: {
      code: "changes_differ",
      sentence: "The changes differ from those that you reviewed.",
      next: "Check the changes again, then approve or reject the delivery.",
      commands: [
        "lading plan acme/staff",
        `lading release acme/staff --delivery ${delivery} --reason TEXT`,
        `lading reject acme/staff --delivery ${delivery} --reason TEXT`,
      ],
    },
  });
  expect(await service.decide(order)).toEqual({
    sentence: "Published as version 2.",
    isDone: true,
    publication: 2,
  });
  expect((await dir.lading(["history", "acme/staff"])).stdout).toContain("closed office (by Grace Vogel)");
  expect(await shown()).toMatchObject({ file: { file: "staff.csv" } });
});

test("returns the reason and the next step for a refusal", async () => {
  const { delivery, service, about } = await heldFeed();
  expect(await service.decide({ verb: "resume", ...about })).toEqual({
    refused: {
      code: "not_paused",
      sentence: "The feed acme/staff is not paused.",
      next: "Only a rollback pauses a feed.",
      commands: [],
    },
  });
  expect(await service.decide({ verb: "replay", ...about, deliveries: ["abc"] })).toMatchObject({
    refused: { code: "no_such_delivery", commands: ["lading history acme/staff"] },
  });
  expect(await service.decide({ verb: "reject", ...about, delivery })).toMatchObject({
    isDone: true,
    publication: null,
  });
  expect(await service.decide({ verb: "reject", ...about, delivery })).toMatchObject({
    refused: { code: "nothing_held" },
  });
  expect(await service.decide({ verb: "reject", ...about, feed: "acme/org", delivery })).toMatchObject({
    refused: { code: "wrong_use", sentence: 'There is no feed "acme/org".' },
  });
});

test("a rollback, a resume, and a replayed file record the person's name", async () => {
  const { delivery, service, about, dir, shown } = await heldFeed();
  const { changeSet = "" } = await shown();
  await service.decide({ verb: "release", ...about, delivery, changeSet });
  expect(await service.decide({ verb: "rollback", ...about, to: 1 })).toEqual({
    sentence: "Version 3 has the content of version 1. The feed is paused.",
    isDone: true,
    publication: 3,
  });
  expect(await service.decide({ verb: "replay", ...about, deliveries: [] })).toMatchObject({
    refused: { code: "paused", commands: ["lading resume acme/staff"] },
  });
  expect(await service.decide({ verb: "resume", ...about })).toMatchObject({ isDone: true });
  expect(await service.decide({ verb: "replay", ...about, deliveries: [] })).toMatchObject({
    sentence: expect.stringMatching(/^staff\.csv: HELD\. /) as string,
  });
  const { stdout } = await dir.lading(["history", "acme/staff"]);
  for (const state of ["ROLLED_BACK", "RESUMED", "REPLAYED"])
    expect(stdout).toMatch(new RegExp(` ${state} .*by Grace Vogel`));
});
