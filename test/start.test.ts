import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { DemonstrationView, FeedsView, Me } from "../src/console/api/views.js";
import { browserPath, inPage, launchBrowser, openContext, views, violations } from "./support/browser.js";
import { builtCli, projectRoot } from "./support/build.js";
import { openTerminal, type TestTerminal } from "./support/terminal.js";
import { Workdir, type Running } from "./support/workdir.js";

/** `npm start` as a newcomer sees it, from the first line to Ctrl-C. It starts with the test's own build. */

let dir: Workdir;
let running: Running;
let other: Running;
let taken: Server;
let screen = "";

beforeAll(async () => {
  builtCli();
  dir = await Workdir.make();
  // A port that another program uses.
  taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, "127.0.0.1", () => {
      const address = taken.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  // Two demonstrations that start at once in one folder.
  const args = [...command, "--port", String(port), "--page-port", String(port), ...place()];
  const [one, two] = [dir.startNode(args), dir.startNode(args)];
  const [first, second] = await Promise.all(
    [one, two].map((each) => each.waitFor(/Press Ctrl-C to stop\.|where it was started\./, 240_000)),
  );
  [running, other] = first?.includes("Press Ctrl-C to stop.") === true ? [one, two] : [two, one];
  screen = (running === one ? first : second) ?? "";
});

afterAll(async () => {
  taken.close();
  await dir.remove();
});

const command = [join(projectRoot, "scripts", "start.js"), "--built"];
const place = (): string[] => ["--folder", dir.at("my demo")];

/** Sends a request like the curl line on the screen, with the token of any account. */
async function fetchList(account: string, list: string): Promise<Record<string, unknown>[]> {
  const [, url] = /^ {2}curl (\S+)\/staff --oauth2-bearer /m.exec(screen) ?? [];
  if (url === undefined) throw new Error(`no curl line:\n${screen}`);
  const authorization = `Bearer ${tokens()[account]?.secret ?? ""}`;
  const response = await fetch(`${url}/${list}`, { headers: { authorization } });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>[];
}

function tokens(): Readonly<Record<string, { readonly secret: string }>> {
  return JSON.parse(readFileSync(dir.at("my demo/tokens.json"), "utf8")) as ReturnType<typeof tokens>;
}

/** The address of the console. */
function address(text: string): string {
  const found = /^ {2}(http:\/\/127\.0\.0\.1:\d+\/\?token=\S+)$/m.exec(text)?.[1];
  if (found === undefined) throw new Error(`no address of the console:\n${text}`);
  return found;
}

function daemon(): number {
  return (JSON.parse(readFileSync(dir.at("my demo/running.json"), "utf8")) as { daemon: number }).daemon;
}

/** Waits for the end of another process. The test fails if it does not end. */
async function waitForExit(pid: number): Promise<void> {
  for (;;) {
    const state = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "State:\tZ";
    if (/^State:\s*Z/m.test(state)) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

/** Processes that work in a folder. */
const working = (folder: string) =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  });

/** Blank if the process has ended in the meantime. */
const lineOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
};

async function nobodyWorksIn(folder: string): Promise<void> {
  while (working(folder).length > 0) await new Promise((resume) => setTimeout(resume, 50));
}

const anyPorts = (): string[] => ["--built", "--port", "0", "--page-port", "0", ...place()];

/**
 * `npm start` as typed. `end` sends a signal only to the first process, and waits until the daemon is gone.
 */
async function startByNpm(): Promise<{ end(signal: NodeJS.Signals): Promise<void> }> {
  const child = spawn("npm", ["start", "--silent", "--", ...anyPorts()], {
    cwd: projectRoot,
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  screen = "";
  child.stderr.on("data", (text: Buffer) => (screen += String(text)));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (text: Buffer) => {
      screen += String(text);
      if (screen.includes("Press Ctrl-C to stop.")) resolve();
    });
    child.on("exit", () => reject(new Error(`ended before it served:\n${screen}`)));
  });
  const pid = daemon();
  return {
    async end(signal) {
      const closed = once(child, "close");
      child.kill(signal);
      await waitForExit(pid);
      await closed;
    },
  };
}

