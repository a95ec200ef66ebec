import type { Argv } from "yargs";
import { outputFormats } from "../../formats/output/index.js";
import { flagOption, textOption, type OptionsOf } from "../command.js";
import { inputOptions } from "../convert-inputs.js";

/** The options of `convert`. */
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
      textOption(
        "Output file; .report.json and .rejects.csv are written next to it. For several files, a folder",
      ),
    )
    .option("to", {
      choices: outputFormats.map(({ name }) => name),
      describe: "Output format. Default: the format of the --out file, otherwise csv",
    })
    .option("report", textOption("Write an HTML report on the file"))
    .option(
      "previous",
      textOption(
        "Previous list. Unchanged records keep their times, and records missing from the file become inactive",
      ),
    )
    .option(
      "updated-at",
      textOption("Update time for records without one. Default: the file's modification time"),
    )
    .option("json", flagOption("Print the report as JSON instead of the list"));

export type ConvertOptions = OptionsOf<typeof convertOptions>;
