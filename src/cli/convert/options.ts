import type { Argv } from "yargs";
import { outputFormats } from "../../formats/output/index.js";
import { flagOption, textOption, type OptionsOf } from "../command.js";
import { inputOptions } from "../convert-inputs.js";

/** What `convert` takes. */
export const convertOptions = (yargs: Argv) =>
  inputOptions(
    yargs.positional("files", {
      type: "string",
      array: true,
      demandOption: true,
      describe: "Exports to convert; - is standard input",
    }),
  )
    .option(
      "out",
      textOption("Write here, with .report.json and .rejects.csv beside it; of several files, a folder"),
    )
    .option("to", {
      choices: outputFormats.map(({ name }) => name),
      describe: "Output format; by default from --out, else csv",
    })
    .option("report", textOption("Write a page for people about the file here, as HTML"))
    .option("previous", textOption("Earlier output: keeps its times, and its missing records inactive"))
    .option("updated-at", textOption("Time of records that have none; by default the file's own"))
    .option("json", flagOption("Print the report as JSON instead of the list"));

export type ConvertOptions = OptionsOf<typeof convertOptions>;
