import { z } from "zod";
import { duration, fileMode, oneOrMore, option, path, workers } from "../model/scalars.js";
import { exampleDirectory, sftpDirectory } from "../connectors/sources/sftp-settings.js";
import { hour } from "../model/time-spans.js";

/** The destination of an account's posted invoices (`docs/http-api.md`). */

const folders = {
  folder: path().meta({
    description:
      "Outbox folder from which the FFS imports, relative to the workspace. Lading never creates this folder.",
    examples: ["to-ffs"],
  }),
  sftp: sftpDirectory.meta({
    description: "Outbox folder on an SFTP server.",
    examples: [{ ...exampleDirectory, directory: "/incoming" }],
  }),
};

function answerFile() {
  return z
    .string()
    .refine((text) => text.split("{name}").length === 2, "a file name that contains {name} once")
    .refine(
      (text) => !/^\/|(?:^|\/)\.\.(?:\/|$)|\{name\}.*\//.test(text),
      "a path within the outbox folder, with {name} in its last part",
    )
    .refine((text) => text !== "{name}", "a name that differs from the name of the invoice file");
}

const acknowledgementList = z
  .strictObject({
    files: z
      .string()
      .refine(
        (text) => text.split(/\{name\}|\*/).length === 2,
        "a file name that contains one `*` or one {name}",
      )
      .refine(
        (text) => !/^\/|(?:^|\/)\.\.(?:\/|$)|(?:\{name\}|\*).*\//.test(text),
        "a path within the outbox folder, with `*` or {name} in its last part",
      )
      .meta({
        description:
          "Path of the lists, relative to the outbox folder. `*` matches any characters, and {name} matches the name of the invoice file to which a list refers.",
        examples: ["answers/import-*.csv"],
      }),
    invoice: option(
      z.string().min(1),
      "Heading of the column with the invoice's ID or file name. Omit `invoice` if `files` contains {name}.",
      "Reference",
    ),
    word: z
      .string()
      .min(1)
      .meta({ description: "Heading of the column with the result.", examples: ["Result"] }),
    imported: oneOrMore(z.string().min(1)).meta({
      description: "Results that indicate a successful import.",
      examples: [["OK"]],
    }),
    refused: oneOrMore(z.string().min(1)).meta({
      description:
        "Results that indicate that the FFS refused the invoice. Results in neither `imported` nor `refused` are ignored.",
      examples: [["ERROR"]],
    }),
    reason: option(z.string().min(1), "Heading of the column with the reason.", "Message"),
  })
  .refine(
    ({ files, invoice }) => files.includes("{name}") !== (invoice !== undefined),
    "either `invoice`, or {name} in `files`, to identify the invoice",
  );
export type AcknowledgementListSettings = z.infer<typeof acknowledgementList>;

const common = {
  layout: path().meta({
    description: "The layout file, which defines the file that the FFS imports.",
    examples: ["layouts/acme/payables-invoice.yaml"],
  }),
  unfinished: option(
    path(),
    "Folder in which Lading prepares invoice files. The FFS must not read this folder, and the folder must be on the same file system as the outbox folder. Default: `.lading` in the outbox folder.",
    "/srv/ffs/lading",
  ),
  alert_after: duration()
    .default(4 * hour)
    .meta({
      description:
        "Time after which Lading sends an alert for a posted invoice that is neither imported nor withdrawn. Default: 4 h.",
      examples: ["4 h"],
    }),
  cutover: option(
    z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "a date such as 2026-03-01"),
    "The first day that the FFS's invoice exports cover. Lading cannot know whether the FFS already has invoices from before this day.",
    "2026-03-01",
  ),
  acknowledged: option(
    z.strictObject({
      imported: option(oneOrMore(answerFile()), "Files that report that an invoice was imported.", [
        "{name}.ok",
        "done/{name}",
      ]),
      refused: option(
        oneOrMore(answerFile()),
        "Files that report that an invoice was refused, with the reason in the first line.",
        ["error/{name}"],
      ),
      list: option(
        acknowledgementList,
        "Lists of results, with one row for each invoice or for each line of an invoice.",
        {
          files: "answers/import-*.csv",
          invoice: "Reference",
          word: "Result",
          imported: ["OK"],
          refused: ["ERROR"],
        },
      ),
    }),
    "How the FFS reports results of imports: with separate files, by renaming or moving invoice files, or in a list of results. Paths are relative to the outbox folder, and `{name}` is the name of the invoice file.",
    { imported: ["done/{name}"], refused: ["error/{name}"] },
  ),
  workers: option(
    workers(),
    "Names of the machines that may send invoices, if several machines share the workspace. Default: all.",
    ["import-1"],
  ),
};

export const outboxSchema = z.union([
  z.strictObject({
    folder: folders.folder,
    mode: option(
      fileMode(),
      "File permissions, regardless of the process's umask. The user that the FFS runs as must be able to read the files.",
      "0640",
    ),
    ...common,
  }),
  z.strictObject({ sftp: folders.sftp, ...common }),
]);

export type OutboxSettings = z.infer<typeof outboxSchema>;
