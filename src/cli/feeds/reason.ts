import { wrongUse } from "../../errors.js";

/** Option for the reason for a decision. A blank reason is rejected, because it would be useless in the history. */
export function reasonOption(describe: string) {
  return {
    type: "string",
    demandOption: true,
    describe,
    coerce(reason: string | readonly string[]) {
      // `wrongUse` reports repeated options.
      if (typeof reason !== "string") return reason as never;
      if (reason.trim() === "") throw wrongUse("--reason is blank. Add a reason.");
      return reason.trim();
    },
  } as const;
}
