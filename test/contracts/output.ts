import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { csv } from "../../src/formats/output/csv.js";
import { json } from "../../src/formats/output/json.js";
import { ndjson } from "../../src/formats/output/ndjson.js";
import { listOfRecords, recordBytes } from "../../src/feeds/lists/list.js";
import type { ListToWrite } from "../../src/connectors/outputs/normalized-file.js";
import { staff } from "../../src/model/record-types/index.js";
import type { AnyRecord } from "../../src/model/record-type.js";
import { encodedText } from "../support/encoded-text.js";

/** What every output keeps: whole files, made from the current publication alone, each change once, no half names left. */

export interface OutputUnderTest {
  /** Brings the place up to date; how many files were written. */
  deliver(current: ListToWrite): Promise<number>;
  /** Everything in the place, by name. */
  contents(): Promise<ReadonlyMap<string, Buffer>>;
  close(): Promise<void>;
}

/** The formats that the output under test is set up with. */
export const contractFormats = ["csv", "json", "ndjson"] as const;

export function outputContract(name: string, open: () => Promise<OutputUnderTest>): void {
  describe(`${name}: the contract of every output`, () => {
    let output: OutputUnderTest;
    beforeEach(async () => {
      output = await open();
    });
    afterEach(() => output.close());

    it("writes each format whole", async () => {
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

    it("delivers an empty list as what it is", async () => {
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

/** A publication as outputs see it. */
async function publication(records: readonly AnyRecord[]): Promise<ListToWrite> {
  return { columns: [...staff.columns], records: () => recordBytes(listOfRecords(records)) };
}

/** Contents by the end of the name, which is the format. */
function texts(contents: ReadonlyMap<string, Buffer>): Record<string, string> {
  return Object.fromEntries(
    [...contents].map(([name, bytes]) => [name.slice(name.lastIndexOf(".") + 1), bytes.toString()]),
  );
}

async function expected(records: readonly AnyRecord[]): Promise<Record<string, string>> {
  const [csvText = "", jsonText = "", ndjsonText = ""] = await encoded(records);
  return { csv: csvText, json: jsonText, ndjson: ndjsonText };
}
