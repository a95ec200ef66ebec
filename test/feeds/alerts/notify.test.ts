import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, writeFile, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { noteFaults } from "../../../src/feeds/deliveries/faults.js";
import { evaluate } from "../../../src/convert/engine.js";
import { failure, type LadingError } from "../../../src/errors.js";
import { silentLog } from "../../../src/log.js";
import { newNotifier } from "../../../src/feeds/alerts/notifier.js";
import type { Channel } from "../../../src/connectors/alerts/channel.js";
import { commandChannel } from "../../../src/connectors/alerts/command-channel.js";
import { alertHealth } from "../../../src/feeds/alerts/alert-health.js";
import type { Alert } from "../../../src/connectors/alerts/alert.js";
import { testAlert } from "../../../src/feeds/alerts/alert.js";
import { alerts, readAlertState } from "../../../src/feeds/alerts/alert-state.js";
import { notifyPeople, planAlerts, sendAlerts } from "../../../src/feeds/alerts/notify.js";
import { problemText } from "../../../src/feeds/health/problem.js";
import { workspaceStatus } from "../../../src/feeds/health/workspace-status.js";
import { webhookChannel } from "../../../src/connectors/alerts/webhook-channel.js";
import { writeFact } from "../../../src/store/facts.js";
import { workdir } from "../../support/workdir.js";
import { ids, staff, world, type World } from "../../support/world.js";

const yaml = (notify = "notify: { command: [./notify] }", more = "") => `
lading: 1
accounts: { acme: { country: US, zone: UTC } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish, expect: every 24 h }
  acme/charge-code: { source: inbox, files: "charge*.csv", settle: final_name, first: publish }
${notify}
${more}`;

/** A channel that stores its alerts, or fails for as long as it is set to fail. */
function recordingChannel(): Channel & { readonly received: Alert[]; failing: string | undefined } {
  const received: Alert[] = [];
  return {
    name: "command",
    received,
    failing: undefined,
    async deliver(alert) {
      if (this.failing !== undefined) return { ok: false, reason: this.failing };
      received.push(alert);
      return { ok: true };
    },
  };
}

const signal = new AbortController().signal;

async function night(here: World, channel: Channel, env = {}): Promise<void> {
  await here.passFeeds({ ...here.setup, evaluate: (job) => evaluate(job) });
  await notifyPeople(here.setup, { env, log: silentLog, signal, channels: [channel] });
}

const charges = (...rows: string[]) =>
  `external_id,updated_at,code,description,charge_type,tax_code,is_active\r\n${rows.map((row) => `${row}\r\n`).join("")}`;
const charge = (n: number, type = "freight") => `${n},,C${n},Charge ${n},${type},,true`;

