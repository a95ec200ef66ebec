import { randomFillSync } from "node:crypto";
import { LadingError } from "../../src/errors.js";
import { sftpSource } from "../../src/connectors/sources/sftp.js";
import type { SftpSettings } from "../../src/connectors/sftp/settings.js";
import { startFaultyServer, type FaultyOptions, type Faults } from "../../test/support/faulty-sftp-server.js";
import { password, settingsFor, shortDeadlines, testHosts } from "../../test/support/sftp-settings.js";

/**
 * `npm run proof:sftp-faults`: tests every SFTP server fault (rows 33 to 42 of the fault matrix), with
 * transfer faults at every read. Each must end within its deadline plus one second, and only the complete
 * file may be accepted. Prints a line per row; exits with 1 if one fails.
 */

const signal = new AbortController().signal;
const content = randomFillSync(Buffer.alloc(1_500_000));
const grace = 1_000;

interface Trial {
  readonly faults: Faults;
  /** Sum of the deadlines in milliseconds. */
  readonly allowed: number;
  readonly options?: FaultyOptions;
  readonly settings?: Partial<SftpSettings>;
  /** Expected result: the whole file, an error, or either. */
  readonly ends: "whole" | "error" | "either";
  /** No sign-in may have been attempted. */
  readonly isBeforeLogin?: boolean;
  readonly does?: "settle";
}

const { connect, request, list, idle } = shortDeadlines;
const reads = Array.from({ length: Math.ceil(content.length / (128 * 1024)) + 1 }, (_, n) => n + 1);
const places = [0, 1, 32_768, 131_071, 131_072, 700_000, content.length - 1];
const slowest = shortDeadlines.grace + (content.length / shortDeadlines.slowest) * 1_000;
const away = { published: { action: "move", directory: "done" }, rejected: { action: "none" } } as const;

const rows: readonly (readonly [string, readonly Trial[]])[] = [
  [
    "33 reset, closed",
    reads.flatMap((read) =>
      (["reset", "close"] as const).map((how): Trial => ({
        faults: { dropAtRead: { read, how } },
        allowed: idle,
        ends: "either",
      })),
    ),
  ],
  ["34 early end", places.map((endAt): Trial => ({ faults: { endAt }, allowed: idle, ends: "error" }))],
  [
    "35 stall",
    reads.map((stallAtRead): Trial => ({ faults: { stallAtRead }, allowed: idle + request, ends: "either" })),
  ],
  [
    "36 silent, no login, no SFTP, no end",
    [
      { faults: { silent: true }, allowed: connect, ends: "error" },
      { faults: { silentAfterGreeting: true }, allowed: connect, ends: "error" },
      { faults: { ignoreLogin: true }, allowed: connect, ends: "error" },
      { faults: { subsystem: "ignore" }, allowed: connect, ends: "error" },
      { faults: { subsystem: "refuse" }, allowed: connect, ends: "error" },
      { faults: { neverEnds: true }, allowed: idle + shortDeadlines.end, ends: "whole" },
    ],
  ],
  [
    "37 trickle",
    [1, 20, 400].map((trickle): Trial => ({ faults: { trickle }, allowed: slowest, ends: "error" })),
  ],
  [
    "38 host key unknown, wrong",
    [[], [{ fingerprint: `SHA256:${"A".repeat(43)}` }]].map((hostKeys): Trial => ({
      faults: {},
      settings: { hostKeys },
      allowed: connect,
      ends: "error",
      isBeforeLogin: true,
    })),
  ],
  ["39 login refused", [{ faults: { refuseLogin: true }, allowed: connect, ends: "error" }]],
  [
    "40 rename denied, unanswered",
    [
      {
        faults: { deny: ["RENAME"] },
        settings: { after: away },
        does: "settle",
        allowed: request,
        ends: "error",
      },
      {
        faults: { ignore: ["RENAME"] },
        settings: { after: away },
        does: "settle",
        allowed: request,
        ends: "error",
      },
    ],
  ],
  [
    "41 a million names, a list without end",
    [
      {
        faults: { names: 1_000_000 },
        settings: { limits: { entries: 5_000, size: 2 ** 28 } },
        allowed: list,
        ends: "error",
      },
      {
        faults: { names: Infinity },
        settings: { limits: { entries: 5_000, size: 2 ** 28 } },
        allowed: list,
        ends: "error",
      },
      { faults: { endlessList: true }, allowed: list, ends: "error" },
    ],
  ],
  [
    "42 only old algorithms",
    [
      { kex: ["diffie-hellman-group14-sha1"] },
      { cipher: ["aes128-cbc"] },
      { cipher: ["aes128-ctr"], hmac: ["hmac-sha1"] },
    ].map((algorithms): Trial => ({
      faults: {},
      options: { algorithms: algorithms as never },
      allowed: connect,
      ends: "error",
      isBeforeLogin: true,
    })),
  ],
];

let wrong = 0;
for (const [row, trials] of rows) {
  const figures = { trials: 0, wedged: 0, short: 0, other: 0, longest: 0, allowed: 0 };
  for (const trial of trials) {
    const { ended, took, isShort, isRight } = await attempt(trial);
    figures.trials++;
    figures.wedged += ended && took <= trial.allowed + grace ? 0 : 1;
    figures.short += isShort ? 1 : 0;
    figures.other += isRight ? 0 : 1;
    figures.longest = Math.max(figures.longest, took);
    figures.allowed = Math.max(figures.allowed, trial.allowed);
  }
  wrong += figures.wedged + figures.short + figures.other;
  console.log(
    `${row}: ${figures.trials} trials, ${figures.wedged} wedged, ${figures.short} short files, ${figures.other} otherwise wrong, ` +
      `longest ${Math.round(figures.longest)} ms, allowed ${Math.round(figures.allowed)} ms`,
  );
}
process.exitCode = wrong === 0 ? 0 : 1;

async function attempt(trial: Trial) {
  const server = await startFaultyServer({ password, ...trial.options });
  server.files.set("/in/staff.csv", { content, mtime: 1_700_000_000 });
  const hosts = await testHosts();
  const source = sftpSource("x", settingsFor(server, trial.settings), hosts);
  const seen = { name: "staff.csv", size: content.length, modified: 1_700_000_000_000, identity: "" };
  server.faults = trial.faults;
  const work = async (): Promise<Buffer | undefined> => {
    await source.list(signal);
    if (trial.does === "settle") {
      await source.settle(seen, "published", signal);
      return undefined;
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of source.fetch(seen, signal)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const wedged = new Promise<"wedged">((resolve) => {
    timer = setTimeout(() => resolve("wedged"), trial.allowed + 10_000);
  });
  const outcome = await Promise.race([
    work().then(
      (bytes) => ({ bytes, error: undefined }),
      (error: unknown) => ({ bytes: undefined, error }),
    ),
    wedged,
  ]);
  clearTimeout(timer);
  if (trial.faults.neverEnds === true) await hosts.close();
  const took = performance.now() - start;
  await hosts.remove();
  const logins = server.seen.logins.length;
  await server.close();
  if (outcome === "wedged") return { ended: false, took, isShort: false, isRight: false };
  const isShort = outcome.bytes !== undefined && !outcome.bytes.equals(content);
  const isRight =
    (outcome.error === undefined
      ? trial.ends !== "error"
      : outcome.error instanceof LadingError && trial.ends !== "whole") &&
    (trial.isBeforeLogin !== true || logins === 0);
  return { ended: true, took, isShort, isRight };
}
