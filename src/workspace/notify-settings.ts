import { z } from "zod";
import { oneOrMore, secretReference } from "../scalars.js";

/** Who is told when a feed needs a person. */
export const notifySchema = z.strictObject({
  command: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .meta({
      description: "A program and its arguments; it gets the notice as JSON on standard input.",
      examples: [["./notify.sh"]],
    }),
  webhook: z
    .union([z.url({ protocol: /^https?$/ }), secretReference()])
    .optional()
    .meta({
      description: "An address that gets the notice as JSON by POST; a reference keeps a secret address out.",
      examples: ["env:LADING_WEBHOOK"],
    }),
  on: oneOrMore(z.enum(["held", "rejected", "stale", "recovered"]))
    .optional()
    .meta({ description: "Which events; all when omitted.", examples: [["held", "rejected"]] }),
});

export type NotifySettings = z.infer<typeof notifySchema>;
