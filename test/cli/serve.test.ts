import type {
  DeliveryReport,
  DeliveryRow,
  DeliveryView,
  FeedsView,
  Page,
} from "../../src/console/api/views.js";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { constants, getPriority, platform } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { newAlertState, writeAlertState } from "../../src/feeds/alerts/alert-state.js";
import { openStore, type Store } from "../../src/store/store.js";
import { publish } from "../http/publish.js";
import { bearer, get, staff } from "../http/serving.js";
import { builtCli } from "../support/build.js";
import { workdir, type Running, type Workdir } from "../support/workdir.js";

/** From an empty workspace to a list that the platform can fetch, through the real command line. */

const workspace = `lading: 1
accounts:
  acme-de: { country: DE, tax_codes: none, serve: { envelope: { key: data } } }
  acme-us: { country: US }
sources:
  inbox: { folder: inbox }
feeds:
  acme-de/staff: { source: inbox, files: "staff*.csv", settle: final_name, expect: every 24 h }
  acme-us/staff: { source: inbox, files: "us*.csv", settle: final_name }
notify: { command: [./tell.sh] }
server:
  port: 0
  operators: { port: 0 }
`;

async function withStore(dir: Workdir, work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore({ data: dir.at("data") });
  await work(store);
  await store.close();
}

async function served(): Promise<{
  dir: Workdir;
  url: string;
  operators: string;
  stop: () => Promise<unknown>;
}> {
  const dir = await workdir({ "lading.yaml": workspace });
  await mkdir(dir.at("inbox"));
  const running = dir.start(["serve"]);
  const line = await running.waitFor(/"event":"serving"/);
  const [, url = ""] = /"lists":"([^"]+)"/.exec(line) ?? [];
  const [, operators = ""] = /"operators":"([^"]+)"/.exec(line) ?? [];
  return { dir, url, operators, stop: () => running.stop("SIGTERM") };
}

