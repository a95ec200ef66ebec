import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { openDoor } from "../../../src/console/studio/door.js";

/** Access to the studio. */

const host = "127.0.0.1:8482";

function opened() {
  const door = openDoor(() => [host, "localhost:8482"], "studio");
  const cookie = door.exchange(door.token)?.split(";")[0] ?? "";
  const refused = (headers: Record<string, string>, method = "GET") =>
    door.refusal({ method, headers: { host, cookie, ...headers } } as unknown as IncomingMessage)?.status;
  return { door, cookie, refused };
}

test("accepts the token once and turns it into a cookie that scripts cannot read and other sites do not send", () => {
  const { door, cookie } = opened();
  expect(cookie).toMatch(/^studio=[\w-]{43}$/);
  expect(door.exchange(door.token)).toBeUndefined();
  const other = openDoor(() => [host], "studio");
  expect(other.exchange("guessed")).toBeUndefined();
  expect(other.exchange(door.token)).toBeUndefined();
  expect(other.exchange(other.token)).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/);
});

test("admits a signed-in browser with each name of the machine and with other cookies", () => {
  const { cookie, refused } = opened();
  expect(refused({})).toBeUndefined();
  expect(refused({ host: "localhost:8482" })).toBeUndefined();
  expect(refused({ cookie: `a=b; ${cookie}; c=d` })).toBeUndefined();
  expect(refused({ origin: `http://${host}`, "sec-fetch-site": "same-origin" }, "POST")).toBeUndefined();
  expect(refused({ "sec-fetch-site": "none" })).toBeUndefined();
});

test("refuses another name, another origin, another site, a missing cookie and a wrong cookie", () => {
  const { cookie, refused } = opened();
  expect(refused({ host: "evil.test" })).toBe(421);
  expect(refused({ host: "127.0.0.1:9999" })).toBe(421);
  expect(refused({ origin: "http://evil.test" })).toBe(403);
  expect(refused({ origin: "null" }, "POST")).toBe(403);
  expect(refused({ origin: `https://${host}` }, "POST")).toBe(403);
  expect(refused({ "sec-fetch-site": "cross-site" })).toBe(403);
  expect(refused({ cookie: "" })).toBe(403);
  expect(refused({ cookie: opened().cookie })).toBe(403);
  expect(refused({ cookie: `other-${cookie}` })).toBe(403);
});

test("admits a link from another page of this machine, but no requests from that page itself", () => {
  const { refused } = opened();
  const link = { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  expect(refused(link)).toBeUndefined();
  expect(refused(link, "POST")).toBe(403);
  expect(refused({ ...link, "sec-fetch-mode": "no-cors" })).toBe(403);
  expect(refused({ ...link, "sec-fetch-dest": "iframe" })).toBe(403);
  expect(refused({ ...link, origin: "http://127.0.0.1:8490" })).toBe(403);
});
