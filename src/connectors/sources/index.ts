import { z } from "zod";
import { folderSettings } from "./folder-settings.js";
import { sftpSettings } from "./sftp-settings.js";

/** The kinds of sources. To add a kind, add a file with its settings, and one line each here and in `open.ts`. */
export const sourceSchema = z.union([folderSettings, sftpSettings]);

export type SourceSettings = z.infer<typeof sourceSchema>;
