import { expect, test } from "vitest";
import { damage, publish } from "./publish.js";
import { bearer, get, serve } from "./serving.js";

/**
 * Secrets and people's names are placed everywhere in a request, and searched for everywhere they must not
 * appear.
 */

const person = "Canary-Person-Zx81";

const staff = [
  {
    external_id: "canary-id-Zx82",
    updated_at: "2026-03-01T08:15:00.000Z",
    name: person,
    email_address: "canary-mail-Zx83@example.com",
    is_active: true,
  },
];

test("no secret and no name is in a log, a metric, an error or a page", async () => {
  const server = await serve();
  const token = await server.credential("acme-de");
  const client = await server.credential("acme-de", "client");
  await publish(server.store, "acme-de/staff", 2, staff);
  const planted: string[] = [token.secret, client.secret, person, "canary-id-Zx82", "canary-mail-Zx83"];
  const seen: string[] = [];
  const ask = async (...args: Parameters<typeof get>) => {
    const got = await get(...args);
    seen.push(JSON.stringify(got.headers));
    if (got.status >= 400) seen.push(got.body.toString());
    return got;
  };
  const plant = (name: string) => {
    planted.push(name);
    return name;
  };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const buy = (secret: string) =>
    ask(`${server.url}/oauth/token`, form, {
      method: "POST",
      body: String(
        new URLSearchParams({
          grant_type: "client_credentials",
          client_id: client.clientId,
          client_secret: secret,
        }),
      ),
    });

  const list = await ask(`${server.url}/staff`, bearer(token.secret));
  expect(list.body.toString()).toContain(person);
  const bought = (await buy(client.secret)).json() as { access_token: string };
  planted.push(bought.access_token);
  expect((await ask(`${server.url}/staff`, bearer(bought.access_token))).status).toBe(200);

  await buy(plant("canary-secret-Zx84"));
  await ask(`${server.url}/staff`, bearer(plant("canary-token-Zx85")));
  await ask(`${server.url}/staff`, bearer(plant(token.secret.replace(/.{5}$/, "Zx86-"))));
  await ask(`${server.url}/staff?access_token=${plant("canary-query-Zx87")}`);
  await ask(`${server.url}/${plant("canary-path-Zx88")}`);
  await ask(`${server.url}/%zz${plant("canary-path-Zx89")}`);
  await ask(`${server.url}/staff`, {
    cookie: plant("canary-cookie-Zx90"),
    "x-api-key": plant("canary-key-Zx91"),
    "user-agent": plant("canary-agent-Zx92"),
    referer: plant("canary-referer-Zx93"),
  });
  await ask(`${server.url}/staff`, {
    authorization: `Basic ${Buffer.from(plant("canary:basic-Zx94")).toString("base64")}`,
  });
  await ask(`${server.url}/${plant("canary-method-Zx95")}`, {}, { method: "DELETE" });
  // A list that cannot be read, both with and without another version in memory.
  await publish(server.store, "acme-de/staff", 3, staff);
  const spoiled = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(person)]);
  for (const feed of ["acme-de/staff", "acme-de/tax-code"]) await damage(server.store, feed, "br", spoiled);
  expect((await ask(`${server.url}/staff`, bearer(token.secret))).status).toBe(200);
  expect((await ask(`${server.url}/tax-codes`, bearer(token.secret))).status).toBe(500);
  for (const path of ["/", "/metrics", "/readyz"]) {
    seen.push((await get(server.operatorsUrl + path)).body.toString());
  }

  const everything = [server.log(), ...seen].join("\n");
  expect(everything).toContain(token.id);
  expect(everything.split("\n").length).toBeGreaterThan(20);
  for (const canary of planted) {
    expect(everything).not.toContain(canary);
    expect(everything).not.toContain(Buffer.from(canary).toString("base64"));
  }
});
