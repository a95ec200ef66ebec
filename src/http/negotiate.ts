/** Content negotiation and ETags (RFC 9110 sections 12.5.3 and 13.1.2). */

export type ContentEncoding = "identity" | "gzip" | "br";

/**
 * Returns the best encoding that the `Accept-Encoding` header allows. Without this header, the response is not
 * compressed.
 */
export function encodingFor(header: string | undefined): ContentEncoding {
  if (header === undefined || header.length > 1000) return "identity";
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name, q === undefined ? 1 : Number(q) || 0);
  }
  const weight = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const br = weight("br");
  const gzip = Math.max(weight("gzip"), weights.get("x-gzip") ?? 0);
  const best = Math.max(br, gzip);
  // The identity encoding is always allowed, because status 406 would not help the client.
  if (best === 0 || best < (weights.get("identity") ?? 0)) return "identity";
  return br >= gzip ? "br" : "gzip";
}

/** True if `If-None-Match` contains this ETag. ETags are compared weakly, as required for that header. */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
