import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A self-signed certificate for localhost, as `NAME.cert.pem` and `NAME.key.pem` in a folder. */
export function makeCertificate(
  folder: string,
  name: string,
  days = 2,
  kind: keyof typeof kinds = "ec",
): { key: Buffer; cert: Buffer } {
  const [key, cert] = [join(folder, `${name}.key.pem`), join(folder, `${name}.cert.pem`)];
  const line = `req -x509 -newkey ${kinds[kind]} -nodes -days ${days} -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`;
  execFileSync("openssl", line.split(" "), { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

const kinds = { ec: "ec -pkeyopt ec_paramgen_curve:P-256", rsa: "rsa:2048" } as const;

/** Why no certificate can be created here. Undefined if it can. */
export const whyNoOpenssl: string | undefined = (() => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "openssl is not installed";
  }
})();
