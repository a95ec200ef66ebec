import type { Argv } from "yargs";
import { outputFormats } from "../../formats/output/index.js";
import { flagOption, textOption, type OptionsOf } from "../command.js";
import { inputOptions } from "../convert-inputs.js";

/** Options of `convert`. */
export const convertOptions = (yargs: Argv) =>
  inputOptions(
    yargs.positional("files", {
      type: "string",
      array: true,
      demandOption: true,
      describe: "Exports to convert; - for standard input",
    }),
  )
    .option(
      "out",
      textOption("Output file, with .report.json and .rejects.csv beside it; for several files, a folder"),
    )
    .option("to", {
      choices: outputFormats.map(({ name }) => name),
      describe: "Output format; default: from --out, otherwise csv",
    })
    .option("report", textOption("Write an HTML report about the file"))
    .option(
      "previous",
      textOption("Previous list: its times are kept, and its missing records become inactive"),
    )
    .option("updated-at", textOption("Time for records without one; default: the time of the file"))
    .option("json", flagOption("Print the report as JSON instead of the list"));

export type ConvertOptions = OptionsOf<typeof convertOptions>;
