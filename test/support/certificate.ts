import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A certificate for localhost that vouches for itself, as `NAME.cert.pem` and `NAME.key.pem` in a folder. */
export function makeCertificate(folder: string, name: string, days = 2): { key: Buffer; cert: Buffer } {
  const [key, cert] = [join(folder, `${name}.key.pem`), join(folder, `${name}.cert.pem`)];
  const line = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days ${days} -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${cert}`;
  execFileSync("openssl", line.split(" "), { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** Why no certificate can be made here; undefined when one can. */
export const whyNoOpenssl: string | undefined = (() => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "openssl is not installed";
  }
})();
