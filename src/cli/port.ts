import { wrongUse } from "../errors.js";

/**
 * Checks that a port, if specified, is a valid TCP port. Throws `wrong_use`, with the option's name in the message.
 */
export function checkPort(option: string, port: number | undefined): void {
  if (port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535)) return;
  throw wrongUse(`--${option} takes a port: a whole number from 0 to 65535.`);
}
