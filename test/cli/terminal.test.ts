import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { commandHelp, commandOptions } from "../../src/cli/command-line.js";
import { commands } from "../../src/cli/index.js";
import { formatDiagnostics, diagnosticAt } from "../../src/mapping/diagnostics.js";
import { shellWord } from "../../src/sentence.js";
import { builtCli } from "../support/build.js";
import { openTerminal } from "../support/terminal.js";
import { Workdir } from "../support/workdir.js";

/** Commands as people see them: on a pseudo-terminal of 80 columns, and through a pipe. */

let dir: Workdir;
const colour = "\u001b[";

beforeAll(async () => {
  builtCli();
  dir = await Workdir.make();
  await initialized("work", "final_name");
  await dir.lading(["run"], { cwd: "work" });
  for (const kind of ["token", "client"]) {
    const name = ["--name", "whoever asks for the lists of this account every night"];
    await dir.lading([kind, "create", "--account", "example-de", ...name], { cwd: "work" });
  }
  const staff = await dir.read("work/samples/example/staff.csv");
  const changed = staff.replaceAll("@", ".freight@");
  await dir.write({ "work/staff.csv": changed, "work/inbox/example/staff-2.csv": changed });
});

afterAll(() => dir.remove());

/** A new workspace with another settle time. */
async function initialized(folder: string, settle: string): Promise<void> {
  await dir.lading(["init", folder]);
  const path = `${folder}/lading.yaml`;
  const text = (await dir.read(path)).replaceAll("first: publish", `settle: ${settle}\n    first: publish`);
  await dir.write({ [path]: text });
}

async function shown(
  args: readonly string[],
  columns: number,
  env: Record<string, string> = {},
): Promise<string> {
  const command = [process.execPath, builtCli(), ...args];
  return openTerminal(command, { columns, cwd: dir.at("work"), env }).end();
}

/** The same without a terminal, but as wide. */
async function printed(args: readonly string[], columns: number): Promise<string> {
  const { stdout, stderr } = await dir.lading(args, { cwd: "work", columns });
  return stdout + stderr;
}