test("serves and verifies a workspace, creates and revokes a token meanwhile, and stops cleanly", async () => {
  const { dir, url, operators, stop } = await served();
  const made = await dir.lading(["token", "create", "--account", "acme-de", "--expires", "10 d", "--json"]);
  expect(made.code).toBe(0);
  const { id, secret } = JSON.parse(made.stdout) as { id: string; secret: string };
  expect(made.stderr).not.toContain(secret);

  const early = await get(`${url}/staff`, bearer(secret));
  expect([early.status, early.json()]).toMatchObject([503, { error: { code: "not_published" } }]);
  expect((await get(`${operators}/readyz`)).status).toBe(200);
  expect((await get(`${operators}/readyz/acme-de`)).status).toBe(503);
  await withStore(dir, (store) => publish(store, "acme-de/staff", 1, staff, { envelope: "data" }));
  await expect.poll(async () => (await get(`${url}/staff`, bearer(secret))).status).toBe(200);
  const list = await get(`${url}/staff`, bearer(secret));
  expect(list.json()).toEqual({ data: staff });
  expect(list.headers["lading-stale"]).toBe("true");
  expect((await get(`${url}/tax-codes`, bearer(secret))).json()).toEqual({ data: [] });
  expect((await get(`${operators}/readyz/acme-de`)).status).toBe(200);
  expect((await get(`${operators}/metrics`)).body.toString()).toContain(
    'lading_publication_number{feed="acme-de/staff"} 1',
  );
  await verifyIt(dir, url, secret);

  // These pages must mention that no alerts are configured.
  const command = {
    failures: 2,
    given_up: 1,
    reason: "the program exited with code 7",
    failed_at: "2026-03-02T08:00:00.000Z",
  };
  const state = { ...newAlertState(new Date()), channels: { command } };
  await withStore(dir, ({ db }) => writeAlertState(db, state));
  expect((await get(`${operators}/metrics`)).body.toString()).toContain(
    'lading_notification_failures{channel="command"} 2',
  );
  const page = (await get(`${operators}/api/feeds`)).body.toString();
  expect(page).toContain("The alert channel command failed 2 times in a row");
  expect(page).toContain(`The token ${id} of acme-de (default) expires in 9 days`);

  const listed = await dir.lading(["token", "list"]);
  expect(listed.stdout).toMatch(new RegExp(`${id}\\s+live\\s+acme-de\\s+default`));
  expect(listed.stdout).not.toContain(secret);

  // A decision in the console is made by the process that started the server.
  await dir.write({
    "inbox/us.csv": "external_id,updated_at,name,email_address,is_active\nE1,,Ann,ann@example.com,true\n",
  });
  await dir.lading(["run"]);
  const made2 = await dir.lading(["operator", "create", "--name", "Grace Vogel", "--json"]);
  const operator = JSON.parse(made2.stdout) as { id: string; access_key: string };
  const own = { origin: new URL(operators).origin, "x-lading": "studio", "content-type": "application/json" };
  const send = (path: string, body: unknown, more = {}) =>
    get(operators + path, { ...own, ...more }, { method: "POST", body: JSON.stringify(body) });
  const signedIn = await send("/api/sign-in", { key: operator.access_key });
  expect(signedIn.status).toBe(200);
  const cookie = (signedIn.headers["set-cookie"]?.[0] ?? "").replace(/;.*/, "");
  const read = async <T>(path: string) => (await get(operators + path, { cookie })).json() as T;
  const { problems } = await read<FeedsView>("/api/feeds");
  const held = `/api/feeds/acme-us/staff/deliveries/${problems.find(({ delivery }) => delivery)?.delivery}`;
  const report = await read<DeliveryReport>(`${held}/report`);
  // All records of a first list are shown.
  expect(report.changes?.listed[0]).toMatchObject({
    id: "E1",
    fields: expect.arrayContaining([
      { label: "Email address", before: "", after: "ann@example.com" },
    ]) as unknown,
  });
  expect((await read<DeliveryView>(held)).partner).toBeUndefined();
  const { changeSet } = report;
  const noReason = await send(held, { verb: "release", changeSet, reason: " " }, { cookie });
  expect(noReason.json()).toMatchObject({ message: "Enter a reason." });
  const released = await send(held, { verb: "release", changeSet, reason: "it is right" }, { cookie });
  // On a busy machine, the response only says that the release is still running.
  expect([released.status, released.json()]).toMatchObject([200, { isDone: true }]);
  const downloaded = async () =>
    (await get(`${operators}/api/feeds/acme-us/staff/list?format=csv`, { cookie })).body;
  await expect.poll(async () => (await downloaded()).toString()).toContain("Ann");
  expect((await dir.lading(["history", "acme-us/staff"])).stdout).toContain("it is right (by Grace Vogel)");
  // The original file and the partner's corrections.
  expect((await get(`${operators}${held}/original`, { cookie })).body.toString()).toContain("E1,,Ann");
  await dir.write({
    "inbox/us.csv":
      "external_id,updated_at,name,email_address,is_active\nE1,,Ann,ann@example.com,true\nE2,,Bo,nowhere,true\n",
  });
  await dir.lading(["run"]);
  const { rows } = await read<Page<DeliveryRow>>("/api/feeds/acme-us/staff/deliveries");
  const path = `/api/feeds/acme-us/staff/deliveries/${rows[0]?.delivery}`;
  const next = await read<DeliveryReport>(`${path}/report`);
  expect((await read<DeliveryView>(path)).partner?.text).toMatch(/us\.csv[^]*row 3/);
  expect(next.rejected?.rows).toMatchObject([{ line: 3, issues: [{ column: "email_address" }] }]);
  expect((await dir.lading(["operator", "revoke", operator.id])).code).toBe(0);
  expect((await get(`${operators}${held}`, { cookie })).status).toBe(401);

  expect((await dir.lading(["token", "revoke", id])).code).toBe(0);
  await expect.poll(async () => (await get(`${url}/staff`, bearer(secret))).status).toBe(401);
  expect(await stop()).toMatchObject({ code: 0 });
  expect((await dir.lading(["verify", url, "--token", "env:TOKEN"], { env: { TOKEN: "x" } })).code).toBe(75);
});

