import type { Argv } from "yargs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { failure, hasCode, isDenied } from "../errors.js";
import { defineCommand, type OptionsOf, type ExitCode, type Terminal } from "./command.js";
import { packagePath } from "../system/package-paths.js";
import { shellWord } from "../sentence.js";

const options = (yargs: Argv) =>
  yargs.positional("dir", {
    type: "string",
    default: ".",
    describe: "New or empty folder for the workspace",
  });

type Options = OptionsOf<typeof options>;

const template = packagePath("templates/workspace/");

const inbox = join("inbox", "example");

export const init = defineCommand({
  usage: "init [dir]",
  examples: [
    ["lading init my-workspace", "a new folder"],
    ["lading init", "the current folder, which must be empty"],
  ],
  options,
  run,
});

async function run({ dir }: Options, terminal: Terminal): Promise<ExitCode> {
  const folder = resolve(terminal.cwd, dir);
  await makeEmptyFolder(folder);
  // Copies the template entry by entry, because Node 22 refuses to copy into an existing folder, even an empty one.
  for (const name of await readdir(template)) {
    await cp(join(template, name), join(folder, name), { recursive: true, errorOnExist: true, force: false });
  }
  // Published lists and archives contain personal data, which does not belong in version control.
  await writeFile(join(folder, ".gitignore"), "data/\ninbox/\n");
  await mkdir(join(folder, inbox), { recursive: true });
  const samples = join(folder, "samples", "example");
  for (const name of await readdir(samples)) {
    if (name.endsWith(".expected.csv")) continue;
    await writeFile(join(folder, inbox, name), await readFile(join(samples, name)));
  }
  terminal.stderr.write(nextSteps(relative(terminal.cwd, folder)));
  return 0;
}

/** Throws `folder_not_empty`, `not_a_folder` or `no_permission`. */
async function makeEmptyFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      // A new Git repository and a new container volume with an empty data folder are treated as empty.
      if (entry.name === ".git") continue;
      if (entry.name === "data" && entry.isDirectory() && (await readdir(join(folder, "data"))).length === 0)
        continue;
      throw failure("folder_not_empty", { path: folder, found: entry.name });
    }
  } catch (error) {
    if (hasCode(error, "EEXIST", "ENOTDIR")) throw failure("not_a_folder", { path: folder }, error);
    throw isDenied(error) ? failure("no_permission", { path: folder }, error) : error;
  }
}

function nextSteps(folder: string): string {
  const enter = folder === "" ? "" : `  cd ${shellWord(folder)}\n`;
  return `Created a workspace${folder === "" ? "" : ` in ${folder}`}: lading.yaml, three mappings, three sample exports, and copies of them in inbox/example.
Next:
${enter}  lading check
  lading run
  lading status
  lading token create --account example-de
  lading serve
These commands check the workspace, import the exports, show current and held
files, create a token, and serve the lists.
`;
}
