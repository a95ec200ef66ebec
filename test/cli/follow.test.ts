import { expect, test } from "vitest";
import { bearer, get } from "../http/serving.js";
import { workdir } from "../support/workdir.js";

/** Changes to the workspace on disk while `watch --serve` runs are applied or reported without a restart. */

const before = `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
server: { port: 0, operators: { port: 0 } }
`;
const mapping = `lading: 1
record: staff
fields: { external_id: No, name: Name, email_address: Mail, is_active: { constant: true } }
`;
const staff = (...ids: readonly string[]) =>
  [
    "external_id,updated_at,name,email_address,is_active",
    ...ids.map((id) => `${id},,${id},${id}@example.com,true`),
    "",
  ].join("\n");

test("applies new feeds, accounts and mappings while running, and keeps the old workspace if the new one has errors", async () => {
  const dir = await workdir({
    "lading.yaml": before,
    "inbox/staff-1.csv": staff("E1"),
    "beta/people.csv": "No,Name,Mail\n7,Petra,petra@example.com\n",
  });
  const running = dir.start(["watch", "--serve"]);
  const [, url = ""] = /"lists":"([^"]+)"/.exec(await running.waitFor(/"event":"serving"/)) ?? [];
  const [, operators = ""] = /"operators":"([^"]+)"/.exec(running.output()) ?? [];
  const tokenOf = async (account: string) =>
    JSON.parse((await dir.lading(["token", "create", "--account", account, "--json"])).stdout) as {
      secret: string;
    };
  const acme = await tokenOf("acme");
  await running.waitFor(/"feed":"acme\/staff","state":"PUBLISHED"/);
  const page = async () => (await get(`${operators}/api/feeds`)).body.toString();

  // A feed whose mapping does not exist yet, and a misspelled account.
  await dir.write({ "lading.yaml": before.replace("acme/staff:", "beta/staff:") });
  const output = await running.waitFor(/"event":"workspace_not_taken".*/);
  expect(output).toMatch(/lading\.yaml:5:3/);
  await expect.poll(page).toContain('"code":"workspace_not_taken"');
  await dir.write({ "inbox/staff-2.csv": staff("E1", "E2") });
  await running.waitFor('"publication":2');

  const after = before
    .replace("{ country: US }", "{ country: US }, beta: { country: US }")
    .replace("{ folder: inbox }", "{ folder: inbox }, beta: { folder: beta }")
    .replace(
      "server:",
      "  beta/staff: { source: beta, files: '*.csv', settle: final_name, mapping: beta.yaml, first: publish }\nserver:",
    );
  await dir.write({ "lading.yaml": after });
  await running.waitFor(/beta\.yaml/);
  await dir.write({ "beta.yaml": mapping });
  await running.waitFor('"event":"workspace_fixed"');
  await running.waitFor(/"feed":"beta\/staff","state":"PUBLISHED"/, 60_000);
  const beta = await tokenOf("beta");
  await expect.poll(async () => (await get(`${url}/staff`, bearer(beta.secret))).status).toBe(200);
  expect((await get(`${url}/staff`, bearer(acme.secret))).status).toBe(200);
  expect((await get(`${operators}/readyz/beta`)).status).toBe(200);
  expect(await page()).not.toContain('"code":"workspace_not_taken"');

  // The port of a running server does not change, but other changes are applied.
  await dir.write({
    "lading.yaml": after
      .replace("port: 0", "port: 1")
      .replace("beta: { country: US }", "")
      .replace(/ {2}beta\/staff.*\n/, ""),
  });
  await running.waitFor(/"event":"needs_restart"/);
  expect(await page()).toContain('"code":"workspace_not_taken"');
  await expect.poll(async () => (await get(`${url}/staff`, bearer(beta.secret))).status).toBe(401);
  expect((await get(`${url}/staff`, bearer(acme.secret))).status).toBe(200);

  await expect.poll(() => running.output().match(/"event":"watching"/g)?.length).toBeGreaterThan(2);
  const { code } = await running.stop("SIGTERM");
  expect(code).toBe(0);
  expect(running.output().match(/workspace_not_taken/g)).toHaveLength(2);
  // At the end, the server and the daemon stop.
  expect(running.output().match(/"event":"stopped"/g)).toHaveLength(2);
});