test("every sample export of six accounts, and those of the simulated FFS, are published", async () => {
  const { stdout } = await dir.lading(["status", "--json"], { cwd: "my demo" });
  const { feeds } = JSON.parse(stdout) as {
    readonly feeds: readonly {
      readonly publication?: unknown;
      readonly held: readonly unknown[];
      readonly last_rows?: { readonly rejected: number };
    }[];
  };
  expect(feeds.filter(({ publication }) => publication !== undefined).length).toBe(27);
  expect(feeds.filter(({ held, last_rows }) => held.length > 0 || (last_rows?.rejected ?? 0) > 0)).toEqual(
    [],
  );
  expect(screen).toMatch(/serves \d+ records in 27 feeds of five sample partners\.\n/);
  // Every file was claimed.
  const left = readdirSync(dir.at("my demo/inbox"), { recursive: true, withFileTypes: true });
  expect(left.filter((each) => each.isFile()).map(({ name }) => name)).toEqual([]);
});

test("used ports do not matter", () => {
  expect(screen).toMatch(/Port \d+ is in use, so a free port is used instead\./);
  expect(screen).toMatch(/Port \d+, for the console, is in use, so a free port is used instead\./);
  expect(address(screen)).toMatch(/^http/);
});

test("the curl lines work for an account with tax, an account without tax and one of two companies", async () => {
  expect(await fetchList("nordlicht-de", "staff")).toHaveLength(5);
  expect((await fetchList("nordlicht-de", "charge-codes"))[0]).toEqual({
    external_id: "10-0100",
    updated_at: "2026-01-11T23:00:00.000Z",
    code: "0100",
    description: "Seefracht",
    charge_type: "freight",
    tax_code: { external_id: "10-Z0" },
    is_active: true,
  });
  expect((await fetchList("nordlicht-de", "tax-codes")).map((each) => each["code"])).toContain("00");
  expect(await fetchList("harbourline-gb", "charge-codes")).toHaveLength(8);
  const american = await fetchList("bluewater-us", "charge-codes");
  expect(american.map((each) => each["tax_code"])).toEqual(Array(9).fill(null));
  expect(await fetchList("bluewater-us", "tax-codes")).toEqual([]);
});

test("serves orgs, jobs and invoices of one partner, each from a different form of export", async () => {
  for (const [account, list, ids] of [
    ["harbourline-gb", "orgs", 11],
    ["harbourline-gb", "jobs", 3],
    ["harbourline-gb", "payables-invoices", 4],
    ["harbourline-ie", "tax-codes", 3],
    ["harbourline-ie", "orgs", 11],
    ["harbourline-ie", "jobs", 2],
    ["harbourline-ie", "payables-invoices", 3],
  ] as const)
    expect([account, list, (await fetchList(account, list)).length]).toEqual([account, list, ids]);
});

test("an export in the inbox is published for both of its companies", async () => {
  const sample = readFileSync(join(projectRoot, "samples/nordlicht/mitarbeiter.csv"), "latin1");
  await dir.write({
    "my demo/inbox/nordlicht/mitarbeiter-2.csv": Buffer.from(
      sample.replace("Petra", "Petra-Maria"),
      "latin1",
    ),
  });
  await running.waitFor(/nordlicht-de\/staff PUBLISHED, 7 rows read, 0 rejected, version 2 is current/);
  const staff = await fetchList("nordlicht-de", "staff");
  expect(staff.map((each) => each["name"])).toContain("Petra-Maria Vogel");
});

test("a broken export does not change served lists, and its command can be pasted", async () => {
  const before = await fetchList("harbourline-gb", "staff");
  await dir.copy("samples/broken/staff.csv", "my demo/inbox/harbourline/staff-2.csv");
  await running.waitFor(/harbourline-gb\/staff HELD/, 120_000);
  expect(await fetchList("harbourline-gb", "staff")).toEqual(before);
  // In the order of the screen, as pasted: the first line changes to the workspace.
  const typed = [...screen.matchAll(/^ {2,}((?:cd|curl|lading_|export) ?.*)$/gm)].map(([, line]) => line);
  expect(typed).toHaveLength(4);
  const { stdout, status } = spawnSync(
    "sh",
    ["-c", `${typed.join("\n")}\nlading plan harbourline-gb/staff`],
    {
      cwd: dir.path,
      encoding: "utf8",
    },
  );
  expect(stdout).toContain('"external_id":"10-00017"');
  expect(status).toBe(1);
  expect(stdout).toContain("held by rows_below");
});

