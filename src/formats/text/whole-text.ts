import { issue, type Issue } from "../../model/issues.js";
import { knownCharset } from "./charset.js";
import { detectEncoding, encodingIssues, type Encoding } from "./encoding.js";
import type { ByteSource, EncodingProof } from "../format.js";
import type { Limits } from "../limits.js";
import { readHead } from "../head.js";
import { overLimit, Refused } from "../refused.js";
import { piecesOf, type Text } from "./text.js";

export interface OpenText {
  readonly encoding: Encoding & { readonly charset: string };
  readonly issues: readonly Issue[];
  readonly text: Text;
}

/**
 * `declared` is the character set that the file declares, which is used if the bytes are ambiguous. Throws `Refused`.
 */
export async function openText(
  source: ByteSource,
  pinned: string | undefined,
  limits: Pick<Limits, "bytes">,
  declared?: string,
  proof?: EncodingProof,
): Promise<OpenText> {
  if (source.size > limits.bytes) throw overLimit("bytes", source.size, limits.bytes);
  const detected = await detectEncoding(source, await readHead(source), pinned, proof);
  const encoding = detected.certainty === "suggested" ? (declaredEncoding(declared) ?? detected) : detected;
  const { charset } = encoding;
  if (charset === undefined) throw new Refused(issue("unknown_encoding", {}, { encoding: pinned ?? "" }));
  return {
    encoding: { ...encoding, charset },
    issues: encodingIssues(encoding),
    text: { source, charset, mark: encoding.mark },
  };
}

export interface WholeText extends Omit<OpenText, "text"> {
  readonly text: string;
}

/** Returns the whole text of a source, for formats that cannot be streamed. Throws `Refused`. */
export async function wholeText(...found: Parameters<typeof openText>): Promise<WholeText> {
  const { encoding, issues, text } = await openText(...found);
  const all: string[] = [];
  for await (const piece of piecesOf(text)) all.push(piece);
  return { text: all.join(""), encoding, issues };
}

function declaredEncoding(declared: string | undefined): Encoding | undefined {
  // On the web, Latin-1 has always meant windows-1252, which contains all printable characters of Latin-1.
  const charset =
    declared && knownCharset(/^iso-?8859-?1$|^latin-?1$/i.test(declared) ? "windows-1252" : declared);
  if (!charset) return undefined;
  const evidence = `The file declares a character set and is read as ${charset}.`;
  return { charset, certainty: "certain", mark: 0, evidence };
}

/** Returns the ASCII characters at the start of a file in any character set. Used to recognize formats. */
export function asciiHead(head: Uint8Array, length: number): string {
  const ascii = head.subarray(0, length * 4).filter((byte) => byte > 0 && byte < 0x80);
  return Buffer.from(ascii.subarray(0, length)).toString("latin1");
}
