import { z } from "zod";
import { outputFormatNames } from "../formats/output/output-format.js";
import { fileMode, oneOrMore, option, path, workers } from "../model/scalars.js";
import { exampleDirectory, sftpDirectory } from "../connectors/sources/sftp-settings.js";

/** Destinations of normalized files, written after each new version of a list. */

const common = {
  feeds: option(oneOrMore(z.string()), "Names of the feeds whose lists are written. Default: all.", [
    "acme-de/staff",
  ]),
  formats: option(oneOrMore(z.enum(outputFormatNames)), "File formats. Default: CSV.", ["csv", "json"]),
  names: option(
    z.literal("platform", "`platform`"),
    "`platform`: each version of a list is a separate file with the platform's name for flat files, such as `jobs-1767225600.csv`. The number is the time of publication in seconds since 1970. A file that has been removed is not written again.",
    "platform",
  ),
  workers: option(
    workers(),
    "Names of the machines that may write the output, if several machines share the workspace. Default: all.",
    ["import-1"],
  ),
};

export const outputSchema = z.union([
  z.strictObject({
    folder: path().meta({
      description:
        "Folder for normalized files, relative to the workspace. Lading creates a subfolder for each account.",
      examples: ["out"],
    }),
    mode: option(
      fileMode(),
      "File permissions, regardless of the process's umask. Users who can read the files can also enter the folders that Lading creates.",
      "0640",
    ),
    ...common,
  }),
  z.strictObject({
    sftp: sftpDirectory.meta({
      description: "A directory on an SFTP server to which the files are sent.",
      examples: [exampleDirectory],
    }),
    ...common,
  }),
]);
