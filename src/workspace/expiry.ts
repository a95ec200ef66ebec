import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  isLive,
  readCredentials,
  sameOwner,
  shownName,
  type Credential,
} from "../store/credentials/credentials.js";
import { nextStep, shellWord, type NextStep } from "../sentence.js";
import type { SftpDirectory } from "../connectors/sftp/settings.js";
import type { Queries } from "../store/store.js";
import type { Workspace } from "./workspace.js";
import { day } from "../model/time-spans.js";

/**
 * Logins, certificates and credentials that have expired or will expire within 14 days. A login's expiry date is the
 * `expires` setting of its SFTP server. A TLS certificate's expiry date is read from its file.
 */
export interface Ending extends NextStep {
  readonly what: "sftp_login" | "certificate" | "token" | "client" | "operator";
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly ends_at: string;
  /** Whole days left, rounded down. Negative after the expiry. */
  readonly days_left: number;
  /** Identifies the warning, so that it is sent only once. */
  readonly key: string;
  readonly sentence: string;
}

/** An expired credential that was not replaced is reported for this many milliseconds. */
const forgottenAfter = 7 * day;

interface End extends NextStep {
  readonly what: Ending["what"];
  readonly name: string;
  readonly at: Date;
}

/** Number of milliseconds before expiry at which warnings begin. */
const warnBefore = 14 * day;

/**
 * Returns everything that has expired or will expire soon, with the earliest expiry first. An unreadable certificate
 * is ignored, because `serve` reports it.
 */
export async function endingSoon(
  workspace: Workspace,
  db: Queries | undefined,
  now: Date,
): Promise<readonly Ending[]> {
  const ends = [
    ...logins(workspace),
    ...(await certificate(workspace)),
    ...(db === undefined ? [] : await credentials(db, now)),
  ];
  return ends
    .map((end) => ending(end, now))
    .filter((one) => one !== undefined)
    .sort((a, b) => (a.ends_at < b.ends_at ? -1 : 1));
}

function ending({ what, name, at, next, commands }: End, now: Date): Ending | undefined {
  const left = at.getTime() - now.getTime();
  const days = Math.floor(left / day);
  if (left > warnBefore) return undefined;
  const words = {
    sftp_login: "The login",
    certificate: "The TLS certificate",
    token: "The token",
    client: "The client secret",
    operator: "The operator's access key",
  };
  const ends_at = at.toISOString();
  const when = ends_at.slice(0, 16).replace("T", " ");
  const statement =
    left <= 0
      ? `expired at ${when} UTC`
      : days < 1
        ? `expires within a day, at ${when} UTC`
        : `expires in ${days} ${days === 1 ? "day" : "days"}, at ${when} UTC`;
  return {
    what,
    name,
    ends_at,
    days_left: days,
    key: `ends ${what} ${name} ${ends_at}`,
    sentence: `${words[what]} ${name} ${statement}.`,
    next,
    commands,
  };
}

/** A login used by several sources and outputs is reported only once. */
function logins({ sources, outputs }: Workspace): readonly End[] {
  const places: SftpDirectory[] = [];
  for (const source of sources.values()) if ("sftp" in source) places.push(source.sftp);
  for (const { location } of outputs) if (!("folder" in location)) places.push(location);
  const ends = new Map<string, End>();
  for (const { host, port, user, expires } of places) {
    if (expires === undefined) continue;
    const name = port === 22 ? `${user}@${host}` : `${user}@${host}:${port}`;
    const known = ends.get(name);
    if (known !== undefined && known.at <= expires) continue;
    const next =
      "Get a new key or password from the partner, store it in the referenced location, and update `expires`.";
    ends.set(name, { what: "sftp_login", name, at: expires, next, commands: [] });
  }
  return [...ends.values()];
}

async function certificate({ server, root }: Workspace): Promise<readonly End[]> {
  if (server.tls === undefined) return [];
  const { certificate: path } = server.tls;
  try {
    const at = chainExpiry(await readFile(resolve(root, path), "utf8"));
    const next = "Replace the certificate and key files. A running server reloads them automatically.";
    return at === undefined ? [] : [{ what: "certificate", name: path, at, next, commands: [] }];
  } catch {
    return [];
  }
}

/** Returns the earliest expiry of the certificates in a PEM file, or undefined if there are none. */
function chainExpiry(pem: string): Date | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const ends = blocks.map((block) => Date.parse(new X509Certificate(block).validTo));
  return ends.length === 0 ? undefined : new Date(Math.min(...ends));
}

/**
 * Credentials that never expire, that were revoked or replaced, or that expired more than seven days ago, are omitted.
 */
async function credentials(db: Queries, now: Date): Promise<readonly End[]> {
  const all = (await readCredentials(db)).filter(({ revoked_at }) => revoked_at === undefined);
  return all.flatMap((one): End[] => {
    if (one.expires_at === undefined || all.some((other) => replaces(other, one, now))) return [];
    const at = new Date(one.expires_at);
    if (now.getTime() - at.getTime() > forgottenAfter) return [];
    const of = one.kind === "operator" ? "" : `${one.account} `;
    const name = `${one.id} of ${of}(${shownName(one.name)})`;
    return [{ what: one.kind, name, at, ...replacing(one, all, now) }];
  });
}

/** An owner can have at most two active credentials, so the owner's other credential may have to be revoked first. */
function replacing(one: Credential, all: readonly Credential[], now: Date): NextStep {
  const [other] = all
    .filter((each) => each.id !== one.id && sameOwner(each, one) && isLive(each, now))
    .sort((a, b) => ((a.expires_at ?? "") < (b.expires_at ?? "") ? -1 : 1));
  const account = one.kind === "operator" ? "" : ` --account ${one.account}`;
  const option = one.name === "default" ? "" : ` --name ${shellWord(shownName(one.name))}`;
  const create = `lading ${one.kind} create${account}${option}`;
  if (!isLive(one, now))
    return nextStep("{command1} creates a new secret. Give it to the user of the old secret.", create);
  const pass =
    "Give the new secret to the user of the old secret. Both secrets work until the old one expires.";
  if (other === undefined) return nextStep(`{command1} creates a new secret. ${pass}`, create);
  const revoke = `lading ${one.kind} revoke ${other.id}`;
  const text = `{command1} revokes the other active secret. Run this command when that secret is no longer used, because at most two secrets can be active. Then run {command2}. ${pass}`;
  return nextStep(text, revoke, create);
}

function replaces(other: Credential, one: Credential, now: Date): boolean {
  if (!sameOwner(other, one) || other.id === one.id || !isLive(other, now)) return false;
  return other.expires_at === undefined || other.expires_at > (one.expires_at ?? "");
}