test(
  "serves other clients with few file descriptors, despite silent connections and an unread log",
  { tags: ["long"] },
  async () => {
    const dir = await workdir({ "lading.yaml": workspace });
    await mkdir(dir.at("inbox"));
    await withStore(dir, (store) => publish(store, "acme-de/staff", 1, staff));
    const token = (await dir.lading(["token", "create", "--account", "acme-de"])).stdout.trim();
    const limited = ["-c", 'ulimit -n 300 && exec "$0" "$@"', process.execPath, builtCli(), "serve"];
    const server = spawn("sh", limited, { cwd: dir.path, stdio: ["ignore", "ignore", "pipe"] });
    onTestFinished(() => void server.kill("SIGKILL"));
    let log = "";
    server.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
    await expect.poll(() => log).toContain('"event":"serving"');
    expect(log).toMatch(/"connections":150,"wanted":2048,.*"event":"few_open_files"/);
    const [, url = ""] = /"lists":"([^"]+)"/.exec(log) ?? [];

    // The connections are opened a few at a time, so that they are accepted in order. Connections that the system
    // drops do not matter.
    const silent: Socket[] = [];
    onTestFinished(() => silent.forEach((socket) => void socket.destroy()));
    for (let lot = 0; lot < 8; lot++) {
      const more = Array.from({ length: 50 }, () => connect(Number(new URL(url).port), "127.0.0.1"));
      silent.push(...more);
      for (const socket of more) socket.on("error", () => undefined).resume();
      await Promise.all(more.map((socket) => once(socket, "connect")));
    }
    for (let i = 0; i < 20; i++) expect((await get(`${url}/staff`, bearer(token))).status).toBe(200);
    // The oldest connections were closed long before their timeout.
    await expect.poll(() => silent.slice(0, 200).filter(({ closed }) => !closed)).toEqual([]);
    expect(silent.slice(-100).filter(({ closed }) => closed)).toEqual([]);

    server.stderr.destroy();
    for (let i = 0; i < 3; i++) {
      expect((await get(`${url}/staff`, bearer(token))).status).toBe(200);
      // The text is longer than the log's buffer.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(server.exitCode).toBeNull();
    server.kill("SIGTERM");
    expect((await once(server, "exit"))[0]).toBe(0);
  },
);

test(
  "serves a list while a token request waits for another process's write",
  { tags: ["long"] },
  async () => {
    const { dir, url, stop } = await served();
    await withStore(dir, async (store) => {
      await publish(store, "acme-de/staff", 1, staff);
      const token = (await dir.lading(["token", "create", "--account", "acme-de"])).stdout.trim();
      const client = (await dir.lading(["client", "create", "--account", "acme-de"])).stdout;
      const [, id = ""] = /client_id: (.+)/.exec(client) ?? [];
      const [, secret = ""] = /client_secret: (.+)/.exec(client) ?? [];
      const form = new URLSearchParams({
        grant_type: "client_credentials",
        client_id: id,
        client_secret: secret,
      });
      let wrote = (): void => {};
      let writing: Promise<void> | undefined;
      await new Promise<void>((begun) => {
        writing = store.transaction(() => {
          begun();
          return new Promise<void>((resolve) => (wrote = resolve));
        });
      });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const tokenRequest = request(`${url}/oauth/token`, { method: "POST", headers });
      let status: number | undefined;
      const answered = once(tokenRequest, "response").then(([response]: IncomingMessage[]) => {
        status = response?.resume().statusCode;
      });
      tokenRequest.end(form.toString());
      await once(tokenRequest, "finish");
      // The server receives the token request before the second request for the list.
      for (let round = 1; round <= 2; round++) {
        expect((await get(`${url}/staff`, bearer(token))).status).toBe(200);
      }
      expect(status).toBeUndefined();
      wrote();
      await writing;
      await answered;
      expect(status).toBe(200);
    });
    await stop();
  },
);