describe("the console", () => {
  let cookie = "";
  let origin = "";

  async function get<T>(path: string): Promise<T> {
    return (await fetch(origin + path, { headers: { cookie } })).json() as Promise<T>;
  }
  const act = async (action: string, headers: Record<string, string> = {}): Promise<number> => {
    const response = await fetch(`${origin}/api/demonstration`, {
      method: "POST",
      headers: { cookie, origin, "x-lading": "studio", ...headers },
      body: JSON.stringify({ action }),
    });
    return response.status;
  };
  const held = async (): Promise<readonly string[]> =>
    (await get<FeedsView>("/api/feeds")).problems
      .filter(({ code }) => code === "held")
      .map((one) => one.subject);

  beforeAll(async () => {
    origin = new URL(address(screen)).origin;
    // The address can be opened again.
    for (let times = 0; times < 2; times++) {
      const response = await fetch(address(screen), { redirect: "manual" });
      expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
      cookie = response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    }
  });

  test("shows the imported files, and an invoice that went from the platform to the FFS and back", async () => {
    expect(await get<Me>("/api/me")).toMatchObject({ mode: "local", hasDemonstration: true });
    expect((await get<FeedsView>("/api/feeds")).totals.feeds).toBe(27);
    await running.waitFor(
      /SIM-\S+ is complete: posted by the platform, imported into the FFS as AP000001/,
      120_000,
    );
    const { events, hasInvoices } = await get<DemonstrationView>("/api/demonstration");
    expect(hasInvoices).toBe(true);
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(await get("/api/invoices"))).toContain("AP000001");
  });

  test("sends a broken file with a button, even after one was approved, and holds one while the list stays", async () => {
    const before = await fetchList("harbourline-gb", "staff");
    expect(await act("broken")).toBe(200);
    expect((await get<DemonstrationView>("/api/demonstration")).underWay).toEqual(["broken"]);
    await running.waitFor(/(?:harbourline-gb\/staff HELD[^]*){2}/, 120_000);
    expect(await fetchList("harbourline-gb", "staff")).toEqual(before);
    // Only one file waits, regardless of the number of clicks.
    expect(await held()).toEqual(["harbourline-gb/staff"]);
    const args = ["release", "harbourline-gb/staff", "--reason", "who knows"];
    const released = spawnSync(dir.at("my demo/bin/lading"), args, { cwd: dir.at("my demo") });
    expect(released.status).toBe(0);
    await act("broken");
    await running.waitFor(/staff-\S+\.csv, a complete file, was dropped first/, 120_000);
    await running.waitFor(/(?:harbourline-gb\/staff HELD[^]*){3}/, 120_000);
    const staff = await fetchList("harbourline-gb", "staff");
    expect(staff.filter((each) => each["is_active"]).length).toBeGreaterThan(2);
  });

  test("sends a changed file with a button", async () => {
    await act("changed");
    await running.waitFor(/nordlicht-de\/staff PUBLISHED, 7 rows read, 0 rejected, version 3/, 120_000);
    const staff = (await fetchList("nordlicht-de", "staff")).map((each) => String(each["name"]));
    expect(staff.filter((name) => /^Petra-(?!Maria)\w+ Vogel$/.test(name))).toHaveLength(1);
    await vi.waitFor(async () => {
      expect((await get<DemonstrationView>("/api/demonstration")).underWay).toEqual([]);
    });
  });

  test("refuses another page, another name of this machine, and a request without the address", async () => {
    const before = readFileSync(dir.at("my demo/running.json"), "utf8");
    const events = await get("/api/demonstration");
    expect(await act("broken", { origin: "http://evil.test" })).toBe(403);
    expect(await act("broken", { origin: "null" })).toBe(403);
    expect(await act("broken", { cookie: "" })).toBe(403);
    expect(await act("broken", { "x-lading": "" })).toBe(403);
    expect(await act("everything")).toBe(422);
    for (const path of ["/", "/?token=guessed", "/api/demonstration"]) {
      expect((await fetch(origin + path, { headers: { cookie: "" } })).status).toBe(403);
    }
    expect(await get("/api/demonstration")).toEqual(events);
    expect(readFileSync(dir.at("my demo/running.json"), "utf8")).toBe(before);
  });

  describe.skipIf(browserPath === undefined)("the demonstration's console in a browser", () => {
    test("is accessible and has a sample in Mappings", async () => {
      const browser = await launchBrowser();
      try {
        for (const [name, view] of views) {
          const context = await openContext(browser, view);
          const page = await context.newPage();
          await page.goto(address(screen));
          const panel = page.getByRole("region", { name: "Demonstration" });
          await panel.getByRole("button", { name: "Approve invoice" }).waitFor();
          expect(await violations(page), name).toEqual([]);
          expect(await inPage(page, "document.documentElement.scrollWidth <= innerWidth"), name).toBe(true);
          if (name !== views[0]?.[0]) continue;
          await panel.getByRole("button", { name: "Approve invoice" }).click();
          await panel.getByText("The invoice was approved and will be posted").waitFor();
          await panel.getByText("imported into the FFS as AP000002").waitFor();
          await page.getByRole("link", { name: "Mappings" }).click();
          // The person's own file comes first. The sample is one click away.
          await page.getByLabel("Choose a file").waitFor({ state: "attached" });
          await page.getByRole("button", { name: "Open staff.csv" }).click();
          await page.waitForSelector("text=Whitfield, Grace");
        }
      } finally {
        await browser.close();
      }
    });
  });
});

