import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { csv } from "../../src/formats/output/csv.js";
import { json } from "../../src/formats/output/json.js";
import { ndjson } from "../../src/formats/output/ndjson.js";
import { listOfRecords, recordBytes } from "../../src/feeds/lists/list.js";
import type { ListToWrite } from "../../src/connectors/outputs/normalized-file.js";
import { staff } from "../../src/model/record-types/index.js";
import type { AnyRecord } from "../../src/model/record-type.js";
import { encodedText } from "../support/encoded-text.js";

/**
 * Requirements for every output: complete files of the current publication, one write per change, and no
 * temporary names left.
 */

export interface OutputUnderTest {
  /** Updates the place. Returns the number of written files. */
  deliver(current: ListToWrite): Promise<number>;
  /** All files of the place, by name. */
  contents(): Promise<ReadonlyMap<string, Buffer>>;
  close(): Promise<void>;
}

/** The formats of the output under test. */
export const contractFormats = ["csv", "json", "ndjson"] as const;

export function outputContract(name: string, open: () => Promise<OutputUnderTest>): void {
  describe(`${name} under the contract of every output`, () => {
    let output: OutputUnderTest;
    beforeEach(async () => {
      output = await open();
    });
    afterEach(() => output.close());

    it("writes each format completely", async () => {
      const current = await publication([person("1", "Petra")]);
      expect(await output.deliver(current)).toBe(contractFormats.length);
      expect(texts(await output.contents())).toEqual(await expected([person("1", "Petra")]));
    });

    it("writes nothing when nothing changed", async () => {
      const current = await publication([person("1", "Petra")]);
      await output.deliver(current);
      expect(await output.deliver(current)).toBe(0);
    });

    it("replaces the older files, and leaves no other names behind", async () => {
      await output.deliver(await publication([person("1", "Petra")]));
      const records = [person("1", "Petra"), person("2", "Jan")];
      expect(await output.deliver(await publication(records))).toBe(contractFormats.length);
      expect(texts(await output.contents())).toEqual(await expected(records));
    });

    it("delivers an empty list as an empty list", async () => {
      await output.deliver(await publication([]));
      expect(texts(await output.contents())).toEqual(await expected([]));
    });
  });
}

function person(external_id: string, name: string): AnyRecord {
  return {
    external_id,
    updated_at: "2026-03-01T08:15:00.000Z",
    name,
    email_address: "a@example.com",
    is_active: true,
  };
}

async function encoded(records: readonly AnyRecord[]): Promise<string[]> {
  return Promise.all(
    [csv, json, ndjson].map((encoder) => encodedText(encoder, staff, staff.columns, records)),
  );
}

/** A publication as outputs receive it. */
async function publication(records: readonly AnyRecord[]): Promise<ListToWrite> {
  return { columns: [...staff.columns], records: () => recordBytes(listOfRecords(records)) };
}

/** Contents by file extension, which is the format. */
function texts(contents: ReadonlyMap<string, Buffer>): Record<string, string> {
  return Object.fromEntries(
    [...contents].map(([name, bytes]) => [name.slice(name.lastIndexOf(".") + 1), bytes.toString()]),
  );
}

async function expected(records: readonly AnyRecord[]): Promise<Record<string, string>> {
  const [csvText = "", jsonText = "", ndjsonText = ""] = await encoded(records);
  return { csv: csvText, json: jsonText, ndjson: ndjsonText };
}
