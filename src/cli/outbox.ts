import { defineCommand, flagOption, repeatedOption, textOption } from "./command.js";
import { outboxEntries } from "./outbox/entries.js";
import { previewInvoice } from "./outbox/preview.js";

/** Invoices on their way to the FFS. */
export const outbox = defineCommand({
  usage: "outbox [action] [what]",
  examples: [
    ["lading outbox", "what is on its way, the oldest first"],
    ["lading outbox show lading-4jk2", "what became of an invoice, and what comes next"],
    ['lading outbox confirm lading-4jk2 --reason "seen in the FFS"', "the FFS has it"],
    ["lading outbox resend lading-4jk2", "the FFS does not have it: send it once more"],
    ["lading outbox withdraw lading-4jk2", "take it back, so that its number is free"],
    [
      "lading outbox preview invoice.json \\\n    --layout layouts/netsuite/payables-invoice.yaml",
      "the file as the system gets it; nothing is sent",
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
        choices: ["list", "show", "confirm", "resend", "withdraw", "renew", "preview"] as const,
        default: "list" as const,
        describe: "What to do; renew takes an outbox folder that was replaced on purpose for the right one",
      })
      .positional(
        "what",
        textOption("An account, to list; an invoice as the platform posts it, JSON, to preview; else an id"),
      )
      .option("reason", textOption("Why; recorded"))
      .option(
        "not-imported",
        flagOption("To withdraw: you have looked, and the FFS does not have it and will not get it"),
      )
      .option("content", flagOption("Show the file as the FFS gets it"))
      .option("all", flagOption("List what is done, too"))
      .option("layout", textOption("To preview: layout file of the system that imports"))
      .option(
        "account",
        textOption("Account of the workspace here: its settings, and its records for look-ups"),
      )
      .option("company", textOption("What ${account.company} in the layout stands for"))
      .option("param", repeatedOption("NAME=VALUE for ${account.NAME}"))
      .option("with", repeatedOption("Records for look-ups: org=FILE[:MAPPING]"))
      .option("out", textOption("Write the files into this folder"))
      .option("json", flagOption("Answer in JSON")),
  run: ({ action, ...options }, terminal) =>
    action === "preview"
      ? previewInvoice({ ...options, file: options.what }, terminal)
      : outboxEntries({ ...options, action }, terminal),
});