test("one of two starts at once in one folder succeeds, and the other prints its address", async () => {
  expect(screen).toContain("Press Ctrl-C to stop.");
  expect(other.output()).not.toMatch(/FAILED|Press Ctrl-C to stop\./);
  expect(other.output()).toContain(`is already running:\n\n  ${address(screen)}\n`);
  expect((await other.stop()).code).toBe(0);
});

test("a later start in the same folder prints the address of the first", { tags: ["long"] }, async () => {
  const second = dir.startNode([...command, ...place()]);
  expect(await second.waitFor("where it was started.", 60_000)).toContain(
    `is already running:\n\n  ${address(screen)}\n`,
  );
  expect((await second.stop()).code).toBe(0);
});

test("leaves no processes when it is killed while it serves", async () => {
  if (process.platform !== "linux") return void (await running.stop("SIGTERM"));
  // The daemon with its server.
  expect(working(dir.at("my demo")).length).toBeGreaterThanOrEqual(2);
  await running.stop("SIGKILL");
  await nobodyWorksIn(dir.at("my demo"));
});

test("exits when the program that reads its output, such as `head`, exits", { tags: ["long"] }, async () => {
  const child = spawn(process.execPath, [...command, ...anyPorts()], { cwd: projectRoot });
  await once(child.stdout, "data");
  child.stdout.destroy();
  await once(child, "exit");
  await nobodyWorksIn(dir.at("my demo"));
});

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly packages: Readonly<Record<string, object>>;
}

