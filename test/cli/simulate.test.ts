import { expect, test } from "vitest";
import { workdir } from "../support/workdir.js";

/** The platform of `lading simulate`, called as a partner calls it. */

test("accepts notifications with each sign-in method, and answers with the errors of the interface", async () => {
  const dir = await workdir();
  const platform = dir.start(
    [
      "simulate",
      "platform",
      "--port",
      "0",
      "--token",
      "env:TOKEN",
      "--api-key",
      "env:KEY",
      "--client",
      "acme",
      "--client-secret",
      "env:SECRET",
    ],
    { env: { TOKEN: "t", KEY: "k", SECRET: "s" } },
  );
  const url = /http:\S+(?=\/events)/.exec(await platform.waitFor(/tokens at .*\n/))?.[0] ?? "";
  const post = async (body: unknown, headers: Readonly<Record<string, string>> = { "x-api-key": "k" }) => {
    const answer = await fetch(`${url}/events`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return [answer.status, (await answer.json()) as object] as const;
  };
  const good = { entity_type: "job", external_id: "J1", updated_at: "2026-03-01T08:15:00.000Z" };
  expect(await post(good)).toEqual([200, { int_req_id: 1 }]);
  expect(await post(good, { authorization: "Token token=t" })).toEqual([200, { int_req_id: 2 }]);
  const token = await fetch(`${url}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("acme:s")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  expect(await post(good, { authorization: `Bearer ${access_token}` })).toEqual([200, { int_req_id: 3 }]);
  expect(await post(good, { authorization: "Bearer t" })).toEqual([
    401,
    { error: { code: "unauthorized", message: expect.any(String) as string } },
  ]);
  expect(await post("{")).toMatchObject([
    400,
    { error: { code: "invalid_json", details: [{ field: null }] } },
  ]);
  expect(await post({ ...good, entity_type: "staff", more: 1 })).toMatchObject([
    400,
    {
      int_req_id: 5,
      error: { code: "validation_error", details: [{ field: "more" }, { field: "entity_type" }] },
    },
  ]);
  const { code, stdout, stderr } = await platform.stop("SIGINT");
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining(
      "The platform received 3 notifications, fetched 0 entities and posted 0 invoices.",
    ),
  ]);
  expect(stdout).toContain("event 1 job J1 2026-03-01T08:15:00.000Z -> 200");
});

test.each([
  [["--token", "literal"], "never the secret itself"],
  [["--fail", "60%", "--busy", "20%", "--drop", "30%"], "add up to more than 100%"],
  [["--drop", "120%"], "Enter a percentage of at most 100%"],
  [["--poll", "often"], "--poll takes a duration"],
  [["--poll", "1s"], "--poll and --invoices require --partner"],
  [["--once"], "--once requires --poll"],
  [["--clock", "late"], "--clock takes a duration"],
  [["--invoices", "1.5"], "--invoices takes a whole number"],
  [["--client", "me"], "--client and --client-secret must be used together"],
  [["--partner", "ftp://x", "--partner-token", "env:T"], "--partner takes an address"],
  [["--partner", "http://127.0.0.1:1"], "--partner requires one sign-in method"],
  [["--partner-token", "env:T"], "--partner requires one sign-in method"],
  [
    ["--partner", "http://127.0.0.1:1", "--partner-token", "env:T", "--partner-client", "me"],
    "--partner requires one sign-in method",
  ],
])("explains wrong use: %j", async (args, message) => {
  const dir = await workdir();
  const ran = await dir.lading(["simulate", "platform", "--port", "0", ...args], { env: { T: "t" } });
  expect([ran.code, ran.stdout]).toEqual([2, ""]);
  expect(ran.stderr).toContain(message);
});
