import type { RecordTypeName } from "../model/record-types/index.js";
import type { Preset } from "./data.js";
import { headingReading, type HeadingReading } from "./reading.js";
import { phraseKey } from "./words.js";

/**
 * Returns the preset with the most headings in common with a table. The table must have all of the preset's required
 * headings.
 */
export function presetFor(
  headings: readonly string[],
  record: RecordTypeName | undefined,
  presets: readonly Preset[],
): Preset | undefined {
  const keys = new Set(headings.map(phraseKey));
  const known = ({ headings: own }: Preset) =>
    Object.keys(own).filter((heading) => keys.has(phraseKey(heading))).length;
  return presets
    .filter((preset) => preset.when.every((heading) => keys.has(phraseKey(heading))))
    .filter((preset) => record === undefined || preset.record === record)
    .sort((a, b) => known(b) - known(a))[0];
}

/** Returns the readings of headings from a preset, keyed by folded heading. */
export function presetReadings(
  preset: Preset | undefined,
  owners?: Parameters<typeof headingReading>[1],
): ReadonlyMap<string, HeadingReading> {
  return new Map(
    Object.entries(preset?.headings ?? {}).map(([heading, meanings]) => [
      phraseKey(heading),
      headingReading(meanings, owners),
    ]),
  );
}