/** Removes color codes. */
function plain(text: string): string {
  return text.replaceAll(/\u001b\[\d+m/g, "");
}

describe.runIf(process.platform === "linux")("the terminal", () => {
  test("shows the output of commands and all columns of their tables in 80 columns", async () => {
    const columns = 80;
    const commands = [
      ["status"],
      ["history", "example-de/staff"],
      ["plan"],
      ["doctor"],
      ["check"],
      ["token", "list"],
      ["client", "list"],
      ["preview", "staff.csv", "--mapping", "mappings/example/staff.yaml", "--account", "example-de"],
      [
        "diff",
        "samples/example/staff.csv",
        "staff.csv",
        "--mapping",
        "mappings/example/staff.yaml",
        "--account",
        "example-de",
      ],
    ];
    const texts = [await printed(["run"], columns)];
    for (const args of commands) texts.push(await printed(args, columns));
    const long = texts.map((text) => text.split("\n").filter((line) => line.length > columns));
    expect(long).toEqual(texts.map(() => []));
    const last = ["version", "confirmed", "rejected", "", "", "", "last day", "last day"];
    for (const [i, word] of last.entries()) expect(texts[i]).toContain(word);
    for (const word of ["feed", "health", "version", "records", "confirmed"]) {
      expect(texts[1]).toContain(word);
    }
    const help = await shown(["--help"], columns);
    expect(help.split("\n").filter((line) => line.length > columns)).toEqual([]);
  });

  test("breaks no words in a failed step of the doctor in 80 columns", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    await dir.lading(["init", "served"]);
    await dir.write({
      "served/lading.yaml": `${await dir.read("served/lading.yaml")}\nserver: { port: ${port}, operators: { port: 0 } }\n`,
    });
    const command = [process.execPath, builtCli(), "doctor"];
    const text = await openTerminal(command, { columns: 80, cwd: dir.at("served") }).end();
    taken.close();
    expect(text).toContain(`${colour}31mfailed${colour}39m`);
    expect(plain(text)).toMatch(
      /failed {3}port for lists: Another program is already using port \d+\s+on\s+127\.0\.0\.1\.\n/,
    );
    expect(
      plain(text)
        .split("\n")
        .filter((line) => line.length > 80),
    ).toEqual([]);
  });

  test("breaks no words in sentences and keeps text for copying whole in 80 columns", async () => {
    await dir.copy("samples/broken/staff.csv", "work/broken.csv");
    await dir.write({
      "work/long.csv": `external_id,updated_at,name,email_address,is_active\n1,2026-01-01T00:00:00Z,Ann,ann.of.a.rather.long.name@far.away@example,true\n`,
    });
    await dir.copy("samples/harbourline/charge-codes.xlsx", "work/charges.xlsx");
    await dir.copy("mappings/harbourline/charge-code.yaml", "work/charges.yaml");
    const texts = await Promise.all([
      shown(["convert", "broken.csv", "--record", "staff"], 80),
      shown(
        [
          "convert",
          "staff.csv",
          "--mapping",
          "mappings/example/staff.yaml",
          "--account",
          "example-de",
          "--out",
          "out.csv",
        ],
        80,
      ),
      printed(["guess", "staff.csv", "--out", "draft.yaml"], 80),
      printed(["simulate", "ffs", "ffs", "--steps", "1"], 80),
      printed(["preview", "long.csv", "--record", "staff"], 80),
    ]);
    expect(texts.at(-1)).toContain("\n      ann.of.a.rather.long.name@far.away@example  !! invalid_value\n");
    // A slow machine also shows progress, which clears its line.
    const lines = texts.flatMap((text) => text.replaceAll(/[^\n]*\u001b\[K/g, "").split("\n"));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(texts[0]).toContain("  error: column external_id: The required column external_id is missing.");
    const without = await printed(
      ["convert", "charges.xlsx", "--mapping", "charges.yaml", "--tax-mode", "tax"],
      80,
    );
    expect(without).toContain("or use\n    `--with tax-code=none` to accept");
  });

  test("shows colors in status unless they are switched off", async () => {
    expect(await shown(["status"], 120)).toContain(`${colour}32mgood${colour}39m`);
    expect(await shown(["status"], 120, { NO_COLOR: "1" })).not.toContain(colour);
    expect((await dir.lading(["status"], { cwd: "work" })).stdout).not.toContain(colour);
  });

  test("shows why a run waits for files that have just arrived", async () => {
    await initialized("fresh", "{ for: 1 s }");
    const run = [process.execPath, builtCli(), "run"];
    const text = await openTerminal(run, { columns: 80, cwd: dir.at("fresh") }).end();
    expect(text).toMatch(
      /^Waiting a moment to make sure that no file is still growing \.\.\.\n(?:.* is being processed .*\n)*feed /,
    );
    expect((await dir.lading(["run"], { cwd: "fresh" })).stderr).not.toContain("Waiting");
  });

  test("declines a question after Ctrl-C, Ctrl-D and other words, and accepts it after yes", async () => {
    await initialized("asked", "final_name");
    const settings = await dir.read("asked/lading.yaml");
    await dir.write({ "asked/lading.yaml": settings.replaceAll(/^ +first: publish.*$/gm, "") });
    expect((await dir.lading(["run"], { cwd: "asked" })).stdout).toContain("HELD");
    const command = [process.execPath, builtCli(), "release", "example-de/*", "--reason", "a new domain"];
    for (const [keys, end] of [
      ["\u0003", "exit 130"],
      ["\u0004", "exit 1"],
      ["perhaps\n", "exit 1"],
      ["yes\n", "exit 0"],
    ] as const) {
      const terminal = openTerminal(command, { columns: 80, cwd: dir.at("asked") });
      await terminal.waitFor("Type yes to continue: ");
      terminal.type(keys);
      const text = await terminal.end();
      expect([keys, text.endsWith(`${end}\n`), text]).toEqual([keys, true, text]);
      expect(text).not.toContain("bug in Lading");
      expect([keys, text.includes("Nothing was changed.\n")]).toEqual([keys, end !== "exit 0"]);
    }
  });

  test("passes Ctrl-C on to the reading process and does not blame the file", async () => {
    await initialized("reading", "final_name");
    await dir.lading(["run"], { cwd: "reading" });
    const [head] = (await dir.read("reading/samples/example/staff.csv")).split("\n");
    const rows = Array.from(
      { length: 200_000 },
      (_, i) => `${i};Petra;Vogel;p${i}@example.com;employed;03.02.2026 09:15\n`,
    );
    await dir.write({ "reading/inbox/example/staff-2.csv": `${head}\n${rows.join("")}` });
    const history = async () =>
      (await dir.lading(["history", "example-de/staff"], { cwd: "reading" })).stdout;
    const terminal = openTerminal([process.execPath, builtCli(), "run"], {
      columns: 80,
      cwd: dir.at("reading"),
    });
    while (!(await history()).includes("staff-2.csv")) await new Promise((resume) => setTimeout(resume, 50));
    terminal.type("\u0003");
    const ended = await terminal.end();
    expect(ended).toMatch(
      /example-de\/staff: received\n +staff-2\.csv: A file was received but has not been processed/,
    );
    expect((await dir.lading(["status"], { cwd: "reading" })).stdout).toContain(
      "staff-2.csv: A file was received but has not been processed yet. The next run will process it.",
    );
    expect(ended).toMatch(/Stopped\. The next run continues\.[^]*exit 130\n$/);
    expect(await history()).not.toMatch(/CRASHED|HELD/);
    await dir.lading(["run"], { cwd: "reading" });
    expect(await history()).toMatch(/HELD .* staff-2\.csv/);

    // The held delivery is read again before its release. If that is canceled, nothing changes.
    const release = [process.execPath, builtCli(), "release", "example-de/staff", "--reason", "a new domain"];
    for (const leave of ["Ctrl-C", "a closed window"]) {
      // The shell survives the closed window and writes the command's exit code to a file.
      const line = `trap : HUP; ${release.map(shellWord).join(" ")}; echo $? > code`;
      const command = leave === "Ctrl-C" ? release : ["sh", "-c", line];
      const releasing = openTerminal(command, { columns: 80, cwd: dir.at("reading") });
      await releasing.waitFor("staff-2.csv is being processed");
      if (leave === "Ctrl-C") {
        releasing.type("\u0003");
        expect(await releasing.end()).toMatch(/\nStopped\.\nexit 130\n$/);
      } else {
        releasing.close();
        await expect.poll(() => dir.has("reading/code") && dir.read("reading/code")).toBe("129\n");
      }
      const status = async () => (await dir.lading(["status"], { cwd: "reading" })).stdout;
      await expect.poll(status, { interval: 200 }).toContain("example-de/staff: held");
      expect(await history()).not.toContain("RELEASED");
    }
  });

  test("ends a daemon cleanly when it is closed, but not with exit code 0", async () => {
    await initialized("closed", "final_name");
    const line = `${process.execPath} ${builtCli()} watch > log 2>&1; echo ended with $? > code`;
    const terminal = openTerminal(["sh", "-c", `trap : HUP; ${line}`], {
      columns: 80,
      cwd: dir.at("closed"),
    });
    await expect.poll(() => dir.has("closed/log") && dir.read("closed/log")).toContain("watching");
    terminal.close();
    await expect.poll(() => dir.has("closed/code") && dir.read("closed/code")).toBe("ended with 129\n");
    expect(await dir.read("closed/log")).toMatch(/"event":"stopped"\}\n$/);
  });

  const ignoresSignals = async (...command: readonly string[]) => {
    const folder = command.join("");
    await initialized(folder, "final_name");
    const ports = command.includes("serve") || command.includes("--serve");
    const args = [...command, ...(ports ? ["--port", "0", "--operators-port", "0"] : [])];
    // The service runs in its own session, as a service manager starts it, so that it has no terminal.
    const service = spawn(process.execPath, [builtCli(), ...args], { cwd: dir.at(folder), detached: true });
    let output = "";
    for (const stream of [service.stdout, service.stderr])
      stream.on("data", (text: Buffer) => (output += text.toString()));
    const ended = once(service, "exit");
    const group = -(service.pid ?? NaN);
    try {
      await expect.poll(() => output).toContain(ports ? "serving" : "watching");
      // The signal is sent to all processes of the service, as `systemctl kill` does.
      for (const signal of ["SIGHUP", "SIGUSR1", "SIGHUP", "SIGUSR1"] as const) process.kill(group, signal);
      await appendFile(dir.at(`${folder}/lading.yaml`), "nonsense: 1\n");
      await expect.poll(() => output).toContain("workspace_not_taken");
      expect(output).not.toContain("Debugger listening");
      expect(service.exitCode).toBe(null);
    } finally {
      service.kill("SIGTERM");
    }
    expect((await ended)[0]).toBe(0);
  };
  test("does not end watch --serve with SIGHUP or open a debugger with SIGUSR1", () =>
    ignoresSignals("watch", "--serve"));
  test.each(["watch", "serve"])(
    "does not end %s with SIGHUP or open a debugger with SIGUSR1",
    { tags: ["long"] },
    (command) => ignoresSignals(command),
  );

  test(
    "does not end a service with SIGHUP while it is still loading, and closes a debugger",
    { tags: ["long"] },
    async () => {
      await initialized("early", "final_name");
      // As if SIGUSR1 had come while Node itself started. SIGHUP comes as soon as the entry point takes signals.
      const early = `
      import inspector from "node:inspector";
      inspector.open(0);
      const on = process.on.bind(process);
      process.on = (name, listener) => {
        const done = on(name, listener);
        if (name === "SIGUSR1") setImmediate(() => process.kill(process.pid, "SIGHUP"));
        return done;
      };`;
      const service = spawn(
        process.execPath,
        ["--import", `data:text/javascript,${encodeURIComponent(early)}`, builtCli(), "watch"],
        { cwd: dir.at("early"), detached: true },
      );
      onTestFinished(() => void service.kill("SIGKILL"));
      let output = "";
      service.stderr.on("data", (text: Buffer) => (output += text.toString()));
      const ended = once(service, "exit");
      await expect.poll(() => `${output}${service.signalCode ?? ""}`).toMatch(/watching|SIGHUP/);
      const address = /ws:\/\/([^/]+)/.exec(output)?.[1];
      expect(address).toBeDefined();
      await expect(fetch(`http://${address}/json`)).rejects.toThrow();
      service.kill("SIGTERM");
      expect((await ended)[0]).toBe(0);
      expect(output).toContain("watching");
    },
  );

  test(
    "does not end a service's server when all of its processes are reloaded, even while Node is starting it",
    { tags: ["long"] },
    async () => {
      await initialized("starting", "final_name");
      // As if SIGHUP had come while Node itself started, twice, in the server's process only.
      const early = `
      import { mkdirSync } from "node:fs";
      const isNew = (name) => {
        try { return mkdirSync(name), true; } catch { return false; }
      };
      if (process.send && (isNew("${dir.at("first")}") || isNew("${dir.at("second")}"))) {
        process.kill(process.pid, "SIGHUP");
        await new Promise(() => setTimeout(() => {}, 60_000));
      }`;
      const service = spawn(
        process.execPath,
        [
          ...["--import", `data:text/javascript,${encodeURIComponent(early)}`, builtCli()],
          ...["watch", "--serve", "--port", "0", "--operators-port", "0"],
        ],
        { cwd: dir.at("starting"), detached: true },
      );
      onTestFinished(() => void service.kill("SIGKILL"));
      let output = "";
      service.stderr.on("data", (text: Buffer) => (output += text.toString()));
      const ended = once(service, "exit");
      await expect.poll(() => `${output}${service.exitCode ?? ""}`).toMatch(/"serving"|75$/);
      expect([dir.has("first"), dir.has("second")]).toEqual([true, true]);
      expect(output).not.toContain("server_lost");
      service.kill("SIGTERM");
      expect((await ended)[0]).toBe(0);
    },
  );

  test("starts the output after Ctrl-C on a new line", { tags: ["long"] }, async () => {
    const command = [process.execPath, builtCli(), "serve", "--port", "0", "--operators-port", "0"];
    const terminal = openTerminal(command, { columns: 80, cwd: dir.at("work") });
    // The server's log comes before or after the messages for people.
    await terminal.waitFor("Press Ctrl-C to stop.\n");
    await terminal.waitFor(/operators=.*\n/);
    terminal.type("\u0003");
    expect(await terminal.end()).toMatch(/\^C\n[^\n]* stopped\n/);
  });
});

