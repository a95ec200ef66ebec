import { Readable, Writable } from "node:stream";
import { expect, test } from "vitest";
import { runLine } from "../../src/cli/run-line.js";
import { ids, staff, world, type World } from "../support/world.js";

/** One decision about many feeds: the changes are listed first, and a confirmation is required. */

const accounts = ["a1", "a2", "a3", "a4", "a5", "a6"];

const workspace = `lading: 1
accounts: { ${accounts.map((name) => `${name}: { country: US }`).join(", ")} }
sources: { inbox: { folder: inbox } }
feeds:
${accounts.map((name) => `  ${name}/staff: { source: inbox, files: "${name}*.csv", settle: final_name, first: publish }\n`).join("")}`;

/** Four feeds lose half of their rows. In a fifth one, all ids change as well. */
async function held(): Promise<World> {
  const w = await world(workspace);
  for (const name of accounts) await w.drop(`${name}.csv`, staff(...ids(1, 20)), "2026-03-01T00:00:00Z");
  await w.passFeeds();
  for (const name of accounts.slice(0, 4)) {
    await w.drop(`${name}.csv`, staff(...ids(1, 10)), "2026-03-02T00:00:00Z");
  }
  await w.drop("a5.csv", staff(...ids(1, 10).map((id) => `0${id}`)), "2026-03-02T00:00:00Z");
  await w.passFeeds();
  return w;
}

/** @param typed what somebody types in a terminal; a pipe if omitted */
async function lading(w: World, args: readonly string[], typed?: string) {
  const gathered = { out: "", err: "" };
  const into = (name: "out" | "err") =>
    new Writable({
      write(chunk, _encoding, done) {
        gathered[name] += String(chunk);
        done();
      },
    });
  const stdin = Object.assign(Readable.from([typed ?? ""]), { isTTY: typed !== undefined });
  const terminal = { stdin, stdout: into("out"), stderr: into("err"), cwd: w.folder, env: {} };
  const code = await runLine(args, { ...terminal, signal: new AbortController().signal });
  return { code, ...gathered };
}

const numbers = async (w: World) => Promise.all(accounts.map((name) => w.number(`${name}/staff`)));

test("reports deliveries that are held for the same reasons together, and releases them together after confirmation", async () => {
  const w = await held();
  const { out: screen } = await lading(w, ["status"]);
  expect(screen).toMatch(
    /^5 of 6 feeds need attention\n\n4 feeds: held\n {2}The latest deliveries are held\. Guards: ids_gone, rows_below\. .*\n {4}a1\/staff: The file has 10 rows; the last delivery had 20 /,
  );
  expect(screen).toContain(
    "    lading release a1/staff a2/staff a3/staff a4/staff --held-by ids_gone,rows_below --reason TEXT\n",
  );
  expect(screen).toContain("\na5/staff: held\n");
  expect(screen.indexOf("a5/staff: held")).toBeLessThan(screen.indexOf("feed      health"));

  const args = ["release", "--held-by", "rows,ids_gone", "--reason", "branches closed"];
  const asked = await lading(w, args);
  expect(asked).toMatchObject({ code: 2, out: "" });
  expect(asked.err).toMatch(/^feed +file +held by +would change\n/);
  expect(asked.err).toMatch(/^a4\/staff +a4\.csv +rows_below, ids_gone +10 deactivated\n/m);
  expect(asked.err).toContain("These 4 files would be released. To confirm without a terminal, add --yes");
  // Deliveries that another guard holds as well are not included.
  expect(asked.err).not.toContain("a5/staff");
  expect((await lading(w, ["release", "--held-by", "rows", "--reason", "x", "--yes"])).err).toContain(
    "no file is held only by rows_below or rows_above",
  );
  expect((await lading(w, ["release", "a6/*", "--reason", "x", "--yes"])).err).toContain(
    "no file is held, or the held files cannot produce a list; see lading status",
  );
  const no = await lading(w, args, "no\n");
  expect([no.code, no.err.endsWith("Nothing was changed.\n")]).toEqual([1, true]);
  expect(await numbers(w)).toEqual([1, 1, 1, 1, 1, 1]);

  // A delivery whose result has changed since it was listed stays held.
  await w.write("lading.yaml", workspace.replace('"a3*.csv"', '"a3*.csv", missing: remove'));
  const yes = await lading(w, args, "yes\n");
  expect(yes.out).toMatch(
    /^a1\/staff: Published as version 2\.\na2\/staff: Published as version 2\.\na3\/staff: Nothing was changed\. The changes differ from those that you reviewed/,
  );
  expect(yes.out).toContain("a4/staff: Published as version 2.\n");
  expect([yes.code, await numbers(w)]).toEqual([1, [2, 2, 1, 2, 1, 1]]);
});

