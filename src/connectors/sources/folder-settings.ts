import { z } from "zod";
import { option, workers, yesNo } from "../../model/scalars.js";

export const folderSettings = z.strictObject({
  folder: z
    .string()
    .min(1)
    .meta({ description: "Folder where files arrive, relative to the workspace.", examples: ["inbox/acme"] }),
  after: option(
    z.union([
      z.enum(["archive", "none"]),
      z.strictObject({
        move: z
          .string()
          .min(1)
          .meta({
            description: "Folder to which processed files are moved, relative to the workspace.",
            examples: ["done/acme"],
          }),
      }),
    ]),
    "What happens to a file after it has been processed. `archive` (the default): the file is removed from the folder, and its bytes are kept in the archive. `none`: the file stays. `{ move: FOLDER }`: the file is moved.",
    "archive",
  ),
  follow_links: option(
    yesNo(),
    "`true`: symbolic and hard links are treated as the files that they point to. By default, links are ignored. Set this option only if you trust everyone who can create links in the folder.",
    "true",
  ),
  workers: option(
    workers(),
    "Machines that can access this folder, by host name or `LADING_WORKER`, if several machines share the workspace. Default: all.",
    ["import-1"],
  ),
});

export type FolderSettings = z.infer<typeof folderSettings>;
