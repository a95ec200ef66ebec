import { tlsFailure } from "../../system/tls-failure.js";

/**
 * This module explains why no complete response was received. Error messages from libraries are never shown, because
 * they may quote a header.
 */

const trust =
  "to trust the authority whose certificate is in FILE, put NODE_EXTRA_CA_CERTS=FILE before the command";
const unknownAuthority = `the server's TLS certificate is from an authority that this machine does not know; ${trust}`;
const noChain = `the server's TLS certificate is from an authority that this machine does not know, or the server does not send the intermediate certificates; ${trust}`;
const cut = "the connection was closed before the response was complete";
const notPacked = "the body is not compressed as the header Content-Encoding specifies";

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing is listening on this address and port",
  ENOTFOUND: "there is no host with this name",
  EAI_AGAIN: "the host name cannot be looked up at the moment",
  EHOSTUNREACH: "the host cannot be reached from this machine",
  ENETUNREACH: "the host cannot be reached from this machine",
  ETIMEDOUT: "no connection within the time limit",
  UND_ERR_CONNECT_TIMEOUT: "no connection within the time limit",
  UND_ERR_HEADERS_TIMEOUT: "no complete response within the time limit",
  UND_ERR_BODY_TIMEOUT: "no complete response within the time limit",
  ECONNRESET: cut,
  EPIPE: cut,
  UND_ERR_SOCKET: cut,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the length of the body differs from the header Content-Length",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the response are too large",
  Z_DATA_ERROR: notPacked,
  Z_BUF_ERROR: notPacked,
  DEPTH_ZERO_SELF_SIGNED_CERT: `the server's TLS certificate is self-signed; ${trust}`,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: noChain,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: noChain,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: noChain,
  CERT_HAS_EXPIRED: "the server's TLS certificate has expired",
  CERT_NOT_YET_VALID: "the server's TLS certificate is not valid yet",
  CERT_REVOKED: "the server's TLS certificate was revoked",
  ERR_TLS_CERT_ALTNAME_INVALID: "the server's TLS certificate is for another host name",
};

/** `seconds` is the timeout for a response. */
export function failureText(error: unknown, seconds: number): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError") return `no complete response within ${seconds} s`;
  // The error from `fetch` does not contain the reason. The system's error code is in `cause`.
  const cause = error.cause as { code?: unknown; message?: unknown } | undefined;
  const code = typeof cause?.code === "string" ? cause.code : "";
  if (code.startsWith("HPE_")) return "the response is not HTTP";
  const tls = tlsFailure({ message: String(cause?.message) });
  if (tls?.isWithoutTls === true)
    return "the server does not use TLS on this port; check whether the address should start with http:// instead of https://";
  if (tls !== undefined) return `${tls.reason}; ${tls.next}`;
  if (cause?.message === "bad port") return "HTTP clients do not allow this port";
  // Brotli has many error codes that match this pattern.
  if (code.startsWith("ERR_") && code.includes("_ERROR_FORMAT")) return notPacked;
  return words[code] ?? `the connection failed${code && ` (${code})`}`;
}