describe.runIf(process.platform === "linux")(
  "a start in a clone without installed packages",
  { tags: ["long"] },
  () => {
    const clone = () => dir.at("clone");
    let silent: Server;
    const env = () => {
      const address = silent.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      return { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: dir.at("npm") };
    };

    beforeAll(async () => {
      // A registry that accepts every request and answers none, so the installation continues until it is
      // ended.
      silent = createServer();
      await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
      mkdirSync(join(clone(), "scripts"), { recursive: true });
      // With one dependency, because npm reads all of them before it requests the first.
      const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, name), "utf8")) as Package;
      const [{ devDependencies: _, ...description }, lock] = [
        read("package.json"),
        read("package-lock.json"),
      ];
      const dependencies = { picocolors: description.dependencies["picocolors"] };
      const packages = {
        "": { dependencies },
        "node_modules/picocolors": lock.packages["node_modules/picocolors"],
      };
      writeFileSync(join(clone(), "package.json"), JSON.stringify({ ...description, dependencies }));
      writeFileSync(join(clone(), "package-lock.json"), JSON.stringify({ ...lock, packages }));
      for (const file of [
        "scripts/start.js",
        "scripts/options.js",
        "scripts/setup.js",
        "scripts/alone.js",
        "scripts/group.js",
        "scripts/ends-with-parent.js",
      ])
        copyFileSync(join(projectRoot, file), join(clone(), file));
    });

    afterAll(() => void silent.close());

    test.each([
      ["npm start", "SIGKILL"],
      ["npm start", "SIGINT"],
      ["scripts/start.js", "SIGKILL"],
    ] as const)("leaves no process if %s gets %s while it installs", async (who, signal) => {
      const child = spawn("npm", ["start", "--silent"], { cwd: clone(), env: { ...process.env, ...env() } });
      const connected = once(silent, "connection");
      await connected;
      const pid = working(clone()).find((each) => lineOf(each).includes(who));
      process.kill(Number(pid), signal);
      await once(child, "exit");
      await nobodyWorksIn(clone());
    });

    test("reports an unreachable registry with npm's reason, without its stack, and with what to do", async () => {
      const away = { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" };
      const child = spawn("npm", ["start", "--silent"], {
        cwd: clone(),
        env: { ...process.env, ...env(), ...away },
      });
      const [stderr] = await Promise.all([text(child.stderr), once(child, "exit")]);
      expect(child.exitCode).toBe(75);
      expect(stderr).toContain("npm error code ECONNREFUSED");
      expect(stderr).toContain("Next: check the network and npm's registry");
      expect(stderr).not.toMatch(/^npm error +at |[{}]$/m);
    });

    test.each(["SIGINT", "SIGKILL"] as const)("ends the checks of `npm test` at %s", async (signal) => {
      const work = `node -e "fs.writeFileSync('at-work-' + process.pid, ''); setTimeout(() => {}, 1e6)"`;
      const names = ["lint", "format:check", "types", "build", "test:unit"];
      const scripts = Object.fromEntries(names.map((name) => [name, work]));
      await dir.write({ "checked/package.json": JSON.stringify({ private: true, scripts }) });
      for (const file of ["check.js", "group.js", "ends-with-parent.js"])
        copyFileSync(join(projectRoot, "scripts", file), dir.at(`checked/${file}`));
      const child = spawn(process.execPath, ["check.js"], { cwd: dir.at("checked"), stdio: "ignore" });
      const atWork = () => readdirSync(dir.at("checked")).filter((name) => name.startsWith("at-work"));
      while (atWork().length < 2) await new Promise((resume) => setTimeout(resume, 50));
      child.kill(signal);
      await once(child, "exit");
      await nobodyWorksIn(dir.at("checked"));
    });

    test("leaves no process if scripts/start.js gets SIGKILL while it builds", async () => {
      const description = JSON.parse(readFileSync(join(clone(), "package.json"), "utf8")) as object;
      const scripts = { build: "touch building && sleep 1000 && echo built" };
      await dir.write({
        "built/package.json": JSON.stringify({ ...description, scripts }),
        "built/package-lock.json": "{}",
        "built/node_modules/.package-lock.json": "{}",
      });
      for (const file of ["vite.config.ts", "vite.program.config.ts", "tsconfig.build.json"])
        await dir.write({ [`built/${file}`]: "" });
      mkdirSync(dir.at("built/src"));
      cpSync(join(clone(), "scripts"), dir.at("built/scripts"), { recursive: true });
      const child = spawn(process.execPath, ["scripts/start.js"], { cwd: dir.at("built"), stdio: "ignore" });
      while (!existsSync(dir.at("built/building"))) await new Promise((resume) => setTimeout(resume, 50));
      child.kill("SIGKILL");
      await nobodyWorksIn(dir.at("built"));
    });
  },
);

