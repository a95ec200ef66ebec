import { z } from "zod";
import { duration, fileMode, oneOrMore, option, path, workers } from "../model/scalars.js";
import { exampleDirectory, sftpDirectory } from "../connectors/sources/sftp-settings.js";
import { hour } from "../model/time-spans.js";

/** Where an account's invoices go that the platform posts (`docs/http-api.md`). */

const folders = {
  folder: path().meta({
    description:
      "Outbox folder from which the FFS imports, relative to the workspace. Lading never creates it.",
    examples: ["to-ffs"],
  }),
  sftp: sftpDirectory.meta({
    description: "The same on an SFTP server.",
    examples: [{ ...exampleDirectory, directory: "/incoming" }],
  }),
};

function answerFile() {
  return z
    .string()
    .refine((text) => text.split("{name}").length === 2, "a file name with {name} in it, once")
    .refine(
      (text) => !/^\/|(?:^|\/)\.\.(?:\/|$)|\{name\}.*\//.test(text),
      "a path within the outbox folder, whose last part has {name}",
    )
    .refine((text) => text !== "{name}", "another name than the invoice's own");
}

const acknowledgementList = z
  .strictObject({
    files: z
      .string()
      .refine(
        (text) => text.split(/\{name\}|\*/).length === 2,
        "a file name with one `*`, or one {name}, in it",
      )
      .refine(
        (text) => !/^\/|(?:^|\/)\.\.(?:\/|$)|(?:\{name\}|\*).*\//.test(text),
        "a path within the outbox folder, whose last part has `*` or {name}",
      )
      .meta({
        description:
          "Where the lists lie, seen from the outbox folder: `*` stands for anything, {name} for the name of the invoice's file that the list is of.",
        examples: ["answers/import-*.csv"],
      }),
    invoice: option(
      z.string().min(1),
      "Heading of the column with the id that the file was sent with, or with the file's name; left out where `files` has {name}.",
      "Reference",
    ),
    word: z
      .string()
      .min(1)
      .meta({ description: "Heading of the column with the result.", examples: ["Result"] }),
    imported: oneOrMore(z.string().min(1)).meta({
      description: "Results that mean imported.",
      examples: [["OK"]],
    }),
    refused: oneOrMore(z.string().min(1)).meta({
      description: "Results that mean refused. Any other result is ignored.",
      examples: [["ERROR"]],
    }),
    reason: option(z.string().min(1), "Heading of the column with the reason.", "Message"),
  })
  .refine(
    ({ files, invoice }) => files.includes("{name}") !== (invoice !== undefined),
    "`invoice`, or {name} in `files`: one of both says which invoice it is",
  );
export type AcknowledgementListSettings = z.infer<typeof acknowledgementList>;

const common = {
  layout: path().meta({
    description: "The layout of the file that the FFS imports.",
    examples: ["layouts/acme/payables-invoice.yaml"],
  }),
  unfinished: option(
    path(),
    "Where files are prepared: on the same file system, and not read by the FFS. Default: `.lading` in the outbox folder.",
    "/srv/ffs/lading",
  ),
  alert_after: duration()
    .default(4 * hour)
    .meta({
      description:
        "How long an invoice may wait for the FFS's answer before Lading alerts people; 4 h when omitted.",
      examples: ["4 h"],
    }),
  cutover: option(
    z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "a day such as 2026-03-01"),
    "The first day that the FFS's exports of invoices cover. Whether it has an older invoice is unknown.",
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
        "Files that report that it was refused, with the reason in their first line.",
        ["error/{name}"],
      ),
      list: option(
        acknowledgementList,
        "Lists of results, with a row for each invoice or for each line of one.",
        {
          files: "answers/import-*.csv",
          invoice: "Reference",
          word: "Result",
          imported: ["OK"],
          refused: ["ERROR"],
        },
      ),
    }),
    "How the FFS says what became of an invoice: a file of its own, or the invoice's file under another name or in another folder, seen from the outbox folder; `{name}` is the name that the file was sent under.",
    { imported: ["done/{name}"], refused: ["error/{name}"] },
  ),
  workers: option(
    workers(),
    "Which machines send invoices to the FFS, if several share the workspace. Default: all.",
    ["import-1"],
  ),
};

export const outboxSchema = z.union([
  z.strictObject({
    folder: folders.folder,
    mode: option(
      fileMode(),
      "Rights of the files, so that the FFS's user can read them, regardless of the umask of the process.",
      "0640",
    ),
    ...common,
  }),
  z.strictObject({ sftp: folders.sftp, ...common }),
]);

export type OutboxSettings = z.infer<typeof outboxSchema>;
