import { wrongUse } from "../../errors.js";

/** How a command takes the reason of a person, which stays in the journal: nobody understands a blank one later. */
export function reasonOption(describe: string) {
  return {
    type: "string",
    demandOption: true,
    describe,
    coerce(reason: string) {
      if (reason.trim() === "") throw wrongUse("--reason is blank: say why.");
      return reason.trim();
    },
  } as const;
}
