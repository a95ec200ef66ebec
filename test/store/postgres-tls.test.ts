import { createServer, type AddressInfo, type Server } from "node:net";
import { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { makeCertificate, whyNoOpenssl } from "../support/certificate.js";
import { workdir } from "../support/workdir.js";

/** Problems with a certificate of the database are reported as such, and the driver prints no warning. */

/**
 * Answers the driver's first question as PostgreSQL does. With a certificate, it encrypts the connection and
 * never answers again.
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

const authority =
  /certificate from an authority that is not trusted: .*\nNext: [^]*sslrootcert=\/PATH\/ca\.pem/;

test.skipIf(whyNoOpenssl).each([
  ["require", "localhost", "?sslmode=require", authority],
  ["prefer", "localhost", "?sslmode=prefer", authority],
  ["verify-ca", "localhost", "?application_name=x&sslmode=verify-ca", authority],
  ["verify-full", "localhost", "?sslmode=verify-full", authority],
  ["another host", "127.0.0.1", "?sslmode=require&sslrootcert=CERT", /certificate for another host name/],
  [
    "a file that is not a certificate",
    "localhost",
    "?sslmode=require&sslrootcert=YAML",
    /certificate files of its URL|authority that is not trusted/,
  ],
  [
    "trusted, so that only the answer is missing",
    "localhost",
    "?sslmode=require&sslrootcert=CERT",
    /did not answer/,
  ],
  ["unchecked, so that only the answer is missing", "localhost", "?sslmode=no-verify", /did not answer/],
  ["no encryption", "localhost", "?sslmode=require&NONE", /offers no encryption[^]*sslmode=disable/],
])("sslmode %s", async (_, host, query, says) => {
  const dir = await workdir({
    "lading.yaml":
      "lading: 1\naccounts: { acme: { country: DE } }\nsources: {}\nfeeds: {}\ndatabase: env:DB\n",
  });
  const port = await database(query.includes("NONE") ? undefined : makeCertificate(dir.path, "db"));
  const url = `postgresql://me:pw@${host}:${port}/x${query}`
    .replace("CERT", dir.at("db.cert.pem"))
    .replace("YAML", dir.at("lading.yaml"))
    .replace("&NONE", "");
  const { code, stderr } = await dir.process(["status"], { env: { DB: url } });
  expect(stderr).toMatch(says);
  expect(code).toBe(75);
  expect(stderr).not.toMatch(/warning|uselibpqcompat|pw@/i);
});

test.each([
  [
    "a file that is not there",
    "?sslmode=verify-full&sslrootcert=none.pem",
    2,
    /none\.pem[^]*after `sslrootcert`/,
  ],
  ["an unknown sslmode", "?sslmode=strict", 2, /`sslmode=strict` is unknown[^]*sslmode=verify-full/],
  ["no certificate in a file", "?sslrootcert=lading.yaml", 75, /of `sslrootcert` contains no certificate/],
])("a URL with %s is refused, and Next corrects it", async (_, query, exit, says) => {
  const dir = await workdir({
    "lading.yaml":
      "lading: 1\naccounts: { acme: { country: DE } }\nsources: {}\nfeeds: {}\ndatabase: env:DB\n",
  });
  const { code, stderr } = await dir.process(["status"], {
    env: { DB: `postgresql://me:pw@127.0.0.1:9/x${query}` },
  });
  expect(stderr).toMatch(says);
  expect(stderr).not.toMatch(/--help|pw@/);
  expect(code).toBe(exit);
});
