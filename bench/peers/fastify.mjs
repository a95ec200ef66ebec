import { readFileSync } from "node:fs";
import { fastify } from "fastify";

/** Fastify alone: the bytes of a file, or a 304, to anybody. `node fastify.mjs FILE ENCODING` prints its address. */

const [file = "", encoding = ""] = process.argv.slice(2);
const body = readFileSync(file);
const etag = '"one"';
const headers = { "content-type": "application/json", "content-encoding": encoding, etag };
const app = fastify();
app.get("/staff", (request, reply) => {
  if (request.headers["if-none-match"] === etag) reply.code(304).headers({ etag }).send();
  else reply.headers(headers).send(body);
});
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