describe.runIf(process.platform === "linux")("a start in a terminal", () => {
  const line = () => ["npm", "--prefix", projectRoot, "start", "--silent", "--", ...anyPorts()];

  /** The screen's text at this width, once it is complete. */
  async function expectScreen(columns: number): Promise<void> {
    expect(screen).not.toContain("\u001b[2J");
    expect(await fetchList("harbourline-gb", "tax-codes")).toHaveLength(5);
    expect(screen).toContain(`    ${tokens()["nordlicht-de"]?.secret}; echo\n`);
    // From the first line to the end. Only paths may be longer than a line, such as those of a test's folder.
    const shown = screen.slice(screen.indexOf("Lading serves")).trimEnd().split("\n");
    expect(shown.length).toBeLessThan(24);
    const isPath = (line: string) => line.includes(dir.path) || line.includes(projectRoot);
    expect(shown.filter((line) => line.length > columns && !isPath(line))).toEqual([]);
  }

  test("continues in the existing workspace with the same tokens and ends at Ctrl-C in 120 columns", async () => {
    const before = tokens();
    const terminal: TestTerminal = openTerminal(line(), { columns: 120, cwd: dir.path });
    screen = await terminal.waitFor("Press Ctrl-C to stop.", 120_000);
    await expectScreen(120);
    expect(screen).toContain("existing workspace");
    expect(tokens()).toEqual(before);
    expect((await fetchList("nordlicht-de", "staff")).map((each) => each["name"])).not.toContain(
      "Petra Vogel",
    );
    const pid = daemon();
    // Ctrl-C is only for the demonstration. Processes that receive it during their start would print an error.
    expect(
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ")[2],
    ).toBe(String(pid));
    terminal.type("\u0003");
    expect(await terminal.end()).toContain("Stopped.");
    await waitForExit(pid);
  });

  test(
    "explains lost or revoked tokens, a start paused by Ctrl-Z and a closed terminal in 80 columns",
    { tags: ["long"] },
    async () => {
      const listed = await dir.lading(["token", "list", "--json"], { cwd: "my demo" });
      const [first] = JSON.parse(listed.stdout) as { id: string }[];
      await dir.lading(["token", "revoke", first?.id ?? ""], { cwd: "my demo" });
      await dir.write({ "my demo/tokens.json": "{ torn" });
      const shell = openTerminal(["sh", "-i"], { columns: 80, rows: 12, cwd: dir.path, env: { PS1: "" } });
      const args = line().map((arg) => `'${arg}'`);
      shell.type(`${args.join(" ")}\n`);
      screen = (await shell.waitFor("Press Ctrl-C to stop.", 120_000)).replace(/^.*--prefix.*$/gm, "");
      await expectScreen(80);
      expect(await fetchList("nordlicht-de", "staff")).toHaveLength(5);
      expect(await fetchList("bluewater-us", "staff")).toHaveLength(5);
      // Output that scrolls the address away repeats it, and a failure is reported once in plain words.
      renameSync(dir.at("my demo/inbox/bluewater"), dir.at("my demo/inbox/elsewhere"));
      onTestFinished(() => renameSync(dir.at("my demo/inbox/elsewhere"), dir.at("my demo/inbox/bluewater")));
      await dir.copy("samples/broken/staff.csv", "my demo/inbox/harbourline/staff-7.csv");
      // Events in the renamed folder also count as hints, so nobody has to wait for the next poll.
      await dir.write({ "my demo/inbox/elsewhere/note.txt": "" });
      const later = await shell.waitFor(/^The console: http.*\n/m, 120_000);
      expect(later).toContain(`The console: ${address(screen)}\n`);
      expect(later).toContain("Next: Check that the folder");
      expect(later).not.toContain('{"level"');
      const pid = daemon();
      shell.type("\u001a");
      await shell.waitFor("Stopped");
      shell.type(`${args.join(" ")}; echo code $?\n`);
      expect(await shell.waitFor(/^code \d+$/m, 60_000)).toMatch(
        /is paused \(Ctrl-Z\)\.\nNext: type `fg` [^]*\ncode 75\n$/,
      );
      shell.type("fg\n");
      while (/^State:\s*T/m.test(readFileSync(`/proc/${pid}/status`, "utf8")))
        await new Promise((resume) => setTimeout(resume, 50));
      shell.close();
      await waitForExit(pid);
      expect(existsSync(dir.at("my demo/data"))).toBe(true);
    },
  );

  const start = (...args: string[]) =>
    openTerminal([process.execPath, ...command, ...args], { columns: 80, cwd: dir.path }).end();

  test("explains wrong options, and keeps a folder of somebody else even with --fresh", async () => {
    expect(await start("--frsh")).toMatch(
      /^Unknown option '--frsh'\. Did you mean --fresh\?\nUsage: npm start -- \[--fresh\].*\nexit 2\n$/,
    );
    expect(await start("--port", "many")).toMatch(/^many is not a valid port\.\nUsage: .*\nexit 2\n$/);
    await dir.write({ "mine/thesis.txt": "years of work", "mine/lading.yaml": "lading: 1" });
    const output = await start("--folder", dir.at("mine"), "--fresh");
    expect(output).toMatch(/`npm\sstart`\sdid\snot\screate\s\S*mine/);
    expect(output).toMatch(/exit 2\n$/);
    expect(readdirSync(dir.at("mine"))).toEqual(["lading.yaml", "thesis.txt"]);
  });

  test("explains a folder that it cannot use, without a stack trace", { tags: ["long"] }, async () => {
    await dir.write({ file: "no folder", "yours/thesis.txt": "years of work" });
    expect(await start("--folder", dir.at("file/demo"))).toMatch(
      /cannot continue:\sENOTDIR[^]*\nNext: .*\n\n {2}npm start -- --folder DIR\nexit 75\n$/,
    );
    for (const name of ["yours", "file"])
      expect(await start("--folder", dir.at(name))).toMatch(/did\snot\screate[^]*exit 2\n$/);
    expect(readdirSync(dir.at("yours"))).toEqual(["thesis.txt"]);
  });
});

