import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { simulatePlatform, type Disturbance } from "../../src/conformance/simulate/platform.js";
import { workdir } from "../support/workdir.js";

/** `lading run` sends events to the platform, and `lading events` shows their state. */

const orgs = (...names: readonly string[]): string =>
  [
    "external_id,updated_at,name,code,is_active,is_creditor,is_debtor,country",
    ...names.map((name, index) => `O${index + 1},,${name},C${index + 1},true,true,false,US`),
    "",
  ].join("\r\n");

test("sends events in a run, shows refused events and sends them again", async () => {
  const disturbances: (Disturbance | undefined)[] = [{ status: 400 }];
  const platform = await simulatePlatform({
    port: 0,
    credentials: { token: "right" },
    disturb: () => disturbances.shift(),
  });
  onTestFinished(() => platform.close());
  const dir = await workdir({
    "inbox/org.csv": orgs("Harbour", "Öst"),
    secret: "right\n",
    "lading.yaml": `lading: 1
accounts:
  acme: { country: US, sync: events, platform: { url: ${platform.url}, token: env:PLATFORM_TOKEN } }
sources: { inbox: { folder: inbox } }
feeds: { acme/org: { source: inbox, files: "org*", settle: final_name, first: publish } }
`,
  });
  const lading = (words: readonly string[], token = "right") =>
    dir.lading(words, { env: { PLATFORM_TOKEN: token } });
  const shown = async () =>
    (JSON.parse((await lading(["events", "--json"])).stdout) as { feeds: Record<string, unknown>[] }).feeds;

  expect(await shown()).toMatchObject([{ feed: "acme/org", state: "nothing_yet", sent: 0 }]);
  expect((await lading(["run"])).code).toBe(0);
  expect(await shown()).toMatchObject([{ state: "up_to_date", waiting: 0, sent: 1, refused: 1 }]);
  const list = await lading(["events", "list"]);
  expect(list.stdout).toMatch(
    /acme\/org +O\d +refused .*validation_error · .*external_id is not accepted · \(request 1\)/s,
  );
  expect((await lading(["status"])).stdout).toContain("lading events list acme/org");
  expect((await lading(["events"])).stdout).toContain("Next: lading events list acme/org\n");

  const retried = await lading(["events", "retry", "acme"]);
  expect(retried.stderr).toContain("1 notification will be sent again");
  await lading(["run"]);
  expect(platform.taken).toHaveLength(2);

  // After a refused sign-in, nothing is sent until a person decides.
  await dir.write({ "inbox/org.csv": orgs("Harbour Ltd", "Öst") });
  const out = await lading(["run"], "wrong");
  expect([out.code, out.stderr]).toEqual([
    75,
    expect.stringContaining("rejects the sign-in for the account acme"),
  ]);
  expect(`${out.stdout}${out.stderr}`).not.toContain("wrong");
  await lading(["run"]);
  expect(platform.taken).toHaveLength(2);
  expect(await shown()).toMatchObject([{ state: "stopped", waiting: 1 }]);
  await lading(["events", "retry", "acme"]);
  expect((await lading(["run"])).code).toBe(0);
  expect(platform.taken.at(-1)).toMatchObject({ external_id: "O1" });

  await platform.close();
  await dir.write({ "inbox/org.csv": orgs("Harbour Ltd", "Öst AB") });
  const down = await lading(["run"]);
  expect([down.code, down.stderr]).toEqual([75, expect.stringContaining("no connection (ECONNREFUSED)")]);
  expect(await shown()).toMatchObject([
    { state: "failing", waiting: 1, reason: "no connection (ECONNREFUSED)" },
  ]);
  // Sending pauses for a while, and the next run reports it.
  const again = await lading(["run"]);
  expect([again.code, again.stderr]).toEqual([75, expect.stringContaining("no connection (ECONNREFUSED)")]);

  const other = await simulatePlatform({
    port: 0,
    credentials: { token: "right" },
    disturb: () => undefined,
  });
  onTestFinished(() => other.close());
  const text = await readFile(join(dir.path, "lading.yaml"), "utf8");
  await dir.write({ "lading.yaml": text.replace(platform.url, other.url) });
  expect((await lading(["events", "retry", "acme", "--id", "O3"])).stderr).toContain(
    'There are no notifications about "O3" in acme/org',
  );
  expect((await lading(["events", "retry", "acme", "--all"])).stderr).toContain(
    "2 notifications will be sent again",
  );
  expect((await lading(["run"])).code).toBe(0);
  expect(other.taken.map(({ external_id }) => external_id).sort()).toEqual(["O1", "O2"]);
});

test("requires a workspace to state which platform gets events, and how", async () => {
  const diagnosticsOf = async (account: string): Promise<string> => {
    const dir = await workdir({
      "lading.yaml": `lading: 1
accounts: { acme: { country: US, ${account} } }
sources: { inbox: { folder: inbox } }
feeds: { acme/org: { source: inbox, files: "org*" } }
`,
    });
    const { code, stdout, stderr } = await dir.lading(["check"]);
    return code === 0 ? "" : `${stdout}${stderr}`;
  };
  const platform = (settings: string): string =>
    `sync: events, platform: { url: "https://platform.example", ${settings} }`;
  expect(await diagnosticsOf(platform("token: env:TOKEN"))).toBe("");
  expect(await diagnosticsOf("sync: events")).toContain("the account has no `platform`");
  expect(await diagnosticsOf('platform: { url: "https://p.example", token: env:T }')).toContain(
    "only with `sync: events`",
  );
  expect(await diagnosticsOf(platform("rate: 5"))).toContain("exactly one sign-in method");
  expect(await diagnosticsOf(platform("token: env:T, api_key: env:K"))).toContain(
    "exactly one sign-in method",
  );
  const literal = await diagnosticsOf(platform("token: s3cret"));
  expect(literal).toContain("never the secret itself");
  expect(literal).toContain("token: (not shown)");
  expect(literal).not.toContain("nobody is named");
  const within = await diagnosticsOf(
    'sync: events, platform: { url: "http://me:s3cret@p.example", token: env:T }',
  );
  expect(within).toContain("an address without a query or credentials");
  expect(`${literal}${within}`).not.toContain("s3cret");
  expect(await diagnosticsOf(platform("token: env:T, rate: 0"))).toContain("1 to 1000");
  expect(
    await diagnosticsOf('sync: events, platform: { url: "http://platform.example", token: env:T }'),
  ).toContain("an https address");
  const dir = await workdir({
    "lading.yaml": `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds: { acme/org: { source: inbox, files: "org*" } }
`,
  });
  const none = await dir.lading(["events"]);
  expect([none.code, none.stderr]).toEqual([
    2,
    "lading: No account sends events to its platform.\n" +
      "Next: Set `sync: events` and `platform` for an account in lading.yaml.\n",
  ]);
});
