import { chmod } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeCertificate, whyNoOpenssl } from "../../support/certificate.js";
import { failureText } from "../../../src/conformance/verify/failures.js";
import { workdir, type Ran } from "../../support/workdir.js";
import { peer, secrets } from "./platform-peer.js";

/** The command: wrong use is reported before anything is sent, and no secret is ever shown. */

const outputOf = ({ stdout, stderr }: Ran) => stdout + stderr;

describe("wrong use of the command", () => {
  const address = "https://ffs.example.com/api";
  const client = ["--client-id", "me", "--client-secret", "env:GOOD"];
  test.each([
    [["http://user:SECRET@127.0.0.1", "--token", "env:GOOD"], "contains a user or password"],
    [["http://127.0.0.1?key=SECRET", "--token", "env:GOOD"], "must not contain a `?`"],
    [["http://127.0.0.1#SECRET", "--token", "env:GOOD"], "must not contain a `#`"],
    [["user:SECRET@127.0.0.1", "--token", "env:GOOD"], "The address must start with https:// or http://"],
    [[address, "--token-url", "notaurl", ...client], "--token-url must start with https:// or http://"],
    [[address, "--token-url", "https://me:SECRET@x.example", ...client], "--token-url contains a user"],
    [[address, "--token", "file:two-lines"], "(file:two-lines) must be a single line, but it has 2"],
    [[address, "--token", "env:BLANK"], "may contain only printable ASCII characters without spaces"],
    [[address, "--token", "file:empty"], "The secret file:empty is missing: the file is empty."],
    [
      [address, "--token-url", address, "--client-id", "me", "--client-secret", "file:two-lines"],
      "for --client-secret (file:two-lines) must be a single line",
    ],
    [[address, "--token", "env:GOOD", "--timeout", "-1"], "--timeout takes more than 0"],
    [[address, "--token", "env:GOOD", "--timeout", "soon"], "--timeout takes a number"],
    [[address, "--token", "env:GOOD", "--timeout", "9999999"], "at most 3600"],
    [[address, "--token", "env:GOOD", "--pause", "-1"], "--pause takes 0 to 3600 seconds"],
  ])("exits with 2 and explains the right form without showing a secret: %j", async (args, message) => {
    const dir = await workdir({ "two-lines": "a\nSECRET", empty: "\n" });
    await Promise.all(["two-lines", "empty"].map((name) => chmod(dir.at(name), 0o600)));
    const env = { GOOD: "GOOD-SECRET-TOKEN", BLANK: "the SECRET" };
    const ran = await dir.lading(["verify", ...args], { env });
    expect([ran.code, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).not.toContain("SECRET");
  });
});

test("shows no secrets from a server's response", async () => {
  const { url, tokenUrl } = await peer({
    answer(response, path) {
      if (path === "/staff") response.headers["content-type"] = `text/${secrets.bearer}`;
      if (path === "/charge-codes") {
        const location = `https://other.example/${encodeURIComponent(secrets.secret)}?t=${secrets.bearer}`;
        Object.assign(response, { status: 302, headers: { location } });
      }
      if (path === "/tax-codes") response.body = JSON.stringify({ [secrets.bearer]: [] });
    },
    token(response, isRight) {
      if (isRight) response.body = '{"access_token":"half\\nSECRET","token_type":"bearer"}';
    },
  });
  const dir = await workdir();
  for (const more of [[], ["--json"]]) {
    const args = ["--token", "env:TOKEN", "--token-url", tokenUrl, "--client-secret", "env:SECRET"];
    const last = ["--client-id", "platform", "--pause", "0", ...more];
    const ran = await dir.lading(["verify", url, ...args, ...last], {
      env: { TOKEN: secrets.bearer, SECRET: secrets.secret },
    });
    expect(ran.code).toBe(1);
    expect(outputOf(ran)).toContain("text/***");
    expect(outputOf(ran)).toContain("a redirect to other.example/***; redirects are not followed");
    expect(outputOf(ran)).toContain("found in ***");
    expect(outputOf(ran)).toContain("access_token contains a space, a line break");
    for (const secret of ["SECRET", secrets.bearer, secrets.secret, encodeURIComponent(secrets.secret)])
      expect(outputOf(ran)).not.toContain(secret);
  }
});

test.skipIf(whyNoOpenssl !== undefined)(
  "explains an untrusted certificate, which can then be trusted",
  async () => {
    const dir = await workdir();
    const { cert, key } = makeCertificate(dir.path, "own");
    const server = createServer({ cert, key }, (_request, response) => {
      response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const env = { TOKEN: "some-token" };
    const args = ["verify", `https://localhost:${port}`, "--token", "env:TOKEN"];
    const strange = await dir.lading(args, { env });
    expect(strange.code).toBe(75);
    expect(strange.stdout).toContain("the server's TLS certificate is self-signed");
    expect(strange.stdout).toContain("NODE_EXTRA_CA_CERTS=FILE");
    const extra = { ...env, NODE_EXTRA_CA_CERTS: dir.at("own.cert.pem") };
    const trusted = await dir.process(args, { env: extra });
    expect(trusted.stdout).toContain("The address responds");
    expect(trusted.code).toBe(1);
    const otherName = await dir.process(["verify", `https://127.0.0.1:${port}`, ...args.slice(2)], {
      env: extra,
    });
    expect(otherName.stdout).toContain("the server's TLS certificate is for another host name");
    const noTls = await peer();
    const plain = await dir.lading(["verify", noTls.url.replace("http:", "https:"), ...args.slice(2)], {
      env,
    });
    expect(plain.stdout).toContain(
      "the server does not use TLS on this port; check whether the address should start with http:// instead of https://",
    );
  },
);

test("explains connection failures in plain words instead of those of a library", () => {
  const failed = (code?: string, message = "Bearer SECRET") =>
    new TypeError("SECRET", { cause: Object.assign(new Error(message), code && { code }) });
  expect(failureText(failed("CERT_HAS_EXPIRED"), 1)).toBe("the server's TLS certificate has expired");
  expect(failureText(failed("ENOTFOUND"), 1)).toBe("there is no host with this name");
  expect(failureText(failed("EODD"), 1)).toBe("the connection failed (EODD)");
  expect(failureText(failed(), 1)).toBe("the connection failed");
  expect(failureText(failed(undefined, "bad port"), 1)).toBe("HTTP clients do not allow this port");
  expect(failureText(new Error("SECRET"), 1)).toBe("the connection failed");
  expect(failureText("SECRET", 1)).toBe("unknown");
});