test("reports a mistyped word with the nearest one, and accepts short names for help and version", async () => {
  const firstLine = async (...args: string[]) => {
    const { code, stderr } = await dir.lading(args, { cwd: "work" });
    return `${code} ${stderr.split("\n", 1)[0]}`;
  };
  expect(await firstLine("stat")).toBe('2 lading: there is no command "stat". Did you mean `lading status`?');
  expect(await firstLine("hlep")).toContain("Did you mean `lading help`?");
  expect(await firstLine("--verison")).toBe(
    "2 lading: there is no option --verison before a command. Did you mean `lading --version`?",
  );
  expect(await firstLine("convert", "x.csv", "--maping", "y")).toBe(
    "2 lading convert: there is no option --maping; did you mean --mapping?",
  );
  expect(await firstLine("status", "--feed", "x")).toBe(
    "2 lading status: there is no option --feed; usage: `lading status [feeds...]`",
  );
  expect(await firstLine("status", "--verbos")).toBe(
    "2 lading status: there is no option --verbos; options: --account, --needs-attention, --json",
  );
  expect(await firstLine("convert", "lading.yml", "--record", "staff")).toContain(
    `Did you mean ${dir.at("work/lading.yaml")}?`,
  );
  expect(await firstLine("preview", "a.csv", "b.csv")).toBe(
    '2 lading preview: "b.csv" is an unexpected argument',
  );
  expect(await firstLine("convert", "lading.yaml", "--mapping")).toBe(
    "2 lading convert: --mapping requires a value.",
  );
  for (const none of [["--mapping", "--json"], ["--mapping", ""], ["--mapping="]])
    expect(await firstLine("convert", "lading.yaml", ...none)).toBe(
      "2 lading convert: --mapping requires a value.",
    );
  expect(await firstLine("check", "mappings/exampel")).toContain(
    `Did you mean ${dir.at("work/mappings/example")}?`,
  );
  const version = await dir.process(["-v"]);
  expect(version).toEqual(await dir.process(["--version"]));
  expect(version.code).toBe(0);
  expect(await dir.process(["help", "convert"])).toEqual(await dir.lading(["convert", "--help"]));
});

