import { z } from "zod";
import { outputFormats } from "../formats/output/encoder.js";
import { fileMode, oneOrMore, option, path, workers } from "../model/scalars.js";
import { exampleDirectory, sftpDirectory } from "../connectors/sources/sftp-settings.js";

/** Where normalized files go after a publication. */

const common = {
  feeds: option(oneOrMore(z.string()), "Which feeds. Default: all.", ["acme-de/staff"]),
  formats: option(oneOrMore(z.enum(outputFormats)), "In which formats. Default: CSV.", ["csv", "json"]),
  names: option(
    z.literal("platform", "`platform`"),
    "`platform`: each publication is a file of its own, named as the platform names flat files, such as `jobs-1767225600.csv` (seconds since 1970). One that was taken away is not written again.",
    "platform",
  ),
  workers: option(workers(), "Which machines write it, if several share the workspace. Default: all.", [
    "import-1",
  ]),
};

export const outputSchema = z.union([
  z.strictObject({
    folder: path().meta({
      description:
        "Folder for normalized files, relative to the workspace; one folder per account is made in it.",
      examples: ["out"],
    }),
    mode: option(
      fileMode(),
      "Rights of the files, whatever the umask of the process is. The folders that Lading makes can be entered by those who may read the files.",
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