/** As in CI, with both methods. */
async function verifyIt(dir: Workdir, url: string, token: string): Promise<void> {
  const client = (await dir.lading(["client", "create", "--account", "acme-de"])).stdout;
  const [, id = ""] = /client_id: (.+)/.exec(client) ?? [];
  const [, secret = ""] = /client_secret: (.+)/.exec(client) ?? [];
  const oauth = ["--token-url", `${url}/oauth/token`, "--client-id", id, "--client-secret", "env:SECRET"];
  const ran = await dir.lading(["verify", url, "--token", "env:TOKEN", ...oauth, "--pause", "0"], {
    env: { TOKEN: token, SECRET: secret },
  });
  expect(ran.stdout).toContain("Conforms:");
  expect(ran.code).toBe(0);
  expect(ran.stdout + ran.stderr).not.toContain(token);

  const wrong = await dir.lading(["verify", url, "--token", "env:TOKEN", "--json"], {
    env: { TOKEN: "wrong" },
  });
  expect(wrong.code).toBe(1);
  const { results } = JSON.parse(wrong.stdout) as { results: { check: string; outcome: string }[] };
  expect(results.find((one) => one.check === "bearer_token")?.outcome).toBe("fault");
}

test("shows the expiry date as it was given, and names a client's secret consistently", async () => {
  const dir = await workdir({ "lading.yaml": workspace });
  const year = new Date().getUTCFullYear() + 2;
  const create = ["client", "create", "--account", "acme-de", "--expires", `${year}-01-31`, "--json"];
  const made = await dir.lading(create);
  expect(JSON.parse(made.stdout)).toMatchObject({
    expires_at: `${year}-02-01T00:00:00.000Z`,
    client_secret: expect.stringMatching(/^lading_/) as unknown,
  });
  expect(made.stderr).toContain(`until the end of ${year}-01-31 (UTC).`);
  expect((await dir.lading(["client", "list"])).stdout).toMatch(
    new RegExp(`last day\\n[- ]+\\n.*  ${year}-01-31\\n$`),
  );
});

test("explains wrong use", async () => {
  const dir = await workdir({ "lading.yaml": workspace });
  for (const [args, message] of [
    [["token", "create"], "Specify the account with --account: acme-de, acme-us."],
    [["token", "create", "--account", "acme-ds"], "Did you mean acme-de?"],
    [["token", "create", "--account", "acme-de", "--expires", "soon"], "--expires takes a duration"],
    [["token", "create", "--account", "acme-de", "--expires", "2020-01-01"], "is in the past"],
    [["token", "create", "--account", "acme-de", "--expires", "2027-02-30"], "a valid date"],
    [["token", "create", "--account", "acme-de", "--expires", "2027-02-03T25:00:00Z"], "a valid date"],
    [
      ["token", "create", "--account", "acme-de", "--expires", "9999-12-31"],
      "more than 100 years in the future",
    ],
    [["token", "create", "--account", "acme-de", "--name", ""], "--name requires a value"],
    [["token", "create", "--account", "acme-de", "--name", " "], "A name must have 1 to 64 characters."],
    [["client", "create", "--account", "acme-de", "--name", "a\nb"], "A name must be a single line"],
    [["token", "create", "foo", "--account", "acme-de"], '`lading token create` does not take "foo".'],
    [["token", "list", "--account", "acme-de"], "`lading token list` does not take --account."],
    [["token", "revoke", "aaaaaaaaaaaa", "--name", "x"], "`lading token revoke` does not take --name."],
    [["token", "revoke"], "Add the ID of the token to revoke"],
    [["token", "revoke", "aaaaaaaaaaaa"], "There is no token aaaaaaaaaaaa."],
    [["verify", "example.com", "--token", "env:X"], "must start with https://"],
    [["verify", "https://example.com"], "No sign-in method"],
    [["verify", "https://example.com", "--token", "the-secret"], "Never enter the secret itself"],
    [
      ["verify", "https://example.com", "--client-id", "x"],
      "requires --token-url, --client-id and --client-secret",
    ],
  ] as const) {
    const ran = await dir.lading([...args]);
    expect([args, ran.code, ran.stdout]).toEqual([args, 2, ""]);
    expect(ran.stderr).toContain(message);
  }
  const samePorts = await dir.lading(["serve", "--port", "8481", "--operators-port", "8481"]);
  expect([samePorts.code, samePorts.stderr]).toEqual([
    2,
    expect.stringContaining("The lists and the console must use different ports, but both use 8481."),
  ]);
  await dir.write({ "lading.yaml": workspace.replace("port: 0", "port: 0\n  address: 0.0.0.0") });
  const open = await dir.lading(["serve"]);
  expect(open.code).toBe(2);
  expect(open.stderr).toContain("requires `tls`, or `behind_proxy: true`");
});

