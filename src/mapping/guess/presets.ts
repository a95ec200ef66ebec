import type { RecordTypeName } from "../../records/index.js";
import { isMeaning, kindOf, type Meaning } from "./meanings.js";
import type { Reading } from "./reading.js";
import { presetFiles } from "./presets/index.js";
import { phraseKey } from "./words.js";

/** What the headings of one known export mean, taken from its system's documentation. */
export interface Preset {
  readonly system: string;
  readonly record: RecordTypeName;
  /** The export is recognized when it has all of these headings. */
  readonly when: readonly string[];
  readonly headings: ReadonlyMap<string, readonly Meaning[]>;
}

/**
 * Reads a preset file. A preset begins with `system: NAME | RECORD TYPE`, then `when: HEADING, HEADING`, then lines
 * `HEADING: meaning+meaning`. A blank line ends it.
 */
export function readPresets(text: string): readonly Preset[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const lines = block
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line !== "");
      const [system = "", record = ""] = after(lines[0] ?? "")
        .split("|")
        .map((part) => part.trim());
      const when = after(lines[1] ?? "")
        .split(",")
        .map(phraseKey);
      const headings = new Map<string, readonly Meaning[]>();
      for (const line of lines.slice(2)) {
        const colon = line.lastIndexOf(":");
        const meanings = line
          .slice(colon + 1)
          .trim()
          .split("+")
          .filter(isMeaning);
        headings.set(phraseKey(line.slice(0, colon)), meanings);
      }
      return { system, record: record as RecordTypeName, when, headings };
    });
}

function after(line: string): string {
  return line.slice(line.indexOf(":") + 1).trim();
}

let own: readonly Preset[] | undefined;

/** The presets that come with Lading. */
export function standardPresets(): readonly Preset[] {
  own ??= presetFiles.flatMap(readPresets);
  return own;
}

/** The preset that knows the most headings of a table, among those whose own headings are all there. */
export function presetFor(
  headings: readonly string[],
  record: RecordTypeName | undefined,
  presets: readonly Preset[],
): Preset | undefined {
  const keys = new Set(headings.map(phraseKey));
  const known = (preset: Preset) => [...preset.headings.keys()].filter((key) => keys.has(key)).length;
  return presets
    .filter((preset) => preset.when.every((key) => keys.has(key)))
    .filter((preset) => record === undefined || preset.record === record)
    .sort((a, b) => known(b) - known(a))[0];
}

/** The reading of a heading that a preset knows. */
export function presetReading(preset: Preset, heading: string): Reading | undefined {
  const meanings = preset.headings.get(phraseKey(heading));
  if (meanings === undefined) return undefined;
  const of = (...kinds: readonly string[]) => meanings.filter((meaning) => kinds.includes(kindOf(meaning)));
  return {
    heads: of("head", "other"),
    owners: new Set(of("owner")),
    qualities: new Set(of("quality")),
    strength: 1,
    unknown: [],
  };
}
