import { z } from "zod";
import { fileSystemFailure } from "../../errors.js";
import { dropUpload, keepUpload, type Upload } from "../../feeds/decisions/uploads.js";
import type { HttpAnswer } from "../../http/answer.js";
import { refused } from "./answers.js";
import type { ConsoleData } from "./feeds.js";
import type { ApiRequest } from "./route.js";

/** This module receives files that people upload to the shared console. Limits are enforced while a file arrives. */

export const fileName = z
  .string()
  .refine((name) => isFileName(name), "The file name is not valid. Rename the file.");

function isFileName(name: string): boolean {
  return (
    name !== "" &&
    name !== "." &&
    name !== ".." &&
    Buffer.byteLength(name) <= 255 &&
    !/[\p{Cc}\p{Cf}\p{Cs}/\\]/u.test(name)
  );
}

/** Names of users with an upload in progress. Each user can upload one file at a time. */
const uploading = new Set<string>();
const mostUploads = 4;

/** Writes the request body to a temporary file, which is deleted after use. `most` is the maximum number of bytes. */
export async function receiveFile(
  { workspace }: Pick<ConsoleData, "workspace">,
  { file, person = "" }: ApiRequest,
  most: number,
  use: (upload: Upload) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  if (file === undefined) return empty;
  if (uploading.has(person)) {
    return unread(429, "Your previous file is still being uploaded.", "Wait until the upload is complete.");
  }
  if (uploading.size >= mostUploads) {
    return unread(429, "Too many files are being sent.", "Try again later.");
  }
  uploading.add(person);
  try {
    const kept = await keepUpload(workspace, file, most).catch(notKept);
    if (kept === "too large") return tooLarge(most);
    if (!("upload" in kept)) return kept;
    try {
      return kept.size === 0 ? empty : await use(kept);
    } finally {
      await dropUpload(workspace, kept.upload);
    }
  } finally {
    uploading.delete(person);
  }
}

/**
 * Returns a refusal if the `Content-Length` header exceeds the limit, so that the file does not have to be read
 * first.
 */
export function whyTooLarge({ headers }: ApiRequest, most: number): HttpAnswer | undefined {
  return Number(headers["content-length"] ?? 0) > most ? tooLarge(most) : undefined;
}

/** Returns a refusal that closes the connection, because the rest of the request body is not read. */
function unread(...args: Parameters<typeof refused>): HttpAnswer {
  const answer = refused(...args);
  return { ...answer, headers: { ...answer.headers, connection: "close" } };
}

function tooLarge(most: number): HttpAnswer {
  return unread(
    413,
    `The file is larger than ${Math.round(most / 1024 / 1024)} MB.`,
    "Ask the partner for a smaller file.",
  );
}

const empty = refused(400, "The file is empty.", "Choose another file.");

function notKept(error: unknown): HttpAnswer {
  const failed = fileSystemFailure(error);
  if (failed !== undefined) return refused(507, failed.message, failed.hint);
  return refused(400, "Only part of the file arrived.", "Send the file again.");
}
