import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  familiesToAsk,
  fingerprint,
  hostKeyState,
  keyType,
  knownHostsLine,
  parseKnownHosts,
  parsePin,
  trustOf,
} from "../../../src/store/credentials/host-keys.js";
import { workdir } from "../../support/workdir.js";

/** Made with `ssh-keygen -t ed25519` and `-t rsa`. The fingerprints are those of `ssh-keygen -l`. */
const ed25519 = Buffer.from("AAAAC3NzaC1lZDI1NTE5AAAAIJ6gNTyhXVlm9mX4c3SSc0sLNDjyiS9tnFCNZuA/3Hct", "base64");
const other = Buffer.from(ed25519);
other[40] = 1;

const known = (text: string, host: string, port = 22) => trustOf(host, port, [], parseKnownHosts(text));

describe("pins", () => {
  const own = fingerprint(ed25519);
  it.each([
    [own, { fingerprint: own }],
    [`${own}=`, { fingerprint: own }],
    [` ssh-ed25519   ${own} `, { type: "ssh-ed25519", fingerprint: own }],
    [`ssh-ed25519 ${ed25519.toString("base64")} partner@host`, { type: "ssh-ed25519", fingerprint: own }],
    ["MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48", undefined],
    ["SHA256:tooshort", undefined],
    [`ssh-rsa ${ed25519.toString("base64")}`, undefined],
    ["", undefined],
  ])("are read from %j", (text, pin) => {
    expect(parsePin(text)).toEqual(pin);
  });

  it("a pin with a type accepts no key of another type", () => {
    const trust = trustOf("h", 22, [{ type: "ssh-rsa", fingerprint: own }], []);
    expect(hostKeyState(trust, ed25519)).toBe("wrong");
    expect(familiesToAsk(trust)[0]).toBe("ssh-rsa");
  });

  it("are required for trust", () => {
    expect(hostKeyState(trustOf("h", 22, [], []), ed25519)).toBe("unpinned");
  });
});

describe("known_hosts", () => {
  const key = `ssh-ed25519 ${ed25519.toString("base64")}`;
  it.each([
    ["example.com", "example.com", 22, true],
    ["example.com", "EXAMPLE.com", 22, true],
    ["example.com", "example.com", 2222, false],
    ["[example.com]:2222", "example.com", 2222, true],
    ["a.com,b.com", "b.com", 22, true],
    ["*.example.com", "sftp.example.com", 22, true],
    ["*.example.com", "example.com", 22, false],
    ["*,!bad.com", "bad.com", 22, false],
    ["!bad.com,*", "good.com", 22, true],
    ["host?", "host1", 22, true],
    ["a*b*c", "aXbXbXc", 22, true],
    ["192.0.2.1", "192.0.2.1", 22, true],
  ])("match as specified: %s for %s:%d is %s", (names, host, port, matches) => {
    expect(hostKeyState(known(`${names} ${key}`, host, port), ed25519)).toBe(
      matches ? "trusted" : "unpinned",
    );
  });

  it("match a hashed name, as ssh-keygen -H writes it", async () => {
    const file = (await workdir()).at("known_hosts");
    writeFileSync(file, `secret.example.com,192.0.2.7 ${key}\n[secret.example.com]:2022 ${key}\n`);
    execFileSync("ssh-keygen", ["-q", "-H", "-f", file], { stdio: "ignore" });
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain("secret");
    expect(hostKeyState(known(text, "secret.example.com"), ed25519)).toBe("trusted");
    expect(hostKeyState(known(text, "secret.example.com", 2022), ed25519)).toBe("trusted");
    expect(hostKeyState(known(text, "another.example.com"), ed25519)).toBe("unpinned");
  });

  it("a revoked key is refused, even if other entries trust it", () => {
    const text = `example.com ${key}\n@revoked * ${key}\n`;
    const trust = trustOf("example.com", 22, [{ fingerprint: fingerprint(ed25519) }], parseKnownHosts(text));
    expect(hostKeyState(trust, ed25519)).toBe("revoked");
    expect(hostKeyState(trust, other)).toBe("wrong");
  });

  it("comments, certificates, damaged lines and foreign types are skipped", () => {
    const text = [
      "# a comment",
      "",
      `@cert-authority * ${key}`,
      "example.com ssh-ed25519",
      "example.com ssh-ed25519 not-base64!",
      `example.com ssh-rsa ${ed25519.toString("base64")}`,
      `example.com ${key} a comment behind`,
    ].join("\r\n");
    expect(parseKnownHosts(text)).toHaveLength(1);
  });

  it("lines that trust writes can be read", () => {
    for (const port of [22, 2022]) {
      expect(
        hostKeyState(known(knownHostsLine("Example.com", port, ed25519), "example.com", port), ed25519),
      ).toBe("trusted");
    }
  });
});

it("the type of a key is read only from the key itself", () => {
  expect(keyType(ed25519)).toBe("ssh-ed25519");
  expect(keyType(Buffer.from("no key at all"))).toBe("");
  expect(keyType(Buffer.alloc(0))).toBe("");
  expect(keyType(Buffer.from([0, 0, 0, 1, 27]))).toBe("");
});
