import { join, relative, sep } from "node:path";
import { columnPosition } from "../../formats/heading.js";
import { readOptionsSchema, type ReadOptions } from "../../formats/read-options.js";
import { draftMapping } from "../../draft/draft.js";
import { guessMapping, type Guess } from "../../draft/guess.js";
import { fieldsByHeading, type Fit } from "../../draft/refit.js";
import { sampleOf } from "../../draft/table.js";
import { openAnswer } from "../../mapping/diagnostics.js";
import { optionalColumns } from "../../mapping/optional-columns.js";
import { readYaml } from "../../mapping/read-yaml.js";
import type { YamlEdit } from "../../mapping/yaml-edit.js";
import { packagePath } from "../../system/package-paths.js";
import type { Account } from "../../model/account.js";
import type { RecordTypeName } from "../../model/record-types/index.js";
import type { NamedFile } from "../../system/readers/evaluate-file.js";
import { fixedLayoutOf } from "../../system/readers/fixed-layout.js";
import { loadLexicon } from "../../workspace/synonyms.js";
import { yamlMapOf, type YamlMap } from "../../mapping/yaml-document.js";
import { withEdits } from "./mapping-text.js";
import { fittingMappings, type Project } from "./projects.js";
import { readSampleTable, type SampleTable } from "./sample-table.js";

const schemaFile = packagePath("schemas/mapping.schema.json");

/** The sample as currently read, and the guess. */
export interface SampleReading {
  readonly table: SampleTable;
  readonly guess: Guess;
  /**
   * Mappings that fit the sample. Computed again when the sample is read again, when the guess changes, and by
   * `fitAgain`.
   */
  readonly fits: Promise<readonly Fit[]>;
  /** Reads the workspace's mappings and computes `fits` again. */
  readonly fitAgain: () => Promise<void>;
  /**
   * Reads the sample again if the mapping's text changes how it is read. `isLoaded` is true for a mapping that was
   * not drafted from this sample. For such a mapping, the sample is read in the same way as in a feed, based on the
   * headings that the mapping requires.
   */
  readAs(text: string, isLoaded?: boolean): Promise<void>;
  /**
   * Repeats the guess with the rows that are not skipped. A row with a total can hide the type of the other values.
   */
  guessFrom(rows: SampleTable["listed"]): Promise<void>;
  /**
   * Records that a person chose the character set. Until a person chooses one, the character set is only a suggestion
   * and the question stays open.
   */
  confirmEncoding(): void;
  /**
   * Records that a person chose the header row. Until a person chooses one, the skipped lines above the header row
   * are an open question.
   */
  confirmHeadings(): void;
  /** False while the character set is only a suggestion. */
  readonly isEncodingConfirmed: boolean;
  readonly areHeadingsConfirmed: boolean;
  /** The record type that a person chose. */
  readonly chosenRecord: RecordTypeName | undefined;
  guessAs(record: RecordTypeName): Promise<void>;
  /** Drafts a mapping from the guess and a person's choices about reading and rows. */
  draft(account: Account, said: YamlMap): Promise<string>;
}

const unusualDelimiter: ReadonlySet<string> = new Set(["unusual_dialect", "blank_beside_delimiter"]);

