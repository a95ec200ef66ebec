// For processes started by `npm start`: they end when their parent ends, however it ends. Plain JavaScript,
// because it runs before the installation.
import process from "node:process";

/** Requires an IPC channel, which the system closes with its other end. @param {() => void} end */
export function endWithParent(end) {
  process.once("disconnect", end);
  process.channel?.unref();
  if (!process.connected) end();
}
