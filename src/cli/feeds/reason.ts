import { wrongUse } from "../../errors.js";

/** How a command takes the reason of a person, which stays in the history: nobody understands a blank one later. */
export function reasonOption(describe: string) {
  return {
    type: "string",
    demandOption: true,
    describe,
    coerce(reason: string | readonly string[]) {
      // One that is given twice is reported with all other options.
      if (typeof reason !== "string") return reason as never;
      if (reason.trim() === "") throw wrongUse("--reason is blank: say why.");
      return reason.trim();
    },
  } as const;
}
