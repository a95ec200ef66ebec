import { z } from "zod";
import { oneOrMore, path } from "../scalars.js";

/** Where normalized files go after a publication. */
export const outputSchema = z.strictObject({
  folder: path().meta({
    description:
      "Folder for normalized files, relative to the workspace; one folder per account is made in it.",
    examples: ["out"],
  }),
  feeds: oneOrMore(z.string())
    .optional()
    .meta({ description: "Which feeds; all when omitted.", examples: [["acme-de/staff"]] }),
  formats: oneOrMore(z.enum(["csv", "json", "ndjson", "xlsx"]))
    .optional()
    .meta({ description: "In which formats; CSV when omitted.", examples: [["csv", "json"]] }),
});

export type OutputSettings = z.infer<typeof outputSchema>;
