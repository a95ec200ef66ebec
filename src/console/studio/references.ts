import { targetsOf } from "../../model/fields.js";
import type { AnyRecord, RecordType } from "../../model/record-type.js";
import type { ReferenceView } from "./messages.js";
import type { RecordTypeName } from "../../model/record-types/index.js";

/** A sample as another one sees it that refers to its records. */
export interface ListedSample {
  readonly id: string;
  readonly name: string;
  /** Which records it lists. */
  readonly record: RecordTypeName | undefined;
  /** The list that comes of it. */
  list(): Promise<SampleList>;
  refersTo(sample: string): boolean;
}

export interface SampleList {
  /** Another for every change. */
  readonly revision: number;
  readonly records: readonly AnyRecord[] | undefined;
  /** Why there are none. */
  readonly blocked: string | undefined;
}

export interface FoundReference extends Omit<ReferenceView, "waitsFor"> {
  readonly list: readonly AnyRecord[] | undefined;
  readonly revision: number | undefined;
}

/** The samples that a sample's references are checked against. */
export class SampleReferences {
  /** By record type. */
  readonly #samples = new Map<string, string>();
  /** What these samples were like when this one was last looked at. */
  #seen: string | undefined;

  refer(target: string, sample: string): void {
    if (sample === "") this.#samples.delete(target);
    else this.#samples.set(target, sample);
  }

  refersTo(sample: string): boolean {
    return [...this.#samples.values()].includes(sample);
  }

  /**
   * The lists that are referred to: those of other samples before those of the workspace.
   *
   * @param unchecked record types whose references a feed of the account takes as they stand
   */
  async of(
    type: RecordType | undefined,
    others: readonly ListedSample[],
    stored: ReadonlyMap<string, readonly AnyRecord[]>,
    unchecked: readonly string[],
  ): Promise<readonly FoundReference[]> {
    const found: FoundReference[] = [];
    for (const target of type === undefined ? [] : (targetsOf(type.fields) as ReadonlySet<RecordTypeName>)) {
      const choices = others.filter((other) => other.record === target);
      const chosen = choices.find((other) => other.id === this.#samples.get(target));
      // A file that was opened twice is listed once.
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

  /** Whether a sample that is referred to became another since this was asked last. */
  changed(found: readonly FoundReference[]): boolean {
    const now = JSON.stringify(found.map(({ sample, revision }) => [sample?.id, revision]));
    const isChanged = this.#seen !== undefined && now !== this.#seen;
    this.#seen = now;
    return isChanged;
  }
}

/** The lists that were found, by record type. */
export function listsIn(found: readonly FoundReference[]): ReadonlyMap<string, readonly AnyRecord[]> {
  return new Map(found.flatMap(({ target, list }) => (list === undefined ? [] : [[target, list] as const])));
}