test.each(commands.map(({ verb, load }) => [verb, load] as const))(
  "reports a misspelled option of %s with the nearest one, with and without a value",
  async (verb, load) => {
    const command = await load();
    const option = (await commandOptions(command)).find(({ name }) => name.length > 4 && name !== "help");
    if (option === undefined) return; // `completion` has none.
    const { name } = option;
    const typed = name.slice(0, 2) + name.slice(3);
    const needed = [...command.usage.matchAll(/<(\w+)/g)].map(([, word = ""]) => one[word] ?? "x");
    for (const args of [[`--${typed}`], [`--${typed}`, "x"], [`--${typed}=x`]]) {
      const { code, stderr } = await dir.lading([verb, ...needed, ...args], { cwd: "work" });
      expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(`did you mean --${name}?`)]);
    }
  },
);

/** Where only certain words are permitted. */
const one: Readonly<Record<string, string>> = { action: "show", part: "ffs" };

test("reports a misspelled word, source, account or feed with the nearest name, or with all names if none is similar", async () => {
  const firstLine = async (...args: string[]) =>
    (await dir.lading(args, { cwd: "work" })).stderr.split("\n", 1)[0];
  expect(await firstLine("token", "creat")).toBe(
    'lading token: expected create, list, or revoke, not "creat"; did you mean create?',
  );
  expect(await firstLine("simulate", "x")).toBe('lading simulate: expected platform or ffs, not "x"');
  expect(await firstLine("doctor", "example-inbx")).toContain(
    'account with an outbox is called "example-inbx". Did you mean example-inbox?',
  );
  expect(await firstLine("doctor", "inbx")).toContain("Did you mean example-inbox?");
  expect(await firstLine("doctor", "sftp")).toContain(
    'account with an outbox is called "sftp". The workspace has example-inbox.',
  );
  expect(await firstLine("token", "create", "--account", "exampel-de")).toBe(
    'lading: There is no account "exampel-de". Did you mean example-de?',
  );
  expect(await firstLine("token", "create", "--account", "x")).toContain("The workspace has example-de.");
  expect(await firstLine("history", "example-de/staf")).toBe(
    'lading: There is no feed "example-de/staf". Did you mean example-de/staff?',
  );
  expect(await firstLine("history", "x")).toContain("Available feeds: example-de/");
  expect(await firstLine("plan", "example-de")).toContain(
    '"example-de" is an account with the feeds example-de/',
  );
});

test.each([80, 100])(
  "prints the help of each command in %i columns with separate columns and examples that can be pasted",
  async (columns) => {
    for (const { load } of commands) {
      const command = await load();
      const help = await commandHelp(command, columns);
      for (const [line, what] of command.examples) {
        expect(help).toContain(`\n  ${line}\n`);
        expect(what).not.toBe("");
      }
      expect(help.split("\n").filter((line) => line.length > columns)).toEqual([]);
      expect(help).not.toMatch(/\S\[(?:string|number|boolean|array|choices|required)\b/);
    }
  },
);

test("keeps the excerpt of a mistake in a long line within 80 columns, with the caret below it", () => {
  const text = `  is_active: { column: Status, values: { ${Array.from({ length: 20 }, (_, i) => `V${i}: true`).join(", ")} } }`;
  for (const word of ["is_active", "V9", "V19"]) {
    const at = text.indexOf(word);
    const shown = formatDiagnostics([diagnosticAt("m.yaml", text, [at, at + word.length], "no")]).split("\n");
    const [line = "", caret = ""] = shown.slice(2);
    expect(line.length).toBeLessThanOrEqual(80);
    expect(line.slice(caret.indexOf("^"), caret.lastIndexOf("^") + 1)).toBe(word);
  }
});
