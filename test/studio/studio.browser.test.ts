import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../support/build.js";
import { convertWith } from "./convert.js";
import { browserPath, studioIn } from "./page.js";

/** The studio as a person meets it: a file is dropped, and by visible labels alone a mapping comes of it that runs. */

if (browserPath === undefined) {
  console.warn("No chromium found: the tests of the studio in a browser are skipped.");
}

describe.skipIf(browserPath === undefined)("in a browser", () => {
  let browser: Browser;
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

  beforeAll(async () => {
    browser = await chromium.launch({
      ...(browserPath !== undefined && { executablePath: browserPath }),
      args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
    });
  });

  afterAll(async () => {
    await browser?.close();
  });

  async function open(url: string, options: Parameters<Browser["newPage"]>[0] = {}) {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, ...options });
    page.setDefaultTimeout(10_000);
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith("http://127.0.0.1:")) foreign.push(request.url());
    });
    await page.goto(url);
    return { page, complaints, foreign };
  }

  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    return page.evaluate<string[]>(
      "axe.run().then(({ violations }) => violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' ')))",
    );
  }

  async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env["LADING_SCREENSHOTS"];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }

  /** Counts what a person does: each is one click, one choice or one filled input, found by its label. */
  function hands(page: Page) {
    let actions = 0;
    const did = async (act: Promise<unknown>) => {
      actions += 1;
      await act;
    };
    return {
      get actions() {
        return actions;
      },
      drop: (file: string) => did(page.getByLabel("Choose a file").setInputFiles(file)),
      choose: (label: string, option: string | RegExp) =>
        did(
          (async () => {
            const select = page.getByLabel(label, { exact: true });
            await select.waitFor();
            const texts = await select.locator("option").allTextContents();
            const wanted = texts.find((text) =>
              typeof option === "string" ? text === option : option.test(text),
            );
            expect(wanted, `${label} offers ${texts.join(" | ")}`).toBeDefined();
            await select.selectOption({ label: wanted ?? "" });
          })(),
        ),
      write: (label: string, text: string) => did(page.getByLabel(label, { exact: true }).fill(text)),
      press: (name: string) => did(page.getByRole("button", { name, exact: true }).click()),
    };
  }

  const outcome = (page: Page) => page.getByRole("status").filter({ hasText: "read:" });

  test("staff: from a dropped file to a mapping that converts", async () => {
    const studio = await studioIn();
    const { page, complaints, foreign } = await open(studio.url);
    const person = hands(page);
    const file = join(projectRoot, "samples", "nordlicht", "mitarbeiter.csv");
    await person.drop(file);
    await person.choose("Where external_id comes from", "Several columns together");
    await person.choose("Column 1 of external_id", "Mandant");
    await person.choose("Add a column to external_id", "Personalnr.");
    await person.write("Between the parts of external_id", "-");
    await person.write("Time zone of times without an offset", "Europe/Berlin");
    await outcome(page).filter({ hasText: "7 rows read: 7 accepted, 0 rejected" }).waitFor();
    await picture(page, "staff");
    expect(await violations(page)).toEqual([]);
    await person.write("Partner", "nordlicht");
    await person.press("Save the draft");
    await page.getByText("Saved in mappings/nordlicht/staff.draft.yaml. No feed uses a draft.").waitFor();
    expect(person.actions).toBeLessThanOrEqual(40);

    const path = "mappings/nordlicht/staff.draft.yaml";
    const text = await readFile(join(studio.folder, path), "utf8");
    expect(text).toContain('external_id: { join: [ Mandant, Personalnr. ], separator: "-" }');
    expect(text).toContain("# 92 %: given and family name stand in columns of their own");
    expect(text).not.toContain("petra.vogel@nordlicht.test");
    expect(text).toContain("sample.one@example.com");
    const list = await convertWith(studio.folder, file, path, []);
    expect(list).toContain("10-00018,2026-01-14T15:40:00.000Z,Jörg Müller,joerg.mueller@nordlicht.test,true");
    expect(list).toContain("10-00021,2025-11-28T07:05:00.000Z,Änne Groß,aenne.gross@nordlicht.test,false");
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test("charge codes of a workbook: open values are answered, the text and the form are one thing", async () => {
    const studio = await studioIn();
    const { page, complaints } = await open(studio.url, { colorScheme: "dark" });
    const person = hands(page);
    const file = join(projectRoot, "samples", "harbourline", "charge-codes.xlsx");
    await person.drop(file);
    await person.choose("MSC means, for charge_type", "other");
    await person.write("Time zone of times without an offset", "Europe/London");
    await outcome(page).filter({ hasText: "9 rows read: 6 accepted, 2 rejected" }).waitFor();
    await person.choose("Where description comes from", "The first filled of several columns");
    await person.choose("Add a column to description", "Local Description");
    await outcome(page).filter({ hasText: "9 rows read: 8 accepted, 0 rejected" }).waitFor();
    await person.press("Text (YAML)");
    const text = page.getByLabel("Text of the mapping");
    expect(await text.inputValue()).toMatch(/MSC: other/);
    // What is written in the text shows in the form.
    const changed = (await text.inputValue()).replace("MSC: other", "MSC: origin");
    await person.write("Text of the mapping", changed);
    await person.press("Form");
    const answer = page.getByLabel("MSC means, for charge_type", { exact: true });
    await expect.poll(() => answer.inputValue()).toBe("origin");
    await person.choose("MSC means, for charge_type", "other");
    await expect.poll(() => answer.inputValue()).toBe("other");
    await outcome(page).filter({ hasText: "rows read:" }).waitFor();
    await picture(page, "charge-codes-dark");
    expect(await violations(page)).toEqual([]);
    await person.write("Partner", "Harbour Line");
    await person.press("Save the draft");
    const path = "mappings/harbour-line/charge-code.draft.yaml";
    await page.getByText(`Saved in ${path}. No feed uses a draft.`).waitFor();
    expect(person.actions).toBeLessThanOrEqual(40);
    const list = await convertWith(studio.folder, file, path, ["--with", "tax-code=none"]);
    expect(list).toMatch(/,OFRT,Ocean freight,freight,/);
    expect(list).toMatch(/,other,/);
    expect(complaints).toEqual([]);
  });

  test("tax codes: a wrong form is an issue, which leads to its cell", async () => {
    const studio = await studioIn();
    const { page } = await open(studio.url, { viewport: { width: 700, height: 900 } });
    const person = hands(page);
    const file = join(projectRoot, "samples", "transalpes", "codes-tva.csv");
    await person.drop(file);
    await outcome(page).filter({ hasText: "0 rejected" }).waitFor();
    await person.choose("Decimal sign of rate", "point: 19.5");
    await person.press("Show Taux");
    await page.locator(".goal .aim").first().waitFor();
    await picture(page, "tax-codes-narrow");
    expect(await violations(page)).toEqual([]);
    await person.choose("Decimal sign of rate", "comma: 19,5");
    await outcome(page).filter({ hasText: "0 rejected" }).waitFor();
    await person.write("Partner", "transalpes");
    await person.press("Save the draft");
    const path = "mappings/transalpes/tax-code.draft.yaml";
    await page.getByText(`Saved in ${path}. No feed uses a draft.`).waitFor();
    expect(person.actions).toBeLessThanOrEqual(40);
    const list = await convertWith(studio.folder, file, path, []);
    expect(list).toMatch(/,N20,TVA normale,true,20/);
  });
});
