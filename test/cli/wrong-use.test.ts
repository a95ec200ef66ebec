import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { builtCli } from "../support/build.js";
import { workdir } from "../support/workdir.js";

/** A mistake on the command line gives exit code 2 and one sentence, without a stack trace. */

const list = "external_id,updated_at,name,email_address,is_active\r\n";
const workspace = `lading: 1
accounts:
  acme-de: { country: DE, tax_codes: none }
sources:
  inbox: { folder: inbox }
feeds:
  acme-de/staff: { source: inbox, files: "staff*.csv" }
`;

test("rejects impossible options", async () => {
  const dir = await workdir({ "staff.csv": list, "lading.yaml": workspace });
  for (const [args, message] of [
    [["convert", "staff.csv", "--zone", "Europe/Berln"], "Did you mean Europe/Berlin?"],
    [["convert", "staff.csv", "--zone", "+02:00"], "is not an IANA time zone"],
    [["convert", "staff.csv", "--zone", "UTC", "--zone", "UTC"], "--zone is specified twice"],
    [["convert", "staff.csv", "--record", "staff", "--record", "staff"], "--record is specified twice"],
    [["diff"], "<old> and <new> are missing. Usage: `lading diff <old> <new>`"],
    [["diff", "a.csv"], "<new> is missing. Usage: `lading diff <old> <new>`"],
    [["convert", "-q", "staff.csv"], "there is no option -q"],
    [["serve", "--port", "abc"], "--port takes a number"],
    [["serve", "--port", "99999"], "--port takes a port: a whole number from 0 to 65535."],
    [["serve", "--operators-port", "1.5"], "--operators-port takes a port"],
    [["watch", "--serve", "--port", "-1"], "--port takes a port"],
    [["studio", "--port", "65536"], "--port takes a port"],
  ] as const) {
    const ran = await dir.lading([...args]);
    expect([args, ran.code, ran.stdout]).toEqual([args, 2, ""]);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toMatch(/Next: lading \S+ --help\n {6}shows the options and examples/);
    expect(ran.stderr).not.toMatch(/bug in Lading|\n\s+at /);
  }
});

test("suggests converting a file that is given without a command", async () => {
  const dir = await workdir({ "my staff.csv": list });
  const ran = await dir.lading(["my staff.csv", "--zone", "UTC"]);
  expect([ran.code, ran.stderr]).toEqual([
    2,
    'lading: "my staff.csv" is a file, not a command.\n' +
      "Next: lading convert 'my staff.csv' --zone UTC\n      converts it.\n",
  ]);
  expect((await dir.lading(["my"])).stderr).toContain('there is no command "my"');
});

test("accepts options with several values more than once", async () => {
  const dir = await workdir({ "staff.csv": `${list}1,,n,n@example.com,TRUE\r\n` });
  const ran = await dir.lading(["convert", "staff.csv", "--param", "a=1", "--param", "b=2", "--to", "csv"]);
  expect([ran.code, ran.stderr]).toEqual([0, expect.not.stringContaining("twice")]);
  expect(ran.stdout).toMatch(/,true\r\n$/);
});

test("reports a file in place of a folder", async () => {
  const dir = await workdir({ "lading.yaml": workspace, data: "no folder" });
  const ran = await dir.lading(["status"]);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain("is not a folder.\nNext: ");
  expect(ran.stderr).not.toMatch(/bug in Lading|\n\s+at /);
});

test.skipIf(!existsSync("/dev/full"))("reports a full disk of standard output", async () => {
  const dir = await workdir({ "staff.csv": `${list}1,,n,n@example.com,TRUE\r\n` });
  for (const args of [
    ["convert", "staff.csv", "--to", "csv"],
    ["read", "staff.csv"],
  ]) {
    const full = openSync("/dev/full", "w");
    const ran = spawnSync(process.execPath, [builtCli(), ...args], {
      cwd: dir.at("."),
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    expect(ran.status).toBe(75);
    expect(ran.stderr).toContain("Writing to standard output failed: the disk is full.\nNext: ");
    expect(ran.stderr).not.toMatch(/\n\s+at /);
  }
});

test("reports the operators' port if it is in use", async () => {
  const taken = createServer();
  await once(taken.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const dir = await workdir({ "lading.yaml": workspace });
  const ran = await dir.lading(["serve", "--port", "0", "--operators-port", String(port)]);
  expect(ran.code).toBe(75);
  expect(ran.stderr).toContain(`Another program is already using the console's port (${port} on 127.0.0.1)`);
  expect(ran.stderr).toContain("--operators-port");
});
