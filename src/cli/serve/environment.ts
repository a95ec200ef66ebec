/** Environment variables that are passed to every server process. Partner passwords are not included. */
const passedVariables = [
  "NODE_OPTIONS",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "TZ",
  "SystemRoot",
];

/** `secrets` contains references, such as `env:NAME`, to secrets that the process needs. */
export function environmentWith(
  secrets: readonly (string | undefined)[],
): Record<string, string | undefined> {
  const names = secrets.flatMap((secret) => (secret?.startsWith("env:") ? [secret.slice(4)] : []));
  return Object.fromEntries([...passedVariables, ...names].map((name) => [name, process.env[name]]));
}
