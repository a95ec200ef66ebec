import { describe, expect, test } from "vitest";
import type { AlertCause } from "../../../src/feeds/alerts/alert-causes.js";
import { partnerMessage } from "../../../src/feeds/alerts/partner-message.js";
import type { IssueCode } from "../../../src/model/issues.js";
import { world } from "../../support/world.js";

const yaml = `
lading: 1
accounts: { acme: { country: US, zone: UTC } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
`;

async function messageAbout(kind: "refused" | "rows", codes: readonly IssueCode[]) {
  const { setup } = await world(yaml);
  const [feed] = setup.workspace.feeds;
  if (feed === undefined) throw new Error("no feed");
  const findings = codes.map((code) => ({
    ...{ code, severity: "error", message: "A problem.", hint: "A hint.", count: 1, more: false, rows: [] },
  }));
  const delivery = {
    ...{ arrival: { name: "staff.csv" }, receivedAt: "2026-03-02T08:00:00.000Z", sha256: "a".repeat(64) },
    ...{ guards: [], reason: "A reason." },
  };
  const cause = { kind, key: "", delivery, report: { findings }, hasList: false } as unknown as AlertCause;
  return partnerMessage(feed, cause, true);
}

describe.each(["refused", "rows"] as const)("the message about a delivery with the problem %s", (kind) => {
  test.each<[readonly IssueCode[]]>([
    [["several_lists"]],
    [["unknown_encoding"]],
    [["several_lists", "unknown_encoding"]],
  ])("is omitted if only the operator has to do something: %j", async (codes) => {
    expect(await messageAbout(kind, codes)).toBeUndefined();
  });

  test("is written if the partner has to fix at least one error", async () => {
    const message = await messageAbout(kind, ["several_lists", "empty_file"]);
    expect(message?.text).toContain("A problem. Please send the export again.");
  });
});

test("the message about a rejected delivery states the reason if the report has no issues", async () => {
  const message = await messageAbout("refused", []);
  expect(message?.text).toContain("What is wrong:\nA reason.");
});
