import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createCredential, revokeCredential } from "../../src/store/credentials/store.js";
import { silentLog } from "../../src/log.js";
import type { Alert } from "../../src/connectors/alerts/alert.js";
import { notifyPeople } from "../../src/feeds/alerts/notify.js";
import { endingSoon } from "../../src/workspace/expiry.js";
import { makeCertificate, whyNoOpenssl } from "../support/certificate.js";
import { workdir } from "../support/workdir.js";
import { world, type World } from "../support/world.js";

const yaml = (more = "") => `
lading: 1
accounts: { acme: { country: US } }
sources:
  inbox: { folder: inbox }
  remote: { sftp: { host: sftp.acme.example, user: lading, key: "file:key", directory: in, expires: 2026-06-30 } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv" }
notify: { command: [x] }
${more}`;

const at = (iso: string) => new Date(iso);

async function sentencesAt(here: World, iso: string): Promise<string[]> {
  return (await endingSoon(here.setup.workspace, here.store.db, at(iso))).map(({ sentence }) => sentence);
}

describe("expiring credentials", () => {
  test("include an SFTP login with an end date from 14 days ahead", async () => {
    const here = await world(yaml());
    const name = "The login lading@sftp.acme.example";
    expect(await sentencesAt(here, "2026-06-16T23:00:00Z")).toEqual([]);
    expect(await sentencesAt(here, "2026-06-17T01:00:00Z")).toEqual([
      `${name} expires in 13 days, at 2026-07-01 00:00 UTC.`,
    ]);
    expect(await sentencesAt(here, "2026-06-30T12:00:00Z")).toEqual([
      `${name} expires within a day, at 2026-07-01 00:00 UTC.`,
    ]);
    expect(await sentencesAt(here, "2026-08-01T00:00:00Z")).toEqual([
      `${name} expired at 2026-07-01 00:00 UTC.`,
    ]);
  });

  test("include tokens and client secrets, but not replaced, revoked or long expired ones", async () => {
    const here = await world(yaml());
    const make = async (kind: "token" | "client", name: string, ends?: string) => {
      const wanted = { kind, account: "acme", name, expiresAt: ends === undefined ? undefined : at(ends) };
      return (await createCredential(here.store, wanted, at("2026-01-01T00:00:00Z"))).credential.id;
    };
    const token = await make("token", "default", "2026-02-01T00:00:00Z");
    const client = await make("client", "platform", "2026-02-02T00:00:00Z");
    const revoked = await make("token", "gone", "2026-02-01T00:00:00Z");
    await revokeCredential(here.store, "token", revoked, at("2026-01-02T00:00:00Z"));
    expect(await sentencesAt(here, "2026-01-26T00:00:00Z")).toEqual([
      `The token ${token} of acme (default) expires in 6 days, at 2026-02-01 00:00 UTC.`,
      `The client secret ${client} of acme (platform) expires in 7 days, at 2026-02-02 00:00 UTC.`,
    ]);
    await make("client", "platform", "2027-02-02T00:00:00Z");
    expect(await sentencesAt(here, "2026-02-03T00:00:00Z")).toEqual([
      `The token ${token} of acme (default) expired at 2026-02-01 00:00 UTC.`,
    ]);
    expect(await sentencesAt(here, "2026-02-09T00:00:00Z")).toEqual([]);
  });

  test("name the credential to revoke if two are active, and quote a name for the shell", async () => {
    const here = await world(yaml());
    const make = async (ends: string) => {
      const wanted = { kind: "token" as const, account: "acme", name: "Platform EU", expiresAt: at(ends) };
      return (await createCredential(here.store, wanted, at("2026-01-01T00:00:00Z"))).credential.id;
    };
    const next = async () =>
      (await endingSoon(here.setup.workspace, here.store.db, at("2026-01-26T00:00:00Z"))).map(
        (one) => one.next,
      );
    await make("2026-02-02T00:00:00Z");
    const create = "`lading token create --account acme --name 'Platform EU'`";
    expect(await next()).toEqual([expect.stringMatching(`^${create}`)]);
    const sooner = await make("2026-02-01T00:00:00Z");
    expect(await next()).toEqual([expect.stringMatching(`^\`lading token revoke ${sooner}\` .* ${create}`)]);
    await revokeCredential(here.store, "token", sooner, at("2026-01-26T00:00:00Z"));
    await make("2027-02-01T00:00:00Z");
    expect(await next()).toEqual([]);
  });

  test.skipIf(whyNoOpenssl !== undefined)("include the TLS certificate until it is replaced", async () => {
    const here = await world(yaml("server: { tls: { certificate: cert.pem, key: key.pem } }"));
    makeCertificate(here.folder, "short", 5);
    makeCertificate(here.folder, "long", 400);
    await copyFile(join(here.folder, "short.cert.pem"), join(here.folder, "cert.pem"));
    const now = new Date();
    const certificates = async () =>
      (await endingSoon(here.setup.workspace, here.store.db, now)).filter(
        ({ what }) => what === "certificate",
      );
    expect(await certificates()).toMatchObject([{ name: "cert.pem", days_left: 4 }]);
    await copyFile(join(here.folder, "long.cert.pem"), join(here.folder, "cert.pem"));
    expect(await certificates()).toEqual([]);
  });

  test("cause one alert", async () => {
    const here = await world(yaml());
    const alerts: Alert[] = [];
    const channel = {
      name: "command" as const,
      deliver: async (alert: Alert) => {
        alerts.push(alert);
        return { ok: true as const };
      },
    };
    const signal = new AbortController().signal;
    for (const day of ["2026-05-01", "2026-06-10", "2026-06-18", "2026-06-30", "2026-07-03"]) {
      here.clock.set(`${day}T12:00:00Z`);
      await notifyPeople(here.setup, { env: {}, log: silentLog, signal, channels: [channel] });
    }
    expect(alerts.map(({ event, at: when }) => `${event} ${when.slice(0, 10)}`)).toEqual([
      "expiring 2026-06-18",
    ]);
    expect(alerts[0]?.next).toContain("Get a new key or password from the partner");
  });

  test("are listed by status, which then exits with 1", async () => {
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const dir = await workdir({ "lading.yaml": yaml().replace("2026-06-30", soon), "inbox/.keep": "" });
    const { stdout, code } = await dir.lading(["status"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "lading@sftp.acme.example: expiring\n  The login lading@sftp.acme.example expires in 3 days",
    );
    const json = JSON.parse((await dir.lading(["status", "--json"])).stdout) as { endings: object[] };
    expect(json.endings).toMatchObject([{ what: "sftp_login" }]);
  });
});
