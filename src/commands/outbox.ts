import { defineCommand } from "./command.js";
import { previewInvoice, type PreviewOptions } from "./outbox/preview.js";

interface Options extends PreviewOptions {
  readonly action: "preview";
}

/** Invoices on their way to the FFS. */
export const outbox = defineCommand<Options>({
  usage: "outbox <action> [file]",
  summary: "Invoices on their way to the system that imports them: show what a layout makes of one",
  examples: [
    [
      "lading outbox preview invoice.json --layout layouts/oracle-payables/payables-invoice.yaml",
      "the file as the system gets it; nothing is handed over",
    ],
    ["lading outbox preview invoice.json --layout L --account acme-de", "with the account's own codes"],
    [
      "lading outbox preview invoice.json --layout L --with org=orgs.csv --out .",
      "written to a file, byte for byte",
    ],
  ],
  options: (yargs) =>
    yargs
      .positional("action", {
        choices: ["preview"] as const,
        demandOption: true,
        describe: "What to do",
      })
      .positional("file", { type: "string", describe: "The invoice as the platform posts it, JSON" })
      .option("layout", { type: "string", describe: "Layout file of the system that imports" })
      .option("account", {
        type: "string",
        describe: "Account of the workspace here: its settings, and its records for look-ups",
      })
      .option("company", { type: "string", describe: "What ${account.company} in the layout stands for" })
      .option("param", {
        type: "string",
        array: true,
        default: [] as string[],
        describe: "NAME=VALUE for ${account.NAME}",
      })
      .option("with", {
        type: "string",
        array: true,
        default: [] as string[],
        describe: "Records for look-ups: org=FILE[:MAPPING]",
      })
      .option("out", { type: "string", describe: "Write the files into this folder" })
      .option("json", { type: "boolean", default: false, describe: "Files and mistakes as JSON" }),
  run: (options, terminal) => previewInvoice(options, terminal),
});
