import { z } from "zod";
import { folderSettings } from "./folder-settings.js";
import { sftpSettings } from "./sftp-settings.js";

/**
 * The kinds of sources. To add a kind of source, create a file for its settings, and add one line here and one line
 * in `open.ts`.
 */
export const sourceSchema = z.union([folderSettings, sftpSettings]);

export type SourceSettings = z.infer<typeof sourceSchema>;