test("ends the command with the reason when it fails to start", async () => {
  const dir = await workdir({ "lading.yaml": workspace, data: "" });
  const ran = await dir.process(["serve"], { within: 20_000 });
  expect(ran.code).toBeGreaterThan(0);
  expect(ran.stderr).toContain(dir.at("data"));
  expect(ran.stderr).not.toContain('"event":"serving"');
});

/** A command that serves, with its server process. */
async function serving(
  args: readonly string[] = ["watch", "--serve"],
): Promise<{ running: Running; url: string; server: number }> {
  const dir = await workdir({ "lading.yaml": workspace });
  await mkdir(dir.at("inbox"));
  const running = dir.start(args);
  const line = await running.waitFor(/"event":"serving"/);
  const [server = 0] = childrenOf(running.pid).map(({ pid }) => pid);
  return { running, url: /"lists":"([^"]+)"/.exec(line)?.[1] ?? "", server };
}

async function stopsItsServer(args: readonly string[]): Promise<void> {
  const { running, url, server } = await serving(args);
  expect(server).not.toBe(running.pid);
  if (args[0] === "watch") {
    await running.waitFor(/"event":"watching"/);
    const usual = getPriority();
    expect(childrenOf(running.pid).map(({ nice }) => nice)).toEqual([usual]);
    expect(getPriority(running.pid)).toBe(Math.max(usual, constants.priority.PRIORITY_BELOW_NORMAL));
  }
  // A signal to the whole group also stops the server. The command decides when it ends.
  process.kill(server, "SIGTERM");
  expect((await get(`${url}/staff`)).status).toBe(401);
  expect(await running.stop("SIGTERM")).toMatchObject({ code: 0 });
  await expect(get(`${url}/staff`)).rejects.toThrow("ECONNREFUSED");
}

async function endsWithoutServer(args: readonly string[]): Promise<void> {
  const { running, server } = await serving(args);
  process.kill(server, "SIGKILL");
  await running.waitFor(/The server process exited unexpectedly \(SIGKILL\), so this command exits too\./);
  // The command is ending, so a signal that changes nothing only waits for the end.
  expect(await running.stop("SIGCONT")).toMatchObject({ code: 75 });
}

// Both commands start and stop the server with the same code, so the default run tests one of each pair.
describe.runIf(platform() === "linux")("the server process", () => {
  test("of a daemon has a higher priority than the daemon, and stops when the daemon stops", () =>
    stopsItsServer(["watch", "--serve"]));
  test("of `serve` stops when the command stops", { tags: ["long"] }, () => stopsItsServer(["serve"]));
  test("ends `serve` when it is killed", () => endsWithoutServer(["serve"]));
  test("ends a daemon when it is killed", { tags: ["long"] }, () => endsWithoutServer(["watch", "--serve"]));
});

