import { defineCommand, flagOption, repeatedOption, textOption } from "./command.js";
import { outboxEntries } from "./outbox/entries.js";
import { previewInvoice } from "./outbox/preview.js";

export const outbox = defineCommand({
  usage: "outbox [action] [what]",
  examples: [
    ["lading outbox", "pending invoices, oldest first"],
    ["lading outbox show lading-4jk2", "the state of an invoice and the next step"],
    ['lading outbox confirm lading-4jk2 --reason "seen in the FFS"', "confirm that the FFS has the invoice"],
    ["lading outbox resend lading-4jk2", "send the invoice again if the FFS does not have it"],
    ["lading outbox withdraw lading-4jk2", "withdraw the invoice so that its number can be reused"],
    [
      "lading outbox preview invoice.json \\\n    --layout layouts/netsuite/payables-invoice.yaml",
      "show the file as the FFS would receive it, without sending it",
    ],
    [
      "lading outbox preview invoice.json --layout L --account acme-de",
      "use the account's settings and the codes of its records",
    ],
    [
      "lading outbox preview invoice.json --layout L --with org=orgs.csv --out .",
      "look up codes in a list of orgs, and write the file to the current folder",
    ],
  ],
  options: (yargs) =>
    yargs
      .positional("action", {
        choices: ["list", "show", "confirm", "resend", "withdraw", "renew", "preview"] as const,
        default: "list" as const,
        describe: "What to do. `renew` accepts an outbox folder that was replaced on purpose",
      })
      .positional(
        "what",
        textOption(
          "list: an account. preview: a JSON file with a posted invoice. Otherwise: the ID of an invoice",
        ),
      )
      .option("reason", textOption("Reason to record"))
      .option(
        "not-imported",
        flagOption("For withdraw: confirms that the FFS does not have the invoice and will not receive it"),
      )
      .option("content", flagOption("Show the file that the FFS receives"))
      .option("all", flagOption("Include completed invoices"))
      .option("layout", textOption("For preview: layout file of the FFS"))
      .option(
        "account",
        textOption("For preview: account in this workspace whose settings and records are used"),
      )
      .option("company", textOption("Value of ${account.company} in the layout"))
      .option("param", repeatedOption("NAME=VALUE: value of ${account.NAME} in the layout"))
      .option("with", repeatedOption("Records for lookups: org=FILE[:MAPPING]"))
      .option("out", textOption("Write the files to this folder"))
      .option("json", flagOption("Print JSON")),
  run: ({ action, ...options }, terminal) =>
    action === "preview"
      ? previewInvoice({ ...options, file: options.what }, terminal)
      : outboxEntries({ ...options, action }, terminal),
});
