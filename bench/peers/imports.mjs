import { spawn } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

// Deliveries one after another, in turns those of a folder: taken by `lading run`, or dropped for a server that watches.
// SIGTERM lets the last one end. In a process of its own, for who prepares and begins imports must keep no client waiting.
//
//     node imports.mjs run|drop CLI DELIVERIES INBOX

const [how, cli, deliveries, inbox] = process.argv.slice(2);
const names = readdirSync(deliveries);
let going = true;
process.on("SIGTERM", () => {
  going = false;
});

for (let number = 0; going; number++) {
  const file = join(inbox, `busy-${how}-${number}.csv`);
  copyFileSync(join(deliveries, names[number % names.length]), `${file}.part`);
  // No two are alike, else the second would be known as unchanged.
  appendFileSync(
    `${file}.part`,
    `${how}${number},2026-03-01T08:15:00.000Z,Somebody,${how}${number}@example.com,true\r\n`,
  );
  renameSync(`${file}.part`, file);
  if (how === "run") {
    const run = spawn(process.execPath, [cli, "run", "busy/staff"], { stdio: "ignore" });
    const code = await new Promise((resolve) => run.once("exit", resolve));
    if (code !== 0) throw new Error(`lading run ended with ${code}`);
  } else {
    for (let waited = 0; existsSync(file) && waited < 60_000; waited += 50) await setTimeout(50);
    if (existsSync(file)) throw new Error(`${file} was not taken within a minute`);
  }
}
