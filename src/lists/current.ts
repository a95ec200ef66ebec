import type { Manifest } from "./manifest.js";

/** What readers of a feed see: its current publication. Readers never write and never take a lock. */
export interface Current {
  /** Folder of the publication, whose files never change. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** When a delivery last confirmed or made the list, ISO 8601 UTC. */
  readonly confirmedAt: string;
  /** Set when a higher publication did not verify, and this lower one is served instead. */
  readonly degraded?: string;
}
