/** True if the address is reachable only from this machine. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(?:\.\d{1,3}){3}$/.test(address);
}

/** True if data sent to the address is encrypted or stays on this machine. */
export function isSafeUrl(text: string): boolean {
  const url = new URL(text);
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" && isLoopback(url.hostname.replace(/^\[|\]$/g, "")))
  );
}
