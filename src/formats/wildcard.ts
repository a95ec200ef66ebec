/**
 * True if the string matches a pattern in which `*` matches any number of characters. Ignores case. Never backtracks,
 * so patterns with many `*` are not slow.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [head = "", ...rest] = pattern.toLowerCase().split("*");
  const subject = text.toLowerCase();
  if (rest.length === 0) return subject === head;
  const tail = rest.pop() ?? "";
  if (subject.length < head.length + tail.length) return false;
  if (!subject.startsWith(head) || !subject.endsWith(tail)) return false;
  const end = subject.length - tail.length;
  let at = head.length;
  for (const part of rest) {
    const found = subject.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