describe("the content of alerts", () => {
  test("reports a feed that cannot be processed once the fault has lasted", async () => {
    const here = await world(yaml());
    const channel = recordingChannel();
    const minute = 60_000;
    const fault = failure("storage_failed", { path: "data", reason: "ENOSPC" });
    const [feed] = here.setup.workspace.feeds.filter(({ name }) => name === "acme/staff");
    if (feed === undefined) throw new Error("no feed");
    const look = async (error: LadingError | undefined, patience = 30 * minute) => {
      await noteFaults(here.setup, [{ feed, error }]);
      await notifyPeople(here.setup, { env: {}, log: silentLog, signal, channels: [channel], patience });
    };
    await look(fault);
    here.clock.advance(29 * minute);
    await look(fault);
    expect(channel.received).toEqual([]);
    here.clock.advance(minute);
    await look(fault);
    await look(fault);
    expect(channel.received.map(({ event, feed, partner }) => [event, feed, partner])).toEqual([
      ["failed", "acme/staff", null],
    ]);
    expect(channel.received[0]?.next).toBe(fault.hint);
    // A process that processed nothing sends no alerts.
    await notifyPeople(here.setup, { env: {}, log: silentLog, signal, channels: [channel] });
    expect(channel.received).toHaveLength(1);
    await look(undefined);
    expect(channel.received.map(({ event, partner }) => [event, partner]).slice(1)).toEqual([
      ["recovered", null],
    ]);
    await look(fault, 0);
    // A different fault in its place is not a recovery. Only the end of that fault is.
    await look(failure("secret_missing", { reference: "env:KEY", reason: "ENOENT" }), 0);
    await look(undefined);
    expect(channel.received.map(({ event }) => event).slice(2)).toEqual(["failed", "failed", "recovered"]);
    // A fault that was not reported is not reported after its end either.
    channel.failing = "the program exited with code 7";
    await look(fault, 0);
    channel.failing = undefined;
    await look(undefined);
    here.clock.advance(3_600_000);
    await look(undefined);
    expect(channel.received).toHaveLength(5);
    expect((await alertHealth(here.setup.workspace, here.store.db))[0]).toMatchObject({ waiting: 0 });
  });

  test("alerts people once even if the store refuses writes", async () => {
    const here = await world(yaml());
    const channel = recordingChannel();
    const error = failure("storage_failed", { path: "data", reason: "ENOSPC" });
    await sql`pragma query_only = on`.execute(here.store.db);
    const attempts = here.setup.workspace.feeds.map((feed) => ({ feed, error }));
    const met = { attempts, unrecorded: {} };
    // Nothing can be written to its folder either.
    await mkdir(join(here.setup.workspace.data, "store-faults.json"));
    for (let looks = 0; looks < 3; looks++) {
      await notifyPeople(here.setup, {
        env: {},
        log: silentLog,
        signal,
        channels: [channel],
        patience: 0,
        met,
      });
    }
    expect(channel.received.map(({ event, account }) => [event, account])).toEqual([["failed", "acme"]]);
    expect(channel.received[0]?.text).toContain("acme/staff");
  });

  test("a daemon that restarts repeatedly on a full disk reports it in time, because space for its note was reserved", async () => {
    const here = await world(yaml());
    const channel = recordingChannel();
    const options = { env: {}, log: silentLog, signal, channels: [channel], patience: 30 * 60_000 };
    await notifyPeople(here.setup, options);
    const reservedFile = async () => {
      const { ino, size } = await stat(join(here.setup.workspace.data, "store-faults.json"));
      return [ino, size];
    };
    const before = await reservedFile();
    await sql`pragma query_only = on`.execute(here.store.db);
    const error = failure("storage_failed", { path: "data", reason: "ENOSPC" });
    const attempts = here.setup.workspace.feeds.map((feed) => ({ feed, error }));
    for (const minutes of [20, 11, 5]) {
      await notifyPeople(here.setup, { ...options, met: { attempts, unrecorded: {} } });
      expect(await reservedFile()).toEqual(before);
      here.clock.advance(minutes * 60_000);
    }
    await notifyPeople(here.setup, { ...options, met: { attempts, unrecorded: {} } });
    expect(channel.received.map(({ event }) => event)).toEqual(["failed"]);
  });

  test("combines the same event of several feeds in one pass into one alert, with a message for each partner and one alert for its end", async () => {
    const here = await world(yaml().replace(", expect: every 24 h", ""));
    const channel = recordingChannel();
    const many = Array.from({ length: 30 }, (_, index) => charge(index + 1));
    await here.drop("staff-1.csv", staff(...ids(1, 30)));
    await here.drop("charges-1.csv", charges(...many));
    await night(here, channel);
    here.clock.advance(60_000);
    await here.drop("staff-2.csv", staff(...ids(1, 5)));
    await here.drop("charges-2.csv", charges(...many.slice(0, 5)));
    await night(here, channel);
    await night(here, channel);
    expect(channel.received.map(({ event, feed, account }) => [event, feed, account])).toEqual([
      ["held", null, "acme"],
    ]);
    const [digest] = channel.received;
    // The digest is the list of problems that `lading status` prints.
    const { problems } = await workspaceStatus(here.setup.workspace, here.store, () =>
      here.clock.now(),
    ).read();
    expect(problems.map(({ code, subject }) => [code, subject])).toEqual([
      ["held", "acme/charge-code"],
      ["held", "acme/staff"],
    ]);
    expect(digest?.summary).toBe("2 problems: acme/charge-code, acme/staff.");
    for (const [index, one] of problems.entries()) {
      expect(digest?.reasons[index]).toBe(`${one.subject}: ${problemText(one)}`);
      for (const command of one.commands) expect(digest?.next).toContain(command);
    }
    expect(digest?.feeds.map(({ feed, file, partner }) => [feed, file, partner?.subject])).toEqual([
      ["acme/charge-code", "charges-2.csv", "Please check your file charges-2.csv"],
      ["acme/staff", "staff-2.csv", "Please check your file staff-2.csv"],
    ]);
    here.clock.advance(60_000);
    await here.drop("staff-3.csv", staff(...ids(1, 31)));
    await here.drop("charges-3.csv", charges(...many, charge(31)));
    await night(here, channel);
    expect(channel.received.slice(1).map(({ event, feeds }) => [event, feeds.length])).toEqual([
      ["recovered", 2],
    ]);
  });

  test("names the problems and next steps of several failing feeds in one alert", async () => {
    const here = await world(`
lading: 1
accounts: { acme: { country: US, zone: UTC } }
sources: { first: { folder: first }, second: { folder: second } }
feeds:
  acme/staff: { source: first, files: "staff*.csv", settle: final_name }
  acme/charge-code: { source: second, files: "charge*.csv", settle: final_name }
notify: { command: [./tell] }`);
    const channel = recordingChannel();
    const outcomes = await here.passFeeds();
    const failed = outcomes.flatMap(({ feed, error }) => (error === undefined ? [] : [{ feed, error }]));
    expect(failed).toHaveLength(2);
    await noteFaults(here.setup, failed);
    await notifyPeople(here.setup, { env: {}, log: silentLog, signal, channels: [channel], patience: 0 });
    expect(channel.received.map(({ event, feed }) => [event, feed])).toEqual([["failed", null]]);
    const [alert] = channel.received;
    expect(alert?.summary).toMatch(/^2 problems: /);
    for (const { error } of failed) {
      expect(alert?.reasons.join("\n")).toContain(error.message);
      expect(alert?.next).toContain(error.hint);
    }
    expect(alert?.text).not.toMatch(/working again|No action needed/);
  });

  test("held, rejected, stale and recovered are each reported once, regardless of processes and passes", async () => {
    const here = await world(yaml());
    const channel = recordingChannel();
    await here.drop("staff-1.csv", staff(...ids(1, 30)));
    await night(here, channel);
    expect(channel.received).toEqual([]);

    here.clock.advance(60_000);
    await here.drop("staff-2.csv", staff(...ids(1, 5)));
    await night(here, channel);
    await here.reload();
    await night(here, channel);
    expect(channel.received.map(({ event, feed, file }) => [event, feed, file])).toEqual([
      ["held", "acme/staff", "staff-2.csv"],
    ]);
    expect(channel.received[0]?.partner?.subject).toBe("Please check your file staff-2.csv");
    expect(channel.received[0]?.partner?.text).toContain("The file has 5 rows; the last delivery had 30");

    here.clock.advance(25 * 3_600_000);
    await night(here, channel);
    await night(here, channel);
    expect(channel.received.map(({ event }) => event)).toEqual(["held", "stale"]);
    expect(channel.received[1]?.partner?.text).toContain("We expected an updated staff export for acme");

    await here.drop("staff-3.csv", "external_id,updated_at\r\n1,\r\n");
    await night(here, channel);
    await night(here, channel);
    expect(channel.received.map(({ event }) => event).slice(2)).toEqual([
      expect.stringMatching(/held|rejected/),
    ]);

    here.clock.advance(60_000);
    await here.drop("staff-4.csv", staff(...ids(1, 31)));
    await night(here, channel);
    await night(here, channel);
    expect(channel.received.map(({ event }) => event).slice(3)).toEqual(["recovered"]);
    expect(channel.received[3]?.summary).toContain("Version 2 with 31 records is served.");
    // The same problem is reported again if it returns.
    here.clock.advance(25 * 3_600_000);
    await night(here, channel);
    expect(channel.received.at(-1)?.event).toBe("stale");
  });

  test("does not mention a served list for a feed without a list, or report a held file as missing", async () => {
    const here = await world(yaml());
    const channel = recordingChannel();
    await here.drop("staff-1.csv", "Kode,Bezeichnung\r\n1,2\r\n");
    await night(here, channel);
    expect(channel.received.map(({ event }) => event)).toEqual(["rejected"]);
    expect(channel.received[0]?.summary).toMatch(
      /The last delivery was rejected\. .* No list is served yet\.$/,
    );
    expect(channel.received[0]?.partner?.text).not.toContain("previous list");
    here.clock.advance(60_000);
    await here.drop("staff-2.csv", staff(...ids(1, 30)));
    await night(here, channel);
    here.clock.advance(20 * 3_600_000);
    await here.drop("staff-3.csv", staff(...ids(1, 5)));
    await night(here, channel);
    here.clock.advance(5 * 3_600_000);
    await night(here, channel);
    expect(channel.received.map(({ event }) => event)).toEqual(["rejected", "recovered", "held"]);
    expect(channel.received[2]?.partner?.text).toContain("we will continue to use the previous list.");
  });

  test("names the file, rows, column and what to send in a message to the partner, and lists rows once per reason", async () => {
    const here = await world(yaml());
    const channel = recordingChannel();
    const good = Array.from({ length: 30 }, (_, index) => charge(index + 1));
    await here.drop("charges-1.csv", charges(...good, charge(90, "sea"), charge(91, "moon")));
    await night(here, channel);
    const [alert] = channel.received;
    expect(alert).toMatchObject({ event: "rejected", feed: "acme/charge-code", file: "charges-1.csv" });
    expect(alert?.findings).toEqual([
      {
        code: "invalid_value",
        column: "charge_type",
        rows: [32, 33],
        count: 2,
        message: "The field charge_type is not valid: it must be one of freight, origin, destination, other.",
        values: ["sea", "moon"],
      },
    ]);
    expect(alert?.partner).toEqual({
      subject: "2 rows of your file charges-1.csv could not be used",
      text: [
        "Hello,",
        "",
        `We received your file charges-1.csv (charge code export for acme) on March 2, 2026, 08:00 UTC. 2 of its 32 rows could not be used.`,
        "",
        "What is wrong:",
        '1. The field “charge_type” is not valid: it must be one of freight, origin, destination, other. Correct the cell. (column "charge_type", rows 32, 33)',
        '   Values: "sea", "moon"',
        "",
        "Please correct these entries in your system, so that the next export is correct. Alternatively, correct the entries in the file charges-1.csv.rejects.csv, and send that file in the same way as your exports.",
        "",
        `The reference number of this delivery is ${alert?.delivery}.`,
        "",
        "Thank you.",
        "",
      ].join("\n"),
    });
    here.clock.advance(60_000);
    await here.drop("charges-2.csv", charges(...good, charge(89), charge(90, "sea"), charge(91, "moon")));
    await night(here, channel);
    expect(channel.received.length).toBe(1);
    here.clock.advance(60_000);
    await here.drop("charges-3.csv", charges(...good, charge(89), charge(90), charge(91)));
    await night(here, channel);
    expect(channel.received.map(({ event }) => event)).toEqual(["rejected", "recovered"]);
  });

  test("no value of a person leaves this machine, unless the workspace states so twice", async () => {
    const people = staff("1:Petra Vogel", ...ids(2, 30)).replace(
      "p1@example.com",
      "petra.vogel@@example.com",
    );
    const alertText = async (notify: string, more: string) => {
      const here = await world(yaml(notify, more));
      const channel = recordingChannel();
      const showStaff = here.setup.workspace.showStaff;
      await here.drop("staff-1.csv", people);
      const { deliveryDocuments: deliveryPapers } =
        await import("../../../src/feeds/reports/delivery-documents.js");
      await here.passFeeds({
        ...here.setup,
        evaluate: (job) => evaluate(job),
        documents: (feed, delivery, weighed) => deliveryPapers(feed, delivery, weighed, showStaff),
      });
      await notifyPeople(here.setup, { env: {}, log: silentLog, signal, channels: [channel] });
      expect(channel.received.map(({ event }) => event)).toEqual(["rejected"]);
      return JSON.stringify(channel.received);
    };
    for (const more of ["", "reports: { staff_values: true }"]) {
      const text = await alertText("notify: { command: [x] }", more);
      expect(text).not.toMatch(/Petra|petra/);
      expect(text).toContain("email_address");
    }
    expect(
      await alertText("notify: { command: [x], staff_values: true }", "reports: { staff_values: true }"),
    ).toContain("petra.vogel@@");
  });

  test("only the chosen events are sent, and recovered only for reported problems", async () => {
    const here = await world(yaml("notify: { command: [x], on: [stale, recovered] }"));
    const channel = recordingChannel();
    await here.drop("staff-1.csv", staff(...ids(1, 30)));
    await night(here, channel);
    here.clock.advance(60_000);
    await here.drop("staff-2.csv", staff(...ids(1, 5)));
    await night(here, channel);
    here.clock.advance(60_000);
    await here.drop("staff-3.csv", staff(...ids(1, 31)));
    await night(here, channel);
    expect(channel.received).toEqual([]);
    here.clock.advance(25 * 3_600_000);
    await night(here, channel);
    await here.drop("staff-4.csv", staff(...ids(1, 32)));
    await night(here, channel);
    expect(channel.received.map(({ event }) => event)).toEqual(["stale", "recovered"]);
  });

  test("an alert that cannot be delivered is tried again at increasing intervals, shown, and given up after two days", async () => {
    const here = await world(yaml());
    const channel = recordingChannel();
    channel.failing = "the program exited with code 7";
    await here.drop("charges-1.csv", charges(charge(1, "sea")));
    await night(here, channel);
    await night(here, channel);
    expect(await alertHealth(here.setup.workspace, here.store.db)).toEqual([
      {
        channel: "command",
        delivered_at: null,
        failures: 1,
        failed_at: "2026-03-02T08:00:00.000Z",
        reason: "the program exited with code 7",
        waiting: 1,
        unaccepted: 1,
        given_up: 0,
      },
    ]);
    here.clock.advance(2 * 60_000);
    await night(here, channel);
    expect((await alertHealth(here.setup.workspace, here.store.db))[0]).toMatchObject({
      failures: 2,
      waiting: 1,
    });
    channel.failing = undefined;
    here.clock.advance(3_600_000);
    await night(here, channel);
    expect(channel.received.map(({ event }) => event)).toEqual(["rejected"]);
    expect((await alertHealth(here.setup.workspace, here.store.db))[0]).toMatchObject({
      failures: 0,
      waiting: 0,
    });

    channel.failing = "down";
    here.clock.advance(60_000);
    await here.drop("charges-2.csv", charges(charge(2, "moon")));
    await night(here, channel);
    here.clock.advance(49 * 3_600_000);
    await night(here, channel);
    expect((await alertHealth(here.setup.workspace, here.store.db))[0]).toMatchObject({
      waiting: 0,
      given_up: 1,
    });

    channel.failing = undefined;
    await here.drop("charges-3.csv", charges(charge(3, "stars")));
    await night(here, channel);
    expect((await alertHealth(here.setup.workspace, here.store.db))[0]).toMatchObject({
      failures: 0,
      given_up: 0,
    });
  });

  test("a channel that does not respond does not delay others", async () => {
    const here = await world(yaml());
    const channel = { ...recordingChannel(), name: "webhook" as const };
    let noteDelivery = (): void => {};
    const delivered = new Promise<void>((resolve) => (noteDelivery = resolve));
    const silent: Channel = {
      name: "command",
      deliver: async () => {
        // The alert is sent only after the other channel received it.
        await delivered;
        return { ok: false, reason: "no response" };
      },
    };
    const deliver = channel.deliver.bind(channel);
    channel.deliver = async (...args) => {
      noteDelivery();
      return deliver(...args);
    };
    await here.drop("charges-1.csv", charges(charge(1, "sea")));
    await here.passFeeds({ ...here.setup, evaluate: (job) => evaluate(job) });
    await notifyPeople(here.setup, { env: {}, log: silentLog, signal, channels: [silent, channel] });
    expect(channel.received.map(({ event }) => event)).toEqual(["rejected"]);
    const state = await readAlertState(here.store.db);
    expect(state?.pending.map(({ channels }) => channels)).toEqual([["command"]]);
    expect(state?.channels).toMatchObject({
      command: { failures: 1, reason: "no response" },
      webhook: { failures: 0 },
    });
  });

  test("does not let a hanging channel delay later alerts of other channels, in this process or in another process", async () => {
    const here = await world(yaml());
    const channel = { ...recordingChannel(), name: "webhook" as const };
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    const hanging: Channel = {
      name: "command",
      async deliver() {
        calls += 1;
        await released;
        return { ok: true };
      },
    };
    const channels = [hanging, channel];
    const options = { env: {}, log: silentLog, signal, channels };
    await here.drop("charges-1.csv", charges(charge(1, "sea")));
    await here.passFeeds({ ...here.setup, evaluate: (job) => evaluate(job) });
    await planAlerts(here.setup, options);
    const stuck = sendAlerts(here.setup, hanging, options);
    await sendAlerts(here.setup, channel, options);
    expect(channel.received).toHaveLength(1);
    here.clock.advance(10_000);
    await here.drop("charges-2.csv", charges(charge(2, "moon")));
    await here.passFeeds({ ...here.setup, evaluate: (job) => evaluate(job) });
    await planAlerts(here.setup, options);
    await sendAlerts(here.setup, channel, options);
    expect(channel.received).toHaveLength(2);
    release();
    await stuck;
    // It received each alert once, and the notes of the other process are kept.
    expect(calls).toBe(2);
    const state = await readAlertState(here.store.db);
    expect(state?.pending).toEqual([]);
    expect(Object.keys(state?.channels ?? {}).toSorted()).toEqual(["command", "webhook"]);
  });

  test("includes current problems again if the stored state has an older format", async () => {
    const here = await world(yaml());
    const channel = recordingChannel();
    await here.drop("charges-1.csv", charges(charge(1, "sea")));
    await night(here, channel);
    await writeFact(here.store.db, alerts, { lading: 2 });
    await night(here, channel);
    expect(channel.received.length).toBe(2);
    expect(await readAlertState(here.store.db)).toBeDefined();
  });
});

