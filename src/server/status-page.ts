import type { Status } from "./status.js";

export const statusPagePolicy = "default-src 'none'";

export function statusPage(status: Status, now: Date): string {
  return `<!doctype html><title>${status.feeds.length} ${now.toISOString()}</title>`;
}
