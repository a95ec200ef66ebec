import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { fastify } from "fastify";

/**
 * Fastify sends the bytes of a file, or 304. With a token and a database file, it looks up the token in
 * SQLite for each request and writes an access log, like a hand-written server. `node fastify.mjs FILE
 * ENCODING [TOKEN DATABASE]` prints its address.
 */

const [file = "", encoding = "", token, database] = process.argv.slice(2);
const body = readFileSync(file);
const etag = '"one"';
const headers = { "content-type": "application/json", "content-encoding": encoding, etag };
const digestOf = (text) => createHash("sha256").update(text).digest("hex");
const app = fastify({ logger: token !== undefined });
if (token !== undefined) {
  const db = new DatabaseSync(database);
  db.exec(
    "pragma journal_mode=wal; create table if not exists tokens (digest text primary key, account text) strict",
  );
  db.prepare("insert or replace into tokens values (?, 'acme')").run(digestOf(token));
  const find = db.prepare("select account from tokens where digest = ?");
  // Without this reference, the garbage collector closes the database and with it the statement.
  app.addHook("onClose", () => db.close());
  app.addHook("onRequest", (request, reply, next) => {
    const sent = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    if (find.get(digestOf(sent)) === undefined) reply.code(401).send();
    else next();
  });
}
app.get("/staff", (request, reply) => {
  if (request.headers["if-none-match"] === etag) reply.code(304).headers({ etag }).send();
  else reply.headers(headers).send(body);
});
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
