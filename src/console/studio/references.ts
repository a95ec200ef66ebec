import { targetsOf } from "../../model/fields.js";
import type { AnyRecord, RecordType } from "../../model/record-type.js";
import type { ReferenceView } from "./messages.js";
import type { RecordTypeName } from "../../model/record-types/index.js";

/** A sample to which other samples may refer. */
export interface ListedSample {
  readonly id: string;
  readonly name: string;
  /** Record type of its rows. */
  readonly record: RecordTypeName | undefined;
  list(): Promise<SampleList>;
  refersTo(sample: string): boolean;
}

export interface SampleList {
  /** Incremented with every change to the list. */
  readonly revision: number;
  readonly records: readonly AnyRecord[] | undefined;
  /** Why there are no records. */
  readonly blocked: string | undefined;
}

export interface ResolvedReference extends Omit<ReferenceView, "waitsFor"> {
  readonly list: readonly AnyRecord[] | undefined;
  readonly revision: number | undefined;
}

/** The samples against which a sample's references are checked. */
export class SampleReferences {
  /** By record type. */
  readonly #samples = new Map<string, string>();
  /** State of the referenced samples at the last comparison. */
  #seen: string | undefined;

  refer(target: string, sample: string): void {
    if (sample === "") this.#samples.delete(target);
    else this.#samples.set(target, sample);
  }

  /** Checks references against the same samples as `other` does, except for the sample `own`. */
  copy(other: SampleReferences, own: string): void {
    for (const [target, sample] of other.#samples) {
      if (sample !== own) this.#samples.set(target, sample);
    }
  }

  refersTo(sample: string): boolean {
    return [...this.#samples.values()].includes(sample);
  }

  /**
   * Returns the referenced lists. Samples take precedence over lists in the workspace. `unchecked` contains the
   * record types for which the account's feeds do not check references.
   */
  async of(
    type: RecordType | undefined,
    others: readonly ListedSample[],
    stored: ReadonlyMap<string, readonly AnyRecord[]>,
    unchecked: readonly string[],
  ): Promise<readonly ResolvedReference[]> {
    const found: ResolvedReference[] = [];
    for (const target of type === undefined ? [] : (targetsOf(type.fields) as ReadonlySet<RecordTypeName>)) {
      const choices = others.filter((other) => other.record === target);
      const chosen = choices.find((other) => other.id === this.#samples.get(target));
      // A file that is open twice is listed only once.
      const offered = new Map(choices.map(({ id, name }) => [name, { id, name }]));
      if (chosen !== undefined) offered.delete(chosen.name);
      const isUnchecked = unchecked.includes(target);
      const given = isUnchecked ? undefined : await chosen?.list();
      const list = isUnchecked ? undefined : given === undefined ? stored.get(target) : given.records;
      found.push({
        target,
        sample: chosen && { id: chosen.id, name: chosen.name },
        records: list?.length,
        isUnchecked,
        blocked: given?.blocked,
        choices: [...offered.values()],
        list,
        revision: given?.revision,
      });
    }
    return found;
  }

  /** True if a referenced sample changed since the last call. */
  changed(found: readonly ResolvedReference[]): boolean {
    const now = JSON.stringify(found.map(({ sample, revision }) => [sample?.id, revision]));
    const isChanged = this.#seen !== undefined && now !== this.#seen;
    this.#seen = now;
    return isChanged;
  }
}

export function listsIn(found: readonly ResolvedReference[]): ReadonlyMap<string, readonly AnyRecord[]> {
  return new Map(found.flatMap(({ target, list }) => (list === undefined ? [] : [[target, list] as const])));
}
