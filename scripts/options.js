// What may stand behind `npm start --`, read before anything is installed or built. Plain JavaScript, for nothing is
// installed yet.
import { join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const usage = "npm start -- [--fresh] [--folder DIR] [--port N] [--page-port N]";
const help = `${usage}

  --fresh       makes a new workspace; what the last start left goes
  --folder      where the workspace is made; demo when omitted
  --port        where the lists are served; 8480 when omitted
  --page-port   where the page is; 8490 when omitted`;
const names = ["fresh", "folder", "port", "page-port"];
const isNpm = process.env.npm_lifecycle_event === "start";

/** Where it was typed: npm goes to the folder of package.json first. */
export const here = isNpm ? process.env.INIT_CWD : undefined;
export const project = fileURLToPath(new URL("..", import.meta.url));
export const ownFolder = join(project, "demo");
export const options = read();
/** Absolute path of the demonstration's workspace. */
export const demo = resolve(here ?? "", options.folder);

function read() {
  const kept = names.find((name) => isNpm && process.env[`npm_config_${name.replace("-", "_")}`]);
  if (kept !== undefined) wrong(`npm took --${kept} for itself: two dashes have to stand before it.`);
  try {
    const { values } = parseArgs({
      options: {
        folder: { type: "string", default: ownFolder },
        port: { type: "string", default: "8480" },
        "page-port": { type: "string", default: "8490" },
        fresh: { type: "boolean", default: false },
        built: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    for (const port of [values.port, values["page-port"]]) {
      if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new Error(`${port} is no port.`);
    }
    return values;
  } catch (error) {
    const said = error.message.replace(/ To specify a positional.*/s, "").replace(/\.?$/, ".");
    const [, typed = ""] = /^Unknown option '--(.+?)'/.exec(said) ?? [];
    const near = typed === "" ? undefined : names.find((name) => isNear(typed, name));
    return wrong(near === undefined ? said : `${said} Did you mean --${near}?`);
  }
}

function wrong(said) {
  console.log(`${said}\nIt is written: ${usage}`);
  process.exit(2);
}

/** Whether one has all letters of the other, but for one. */
function isNear(word, other) {
  const missing = (a, b) => [...a].filter((letter) => !b.includes(letter)).length;
  return Math.abs(word.length - other.length) < 3 && missing(word, other) + missing(other, word) < 2;
}