export async function readAndGuess(
  source: NamedFile,
  project: () => Promise<Project>,
): Promise<SampleReading> {
  const lexicon = await loadLexicon((await project()).root);
  let options: ReadOptions = readOptionsSchema.parse({});
  let table = await readSampleTable(source, options);
  const layout = await fixedLayoutOf(source, table);
  if (layout !== undefined) {
    options = readOptionsSchema.parse(layout);
    table = await readSampleTable(source, options);
  }
  let chosen: RecordTypeName | undefined;
  let likelyEncoding = table.detected.encodingCertainty === "suggested" ? table.detected.encoding : undefined;
  let likelyHeader =
    table.detected.headerRows.length === 1 ? String(table.detected.headerRows[0]) : undefined;
  // An unusual delimiter causes issues until the mapping confirms it. In that case, the sample must be read again
  // even if the delimiter is the detected one.
  const isUsual = table.issues.every(({ code }) => !unusualDelimiter.has(code));
  const likelyDelimiter = isUsual ? table.detected.delimiter : undefined;
  let listed = table.rows;
  let guess = guessOf();
  let fits = fittingMappings(await project(), table.headings, guess);

  function guessOf(): Guess {
    return guessMapping(sampleOf(source.name, table, listed), { record: chosen, lexicon });
  }

  async function guessAgain(): Promise<void> {
    guess = guessOf();
    await fitAgain();
  }

  async function fitAgain(): Promise<void> {
    fits = fittingMappings(await project(), table.headings, guess);
  }

  return {
    get table() {
      return table;
    },
    get guess() {
      return guess;
    },
    get fits() {
      return fits;
    },
    fitAgain,
    async readAs(text, isLoaded = false) {
      const { document } = readYaml(text, source.name);
      if (document === undefined) return;
      const required = isLoaded ? requiredHeadings(yamlMapOf(document.value)) : options.required;
      const stated = { ...yamlMapOf(yamlMapOf(document.value)?.["read"]) };
      if (stated["encoding"] === likelyEncoding) delete stated["encoding"];
      if (stated["header"] === likelyHeader) delete stated["header"];
      if (stated["delimiter"] === likelyDelimiter) delete stated["delimiter"];
      const wanted = readOptionsSchema.safeParse(stated);
      if (!wanted.success) return;
      const reading = { ...wanted.data, ...(required !== undefined && { required }) };
      if (JSON.stringify(reading) === JSON.stringify(options)) return;
      table = await readSampleTable(source, reading);
      options = reading;
      listed = table.rows;
      await guessAgain();
    },
    async guessFrom(rows) {
      if (rows.length === listed.length && rows.every((row, i) => row === listed[i])) return;
      listed = rows;
      await guessAgain();
    },
    get isEncodingConfirmed() {
      return likelyEncoding === undefined;
    },
    get areHeadingsConfirmed() {
      return likelyHeader === undefined;
    },
    confirmEncoding() {
      likelyEncoding = undefined;
    },
    confirmHeadings() {
      likelyHeader = undefined;
    },
    get chosenRecord() {
      return chosen;
    },
    async guessAs(record) {
      chosen = record;
      await guessAgain();
    },
    async draft({ taxMode }, { read = {}, ...rules }) {
      const lines = new Map(table.rows.map((row) => [row.cells, row.line]));
      // If it is unclear what the file lists, the draft asks for the record type, even if the headings suggest one.
      const isUnknown = guess.verdict !== "draft" && chosen === undefined;
      const made = draftMapping(isUnknown ? { ...guess, record: undefined } : guess, {
        name: source.name,
        schema: relative(join((await project()).root, "mappings", "partner"), schemaFile)
          .split(sep)
          .join("/"),
        detected: table.detected,
        layout: table.detected.format === "fixed-width" ? layout : undefined,
        taxMode,
        lineOf: (row) => lines.get(row),
      });
      const edits = [
        ...Object.entries(yamlMapOf(read) ?? {}).map(([key, value]): YamlEdit => ({
          path: ["read", key],
          value,
        })),
        ...["only", "skip"].map((key): YamlEdit => ({ path: [key], value: rules[key] })),
        ...(isUnknown ? [] : nearlyChosen(guess)).map((name): YamlEdit => ({
          path: ["fields", name],
          value: openAnswer,
        })),
      ];
      return withEdits(made, edits) ?? made;
    },
  };
}

/** Returns the fields about which the draft asks because nearly all values of a column fit. */
function nearlyChosen({ fields }: Guess): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.decision === "abstained" && field.isNearlyChosen === true ? [name] : [],
  );
}

/** Returns the headings that a mapping reads, except positions and headings that may be missing from a file. */
function requiredHeadings(mapping: YamlMap = {}): readonly string[] {
  const optional = mapping["optional"];
  const mayLack = optionalColumns(Array.isArray(optional) ? optional.map(String) : []);
  const headings = [...fieldsByHeading(mapping).keys()];
  return headings.filter((heading) => columnPosition(heading) === undefined && !mayLack(heading));
}
