import { z } from "zod";
import { folderSettings } from "./folder-settings.js";
import { sftpSettings } from "./sftp-settings.js";

/**
 * The kinds of sources. To add a kind of source, create a file for its settings, and add the new kind here, in
 * `open.ts` and in `examine.ts`.
 */
export const sourceSchema = z.union([folderSettings, sftpSettings]);

export type SourceSettings = z.infer<typeof sourceSchema>;
