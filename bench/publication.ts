import { spawn } from "node:child_process";
import { createWriteStream, readdirSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Measures a publication of many records: the first delivery, and a second one in which one of a thousand records
 * changed. Prints seconds and peak memory of the publishing process and of its reader process.
 *
 *     npm run bench:publication [RECORDS]
 */

const records = Number(process.argv[2] ?? 1_000_000);
const cli = join(import.meta.dirname, "../dist/cli.js");

const workspace = `lading: 1
accounts: { acme: { country: US } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff: { source: inbox, files: "staff*.csv", settle: final_name, first: publish }
`;

async function writeDelivery(path: string, generation: number): Promise<void> {
  const out = createWriteStream(path);
  let chunk = "external_id,updated_at,name,email_address,is_active\r\n";
  for (let index = 0; index < records; index++) {
    const id = String(index).padStart(8, "0");
    const name = index % 1_000 === 0 ? `Petra Vogel ${generation}` : "Petra Vogel";
    chunk += `E${id},,${name},p${id}@example.com,true\r\n`;
    if (chunk.length > 1 << 16) {
      if (!out.write(chunk)) await once(out, "drain");
      chunk = "";
    }
  }
  out.end(chunk);
  await once(out, "finish");
}

/** Peak memory of a process so far, in MB. Undefined if the process has ended. */
function peak(pid: number): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

async function publish(folder: string): Promise<void> {
  const begun = performance.now();
  const child = spawn(process.execPath, [cli, "run"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const output: string[] = [];
  child.stdout.on("data", (chunk) => output.push(String(chunk)));
  let [own, reading] = [0, 0];
  const timer = setInterval(() => {
    const pid = child.pid ?? 0;
    own = Math.max(own, peak(pid) ?? 0);
    for (const other of childrenOf(pid)) reading = Math.max(reading, peak(other) ?? 0);
  }, 50);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(timer);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `exit ${code}: ${seconds} s, publishing ${own.toFixed(0)} MB, reading ${reading.toFixed(0)} MB`,
  );
  console.log(output.join(""));
}

const folder = await mkdtemp(join(tmpdir(), "lading-publication-"));
try {
  await mkdir(join(folder, "inbox"));
  await writeFile(join(folder, "lading.yaml"), workspace);
  for (const generation of [1, 2]) {
    await writeDelivery(join(folder, "inbox", `staff-${generation}.csv`), generation);
    await publish(folder);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
