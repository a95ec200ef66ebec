import { createHash } from "node:crypto";
import { manifestSchema, type Manifest } from "./manifest.js";

/** The seal of a manifest: a hash of itself, so that no bit of it can flip unseen. */

export function sealed(manifest: Omit<Manifest, "seal">): Manifest {
  return { ...manifest, seal: sealOf(manifest) };
}

/** The manifest in a text, or why it is none. */
export function unsealed(text: string): { manifest: Manifest } | { reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: "its manifest is not JSON" };
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) return { reason: "its manifest has not the shape of one" };
  const { seal, ...rest } = value as Manifest;
  if (sealOf(rest) !== seal) return { reason: "its manifest does not match its seal" };
  return { manifest: parsed.data };
}

function sealOf(manifest: Omit<Manifest, "seal">): string {
  return createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
}