test(
  "reports a daemon that cannot serve and ends it, and ends the server with its command in every case",
  { tags: ["long"] },
  async () => {
    const taken = await serving();
    const { port } = new URL(taken.url);
    const dir = await workdir({ "lading.yaml": workspace });
    await mkdir(dir.at("inbox"));
    for (const args of [["serve"], ["watch", "--serve"]]) {
      const ran = await dir.process([...args, "--port", port], { within: 20_000 });
      expect([args, ran.code]).toEqual([args, 75]);
      expect(ran.stderr).toContain(`Another program is already using port ${port} on 127.0.0.1.`);
    }
    await taken.running.stop("SIGKILL");
    await expect
      .poll(() => get(`${taken.url}/staff`).catch((error: Error) => error.message))
      .toMatch("ECONN");
  },
);

interface Child {
  readonly pid: number;
  /** Command line and environment. */
  readonly argsAndEnv: string;
  readonly nice: number;
}

/** The living children of a process. */
function childrenOf(pid: number): Child[] {
  return readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" "))
    .flatMap((name) => {
      try {
        const read = (file: string) => readFileSync(`/proc/${name}/${file}`, "utf8");
        const stat = read("stat");
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        // Before its exec, a new process is a copy of its parent.
        if (!/child|readers.process/.test(read("cmdline"))) return [];
        const argsAndEnv = `${read("cmdline")}\n${read("environ")}`;
        return [{ pid: Number(name), argsAndEnv, nice: Number(fields[16]) }];
      } catch {
        return [];
      }
    });
}

test.skipIf(platform() !== "linux")(
  "passes no secrets or names to the reading child, and passes the operators' token to the server",
  async () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, i) =>
        `canary-id-Zx1-${i},2026-03-01T08:15:00.000Z,Canary-Person-Zx2,canary-Zx3-${i}@example.com,true`,
    );
    const dir = await workdir({
      "lading.yaml": workspace
        .replace("expect: every 24 h", "first: publish")
        .replace("operators: { port: 0 }", "operators: { port: 0, token: env:OPERATORS }"),
      "inbox/staff.csv": `external_id,updated_at,name,email_address,is_active\r\n${rows.join("\r\n")}\r\n`,
    });
    const running = dir.start(["watch", "--serve"], {
      env: { PARTNER_PASSWORD: "canary-secret-Zx4", OPERATORS: "canary-token-Zy5" },
    });
    const seen: ReturnType<typeof childrenOf> = [];
    const isLowered = () => {
      seen.push(...childrenOf(running.pid));
      // 19 is the lowest priority.
      return seen.some(({ nice }) => nice >= Math.min(getPriority() + 1, 19));
    };
    await expect.poll(isLowered, { interval: 20 }).toBe(true);
    const output = await running.waitFor(/"event":"delivery".*\n/);
    expect(output.match(/"event":"serving"/g)).toHaveLength(1);
    const [, operators = ""] = /"operators":"([^"]+)"/.exec(output) ?? [];
    expect((await get(`${operators}/metrics`)).status).toBe(401);
    expect((await get(`${operators}/metrics`, bearer("canary-token-Zy5"))).status).toBe(200);
    await running.stop("SIGTERM");
    for (const { argsAndEnv } of seen) expect(argsAndEnv).not.toMatch(/canary\S*zx\d/i);
    expect(running.output()).not.toMatch(/canary\S*z[xy]\d/i);
  },
);

test.each([[["serve"]], [["watch", "--serve"]]])(
  "ends %s and its server after Ctrl-C during startup, and does not report a lost server",
  async (args) => {
    // A terminal sends the signal to both, and the server does not listen yet.
    const interrupt = `if (process.argv[1]?.includes("child")) {
  process.kill(process.ppid, "SIGINT");
  process.kill(process.pid, "SIGINT");
}`;
    const dir = await workdir({ "lading.yaml": workspace, "interrupt.mjs": interrupt });
    await mkdir(dir.at("inbox"));
    const env = { NODE_OPTIONS: `--import ${dir.at("interrupt.mjs")}` };
    expect(await dir.process(args, { env })).toMatchObject({ code: 0, stderr: "" });
  },
);
