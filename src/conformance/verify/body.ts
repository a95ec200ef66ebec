/**
 * This module parses a response body as JSON. If the body is not JSON, the module returns a description of the body's
 * format that never quotes the body.
 */

export type ReceivedBody = { readonly value: unknown } | { readonly error: string };

export function receivedBody(bytes: Buffer): ReceivedBody {
  const error = notText(bytes);
  if (error !== undefined) return { error };
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { error: "the body has bytes that are not UTF-8; it may be Latin-1 or Windows-1252" };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (thrown) {
    return { error: notJson(text, thrown as Error) };
  }
}

export function jsonValue(bytes: Buffer): unknown {
  const body = receivedBody(bytes);
  return "value" in body ? body.value : undefined;
}

function notText(bytes: Buffer): string | undefined {
  const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  if (bytes.length === 0) return "the body is empty";
  if (begins(0x1f, 0x8b))
    return "the body is compressed with gzip, but there is no header Content-Encoding: gzip";
  if (begins(0xef, 0xbb, 0xbf))
    return "the body begins with a byte order mark (EF BB BF), which is not allowed in JSON (RFC 8259 section 8.1)";
  // The first character of JSON is ASCII, so in UTF-16 one of the first two bytes is zero.
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff) || bytes[0] === 0 || bytes[1] === 0)
    return "the body is UTF-16, but must be UTF-8";
  return undefined;
}

function notJson(text: string, { message }: Error): string {
  const written = text.trim();
  if (written === "") return "the body contains only spaces or line breaks";
  if (/^<(?:!doctype html|html)/i.test(written)) return "the body is an HTML page, not JSON";
  if (written.startsWith("<")) return "the body is XML or HTML, not JSON";
  const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? -1);
  if (/^Unterminated|end of JSON/.test(message) || position >= text.trimEnd().length)
    return "the JSON is incomplete: the body was cut off";
  if (message.includes("after JSON"))
    return "there is more text after the JSON value; send a list as [...], not as one object per line";
  return `the body is not JSON${position < 0 ? "" : ` (at character ${position + 1})`}`;
}
