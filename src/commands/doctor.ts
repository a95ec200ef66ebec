import pico from "picocolors";
import { failure, type LadingError } from "../errors.js";
import { silentLog } from "../log.js";
import { nearest } from "../nearest.js";
import { examineSource } from "../sources/examine.js";
import type { Step } from "../sources/step.js";
import { loadWorkspace } from "../workspace/load.js";
import { examineWorkspace } from "./examine-workspace.js";
import { defineCommand, type ExitCode, type Terminal } from "./command.js";

interface DoctorArgs {
  readonly source?: string | undefined;
  readonly json: boolean;
}

export const doctor = defineCommand<DoctorArgs>({
  usage: "doctor [source]",
  summary:
    "Check the workspace and its sources step by step: mappings, disk, clock, credentials, ports, hosts, rights",
  examples: [
    ["lading doctor acme-sftp", "check one source of the workspace"],
    ["lading doctor", "check the workspace, its machine and all of its sources"],
    ["lading doctor --json", "the steps as JSON"],
  ],
  options: (yargs) =>
    yargs
      .positional("source", {
        type: "string",
        describe: "Name of a source in lading.yaml; all, and the workspace, when omitted",
      })
      .option("json", { type: "boolean", default: false, describe: "Print the steps as JSON" }),
  run: runDoctor,
});

async function runDoctor(args: DoctorArgs, terminal: Terminal): Promise<ExitCode> {
  const workspace = await loadWorkspace(terminal.cwd);
  const { sources, root, data } = workspace;
  const names = args.source === undefined ? [...sources.keys()] : [args.source];
  const places = { root, data, env: terminal.env, log: silentLog };
  const report: Examined[] = [];
  if (args.source === undefined) report.push(await told({ workspace: root }, examineWorkspace(workspace)));
  for (const name of names) {
    const settings = sources.get(name);
    if (settings === undefined) throw unknownSource(name, [...sources.keys()]);
    report.push(await told({ source: name }, examineSource(settings, places, terminal.signal)));
  }
  if (args.json) terminal.stdout.write(`${JSON.stringify(report.map(asJson), null, 2)}\n`);
  return exitCode(report.flatMap(({ steps }) => steps));

  async function told(about: About, examination: AsyncIterable<Step>): Promise<Examined> {
    const steps: Step[] = [];
    if (!args.json) terminal.stdout.write(`${about.source ?? "workspace"}\n`);
    for await (const step of examination) {
      steps.push(step);
      if (!args.json) terminal.stdout.write(stepText(step, terminal));
    }
    return { about, steps };
  }
}

interface About {
  readonly source?: string;
  readonly workspace?: string;
}

interface Examined {
  readonly about: About;
  readonly steps: readonly Step[];
}

function unknownSource(name: string, names: readonly string[]): LadingError {
  const near = nearest(name, names);
  const meant = near === undefined ? "" : ` Did you mean ${near}?`;
  return failure("wrong_use", { reason: `The workspace has no source ${JSON.stringify(name)}.${meant}` });
}

function stepText({ what, outcome, detail, next }: Step, terminal: Terminal): string {
  const colours = pico.createColors(terminal.stdout.isTTY === true && terminal.env["NO_COLOR"] === undefined);
  const paint = { done: colours.green, failed: colours.red, "not tried": colours.dim }[outcome];
  const line = `  ${paint(outcome.padEnd(9))}  ${what}${detail === "" ? "" : `: ${detail}`}\n`;
  return next === undefined ? line : `${line}             Next: ${next}\n`;
}

function asJson({ about, steps }: Examined) {
  return {
    ...about,
    steps: steps.map(({ what, outcome, detail, next, error }) => ({
      what,
      outcome,
      detail,
      ...(next === undefined ? {} : { next }),
      ...(error === undefined ? {} : { code: error.code }),
    })),
  };
}

/** 2 when a person has to correct something, 75 when the environment failed. */
function exitCode(steps: readonly Step[]): ExitCode {
  const failed = steps.filter((step) => step.outcome === "failed");
  if (failed.length === 0) return 0;
  return failed.some((step) => step.error?.recovery === "fix") ? 2 : 75;
}
