import { z } from "zod";
import { option, workers, yesNo } from "../../model/scalars.js";

/** A folder of this machine in the `sources` of a workspace. */
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
            description: "Folder to move it to, relative to the workspace.",
            examples: ["done/acme"],
          }),
      }),
    ]),
    "What becomes of a file once it is decided: `archive` (default: it leaves the folder, its bytes are kept in the archive), `none` (it stays), or `{ move: FOLDER }`.",
    "archive",
  ),
  follow_links: option(
    yesNo(),
    "`true`: symbolic and hard links count as the file that they lead to. When omitted, links are never taken. Set it only if you trust everyone who can make links there.",
    "true",
  ),
  workers: option(
    workers(),
    "Which machines reach this folder, if several share the workspace: their host names, or their `LADING_WORKER`. Default: all.",
    ["import-1"],
  ),
});

export type FolderSettings = z.infer<typeof folderSettings>;
