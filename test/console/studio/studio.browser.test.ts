import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../support/build.js";
import { browserPath, inPage, sharedBrowser, violations } from "../../support/browser.js";
import { openPage, picture } from "./browser.js";
import { convertWith } from "./convert.js";
import { studioIn } from "./page.js";
import { card, labelled, mappingText, outcome, personAt, writeMapping } from "./person.js";

/**
 * The studio as a person uses it: a file is dropped, and by visible labels alone it becomes a mapping that
 * runs.
 */

if (browserPath === undefined) {
  console.warn("No chromium found: the tests of the studio in a browser are skipped.");
}

describe.skipIf(browserPath === undefined)("the studio in a browser", () => {
  const browser = sharedBrowser();

  test("turns a dropped file of staff into a mapping that converts", async () => {
    const studio = await studioIn();
    const { page, complaints, external } = await openPage(browser(), studio.url);
    const person = personAt(page);
    const file = join(projectRoot, "samples", "nordlicht", "mitarbeiter.csv");
    await person.drop(file);
    // Rows are evaluated immediately, with the fields that could be guessed.
    await outcome(page)
      .filter({
        hasText: "7 rows: 0 OK, 0 rejected, 3 questions open. 7 rows need an answer",
      })
      .waitFor();
    await picture(page, "staff-open");
    // The column shows who is barred, and no value shows what a blank means.
    await person.answer("Active", "empty cell", "active");
    await person.choose("ID", "Comes from", "Several columns joined");
    await person.choose("ID", "Column 1", "Mandant");
    await person.choose("ID", "Add column", "Personalnr.");
    await person.write("ID", "Separator", "-");
    await person.write(undefined, "Time zone for times without a time zone", "Europe/Berlin");
    await outcome(page).filter({ hasText: "7 rows: 7 OK, 0 rejected" }).waitFor();
    await picture(page, "staff");
    expect(await violations(page)).toEqual([]);
    await person.write(undefined, "Partner", "nordlicht");
    await person.press("Save draft");
    await page.getByText("Saved as mappings/nordlicht/staff.draft.yaml. Feeds do not use drafts.").waitFor();
    expect(person.actions).toBeLessThanOrEqual(40);

    const path = "mappings/nordlicht/staff.draft.yaml";
    const text = await readFile(join(studio.folder, path), "utf8");
    expect(text).toContain('external_id: { join: [ Mandant, Personalnr. ], separator: "-" }');
    expect(text).toContain("#? 95%: given name and family name are in separate columns");
    expect(text).not.toContain("petra.vogel@nordlicht.test");
    expect(text).toContain("sample.one@example.com");
    const list = await convertWith(studio.folder, file, path, []);
    expect(list).toContain("10-00018,2026-01-14T15:40:00.000Z,Jörg Müller,joerg.mueller@nordlicht.test,true");
    expect(list).toContain("10-00021,2025-11-28T07:05:00.000Z,Änne Groß,aenne.gross@nordlicht.test,false");
    expect(complaints).toEqual([]);
    expect(external).toEqual([]);
  });

  test("lets a person answer open values of charge codes in a workbook, with the same text and form", async () => {
    const studio = await studioIn();
    const { page, complaints } = await openPage(browser(), studio.url, { colorScheme: "dark" });
    const person = personAt(page);
    const file = join(projectRoot, "samples", "harbourline", "charge-codes.xlsx");
    await person.drop(file);
    await person.answer("Charge type", "MSC", "other");
    await person.write(undefined, "Time zone for times without a time zone", "Europe/London");
    await outcome(page).filter({ hasText: "9 rows: 6 OK, 2 rejected" }).waitFor();
    await person.choose("Description", "Comes from", "First non-empty of several columns");
    await person.choose("Description", "Add column", "Local Description");
    await outcome(page).filter({ hasText: "9 rows: 8 OK, 0 rejected" }).waitFor();
    await person.press("YAML");
    const text = page.getByLabel("Mapping text");
    // The editor suggests keywords where they fit, they are inserted by keyboard, and errors are shown at
    // their line.
    await text.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("dup");
    await page.getByRole("option", { name: "duplicates" }).waitFor();
    await page
      .getByText("Which row to use if several rows with different contents have the same ID")
      .waitFor();
    // The editor ignores keys for a moment, so that Enter does not accept an unseen suggestion.
    await page.waitForTimeout(150);
    await page.keyboard.press("Enter");
    await page.keyboard.type("maybe");
    const wrong = page.locator(".cm-line.wrong");
    await wrong.filter({ hasText: "maybe" }).waitFor();
    expect(await wrong.count()).toBe(1);
    expect(await wrong.getAttribute("data-problem")).toContain("prefer active");
    await picture(page, "text");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type("\nonly: [{ column: Loc");
    await page.getByRole("option", { name: "Local Description" }).click();
    await page.getByText("charge_type", { exact: true }).hover();
    await page.getByRole("tooltip").or(page.locator(".cm-tooltip-hover")).first().waitFor();
    expect(await mappingText(page)).toMatch(/\{ column: Local Description$/);
    const plain = (await mappingText(page)).replace(/^duplicates: [^]*/m, "");
    await writeMapping(page, plain);
    expect(await mappingText(page)).toMatch(/MSC: other/);
    // Changes in the text are shown in the form.
    const changed = (await mappingText(page)).replace("MSC: other", "MSC: origin");
    await writeMapping(page, changed);
    await person.press("Form");
    const answer = labelled(card(page, "Charge type"), "MSC");
    await expect.poll(() => answer.inputValue()).toBe("origin");
    await person.answer("Charge type", "MSC", "other");
    await expect.poll(() => answer.inputValue()).toBe("other");
    await outcome(page).filter({ hasText: "9 rows:" }).waitFor();
    await picture(page, "charge-codes-dark");
    expect(await violations(page)).toEqual([]);
    await person.write(undefined, "Partner", "Harbour Line");
    await person.press("Save draft");
    const path = "mappings/harbour-line/charge-code.draft.yaml";
    await page.getByText(`Saved as ${path}. Feeds do not use drafts.`).waitFor();
    expect(person.actions).toBeLessThanOrEqual(40);
    const list = await convertWith(studio.folder, file, path, ["--with", "tax-code=none"]);
    expect(list).toMatch(/,OFRT,Ocean freight,freight,/);
    expect(list).toMatch(/,other,/);
    expect(complaints).toEqual([]);
  });

  test("downloads the list from the top, and keeps the menu and the details of a row in place", async () => {
    const studio = await studioIn();
    const file = join(studio.folder, "staff.csv");
    const cells = Array.from({ length: 20 }, (_, i) => `cell${i}`);
    const rows = [
      "E1,Ada Lind,ada@example.com,Active",
      "E2,,bo@example.com,Active",
      "E3,Cy Moe,cy@example.com,Zzyzx",
    ];
    await writeFile(
      file,
      [`external_id,name,email_address,is_active,updated_at,${cells.map((_, i) => `note_${i}`).join()}`]
        .concat(rows.map((row) => `${row},2026-01-05T00:00:00Z,${cells.join()}`))
        .join("\n"),
    );
    const { page } = await openPage(browser(), studio.url, { viewport: { width: 1366, height: 768 } });
    const person = personAt(page);
    await person.drop(file);
    const top = page.locator("header.sub");
    await top.getByText("1 question open").waitFor();
    const button = top.getByRole("button", { name: "Download list" });
    expect(await button.isDisabled()).toBe(true);
    const reason = await button.getAttribute("aria-describedby");
    expect(await page.locator(`#${reason}`).textContent()).toBe("1 question open");
    expect(await page.evaluate(`getComputedStyle(document.querySelector(".values .meter")).padding`)).toBe(
      "0px",
    );

    const end = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await page.locator("label.inline select").selectOption("Rejected");
    await page.getByRole("button", { name: "Details of row 3" }).click();
    await page.locator(".use").getByText("The required field “name” is blank.").waitFor();
    expect(await end(".use")).toBeLessThanOrEqual(await end(".pane:first-child > .card:first-child"));
    const left = async () => Math.round((await page.locator("td.state").first().boundingBox())?.x ?? 0);
    const before = await left();
    await page.evaluate(`document.querySelector(".grid").scrollTo({ left: 500 })`);
    expect(await left()).toBe(before);
    await page.evaluate("window.scrollTo(0, 500)");
    const heading = await page.getByRole("heading", { name: "Sample" }).boundingBox();
    expect(heading?.y).toBeGreaterThan(await end("header.sub"));
    // On a phone held sideways, the header would cover half of the screen, so it scrolls away.
    await page.setViewportSize({ width: 844, height: 390 });
    await page.evaluate("window.scrollTo(0, 500)");
    expect(await end("header.sub")).toBeLessThan(0);

    await person.answer("Active", "Zzyzx", "inactive");
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 768 });
      await page.evaluate("window.scrollTo(0, 0)");
      expect((await top.boundingBox())?.height).toBeLessThan(210);
      await top.getByText("Download list").click();
      const choice = top.getByRole("link", { name: "CSV" });
      await picture(page, `download-${width}`, false);
      expect(await end(".sub .menu > div")).toBeLessThan(768);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      const [download] = await Promise.all([page.waitForEvent("download"), choice.click()]);
      expect(download.suggestedFilename()).toBe("staff.converted.csv");
      await choice.waitFor({ state: "hidden" });
    }
  });

  test("shows a wrong format of tax codes as an issue that leads to its cell", async () => {
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url, { viewport: { width: 700, height: 900 } });
    const person = personAt(page);
    const file = join(projectRoot, "samples", "transalpes", "codes-tva.csv");
    await person.drop(file);
    await outcome(page).filter({ hasText: "0 rejected" }).waitFor();
    await person.choose("Rate", "Decimal separator", "period: 19.5");
    await person.press("Show Taux");
    await page.locator(".goal .aim").first().waitFor();
    // The row's number stays in sight when the table scrolls to the cell.
    const hidden = `{
      const number = document.querySelector(".goal th");
      number.closest(".grid").getBoundingClientRect().left - number.getBoundingClientRect().left;
    }`;
    expect(await inPage<number>(page, hidden)).toBeLessThanOrEqual(0);
    await picture(page, "tax-codes-narrow");
    expect(await violations(page)).toEqual([]);
    await person.choose("Rate", "Decimal separator", "comma: 19,5");
    await outcome(page).filter({ hasText: "0 rejected" }).waitFor();
    await person.write(undefined, "Partner", "transalpes");
    await person.press("Save draft");
    const path = "mappings/transalpes/tax-code.draft.yaml";
    await page.getByText(`Saved as ${path}. Feeds do not use drafts.`).waitFor();
    expect(person.actions).toBeLessThanOrEqual(40);
    const list = await convertWith(studio.folder, file, path, []);
    expect(list).toMatch(/,N20,TVA normale,true,20/);
  });
});
