import { open as openFile, writeFile, readFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { book } from "../../formats/workbooks.js";
import { projectRoot } from "../../support/build.js";
import { world } from "../../support/world.js";
import { browserPath, sharedBrowser, violations } from "../../support/browser.js";
import { openPage, picture } from "./browser.js";
import { studioIn } from "./page.js";
import { card, labelled, mappingText, outcome, personAt, select } from "./person.js";

/**
 * Tests everyday work in the studio beyond the main path: inboxes, published lists, large and bad files, and
 * other windows.
 */

describe.skipIf(browserPath === undefined)("the studio's work in a browser", () => {
  const browser = sharedBrowser();

  async function fileWith(name: string, content: string | Uint8Array): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "lading-sample-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  const staff = "Id,Name,Mail,Status\nE1,Ada Lind,ada@example.com,Active\nE2,Bo Berg,bo@example.com,Left\n";

  test("promotes a sample of an inbox with a name and a reason", async () => {
    const acme = await world(`lading: 1
accounts: { acme: { country: DE, zone: Europe/Berlin } }
sources: { inbox: { folder: inbox } }
feeds:
  acme/staff:
    source: inbox
    files: "staff*.csv"
    mapping: mappings/acme/staff.yaml
    settle: final_name
    first: publish
`);
    const mapping = `lading: 1
record: staff
fields: { external_id: Id, name: Name, email_address: Mail, is_active: { constant: true } }
`;
    await acme.write("mappings/acme/staff.yaml", mapping);
    await acme.reload();
    await acme.drop("staff-1.csv", staff);
    await acme.pass();
    expect(await acme.number()).toBe(1);
    await acme.drop("staff-2.csv", `${staff}E3,Cy Dahl,cy@example.com,Active\n`);

    const studio = await studioIn(acme.folder);
    const { page, complaints } = await openPage(browser(), studio.url);
    const person = personAt(page);
    await picture(page, "start");
    expect(await violations(page)).toEqual([]);
    await person.press("Open staff-2.csv");
    await outcome(page).filter({ hasText: "3 rows: 3 OK" }).waitFor();
    await person.write(undefined, "Partner", "acme");
    await person.press("Save draft");
    await page.getByText("Saved as mappings/acme/staff.draft.yaml.").waitFor();
    await person.write(undefined, "Your name", "Ada Lind");
    await person.write(undefined, "Reason", "status is in the export");
    await person.press("Promote draft");
    await page.getByText("Promoted to mappings/acme/staff.yaml.").waitFor();
    await page.getByText("The next run uses the mapping for acme/staff.").waitFor();
    expect(await readFile(join(studio.folder, "mappings/acme/staff.yaml"), "utf8")).toContain("Left: false");
    const log = await readFile(join(studio.folder, "mappings/acme/promotions.ndjson"), "utf8");
    expect(JSON.parse(log)).toMatchObject({ by: "Ada Lind", reason: "status is in the export" });
    await page.getByText("2 versions", { exact: true }).click();
    await page.getByText("Ada Lind: “status is in the export”").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Restore the first version" }).click();
    await page.getByText("The first version is open. Check the result. Then save and promote it.").waitFor();
    await picture(page, "versions");
    expect(complaints).toEqual([]);
  });

  test("keeps details on their row, the focus on the next control, and newer changes over late responses", async () => {
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    const person = personAt(page);
    const bad = "E3,,cy@example.com,Active\nE4,Dy Dahl,dy@example.com,\nE5,Ed Ek,ed@example.com,Left\n";
    await person.drop(await fileWith("staff.csv", `${staff}${bad}`));
    await outcome(page).filter({ hasText: "5 rows: 3 OK, 1 rejected, 1 question open" }).waitFor();
    const details = page.getByRole("region", { name: /^Row \d+$/ });
    await person.press("Details of row 4");
    await details.getByRole("heading", { name: "Row 4: rejected" }).waitFor();
    await select(page.getByRole("combobox", { name: /^Show/ }), "OK");
    await page.getByRole("button", { name: "Details of row 6" }).waitFor();
    await page.getByRole("button", { name: "Details of row 4" }).waitFor({ state: "detached" });
    expect(await details.getByRole("heading").first().innerText()).toBe("Row 4: rejected");
    await select(page.getByRole("combobox", { name: /^Show/ }), "All rows");
    await person.press("Details of row 5");
    await details.getByRole("heading", { name: "Row 5: question" }).waitFor();
    await person.press("Empty means inactive");
    await details.getByRole("heading", { name: "Row 5: OK" }).waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).not.toBe("BODY");
    await page.getByText("4 of 5 rows", { exact: true }).waitFor();

    // The response to an older request arrives after the person's next change.
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const asked = page.waitForRequest(/\/session\/[^/]+$/);
    await page.route(
      /\/session\/[^/]+$/,
      async (route) => {
        const response = await route.fetch();
        await released;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await page.route(
      /\/latest$/,
      (route) => route.fulfill({ json: { revision: 999, changedOutside: false } }),
      { times: 1 },
    );
    await asked;
    let commands = 0;
    page.on("request", (request) => (commands += request.url().endsWith("/command") ? 1 : 0));
    await person.choose("Active", "Comes from", "Always the same value");
    await page.evaluate("new Promise((done) => setTimeout(done))");
    // The change waits until the response has arrived.
    expect(commands).toBe(0);
    release();
    const value = card(page, "Active").getByRole("combobox", { name: "Value Active" });
    await value.waitFor();
    expect(await value.inputValue()).toBe("");
    await page.getByText("1 question open", { exact: true }).waitFor();
    await person.choose("Active", "Value", "inactive");
    await page.getByText("No open questions.").waitFor();
    expect(await value.inputValue()).toBe("false");
  });

  test("draws only the visible ones of 3,000 rows, and maps a column from its heading", async () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => `E${i},Person ${i},p${i}@example.com,Active`);
    const file = await fileWith("staff.csv", `Id,Name,Mail,Status\n${lines.join("\n")}\n`);
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    await personAt(page).drop(file);
    const grid = page.getByRole("region", { name: "Table; scroll with the arrow keys" });
    await grid.getByText("Person 0", { exact: true }).waitFor();
    await grid.focus();
    await page.keyboard.press("End");
    await grid.getByText("Person 2999", { exact: true }).waitFor();
    expect(await grid.getByRole("row").count()).toBeLessThan(150);
    // The heading is chosen by keyboard, and then the field in the popup.
    await page.getByRole("button", { name: "Use Mail for" }).focus();
    await page.keyboard.press("Enter");
    const use = page.getByRole("region", { name: "Use Mail for" });
    expect(await use.getByRole("button", { name: "Email address" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
    await use.getByRole("button", { name: "Name", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await use.waitFor({ state: "detached" });
    expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Use Mail for");
    await expect.poll(() => labelled(card(page, "Name"), "Comes from").inputValue()).toBe("Mail");
    await outcome(page).filter({ hasText: "3,000 rows: 3,000 OK" }).waitFor();
  });

  test("reads and guesses again after another of 40 sheets is chosen", async () => {
    const sheet = (n: number): readonly (readonly string[])[] => [
      ["Code", "Description", "Active"],
      [`T${n}`, `VAT ${n} %`, "Y"],
    ];
    const sheets = Array.from({ length: 40 }, (_, i) => [`Sheet ${i + 1}`, sheet(i + 1)] as const);
    const file = await fileWith("codes.xlsx", book(Object.fromEntries(sheets)));
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    await personAt(page).drop(file);
    await page.getByRole("cell", { name: "T1", exact: true }).waitFor();
    await select(page.getByLabel("Sheet", { exact: true }), "Sheet 37");
    await page.getByRole("cell", { name: "T37", exact: true }).waitFor();
  });

  test("lets a person choose the record type of invoices in XML without asking for a header row", async () => {
    const line = (id: number, net: string) =>
      `<Line id="${id}"><Job>S${id}</Job><Charge>THC</Charge><Amount net="${net}" vat="0.00" gross="${net}"/></Line>`;
    const invoice = (pk: number, lines: readonly string[], net: string) =>
      `<Invoice pk="${pk}" state="POSTED"><Supplier code="V7"/><Number>INV-${pk}</Number><Date>2026-11-03</Date>
<Total cur="EUR" net="${net}" vat="0.00" gross="${net}"/><Lines>${lines.join("")}</Lines></Invoice>`;
    const rows = [
      invoice(1, [line(1, "1.00"), line(2, "2.00")], "3.00"),
      invoice(2, [line(3, "4.00")], "4.00"),
    ];
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    const person = personAt(page);
    await person.drop(await fileWith("export.xml", `<Export>${rows.join("")}</Export>`));
    await person.set("Record type", "Payables invoices");
    await page.getByRole("group", { name: "Invoice number", exact: true }).waitFor();
    expect(await page.getByLabel("Header row", { exact: true }).count()).toBe(0);
    await picture(page, "invoices");
  });

  test("lets a person choose the rows of a message with one record and no repeated elements", async () => {
    const vendor = `<Vendor><Code>V1</Code><VendorName>Acme Lines</VendorName><Country>DE</Country>
<IsActive>true</IsActive><IsCreditor>true</IsCreditor><IsDebtor>false</IsDebtor></Vendor>`;
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    const person = personAt(page);
    await person.drop(await fileWith("vendor.xml", `<Message><Body>${vendor}</Body></Message>`));
    await page.getByText("the rows may be elements such as Message.Body.Vendor").first().waitFor();
    await person.write(undefined, "Row element", "Message.Body.Vendor");
    await page.getByRole("cell", { name: "Acme Lines", exact: true }).waitFor();
    await person.press("YAML");
    await expect.poll(() => mappingText(page)).toContain("records: Message.Body.Vendor");
  });

  test("shows how much of a large file was sent, and that it is being read", async () => {
    const large = await fileWith("large.csv", `Id,Name\n${`1,${"Ada Lind ".repeat(100)}\n`.repeat(3_000)}`);
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    // Each text is recorded, because a check may come too late.
    await page.evaluate(`{
      window.shown = [];
      new MutationObserver(() => shown.push(document.querySelector(".drop")?.innerText ?? "")).observe(
        document.body,
        { childList: true, subtree: true, characterData: true },
      );
    }`);
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2_000_000 };
    await network.send("Network.emulateNetworkConditions", slow);
    await personAt(page).drop(large);
    await page.getByRole("progressbar").waitFor();
    await picture(page, "sending");
    await page.getByRole("heading", { name: "large.csv" }).waitFor();
    const shown = (await page.evaluate<string[]>("shown")).join("\n");
    expect(shown).toMatch(/Sending large\.csv …\s+[1-9]\d* KB of 2\.6 MB[^]*Reading large\.csv …/);
  });

  test("explains files that are too large, empty or not a table", async () => {
    const large = await fileWith("large.csv", "");
    const handle = await openFile(large, "r+");
    await handle.truncate(500 * 1024 * 1024);
    await handle.close();
    const photo = await fileWith("photo.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 1]));
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    const person = personAt(page);
    await person.drop(large);
    await page.getByRole("alert").filter({ hasText: "large.csv is larger than 256 MB" }).waitFor();
    await person.drop(await fileWith("empty.csv", ""));
    await page.getByRole("alert").filter({ hasText: "empty.csv is empty" }).waitFor();
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const name of ["job-1.xml", "job-2.xml"]) dataTransfer.items.add(new File(["<Job/>"], name));
      document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
    }`);
    await page
      .getByRole("alert")
      .filter({ hasText: "You dropped 2 files. Drop one file at a time." })
      .waitFor();
    await person.drop(photo);
    const refusal = page.getByRole("alert").filter({ hasText: "photo.png: The file is a PNG picture." });
    await refusal.waitFor();
    await picture(page, "binary");
    expect(await page.getByRole("heading", { name: "Mapping", exact: true }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Open photo.png" }).count()).toBe(0);
    await person.press("Remove");
    await expect.poll(() => refusal.count()).toBe(0);
    await person.drop(await fileWith("first.csv", "Id,Name\n1,Ada Lind\n"));
    await page.getByText("first.csv").first().waitFor();
    await person.press("Another file");
    // The next sample starts at its top.
    await page.setViewportSize({ width: 1366, height: 200 });
    const scrolled = () => page.evaluate<number>("scrollY");
    await page.evaluate("scrollTo(0, 10_000)");
    expect(await scrolled()).toBeGreaterThan(0);
    await person.drop(await fileWith("headings.csv", "Id,Name,Mail,Status\n"));
    await page.getByText("The file has no rows.").first().waitFor();
    await expect.poll(scrolled).toBe(0);
  });

  test("keeps changes while the connection is lost and applies them when the studio answers again", async () => {
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    const person = personAt(page);
    await person.drop(await fileWith("staff.csv", staff));
    await outcome(page).filter({ hasText: "2 rows: 2 OK" }).waitFor();
    await page.context().setOffline(true);
    await person.answer("Active", "Left", "active");
    const alert = page.getByText("Lading is not responding.");
    await alert.waitFor();
    // The person is at the end of the page, and the message must be visible there.
    await page.getByLabel("Reason").scrollIntoViewIfNeeded();
    const box = await alert.boundingBox();
    expect(box).not.toBeNull();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(1000);
    await page.context().setOffline(false);
    await alert.waitFor({ state: "hidden" });
    await expect.poll(() => labelled(card(page, "Active"), "Left").inputValue()).toBe("true");
    await person.press("YAML");
    expect(await mappingText(page)).toContain("Left: true");
  });

  test("includes a change in the draft that is being sent when the draft is saved", async () => {
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    const person = personAt(page);
    await person.drop(await fileWith("staff.csv", staff));
    await outcome(page).filter({ hasText: "2 rows: 2 OK" }).waitFor();
    await person.write(undefined, "Partner", "slow");
    await person.choose("ID", "Comes from", "Several columns joined");
    await person.choose("ID", "Add column", "Status");
    await person.write("ID", "Separator", "-");
    await person.choose("Active", "Comes from", "Always the same value");
    // The list of values appears after the response to all earlier changes.
    await labelled(card(page, "Active"), "Value").and(page.getByRole("combobox")).waitFor();
    const { sent, release } = await holdNextCommand(page);
    await person.choose("Active", "Value", "inactive");
    await sent;
    await person.press("Save draft");
    release();
    await page.getByText("Saved as mappings/slow/staff.draft.yaml.").waitFor();
    const written = await readFile(join(studio.folder, "mappings/slow/staff.draft.yaml"), "utf8");
    expect(written).toContain('external_id: { join: [ Id, Status ], separator: "-" }');
    expect(written).toMatch(/is_active:\n? *\{? *constant: "?false/);
  });

  const keepsUndo = async (when: "before" | "after") => {
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    const person = personAt(page);
    await person.drop(await fileWith("staff.csv", staff));
    await outcome(page).filter({ hasText: "2 rows: 2 OK" }).waitFor();
    await person.press("YAML");
    await page.getByLabel("Mapping text").focus();
    await page.keyboard.press("Control+End");
    const { sent, release } = await holdNextCommand(page);
    await page.keyboard.type("o");
    await sent;
    await page.keyboard.press("Escape");
    const undone = page.waitForRequest("**/command");
    await page.keyboard.press("Backspace");
    if (when === "before") {
      release();
      await undone;
    }
    // Leaving the text field sends the text immediately.
    await person.press("Form");
    release();
    await undone;
    await page.getByText("No open questions.").waitFor();
  };
  const arrives = "keeps an undo if the response to the typed text arrives";
  test(`${arrives} after the undo is sent`, () => keepsUndo("after"));
  test(`${arrives} before the undo is sent`, { tags: ["long"] }, () => keepsUndo("before"));

  test("suggests a mapping of an earlier file with its headings bound to the new names", async () => {
    const studio = await studioIn();
    await mkdir(join(studio.folder, "mappings/acme"), { recursive: true });
    const fields =
      "{ external_id: Id, name: Full Name, email_address: Mail, is_active: { column: Status, values: { Active: true, Left: false } } }";
    await writeFile(
      join(studio.folder, "mappings/acme/staff.yaml"),
      `lading: 1\nrecord: staff\n# agreed with Acme\nfields: ${fields}\n`,
    );
    const { page, complaints } = await openPage(browser(), studio.url);
    const person = personAt(page);
    await person.drop(await fileWith("staff.csv", staff));
    await page
      .getByText("mappings/acme/staff.yaml fits this file with renamed headings: Full Name → Name.")
      .waitFor();
    await picture(page, "fits");
    await person.press("Use mappings/acme/staff.yaml");
    await page.getByText("File: mappings/acme/staff.draft.yaml").waitFor();
    await outcome(page).filter({ hasText: "2 rows: 2 OK" }).waitFor();
    await person.press("Save draft");
    await page.getByText("Saved as mappings/acme/staff.draft.yaml.").waitFor();
    const written = await readFile(join(studio.folder, "mappings/acme/staff.draft.yaml"), "utf8");
    expect(written).toContain("# agreed with Acme");
    expect(written).toContain("name: Name");
    expect(complaints).toEqual([]);
  });

  test("shows the newest version in two windows and another program, and overwrites nothing silently", async () => {
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url);
    const person = personAt(page);
    await person.drop(await fileWith("staff.csv", staff));
    await outcome(page).filter({ hasText: "2 rows:" }).waitFor();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await outcome(second).filter({ hasText: "2 rows:" }).waitFor();
    // The second window is inactive, so it does not know of the change when its own is made.
    await second.evaluate("Object.defineProperty(document, 'hidden', { value: true })");
    await person.answer("Active", "Left", "active");
    await expect.poll(() => labelled(card(page, "Active"), "Left").inputValue()).toBe("true");
    await personAt(second).choose("Name", "Comes from", /^Mail/);
    await second.getByRole("alert").filter({ hasText: "changed in another window" }).waitFor();
    await expect.poll(() => labelled(card(second, "Active"), "Left").inputValue()).toBe("true");
    expect(await labelled(card(second, "Name"), "Comes from").inputValue()).toBe("Name");

    await person.write(undefined, "Partner", "acme");
    await person.press("Save draft");
    await page.getByText("Saved as mappings/acme/staff.draft.yaml.").waitFor();
    const file = join(studio.folder, "mappings/acme/staff.draft.yaml");
    await writeFile(file, `${await readFile(file, "utf8")}# by hand\n`);
    await page.getByText("Another program changed").waitFor();
    await person.press("Load the file");
    await person.press("YAML");
    await expect.poll(() => mappingText(page)).toContain("# by hand");
  });

  test("saves a draft from a file with the keyboard alone at 200% zoom", async () => {
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url, { viewport: { width: 700, height: 500 } });
    const file = join(projectRoot, "samples", "harbourline", "charge-codes.xlsx");
    // Requested before the tabs, because the browser must know that we want the file dialog when the key goes
    // down.
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).waitFor();
    await tabTo(page, "Choose a file");
    await page.keyboard.press("Space");
    await (await chooser).setFiles(file);
    await outcome(page).filter({ hasText: "9 rows:" }).waitFor();
    await tabTo(page, "Skip to the mapping");
    await page.keyboard.press("Enter");
    // The button focuses the next open question.
    await tabTo(page, "Next question");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Comes from Last change");
    await tabTo(page, "Time zone for times without a time zone");
    await page.keyboard.type("Europe/London");
    await page.getByText("No open questions.").waitFor();
    await tabTo(page, "MSC");
    await page.keyboard.type("origin");
    await expect.poll(() => labelled(card(page, "Charge type"), "MSC").inputValue()).toBe("origin");
    await tabTo(page, "Partner");
    await page.keyboard.type("harbourline");
    await page.keyboard.press("Enter");
    await page.getByText("charge-code.draft.yaml. Feeds do not use drafts.").waitFor();
    await picture(page, "zoomed");
    const overflow = await page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

/** Holds the next command to the server until `release` is called. `sent` resolves when the page sends the command. */
async function holdNextCommand(page: Page) {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const answer = async (route: Route): Promise<void> => {
    await released;
    await route.continue();
  };
  await page.route("**/command", answer, { times: 1 });
  return { sent: page.waitForRequest("**/command"), release };
}

/** The name of the focused element, as it is read aloud. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const at = document.activeElement;
    const by = at.getAttribute("aria-labelledby");
    const named = by === null ? null : by.split(" ").map((id) => document.getElementById(id)?.textContent).join(" ");
    const label = at.labels?.[0] ? [...at.labels[0].childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join(" ") : null;
    return (named ?? at.getAttribute("aria-label") ?? label ?? at.textContent).trim();
  })()`);
}

/** Presses Tab until the named control has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 250; presses++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).startsWith(name)) return;
  }
  throw new Error(`Tab never came to ${name}.`);
}
