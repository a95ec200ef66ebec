/** Why there was no whole answer, for people. Messages of libraries are never shown: they may quote a header. */

const trust =
  "NODE_EXTRA_CA_CERTS=FILE before the command makes it trust the authority whose certificate is in FILE";
const unknownAuthority = `its TLS certificate comes from an authority that this machine does not know; ${trust}`;
const noChain = `its TLS certificate comes from an authority that this machine does not know, or the server does not send the certificates between them; ${trust}`;
const cut = "the connection was cut off before the answer was whole";
const notPacked = "the body is not packed the way that its header Content-Encoding says";

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at this address and port",
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "the name of the host cannot be looked up now",
  EHOSTUNREACH: "the host cannot be reached from here",
  ENETUNREACH: "the host cannot be reached from here",
  ETIMEDOUT: "no connection within the time",
  UND_ERR_CONNECT_TIMEOUT: "no connection within the time",
  UND_ERR_HEADERS_TIMEOUT: "no whole answer within the time",
  UND_ERR_BODY_TIMEOUT: "no whole answer within the time",
  ECONNRESET: cut,
  EPIPE: cut,
  UND_ERR_SOCKET: cut,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the body has another length than its header Content-Length says",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the answer are too large",
  Z_DATA_ERROR: notPacked,
  Z_BUF_ERROR: notPacked,
  DEPTH_ZERO_SELF_SIGNED_CERT: `its TLS certificate is self-signed, so nobody vouches for it; ${trust}`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: noChain,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: noChain,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: noChain,
  CERT_HAS_EXPIRED: "its TLS certificate has expired",
  CERT_NOT_YET_VALID: "its TLS certificate is not valid yet",
  CERT_REVOKED: "its TLS certificate was revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "its TLS certificate is for another host name",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there; is the address http:// instead of https://?",
};

/** @param seconds what the answer had */
export function inWords(error: unknown, seconds: number): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError") return `no whole answer within ${seconds} s`;
  // fetch says only that it failed; the system's code is in the cause.
  const cause = error.cause as { code?: unknown; message?: unknown } | undefined;
  const code = typeof cause?.code === "string" ? cause.code : "";
  if (code.startsWith("HPE_")) return "what came back is not HTTP";
  if (cause?.message === "bad port") return "web clients refuse to call this port";
  // Brotli has a code for each place where it can fail.
  if (code.startsWith("ERR_") && code.includes("_ERROR_FORMAT")) return notPacked;
  return words[code] ?? `the connection failed${code && ` (${code})`}`;
}
