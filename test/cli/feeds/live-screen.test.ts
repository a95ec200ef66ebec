import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import type { Terminal } from "../../../src/cli/command.js";
import { newLiveScreen } from "../../../src/cli/feeds/live-screen.js";

/** A terminal of so many columns and rows, and what stands on it: drawings begin at its top and never scroll. */
function screenOf(columns: number, rows: number) {
  const written: string[] = [];
  const stdout = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns,
    rows,
    write: (text: string) => written.push(text),
  });
  const screen = newLiveScreen({ stdout } as unknown as Terminal);
  if (screen === undefined) throw new Error("no screen");
  const shown = () => {
    const last = written.at(-1) ?? "";
    const lines = last.slice(last.indexOf("\u001b[H") + 3).split("\u001b[K\n");
    expect(lines.pop(), "what stands below is cleared").toBe("\u001b[J");
    expect(lines.length, "nothing scrolls").toBeLessThan(stdout.rows);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    return lines;
  };
  return { screen, stdout, written, shown };
}

const table = [
  "feed        health  publication",
  "----------  ------  -----------",
  "acme/staff  good              1",
];

test("a sentence goes on below, a table is cut, and log lines stand at the end", () => {
  const { screen, written, shown } = screenOf(24, 20);
  screen.talk.write("watching\n");
  screen.draw([...table, "", "  Held: nine rows against a hundred of yesterday"].join("\n"));
  expect(shown()).toEqual([
    "feed        health  publ",
    "----------  ------  ----",
    "acme/staff  good        ",
    "",
    "  Held: nine rows",
    "    against a hundred of",
    "    yesterday",
    "watching",
  ]);
  expect(written[0]).toMatch(/^\u001b\[2J/);
  screen.draw("again\u001b]0;title\u0007");
  expect(written[1]).not.toContain("\u001b[2J");
  expect(shown()).toEqual(["again\ufffd]0;title\ufffd", "watching"]);
  screen.talk.write("stopped\n");
  expect(shown()).toEqual(["again\ufffd]0;title\ufffd", "watching", "stopped"]);
});

test("what does not fit is counted, the last log lines stay, and another size is drawn at once", () => {
  const { screen, stdout, shown } = screenOf(80, 9);
  for (let line = 1; line <= 12; line += 1) screen.talk.write(`log ${line}\n`);
  screen.draw(Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n"));
  expect(shown()).toEqual([
    "line 1",
    "line 2",
    "line 3",
    "line 4",
    "... 26 more lines; `lading status` shows them all",
    "log 10",
    "log 11",
    "log 12",
  ]);
  stdout.rows = 60;
  stdout.emit("resize");
  expect(shown()).toHaveLength(38);
});

test("a long entry is seen from its beginning, however little room it has", () => {
  const { screen, shown } = screenOf(40, 13);
  screen.talk.write("09:00 first\n");
  screen.talk.write(`09:01 delivery HELD ${"why it is held ".repeat(12)}\n`);
  screen.talk.write(`09:02 info  request  ${"x=1 ".repeat(12)}\n`);
  screen.draw(Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n"));
  const log = shown().slice(shown().findIndex((line) => line.startsWith("...")) + 1);
  expect(log[0]).toMatch(/^09:01 delivery HELD/);
  expect(log.at(-1)).toMatch(/^requests so far: 1, the last one 09: \.\.\.$/);
});

test("where nobody looks there is no screen", () => {
  expect(newLiveScreen({ stdout: { isTTY: false } } as unknown as Terminal)).toBeUndefined();
});

test("what became of deliveries stays in sight, however often somebody asks for a list", () => {
  const { screen, shown } = screenOf(100, 20);
  screen.talk.write("08:00:12 info   delivery  feed=acme/staff state=PUBLISHED\n08:00:13 WARN   deliv");
  screen.talk.write("ery  feed=acme/staff state=HELD\n");
  for (let second = 10; second < 60; second += 1) {
    screen.talk.write(`08:01:${second} info   request  route=/staff status=200\n`);
    screen.talk.write(`{"level":30,"time":"2026-11-22T08:01:${second}.000Z","event":"request","ms":1}\n`);
  }
  screen.draw("table");
  expect(shown()).toEqual([
    "table",
    "08:00:12 info   delivery  feed=acme/staff state=PUBLISHED",
    "08:00:13 WARN   delivery  feed=acme/staff state=HELD",
    'requests so far: 100, the last one {"level":30,"time":"2026-11-22T08:01:59.000Z","event":"reques ...',
  ]);
});
