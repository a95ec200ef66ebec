import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { makeSecret } from "../src/store/credentials/secret.js";
import { diagnosticAt, formatDiagnostics } from "../src/mapping/diagnostics.js";
import { openLog, usualLog, type Log, type LogSettings } from "../src/log.js";
import { workdir } from "./support/workdir.js";

async function logged(
  settings: Partial<LogSettings>,
  isTTY: boolean,
  use: (log: Log) => void,
): Promise<string> {
  const stream = new PassThrough();
  // Lines are buffered for a moment.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  use(openLog(Object.assign(stream, { isTTY }), { ...usualLog, ...settings }));
  vi.runAllTimers();
  vi.useRealTimers();
  stream.end();
  return text(stream);
}

const some = (log: Log) => {
  log.info("request", { route: "/staff", status: 200, address: "192.0.2.7" });
  log.warn("delivery", { feed: "acme/staff", reason: "5 rows\u001b[2J\u202e against 30." });
};

test("writes one JSON object per line to a pipe", async () => {
  const lines = (await logged({}, false, some)).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 30, event: "request", route: "/staff", status: 200, address: "192.0.2.7" },
    { level: 40, event: "delivery", feed: "acme/staff" },
  ]);
});

test("lines keep their order, and warnings are written at once with all earlier lines", () => {
  const written: string[] = [];
  const stream = new PassThrough().on("data", (chunk: Buffer) => written.push(chunk.toString()));
  const log = openLog(stream);
  log.info("first", { count: Number.NaN, missing: undefined, isOn: true });
  expect(written).toEqual([]);
  log.error("second", { reason: 'a "quote"\nand a line' });
  expect(written).toHaveLength(1);
  const [first, second] = (written[0] ?? "").trimEnd().split("\n");
  expect(JSON.parse(first ?? "")).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    count: null,
    isOn: true,
    event: "first",
  });
  expect(JSON.parse(second ?? "")).toMatchObject({ level: 50, reason: 'a "quote"\nand a line' });
});

test("writes readable lines without control characters to a terminal, and both formats can be configured", async () => {
  const text = await logged({}, true, some);
  expect(text).toMatch(
    /^\d\d:\d\d:\d\d info {2}request {2}route=\/staff {2}status=200 {2}address=192\.0\.2\.7\n/,
  );
  expect(text).toMatch(
    /WARN {2}delivery {2}feed=acme\/staff {2}reason="5 rows\\u001b\[2J\\u202e against 30\."\n$/,
  );
  expect(await logged({ format: "pretty" }, false, some)).toContain("info  request");
  expect(await logged({ format: "json" }, true, some)).toContain('"event":"request"');
});

test("writes diagnostics to a terminal in one line, without the file's lines", async () => {
  const reason = `The workspace has errors:\n${formatDiagnostics([
    diagnosticAt("lading.yaml", "feeds: [\n", [7, 8], "a bracket is open"),
    diagnosticAt("lading.yaml", "feeds: [\n", [0, 5], "no feed is there"),
  ])}`;
  const text = await logged({}, true, (log) => log.error("workspace_not_taken", { reason }));
  expect(text).toMatch(
    /reason="The workspace has errors: lading\.yaml:1:1: no feed is there; lading\.yaml:1:8: a bracket is open"\n$/,
  );
});

test("omits entries below the level, and redacts facts as configured", async () => {
  expect(await logged({ level: "warn" }, false, some)).not.toContain("request");
  expect(await logged({ level: "silent" }, false, some)).toBe("");
  const text = await logged({ redact: new Set(["address"]) }, false, some);
  expect(text).not.toContain("192.0.2.7");
  expect(text).toContain('"address":"[redacted]"');
});

test("a secret that Lading created is never in a log, in any fact", async () => {
  const { id, secret } = makeSecret();
  for (const isTTY of [true, false]) {
    const text = await logged({}, isTTY, (log) => log.error("failed", { reason: `bad token ${secret}!` }));
    expect(text).not.toContain(secret);
    expect(text).toContain(`lading_${id}_[redacted]`);
  }
});

test("the workspace configures the log", async () => {
  const yaml = (log: string) => `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds: { acme/staff: { source: inbox, files: "*.csv" } }
log: ${log}
`;
  const files = { "lading.yaml": yaml("{ format: pretty }"), "inbox/Adele Vance.docx": "no list" };
  const dir = await workdir(files);
  const daemon = dir.start(["watch"]);
  await daemon.waitFor(/info {2}watching {2}feeds=1/);
  const output = await daemon.waitFor(/WARN {2}unclaimed {2}.*/);
  expect(output).toMatch(/unclaimed .*No feed matches a file at the source inbox\./);
  expect(output).not.toContain("Adele");
  await daemon.waitFor(/info {2}next_poll {2}feed=acme\/staff {2}at=\S+Z/);
  await daemon.stop();
  await dir.write({ "lading.yaml": yaml("{ level: loud }") });
  expect((await dir.lading(["run"])).stderr).toMatch(/lading\.yaml:5:\d+: /);
});
