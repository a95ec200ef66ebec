import { describe, expect, test } from "vitest";
import { verifyReportText, verdictOn } from "../../../src/conformance/verify/report.js";
import type { VerifyOptions } from "../../../src/conformance/verify/session.js";
import { verify } from "../../../src/conformance/verify/verify.js";
import { serve } from "../../http/serving.js";
import { peer, secrets, type Twist } from "./platform-peer.js";

/** A server may limit calls. `verify` waits or skips the check without reporting a violation. */

async function verifyLimited(twist: Twist, options: Partial<VerifyOptions> = {}) {
  const { url, tokenUrl } = await peer(twist);
  const oauth = { tokenUrl, clientId: secrets.clientId, clientSecret: secrets.secret };
  return verify({ url, bearer: secrets.bearer, oauth, taxMode: "tax", seconds: 2, pause: 0, ...options });
}

describe("a 429 response", () => {
  const limited = (headers: Record<string, string>, isOver: () => boolean): Twist => ({
    unauthorized(answering) {
      if (isOver()) Object.assign(answering, { status: 429, headers });
    },
  });

  test.each(["1", () => new Date(Date.now() + 1000).toUTCString()])(
    "is waited for if it has Retry-After (%s)",
    async (after) => {
      let failures = 0;
      const waits: number[] = [];
      const header = typeof after === "string" ? after : after();
      const twist = limited({ "retry-after": header }, () => ++failures === 5);
      const results = await verifyLimited(twist, { onWait: (seconds) => waits.push(seconds) });
      expect(waits).toEqual([1]);
      expect(results.filter(({ outcome, check }) => outcome !== "conforms" && check !== "window")).toEqual(
        [],
      );
    },
  );

  test.each([
    [{ "retry-after": "66" }, "and requests pauses of more than 65 s in total"],
    [{}, "without a Retry-After header"],
  ])("skips the check if its time is long or unlimited (%j)", async (headers, reason) => {
    const results = await verifyLimited(limited(headers, () => true));
    // The peer offers no windows.
    const left = results.filter(({ outcome, check }) => outcome !== "conforms" && check !== "window");
    expect(new Set(left.map((one) => `${one.outcome}: ${one.detail}`))).toEqual(
      new Set([`skipped: not checked: the server limits requests (429) ${reason}`]),
    );
    expect(new Set(left.map((one) => one.check))).toEqual(
      new Set(["no_credentials", "wrong_credentials", "token_in_address"]),
    );
    expect(verdictOn(results)).toBe("conforms");
  });

  test("is neither a violation nor conformity if every call gets it", async () => {
    const results = await verifyLimited({
      admit: () => 429,
      token: (answering) => (answering.status = 429),
    });
    expect(results.filter((one) => one.outcome === "fault")).toEqual([]);
    expect(verdictOn(results)).toBe("undecided");
    expect(verifyReportText(results)).toContain("Undecided, because neither a list nor a record was found: ");
  });

  test("causes a wait that can be aborted", async () => {
    const stop = new AbortController();
    const stopped = verifyLimited(
      limited({ "retry-after": "60" }, () => true),
      { signal: stop.signal, onWait: () => stop.abort() },
    );
    await expect(stopped).rejects.toThrow(/abort/i);
  });
});

test("keeps two runs within a minute below the limit of Lading's own server", async () => {
  // The test does not wait for clients that are slowed down.
  const server = await serve({ pause: async () => {} });
  const token = await server.credential("acme-de");
  const client = await server.credential("acme-de", "client");
  const oauth = {
    tokenUrl: `${server.url}/oauth/token`,
    clientId: client.clientId,
    clientSecret: client.secret,
  };
  const waits: number[] = [];
  for (let run = 0; run < 2; run++) {
    const results = await verify({
      url: server.url,
      bearer: token.secret,
      oauth,
      taxMode: "tax",
      seconds: 5,
      pause: 0,
      onWait: (seconds) => waits.push(seconds),
    });
    expect(verdictOn(results)).toBe("conforms");
  }
  expect(waits).toEqual([]);
});