const alert = testAlert("id-1", new Date("2026-03-02T08:00:00Z"));

describe("the command channel", () => {
  const script = async (text: string) => {
    const dir = await workdir({ "notify.sh": `#!/bin/sh\n${text}\n` });
    await chmod(dir.at("notify.sh"), 0o755);
    return dir;
  };

  test("gets the alert on standard input, its arguments unchanged, and only the permitted variables", async () => {
    const dir = await script('cat > got.json; printf "%s\\n" "$@" > args; env > env');
    const hostile = "$(touch hacked); `touch hacked` | x";
    const channel = commandChannel({
      command: ["./notify.sh", hostile],
      passEnv: ["MAIL_TOKEN"],
      folder: dir.path,
      env: { PATH: process.env["PATH"], MAIL_TOKEN: "for-it", OTHER_SECRET: "not-for-it" },
    });
    expect(await channel.deliver(alert, signal)).toEqual({ ok: true });
    expect(JSON.parse(await dir.read("got.json"))).toEqual(alert);
    expect(await dir.read("args")).toBe(`${hostile}\n`);
    expect(dir.has("hacked")).toBe(false);
    const env = await dir.read("env");
    expect(env).toContain("MAIL_TOKEN=for-it");
    expect(env).not.toContain("not-for-it");
  });

  test("is killed at its deadline with all its child processes, and only its end is reported", async () => {
    const dir = await script("sleep 300 & echo $! > child; echo secret >&2; wait");
    const places = { passEnv: [], folder: dir.path, env: process.env };
    const slow = await commandChannel({ ...places, command: ["./notify.sh"], deadline: 700 }).deliver(
      alert,
      signal,
    );
    expect(slow).toEqual({ ok: false, reason: "the program did not exit within 0.7 s and was killed" });
    const pid = Number(await dir.read("child"));
    await expect.poll(() => isRunning(pid)).toBe(false);
    const ended = await commandChannel({ ...places, command: ["sh", "-c", "exit 7"] }).deliver(alert, signal);
    expect(ended).toEqual({ ok: false, reason: "the program exited with code 7" });
    const absent = await commandChannel({ ...places, command: ["./none"] }).deliver(alert, signal);
    expect(absent).toEqual({ ok: false, reason: "the program could not be started (ENOENT)" });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)])
      .toString()
      .startsWith("Z");
  } catch {
    return false;
  }
}

