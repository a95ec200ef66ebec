// Arguments of `npm start --`, read before anything is installed or built. Plain JavaScript, because it runs
// before the installation.
import { join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const usage = "npm start -- [--fresh] [--folder DIR] [--port N] [--page-port N]";
const help = `${usage}

  --fresh       delete the existing workspace and create a new one
  --folder      folder of the workspace (default: demo)
  --port        port where the lists are served (default: 8480)
  --page-port   port of the console (default: 8490)`;
const names = ["fresh", "folder", "port", "page-port"];
const isNpm = process.env.npm_lifecycle_event === "start";

/** Folder where the command was typed. npm changes to the folder of package.json. */
export const here = isNpm ? process.env.INIT_CWD : undefined;
export const project = fileURLToPath(new URL("..", import.meta.url));
export const ownFolder = join(project, "demo");
export const options = read();
/** Absolute path of the demonstration's workspace. */
export const demo = resolve(here ?? "", options.folder);

function read() {
  const kept = names.find((name) => isNpm && process.env[`npm_config_${name.replace("-", "_")}`]);
  if (kept !== undefined)
    wrong(
      `npm interpreted --${kept} as its own option. Put two dashes before the option: npm start -- --${kept}`,
    );
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
      if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new Error(`${port} is not a valid port.`);
    }
    return values;
  } catch (error) {
    const message = error.message.replace(/ To specify a positional.*/s, "").replace(/\.?$/, ".");
    const [, typed = ""] = /^Unknown option '--(.+?)'/.exec(message) ?? [];
    const near = typed === "" ? undefined : names.find((name) => isNear(typed, name));
    return wrong(near === undefined ? message : `${message} Did you mean --${near}?`);
  }
}

function wrong(message) {
  console.log(`${message}\nUsage: ${usage}`);
  process.exit(2);
}

/** True if two words differ by one letter. */
function isNear(word, other) {
  const missing = (a, b) => [...a].filter((letter) => !b.includes(letter)).length;
  return Math.abs(word.length - other.length) < 3 && missing(word, other) + missing(other, word) < 2;
}
