import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { builtCli, projectRoot } from "./support/build.js";
import { Workdir, type Running } from "./support/workdir.js";

vi.setConfig({ testTimeout: 180_000 });

/** `npm start` as a newcomer sees it, from the table to Ctrl-C. The build that it begins with is the test's own. */

let dir: Workdir;
let running: Running;
let taken: Server;
let screen = "";

beforeAll(async () => {
  builtCli();
  dir = await Workdir.make();
  // A port that somebody else has.
  taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, "127.0.0.1", () => {
      const address = taken.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  running = start("--port", String(port));
  screen = await running.waitFor("Ctrl-C stops.", 120_000);
}, 180_000);

afterAll(async () => {
  taken.close();
  await dir.remove();
});

function start(...args: string[]): Running {
  return dir.startNode([join(projectRoot, "scripts", "start.js"), "--folder", dir.at("demo"), ...args]);
}

/** The curl lines on the screen, by account and list. */
function curls(text: string): { account: string; list: string; url: string; authorization: string }[] {
  let account = "";
  return text.split("\n").flatMap((line) => {
    account = /^ {2}# (\S+)$/.exec(line)?.[1] ?? account;
    const found = /curl -H 'Authorization: (Bearer \S+)' (http:\/\/127\.0\.0\.1:\d+\/(\S+))$/.exec(line);
    if (found === null) return [];
    const [, authorization = "", url = "", list = ""] = found;
    return [{ account, list, url, authorization }];
  });
}

async function ask(account: string, list: string): Promise<Record<string, unknown>[]> {
  const curl = curls(screen).find((each) => each.account === account && each.list === list);
  if (curl === undefined) throw new Error(`no curl line for ${account} ${list}:\n${screen}`);
  const answer = await fetch(curl.url, { headers: { authorization: curl.authorization } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>[];
}

test("the table: every sample export of five accounts is published", () => {
  const rows = screen.match(/^\S+\/\S+ +\S+ +PUBLISHED .*$/gm) ?? [];
  expect(rows).toHaveLength(14);
  expect(rows.find((row) => row.startsWith("nordlicht-de/staff "))?.split(/ +/)).toEqual([
    "nordlicht-de/staff",
    "mitarbeiter.csv",
    "PUBLISHED",
    "7",
    "5",
    "0",
    "2",
    "1",
  ]);
  expect(screen).not.toMatch(/HELD|REJECTED|FAILED|fault/);
});

test("a taken port is no obstacle", () => {
  expect(screen).toMatch(/Port \d+ is taken, so a free one is used\./);
});

test("the curl lines answer: an account with tax, one without, one of two companies", async () => {
  expect(await ask("nordlicht-de", "staff")).toHaveLength(5);
  expect((await ask("nordlicht-de", "charge-codes"))[0]).toEqual({
    external_id: "10-0100",
    updated_at: "2026-01-11T23:00:00.000Z",
    code: "0100",
    description: "Seefracht",
    charge_type: "freight",
    tax_code: { external_id: "10-Z0" },
    is_active: true,
  });
  expect((await ask("nordlicht-de", "tax-codes")).map((each) => each["code"])).toContain("00");
  expect(await ask("harbourline-gb", "charge-codes")).toHaveLength(8);
  const american = await ask("bluewater-us", "charge-codes");
  expect(american.map((each) => each["tax_code"])).toEqual(Array(9).fill(null));
  expect(await ask("bluewater-us", "tax-codes")).toEqual([]);
});

test("an export dropped into the inbox shows up, for both of its companies", async () => {
  const sample = readFileSync(join(projectRoot, "samples/nordlicht/mitarbeiter.csv"), "latin1");
  await dir.write({
    "demo/inbox/nordlicht/mitarbeiter-2.csv": Buffer.from(sample.replace("Petra", "Petra-Maria"), "latin1"),
  });
  await running.waitFor(
    /nordlicht-de\/staff PUBLISHED, 7 rows read, 0 rejected, publication 2 is current/,
    40_000,
  );
  const staff = await ask("nordlicht-de", "staff");
  expect(staff.map((each) => each["name"])).toContain("Petra-Maria Vogel");
});

test("a broken export changes nothing that is served", async () => {
  const before = await ask("nordlicht-de", "charge-codes");
  await dir.copy("samples/broken/leistungsarten.csv", "demo/inbox/nordlicht/leistungsarten-2.csv");
  await running.waitFor(/nordlicht-de\/charge-code HELD/, 90_000);
  expect(await ask("nordlicht-de", "charge-codes")).toEqual(before);
});

test("stops on a signal, and starts again where it was", async () => {
  const ran = await running.stop("SIGINT");
  expect(ran.code).toBe(0);
  expect(ran.stdout).toContain("Stopped.");
  const again = start("--port", "0");
  screen = await again.waitFor("Ctrl-C stops.", 120_000);
  expect(screen).toContain("as it is");
  expect((await ask("nordlicht-de", "staff")).map((each) => each["name"])).toContain("Petra-Maria Vogel");
  expect((await again.stop()).code).toBe(0);
  expect(existsSync(dir.at("demo/data"))).toBe(true);
});