test("reports and releases the newest held delivery of each feed after several nights", async () => {
  const w = await held();
  const night = (rows: number, day: number) =>
    Promise.all(
      accounts
        .slice(0, 4)
        .map((name) => w.drop(`${name}.csv`, staff(...ids(1, rows)), `2026-03-0${day}T00:00:00Z`)),
    );
  await night(9, 3);
  // Only one of the guards that hold the other files holds the file of a6.
  await w.drop("a6.csv", staff(...ids(1, 20).map((id) => `${id}:Renamed`)), "2026-03-03T00:00:00Z");
  await w.passFeeds();
  const { out: screen } = await lading(w, ["status"]);
  expect(screen).toMatch(
    /\n4 feeds: held\n {2}The latest deliveries are held\. Guards: changes, ids_gone, rows_below\. .*\n {4}a1\/staff: The file has 9 rows; the last delivery had 20 .* This is the newest of 2 held deliveries\. Once it is approved, the older deliveries are no longer needed\.\n/,
  );
  expect(screen).toMatch(/\na6\/staff: held\n/);
  const commands =
    /Next: .*\n {4}lading plan a1\/staff\n {4}lading (release .*)\n {4}lading (reject .*)\n/.exec(screen);
  for (const command of commands?.slice(1) ?? []) {
    const { err } = await lading(w, command.split(" "));
    const listed = err.split("\n").flatMap((line) => /^\w+\/staff/.exec(line) ?? []);
    expect(listed).toEqual(["a1/staff", "a2/staff", "a3/staff", "a4/staff"]);
  }
  const args = [...(commands?.[1] ?? "").split(" "), "--yes"];
  expect((await lading(w, args)).out).toContain("a4/staff: Published as version 2.\n");
  expect((await lading(w, ["status"])).out).toMatch(/^2 of 6 feeds need attention\n/);
});

test("releases a held delivery as it was listed, although an older file was accepted in the meantime", async () => {
  const w = await held();
  await w.drop("a1.csv", staff(...ids(1, 19)), "2026-03-01T12:00:00Z");
  w.clock.advance(60_000);
  await w.passFeeds();
  expect(await w.number("a1/staff")).toBe(2);
  const args = ["release", "--held-by", "rows,ids_gone", "--reason", "branches closed", "--yes"];
  const { out } = await lading(w, args);
  expect(out).toContain("a1/staff: Published as version 3.\n");
});

test("accepts patterns for rollback, resume, replay and reject", async () => {
  const w = await held();
  const asJson = async (...args: string[]) => {
    const ran = await lading(w, [...args, "--yes", "--json"]);
    return [ran.code, JSON.parse(ran.out) as unknown];
  };
  expect(await asJson("reject", "a*/staff", "--held-by", "rows,ids", "--reason", "half of it")).toMatchObject(
    [0, { feeds: accounts.slice(0, 4).map((name) => ({ feed: `${name}/staff`, rejected: true })) }],
  );
  expect(await asJson("release", "a5/*", "--reason", "new ids")).toMatchObject([
    0,
    { feeds: [{ feed: "a5/staff", publication: 2 }] },
  ]);
  // The other feeds have no list yet.
  expect(await asJson("rollback", "*/staff", "--reason", "wrong")).toMatchObject([
    0,
    { feeds: [{ feed: "a5/staff", number: 3, to: 1 }] },
  ]);
  expect(await asJson("resume", "*/staff")).toMatchObject([0, { feeds: [{ feed: "a5/staff" }] }]);
  const replayed = await lading(w, ["replay", "a6/*", "a5/staff", "--yes"]);
  expect(replayed.err).toMatch(/^a5\/staff +a5\.csv +\S+Z\n/m);
  expect(replayed.out).toMatch(/^a6\/staff +a6\.csv +UNCHANGED/m);
  for (const [args, reason] of [
    [["rollback", "a*/staff", "1", "--reason", "x"], "A version number can be used with only one feed"],
    [
      ["release", "a*/staff", "--delivery", "12", "--reason", "x"],
      "--delivery can be used with only one feed",
    ],
    [["replay", "a*/staff", "--delivery", "12"], "--delivery can be used with only one feed"],
    [["reject", "--reason", "x"], "Specify feeds, or the guards"],
    [["reject", "--held-by", "rekeye", "--reason", "x"], "Did you mean rekeyed?"],
  ] as const) {
    expect(await lading(w, args)).toMatchObject({ code: 2, err: expect.stringContaining(reason) as string });
  }
});

test("reports feeds that wait for lists of their accounts together", async () => {
  const feeds = accounts.map((name) =>
    ["charge", "tax"]
      .map(
        (what) =>
          `  ${name}/${what}-code: { source: inbox, files: "${what}-${name}*.csv", settle: final_name, first: publish }\n`,
      )
      .join(""),
  );
  const w = await world(
    `${workspace.slice(0, workspace.indexOf("feeds:")).replaceAll("US", "DE")}feeds:\n${feeds.join("")}`,
  );
  const charge =
    "external_id,updated_at,code,description,charge_type,tax_code,is_active\n1,,FRT,Freight,freight,V,true\n";
  for (const name of accounts) await w.drop(`charge-${name}.csv`, charge, "2026-03-01T00:00:00Z");
  const { out: pass } = await lading(w, ["run"]);
  const { out: screen } = await lading(w, ["status"]);
  for (const text of [pass, screen]) {
    expect(text).toContain("    a1/charge-code: The delivery is waiting for the list a1/tax-code.\n");
    expect(text).toContain("\n    and 1 more\n  Next: Ask the partner for the missing list");
  }
});
