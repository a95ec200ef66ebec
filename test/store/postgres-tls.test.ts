import { createServer, type AddressInfo, type Server } from "node:net";
import { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { makeCertificate, whyNoOpenssl } from "../support/certificate.js";
import { workdir } from "../support/workdir.js";

/** Problems with a certificate of the database are reported as such, and the driver prints no warning. */

/**
 * Responds to the driver's first request as PostgreSQL does. With a certificate, it encrypts the connection
 * and never responds again.
 */
async function database(pair?: { key: Buffer; cert: Buffer }): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(pair === undefined ? "N" : "S");
      if (pair !== undefined)
        new TLSSocket(socket, { isServer: true, ...pair })
          .on("error", () => undefined)
          .on("data", () => socket.destroy());
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const authority = /certificate from an untrusted authority: .*\nNext: [^]*sslrootcert=\/PATH\/ca\.pem/;

test.skipIf(whyNoOpenssl).each([
  ["require", "localhost", "?sslmode=require", authority],
  ["prefer", "localhost", "?sslmode=prefer", authority],
  ["verify-ca", "localhost", "?application_name=x&sslmode=verify-ca", authority],
  ["verify-full", "localhost", "?sslmode=verify-full", authority],
  [
    "verify-full with a different authority",
    "localhost",
    "?sslmode=verify-full&sslrootcert=OTHER",
    /untrusted authority: .*\nNext: [^]*If the URL already sets `sslrootcert`, its file does not contain/,
  ],
  [
    "require with a different host",
    "127.0.0.1",
    "?sslmode=require&sslrootcert=CERT",
    /certificate for a different host name/,
  ],
  [
    "require with a file that is not a certificate",
    "localhost",
    "?sslmode=require&sslrootcert=YAML",
    /certificate files in its URL|untrusted authority/,
  ],
  [
    "require with a trusted certificate but without a response",
    "localhost",
    "?sslmode=require&sslrootcert=CERT",
    /did not respond/,
  ],
  ["no-verify without a response", "localhost", "?sslmode=no-verify", /did not respond/],
  [
    "require without encryption",
    "localhost",
    "?sslmode=require&NONE",
    /does not offer encryption[^]*sslmode=disable/,
  ],
])("explains the result for sslmode %s", async (_, host, query, expected) => {
  const dir = await workdir({
    "lading.yaml":
      "lading: 1\naccounts: { acme: { country: DE } }\nsources: {}\nfeeds: {}\ndatabase: env:DB\n",
  });
  const port = await database(query.includes("NONE") ? undefined : makeCertificate(dir.path, "db"));
  const url = `postgresql://me:pw@${host}:${port}/x${query}`
    .replace("CERT", dir.at("db.cert.pem"))
    .replace("OTHER", () => {
      makeCertificate(dir.path, "other");
      return dir.at("other.cert.pem");
    })
    .replace("YAML", dir.at("lading.yaml"))
    .replace("&NONE", "");
  const warnings: Error[] = [];
  const warned = (warning: Error) => void warnings.push(warning);
  process.on("warning", warned);
  onTestFinished(() => void process.off("warning", warned));
  const { code, stderr } = await dir.lading(["status"], { env: { DB: url } });
  expect(stderr).toMatch(expected);
  expect(code).toBe(75);
  expect(warnings).toEqual([]);
  expect(stderr).not.toMatch(/warning|uselibpqcompat|pw@/i);
});

test.each([
  [
    "a file that is not there",
    "?sslmode=verify-full&sslrootcert=none.pem",
    2,
    /none\.pem[^]*after `sslrootcert`/,
  ],
  [
    "a certificate request instead of a certificate",
    "?sslmode=verify-full&sslrootcert=request.pem",
    75,
    /of `sslrootcert` contains no certificate/,
  ],
  ["an unknown sslmode", "?sslmode=strict", 2, /`sslmode=strict` is unknown[^]*sslmode=verify-full/],
  ["no certificate in a file", "?sslrootcert=lading.yaml", 75, /of `sslrootcert` contains no certificate/],
])("refuses a URL with %s and corrects it in Next", async (_, query, exit, expected) => {
  const dir = await workdir({
    "lading.yaml":
      "lading: 1\naccounts: { acme: { country: DE } }\nsources: {}\nfeeds: {}\ndatabase: env:DB\n",
    "request.pem": "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n",
  });
  const url = `postgresql://me:pw@127.0.0.1:9/x${query.replace("cert=", `cert=${dir.path}/`)}`;
  const { code, stderr } = await dir.lading(["status"], { env: { DB: url } });
  expect(stderr).toMatch(expected);
  expect(stderr).not.toMatch(/--help|pw@/);
  expect(code).toBe(exit);
});

/** An error message of PostgreSQL, as PostgreSQL and poolers send it before the login. */
function refusal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

const requiresTls = /does not accept this user without encryption: [^]*Next: Add `sslmode=verify-full`/;
const notPostgres = /does not respond like PostgreSQL: [^]*Next: Check the host and the port in its URL/;

test.each([
  ["a pooler that requires TLS", "", "", refusal("08P01", "SSL required"), requiresTls],
  ["a cloud that requires TLS", "", "", refusal("28000", "SSL connection is required."), requiresTls],
  [
    "a pg_hba.conf that requires TLS",
    "",
    "",
    refusal("28000", 'no entry for user "u", SSL off'),
    requiresTls,
  ],
  [
    "a proxy that requires TLS",
    "",
    "",
    refusal("XX000", "connection is insecure (try `sslmode`)"),
    requiresTls,
  ],
  [
    "an unknown code at the login",
    "",
    "",
    refusal("XX000", "Tenant or user not found"),
    /reported an error: Tenant or user not found\.\nNext: Check the host, the user/,
  ],
  ["a different protocol", "", "", Buffer.from("J\0\0\0\n8.0.30\0"), notPostgres],
  ["HTTP in response to TLS", "?sslmode=require", "", "HTTP/1.1 400 Bad Request\r\n\r\n", notPostgres],
  [
    "no TLS after agreeing to it",
    "?sslmode=no-verify",
    "S",
    "this is not TLS",
    /over TLS: the server does not use TLS on this port\.\nNext: Check the host/,
  ],
  [
    "only TLS 1.1",
    "?sslmode=no-verify",
    "S",
    Buffer.from([21, 3, 2, 0, 2, 2, 70]),
    /over TLS: the server supports only TLS versions before 1\.2\.\nNext: /,
  ],
])("shows the cause for %s without text from OpenSSL", async (_, query, first, response, expected) => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      if (first !== "S") socket.end(response);
      else {
        socket.write("S");
        socket.once("data", () => socket.end(response));
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const dir = await workdir({
    "lading.yaml":
      "lading: 1\naccounts: { acme: { country: DE } }\nsources: {}\nfeeds: {}\ndatabase: env:DB\n",
  });
  const url = `postgresql://me:pw@127.0.0.1:${port}/x${query}`;
  const { code, stderr } = await dir.lading(["status"], { env: { DB: url } });
  expect(stderr).toMatch(expected);
  expect(stderr).not.toMatch(/EPROTO|routines|internal error|pw@/);
  expect(code).toBe(75);
});
