/** @module-tag long */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { workdir } from "../support/workdir.js";

const sqlite = createRequire(import.meta.url).resolve("@photostructure/sqlite");

const statement = "pragma locking_mode=exclusive; begin exclusive; create table other(a)";

test.runIf(process.platform === "linux")("the program that holds a database is named", async () => {
  const dir = await workdir({
    "lading.yaml":
      "lading: 1\naccounts: { acme: { country: DE } }\nsources: { inbox: { folder: inbox } }\nfeeds: { acme/staff: { source: inbox, files: a.csv } }\n",
    "inbox/b.csv": "",
  });
  // In a process of its own, so that nothing keeps the database open.
  await dir.process(["run"]);
  const script = `const { DatabaseSync } = require(${JSON.stringify(sqlite)});
    const db = new DatabaseSync("data/lading.db"); db.exec(${JSON.stringify(statement)}); console.log("held"); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["-e", script], { cwd: dir.path });
  try {
    await once(holder.stdout, "data");
    await dir.write({ "inbox/a.csv": "external_id,name\n1,A\n" });
    const ran = await dir.process(["run"]);
    expect(ran.code).toBe(75);
    const output = ran.stdout + ran.stderr;
    expect(output).toMatch(
      new RegExp(
        `Another program has kept the database \\S+lading.db locked for 20 s \\(\\S+, process ${holder.pid}\\)`,
      ),
    );
    expect(output).toMatch(/Wait for that program to finish,\s+or\s+stop it/);
  } finally {
    holder.kill("SIGKILL");
  }
});