interface HookRequest {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A real server with prepared responses, one after the other. The last one repeats. */
function respondInOrder(requests: HookRequest[], replies: readonly (number | "silence")[]): RequestListener {
  return (request, response) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)] ?? 200;
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      requests.push({ method: request.method, headers: request.headers, body });
      if (reply === "silence") return;
      response.writeHead(reply, { location: "/elsewhere" }).end("ignored");
    });
  };
}

async function hook(...replies: (number | "silence")[]): Promise<{ url: string; requests: HookRequest[] }> {
  const requests: HookRequest[] = [];
  const server = createServer(respondInOrder(requests, replies)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, requests };
}

// The deadline is long, because an attempt that a busy machine delays past it is repeated as an additional request.
const quick = { deadline: 60_000, pauses: [5, 5] };
const places = { env: {}, folder: "/" };

describe("the webhook channel", () => {
  test("gets one POST of JSON, with secrets that are read each time", async () => {
    const { url, requests } = await hook(204);
    const dir = await workdir({ "hook.secret": "Bearer one\n" });
    await chmod(dir.at("hook.secret"), 0o600);
    const settings = { url: "env:HOOK", authorization: "file:hook.secret" };
    const channel = webhookChannel(settings, { env: { HOOK: url }, folder: dir.path }, quick);
    expect(await channel.deliver(alert, signal)).toEqual({ ok: true });
    await writeFile(dir.at("hook.secret"), "Bearer two\n");
    expect(await channel.deliver(alert, signal)).toEqual({ ok: true });
    expect(
      requests.map(({ method, headers }) => [method, headers["content-type"], headers.authorization]),
    ).toEqual([
      ["POST", "application/json", "Bearer one"],
      ["POST", "application/json", "Bearer two"],
    ]);
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual(alert);
    const missing = webhookChannel({ url, authorization: "env:NONE" }, places, quick);
    const refused = await missing.deliver(alert, signal);
    expect(refused).toEqual({
      ok: false,
      reason: "The secret env:NONE is missing: the environment variable is not set.",
    });
  });

  test.each([
    ["a fault is retried", [503, 429, 200], 3, { ok: true }],
    ["a fault is retried only a few times", [500], 3, { ok: false, reason: "the response has status 500" }],
    ["a refusal is not retried", [403], 1, { ok: false, reason: "the response has status 403" }],
    ["a redirect is not followed", [302, 200], 1, { ok: false }],
    ["silence ends at the deadline", ["silence"], 3, { ok: false, reason: "no response within 1 s" }],
  ] as const)("handles responses as specified: %s", async (_, replies, tries, outcome) => {
    const { url, requests } = await hook(...replies);
    const times = replies[0] === "silence" ? { ...quick, deadline: 1_000 } : quick;
    expect(await webhookChannel({ url }, places, times).deliver(alert, signal)).toMatchObject(outcome);
    expect(requests.length).toBe(tries);
  });

  test("an address without encryption is refused, wherever it is configured", async () => {
    const channel = webhookChannel(
      { url: "env:HOOK" },
      { env: { HOOK: "http://192.0.2.1/x" }, folder: "/" },
      quick,
    );
    expect(await channel.deliver(alert, signal)).toMatchObject({
      ok: false,
      reason: "the address is neither https nor http on this machine",
    });
  });

  test("sends nothing to an untrusted certificate and accepts a certificate of the named authority", async () => {
    const dir = await workdir();
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    const files = ["-keyout", dir.at("key.pem"), "-out", dir.at("cert.pem")];
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    execFileSync("openssl", ["req", "-x509", ...kind, ...subject, ...files], { stdio: "ignore" });
    const requests: HookRequest[] = [];
    const pair = { key: await readFile(dir.at("key.pem")), cert: await readFile(dir.at("cert.pem")) };
    const server = createTlsServer(pair, respondInOrder(requests, [200])).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    onTestFinished(() => void server.close());
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    const at = { env: { TOKEN: "Bearer x" }, folder: dir.path };
    const unknown =
      "its certificate is signed by an authority that this machine does not know (DEPTH_ZERO_SELF_SIGNED_CERT); ";
    for (const [webhook, next] of [
      // A plain address, as in `webhook: env:HOOK`, has no place for `ca`.
      [{ url }, "write `webhook: { url: ADDRESS, ca: FILE }`, where FILE is the authority's PEM file"],
      [{ url, authorization: "env:TOKEN" }, "set `ca`, next to `url`, to the authority's PEM file"],
    ] as const)
      expect(await webhookChannel(webhook, at, quick).deliver(alert, signal)).toMatchObject({
        ok: false,
        reason: unknown + next,
      });
    expect(requests).toEqual([]);
    expect(await webhookChannel({ url, ca: "cert.pem" }, at, quick).deliver(alert, signal)).toEqual({
      ok: true,
    });
    expect(requests.length).toBe(1);
    for (const [ca, reason] of [
      ["none.pem", "the file none.pem of `ca` cannot be read"],
      ["key.pem", "the file key.pem of `ca` contains no certificate in PEM format"],
    ] as const)
      expect(await webhookChannel({ url, ca }, at, quick).deliver(alert, signal)).toMatchObject({ reason });
  });
});

