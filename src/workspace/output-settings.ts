import { z } from "zod";
import { oneOrMore, path, workers } from "../scalars.js";
import { examplePlace, sftpPlace } from "../sources/sftp-settings.js";

/** Where normalized files go after a publication. */

const common = {
  feeds: oneOrMore(z.string())
    .optional()
    .meta({ description: "Which feeds; all when omitted.", examples: [["acme-de/staff"]] }),
  formats: oneOrMore(z.enum(["csv", "json", "ndjson", "xlsx"]))
    .optional()
    .meta({ description: "In which formats; CSV when omitted.", examples: [["csv", "json"]] }),
  names: z
    .literal("platform", "`platform`")
    .optional()
    .meta({
      description:
        "`platform`: each publication is a file of its own, named as the platform names flat files, such as `jobs-1767225600.csv` (seconds since 1970). One that was taken away is not written again.",
      examples: ["platform"],
    }),
  workers: workers()
    .optional()
    .meta({
      description: "Which machines write it, where several share the workspace; all when omitted.",
      examples: [["import-1"]],
    }),
};

export const outputSchema = z.union([
  z.strictObject({
    folder: path().meta({
      description:
        "Folder for normalized files, relative to the workspace; one folder per account is made in it.",
      examples: ["out"],
    }),
    ...common,
  }),
  z.strictObject({
    sftp: sftpPlace.meta({
      description: "A directory on an SFTP server to which the files are sent.",
      examples: [examplePlace],
    }),
    ...common,
  }),
]);
