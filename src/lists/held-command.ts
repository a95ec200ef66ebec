/** The command that saves a delivered file with its report and its rejected rows. */
export function saveCommand(feed: string, delivery: string): string {
  return `lading history ${feed} --delivery ${delivery.slice(0, 12)} --save .`;
}

/**
 * The command by which a person decides a held delivery. It names the delivery: several may be held at a time, and without a
 * name the newest is taken, which another may be by the time that somebody types.
 *
 * @param delivery its sha256, or the beginning
 */
export function heldCommand(verb: "release" | "reject", feed: string, delivery: string): string {
  return `lading ${verb} ${feed} --delivery ${delivery.slice(0, 12)} --reason TEXT`;
}
