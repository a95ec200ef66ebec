import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../support/build.js";
import { launch, openPage, picture } from "./browser.js";
import { convertWith } from "./convert.js";
import { browserPath, studioIn } from "./page.js";
import { outcome, personAt, type Person } from "./person.js";

/**
 * Files of other people's systems, which lie beside the project and are not part of it: with the mouse, by what stands on
 * the screen, a mapping of each record type is saved in at most 40 actions, and `lading convert` runs it.
 */

const corpus = join(projectRoot, "..", "shared", "corpus");

interface Case {
  readonly type: string;
  readonly file: string;
  /** What convert is told beside the mapping. */
  readonly more: readonly string[];
  answer(person: Person, page: Page): Promise<void>;
  readonly outcome: string;
  /** A record of the list. */
  readonly record: RegExp;
}

const cases: readonly Case[] = [
  {
    type: "staff",
    file: "staff/colirx+jieax-quick-data-backend__员工信息表.csv",
    more: [],
    answer: async () => undefined,
    outcome: "10,000 rows read: 10,000 accepted",
    record: /^1,[^,]+,李帅,yanna@example\.net,false\r?$/m,
  },
  {
    type: "staff",
    file: "staff/BellaVega56+IAM-Portfolio__employees.csv",
    more: [],
    answer: (person) => person.choose("In use", "Comes from", "Always the same value"),
    outcome: "50 rows read: 50 accepted",
    record: /^E001,[^,]+,Sarah Chen,sarah\.chen@acmelabs\.test,true\r?$/m,
  },
  {
    type: "charge-code",
    file: "charge_code/hmcts+ccfr-fees-register-admin-web__feeimport.csv",
    more: ["--tax-mode", "non_tax"],
    answer: async (person) => {
      await person.set("Account", "without tax");
      await person.choose("Charge type", "Comes from", "Always the same value");
      await person.choose("Charge type", "Value", "other");
    },
    outcome: "2 rows read: 2 accepted",
    record: /^X0033,[^,]+,X0033,xxxRecovery of Land - High Court,other,,true\r?$/m,
  },
  {
    type: "tax-code",
    file: "tax_code/litecart+i18n__tax_rates.csv",
    more: [],
    answer: async (person) => {
      for (const field of ["Id", "Code"]) {
        await person.choose(field, "Comes from", "Several columns together");
        await person.choose(field, "Column 1", "tax_class");
        await person.choose(field, "One more column", "country_code");
        await person.write(field, "Between the parts", "|");
      }
      await person.choose("In use", "Comes from", "Always the same value");
    },
    outcome: "0 rejected",
    record: /^STANDARD\|AT,[^,]+,STANDARD\|AT,Austria,true,20/m,
  },
];

describe.skipIf(browserPath === undefined || !existsSync(corpus))("samples of other people", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
  });

  test.each(cases)("$type: $file", async (sample) => {
    const studio = await studioIn();
    const { page, complaints } = await openPage(browser, studio.url);
    const person = personAt(page);
    const file = join(corpus, sample.file);
    await person.drop(file);
    await outcome(page).waitFor();
    await sample.answer(person, page);
    await outcome(page).filter({ hasText: sample.outcome }).filter({ hasNotText: "As far as" }).waitFor();
    await person.write(undefined, "Partner", "other");
    await person.press("Save the draft");
    const path = `mappings/other/${sample.type}.draft.yaml`;
    await page.getByText(`Saved in ${path}. No feed uses a draft.`).waitFor();
    await picture(page, `unknown-${sample.type}`);
    expect(person.actions).toBeLessThanOrEqual(40);
    const list = await convertWith(studio.folder, file, path, sample.more);
    expect(list).toMatch(sample.record);
    expect(complaints).toEqual([]);
  });
});
