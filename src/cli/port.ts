import { wrongUse } from "../errors.js";

/** Throws `wrong_use` unless the port is undefined or a whole number from 0 to 65535. */
export function checkPort(option: string, port: number | undefined): void {
  if (port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535)) return;
  throw wrongUse(`--${option} takes a port: a whole number from 0 to 65535.`);
}
