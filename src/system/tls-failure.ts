/** This module explains why TLS could not be set up. The wording is from Lading or OpenSSL, never from the server. */

export interface TlsFailure {
  readonly reason: string;
  /** The next step for the user, as an imperative. */
  readonly next: string;
  readonly isWithoutTls: boolean;
  readonly needsClientCertificate: boolean;
}

const seeLog = "ask the server's operator to check its log";
const withoutTls = "the server does not use TLS on this port";
const clientCertificate = "the server requires a client certificate, which Lading does not have";

/** Explanations for OpenSSL's reasons, whose wording differs between versions. */
const reasons: readonly (readonly [RegExp, reason: string, next: string])[] = [
  [
    /wrong version number|packet length too long|unknown protocol|http request|record layer failure/,
    withoutTls,
    "use the server's TLS port",
  ],
  [
    /protocol version|unsupported protocol|no protocols available/,
    "the server supports only TLS versions before 1.2",
    "ask the server's operator to enable TLS 1.2 or later",
  ],
  [
    /certificate required|bad certificate/,
    clientCertificate,
    "ask the server's operator for an address that does not require a client certificate",
  ],
  [
    /handshake failure|insufficient security/,
    "the server accepts none of the usual encryption methods, or it requires a client certificate",
    seeLog,
  ],
  [/unrecognized name/, "the server has no certificate for this host name", "check the address"],
];

/**
 * Explains an error from Node, `fetch` or the PostgreSQL driver. OpenSSL's reason is always in the message, but Node
 * replaces the code with EPROTO. Returns undefined for other errors, including a rejected certificate.
 */
export function tlsFailure({ message }: { readonly message: string }): TlsFailure | undefined {
  const is = (reason: string, next: string): TlsFailure => ({
    reason,
    next,
    isWithoutTls: reason === withoutTls,
    needsClientCertificate: reason === clientCertificate,
  });
  if (message.includes("disconnected before secure TLS"))
    return is("the server closed the connection before TLS began", "check the host and the port");
  const cause = /:SSL routines:[^:]*:([^:\n]+)/.exec(message)?.[1];
  if (cause === undefined) return undefined;
  const known = reasons.find(([pattern]) => pattern.test(cause));
  return known === undefined ? is(`TLS failed (${cause})`, seeLog) : is(known[1], known[2]);
}
