import { expect, test } from "vitest";
import { invoicesView } from "../../src/console/api/invoices.js";
import type { Workspace } from "../../src/workspace/workspace.js";
import { publish } from "../http/publish.js";
import { scene } from "../outbox/scene.js";

test("shows and finds the name of a creditor if the list of organizations contains it", async () => {
  const here = await scene();
  const { store } = here;
  const updated_at = "2026-03-01T08:00:00.000Z";
  await publish(store, "acme/org", 1, [{ external_id: "C1", updated_at, name: "Carrier Ltd" }]);
  await here.post("A-1");
  await here.post("A-2", { creditor: "C2" });
  const accounts = new Map([["acme", { name: "acme", outbox: {} }]]);
  const workspace = { accounts, feeds: [] } as unknown as Workspace;
  const found = async (search: string) => {
    const { invoices } = await invoicesView(workspace, store.db, { search, state: "all", from: 0 });
    return invoices.rows.map(({ number, creditorName }) => [number, creditorName]).sort();
  };
  expect(await found("")).toEqual([
    ["A-1", "Carrier Ltd"],
    ["A-2", ""],
  ]);
  expect(await found("carrier")).toEqual([["A-1", "Carrier Ltd"]]);
});
