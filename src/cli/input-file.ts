import { resolve } from "node:path";
import { defaultLimits } from "../formats/limits.js";
import { diskFile, type DiskFile } from "../system/read-file.js";
import { standardInput, type StandardInput } from "../system/standard-input.js";
import type { Terminal } from "./command.js";

export type InputFile = DiskFile | StandardInput;

/** `-` is standard input. */
export async function inputFile(name: string, { cwd, stdin }: Terminal): Promise<InputFile> {
  return name === "-" ? standardInput(stdin, defaultLimits.bytes) : diskFile(resolve(cwd, name));
}