const mistakes =
  "shows mistakes in lading.yaml in narrow lines, with a check that can be pasted and how to continue";
test(mistakes, { tags: ["long"] }, async () => {
  const file = dir.at("my demo/lading.yaml");
  const before = readFileSync(file, "utf8");
  onTestFinished(() => writeFileSync(file, before));
  writeFileSync(file, before.replace("accounts:", "acounts:"));
  const output = await openTerminal([process.execPath, ...command, ...place()], {
    columns: 80,
    cwd: dir.path,
  }).end();
  expect(output).toContain("acounts");
  expect(output).toMatch(
    /To create a new workspace instead, run `npm start -- --fresh --folder .*`\.\nexit 2\n$/,
  );
  const [, paste = ""] = /`(cd [^`]* check)`/.exec(output.replaceAll("\n", " ")) ?? [];
  const checked = spawnSync("sh", ["-c", paste], { cwd: dir.path, encoding: "utf8" });
  expect(checked.stdout + checked.stderr).toContain("acounts");
  expect(checked.status).toBe(2);
});

test(
  "ends everything without output after the prompt if npm alone is killed",
  { tags: ["long"] },
  async () => {
    const started = await startByNpm();
    await started.end("SIGKILL");
    expect(screen).not.toContain("Stopped.");
  },
);

test("npm does not pass on options without dashes before them", async () => {
  const env = { ...process.env, npm_lifecycle_event: "start", npm_config_fresh: "true" };
  const { status, stdout } = spawnSync(process.execPath, command, { env, encoding: "utf8" });
  expect(stdout).toMatch(/^npm interpreted --fresh as its own option/);
  expect(status).toBe(2);
});

test("handles Ctrl-C during loading", async () => {
  // The signal arrives in the middle of the module that handles the signals, before it does so.
  const preload = `const Own = AbortController;
globalThis.AbortController = class extends Own {
  constructor() {
    super();
    if (!new Error().stack.includes("dist/demo.js")) return;
    globalThis.AbortController = Own;
    process.kill(process.pid, "SIGINT");
  }
};`;
  const here = await Workdir.make();
  onTestFinished(() => here.remove());
  await here.write({ "preload.mjs": preload });
  const ended = spawnSync(
    process.execPath,
    ["--import", here.at("preload.mjs"), ...command, "--folder", here.at("demo")],
    { encoding: "utf8", timeout: 600_000 },
  );
  expect(ended).toMatchObject({ status: 130, stdout: expect.stringContaining("Stopped.") as string });
  expect(ended.stdout).not.toContain("Press Ctrl-C to stop.");
});
