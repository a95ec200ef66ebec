// For what `npm start` begins: nothing of it stays at work when the one who began it is gone, however that ended. Plain
// JavaScript, for nothing is installed yet.
import process from "node:process";

/** Begun with an IPC channel: the system closes that with its other end. @param {() => void} end */
export function endWithParent(end) {
  process.once("disconnect", end);
  process.channel?.unref();
  if (!process.connected) end();
}