describe("alerts with the real command line", () => {
  test("are sent by run, and status shows a broken program without stopping anything", async () => {
    const dir = await workdir({
      "lading.yaml": yaml("notify: { command: [./notify.sh] }").replace(", expect: every 24 h", ""),
      "notify.sh": "#!/bin/sh\ncat >> alerts.ndjson\n",
      "inbox/charges.csv": charges(charge(1), charge(2, "sea")),
    });
    await chmod(dir.at("notify.sh"), 0o755);
    const ran = await dir.lading(["run"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("PUBLISHED");
    const [line] = (await dir.read("alerts.ndjson")).trim().split("\n");
    expect(JSON.parse(line ?? "")).toMatchObject({
      event: "rejected",
      file: "charges.csv",
      partner: { subject: "1 row of your file charges.csv could not be used" },
    });
    // Two processes run at once, repeatedly, and nobody is alerted twice.
    await Promise.all([dir.process(["run"]), dir.process(["run"])]);
    expect((await dir.read("alerts.ndjson")).trim().split("\n").length).toBe(1);

    await dir.write({ "notify.sh": "#!/bin/sh\nexit 3\n" });
    await dir.write({
      "inbox/charges-2.csv": charges(charge(1), charge(4), charge(2, "moon"), charge(3, "sun")),
    });
    const second = await dir.lading(["run"]);
    expect(second.stdout).toContain("PUBLISHED");
    expect(second.stderr).toContain("The alert channel command failed once");
    const status = await dir.lading(["status"]);
    expect(status.code).toBe(1);
    expect(status.stdout).toMatch(
      /The alert channel command failed once\. The last attempt at .+ failed: the program exited with code 3\. 1 alert is waiting\./,
    );
    const tested = await dir.lading(["doctor", "--notify"]);
    expect(tested.code).toBe(75);
    expect(tested.stdout).toMatch(/^notifications\n {2}failed +command: the program exited with code 3\n/);
    await dir.write({ "notify.sh": "#!/bin/sh\ncat > tested\n" });
    expect(await dir.lading(["doctor", "--notify"])).toMatchObject({ code: 0 });
    expect(JSON.parse(await dir.read("tested"))).toMatchObject({ event: "test" });
    expect((await dir.lading(["doctor", "inbox", "--notify"])).code).toBe(2);
  });

  test("a daemon combines problems of consecutive passes into one alert", async () => {
    const here = await world(yaml("notify: { command: [./notify.sh] }").replace(", expect: every 24 h", ""));
    await here.write("notify.sh", "#!/bin/sh\ncat >> alerts.ndjson\n");
    await chmod(join(here.folder, "notify.sh"), 0o755);
    const alertedFeeds = async (): Promise<string[][]> =>
      (await here.read("alerts.ndjson").catch(() => ""))
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => (JSON.parse(line) as Alert).feeds.map(({ feed }) => feed));
    let endGathering = (): void => {};
    const gathered = new Promise<void>((resolve) => (endGathering = resolve));
    const clock = { ...here.clock, sleep: () => gathered };
    const notifier = newNotifier({ ...here.setup, clock }, {}, silentLog);
    const pass = async (): Promise<void> => {
      const outcomes = await here.passFeeds({ ...here.setup, evaluate: (job) => evaluate(job) });
      expect(outcomes.flatMap(({ deliveries }) => deliveries)).not.toEqual([]);
      notifier.nudge(true, outcomes);
    };
    const many = Array.from({ length: 30 }, (_, index) => charge(index + 1));
    await here.drop("charges-1.csv", charges(...many));
    await here.drop("staff-1.csv", staff(...ids(1, 30)));
    await pass();
    await here.drop("charges-2.csv", charges(...many.slice(0, 5)));
    await pass();
    await here.drop("staff-2.csv", staff(...ids(1, 5)));
    await pass();
    // The time for collecting alerts ends only now, regardless of the duration of the passes.
    here.clock.advance(10_000);
    endGathering();
    await expect.poll(alertedFeeds).not.toEqual([]);
    await notifier.close();
    expect(await alertedFeeds()).toEqual([["acme/charge-code", "acme/staff"]]);
  });

  test("the daemon continues to import while a webhook hangs", async () => {
    const { url } = await hook("silence");
    const dir = await workdir({
      "lading.yaml": yaml(`notify: { webhook: "${url}" }`).replace(", expect: every 24 h", ""),
      "inbox/charges-1.csv": charges(charge(1), charge(2, "sea")),
    });
    const daemon = dir.start(["watch"]);
    await daemon.waitFor(/"publication":1/);
    await dir.write({ "inbox/charges-2.csv": charges(charge(1), charge(2), charge(3)) });
    await daemon.waitFor(/"publication":2/);
    expect(daemon.output()).not.toContain("alert_failed");
    const stopped = await daemon.stop();
    expect(stopped.code).toBe(0);
  });
});
