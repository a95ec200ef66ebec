import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { workdir } from "../../support/workdir.js";
import { browserPath, inPage, sharedBrowser, violations } from "../../support/browser.js";
import { serveFolder } from "../../http/serving.js";
import { openPage, picture } from "./browser.js";
import { studioIn } from "./page.js";
import { card, labelled, outcome, personAt, select } from "./person.js";

/** Onboarding from an unknown export to a served feed, with the mouse alone, on a laptop. */

describe.skipIf(browserPath === undefined)("onboarding in a browser", () => {
  const browser = sharedBrowser();

  const staff = `Staff list of Acme,,,
Printed on 1 November 2026,,,
,,,
Staff No,Name,Mail,Active
017,"Whitfield, Grace",grace@acme.example,Y
018,"Roe, Bob",bob@acme.example,Y
019,"Lind, Ada",ada@acme.example,
020,"Berg, Bo",bo@acme.example,N
021,"Dahl, Cy",cy@acme.example,Y
--- end of the list ---,,,
`;

  test("reads a list with titles, blank cells and an end line in a folder without a workspace", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lading-sample-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "staff-2026-11.csv"), staff);
    const studio = await studioIn();
    const { page, complaints } = await openPage(browser(), studio.url, {
      viewport: { width: 1366, height: 768 },
    });
    const person = personAt(page);
    await page.getByRole("link", { name: "Feeds" }).click();
    await page.getByText("No feeds yet.").waitFor();
    expect(await page.title()).toBe("Feeds · Lading");
    await page.getByRole("link", { name: "Mappings", exact: true }).click();
    await person.drop(join(folder, "staff-2026-11.csv"));
    const opened = page.getByRole("heading", { name: "staff-2026-11.csv" });
    await opened.waitFor();
    // Back leads to the page for opening files, which leads to the open file again. So does the menu.
    await page.goBack();
    await person.press("Open staff-2026-11.csv");
    await opened.waitFor();
    await page.getByRole("link", { name: "Mappings", exact: true }).click();
    await person.press("Open staff-2026-11.csv");

    // Each remark has its fixes as buttons.
    await person.press("Swap first and last names: Grace Whitfield");
    await person.press("Empty means inactive");
    // The draft ends the list at its last line, and reports it.
    await outcome(page)
      .filter({ hasText: "5 OK, 0 rejected. 1 row skipped after the end of the list" })
      .waitFor();

    // A row is selected in the table.
    await person.press("Details of row 8");
    await page.getByRole("region", { name: "Row 8" }).waitFor();
    await person.press("Skip rows like this");
    await outcome(page).filter({ hasText: "4 OK, 0 rejected" }).waitFor();
    await picture(page, "onboarding-row");
    await person.press("Undo");
    await outcome(page).filter({ hasText: "5 OK, 0 rejected" }).waitFor();

    await person.press("Save draft");
    await page.getByRole("alert").filter({ hasText: "Enter the partner" }).waitFor();
    await person.write(undefined, "Partner", "acme");
    await person.press("Save draft");
    await page.getByText("Saved as mappings/acme/staff.draft.yaml.").waitFor();
    await person.write(undefined, "Your name", "Ada Lind");
    await person.write(undefined, "Reason", "new partner");
    await person.press("Promote draft");
    await page.getByText("No feed uses this mapping yet. Add a feed.").waitFor();

    const feed = page.getByRole("region", { name: "Add a feed" });
    expect(await feed.getByLabel("File names").inputValue()).toBe("staff-*.csv");
    // With the keyboard, "United K" passes countries with many zones before it reaches one with a single
    // zone.
    await select(feed.getByLabel("Country"), "United States");
    await select(feed.getByLabel("Country"), "United Kingdom");
    expect(await feed.getByLabel("Account name").inputValue()).toBe("acme-gb");
    expect(await feed.getByLabel("Time zone").inputValue()).toBe("Europe/London");
    await select(feed.getByLabel("Files arrive in"), "New folder");
    await feed.getByLabel("Folder", { exact: true }).fill("inbox/acme");
    await person.press("Preview");
    await feed.getByText("The feed acme-gb/staff will be added, with a new account.").waitFor();
    // The YAML is only for administrators.
    expect(await feed.getByText("acme-gb/staff:").isVisible()).toBe(false);
    await feed.getByText("For administrators", { exact: true }).click();
    await feed.getByText("acme-gb/staff:").waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, "onboarding-feed");
    await person.press("Add feed");
    await feed.getByText("Feed acme-gb/staff was added.").waitFor();
    await feed.getByText("5 OK, 0 rejected").waitFor();
    // No file was processed yet, so no list is waiting for approval.
    await expect.poll(() => feed.innerText()).not.toContain("waiting for approval");
    await feed.getByText("For administrators", { exact: true }).click();
    // As in the shipped crontab and timer.
    await feed.getByText("tonight at 02:30").waitFor();
    // No server is running, so the address is not a link.
    await feed.getByText("http://127.0.0.1:8481").waitFor();
    expect(await feed.getByRole("link", { name: "http://127.0.0.1:8481" }).count()).toBe(0);
    expect(await readFile("docs/deploy/lading-run.timer", "utf8")).toContain("OnCalendar=*-*-* 02:30:00");
    await picture(page, "onboarding-done");
    expect(complaints).toEqual([]);

    expect(await readFile(join(studio.folder, "lading.yaml"), "utf8")).toBe(`lading: 1
accounts: { acme-gb: { country: GB, zone: Europe/London } }
sources: { acme-gb-inbox: { folder: inbox/acme } }
feeds:
  acme-gb/staff: { source: acme-gb-inbox, files: staff-*.csv, mapping: mappings/acme/staff.yaml }
`);
    const dir = await workdir();
    const lading = (...words: string[]) => dir.lading(words, { cwd: relative(dir.path, studio.folder) });
    expect(await lading("check")).toMatchObject({ code: 0 });
    await person.write(undefined, "Name of the token", "The platform");
    await person.press("Create token");
    const token = await feed.locator("code", { hasText: /^lading_/ }).innerText();
    await picture(page, "onboarding-secrets");

    // The file is processed at once, and its delivery is approved where the button leads.
    await person.press("Process this file now");
    await page.getByRole("heading", { name: "Why this file is held" }).waitFor();
    // Each added record has one row.
    const added = page.getByRole("table", { name: "Changes", exact: true }).getByRole("row");
    await expect.poll(() => added.count()).toBe(6);
    await page.getByLabel("Reason").fill("looked at it");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText(/Approved by Ada Lind, .* UTC: “looked at it\.”/).waitFor();
    // The Feeds screen was open before there was a workspace. It shows the feed without a reload.
    await page.getByRole("link", { name: "Feeds" }).first().click();
    await page.getByText("Everything is good.").waitFor();
    await page.getByRole("link", { name: /staff$/ }).waitFor();

    const server = (await serveFolder(studio.folder)).server;
    const headers = { authorization: `Bearer ${token}` };
    const list = (await (await fetch(`${server.url}/staff`, { headers })).json()) as readonly {
      readonly name: string;
    }[];
    expect(list.map(({ name }) => name)).toContain("Grace Whitfield");
    expect(list).toHaveLength(5);

    // The items of the start page fit into a window of 320 pixels.
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(new URL("/mappings", studio.url).href);
    await page.getByRole("button", { name: "mappings/acme/staff.yaml" }).waitFor();
    await picture(page, "onboarding-start-phone");
    expect(await inPage(page, "document.documentElement.scrollWidth")).toBe(320);
    expect(await violations(page)).toEqual([]);
  });

  const subtotals =
    "reads a list with titles and subtotals in Windows-1252, guesses despite skipped rows, and removes answered questions";
  test(subtotals, { tags: ["long"] }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "lading-sample-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const lines = [
      "Rutamar Transitarios;;;",
      "Relación de personal, Bilbao;;;",
      ";;;",
      "Nº empleado;Apellidos, nombre;Correo electrónico;Situación",
      "A-101;Sánchez Peña, Íñigo;inigo@rutamar.example;Alta",
      "A-102;Muñoz Gil, Begoña;begona@rutamar.example;Alta",
      "A-103;Díaz Ibáñez, Raúl;raul@rutamar.example;Baja",
      "Subtotal Bilbao;3;;",
      "B-201;Ortúzar, Aitor;aitor@rutamar.example;Alta",
      "B-202;Güell Mas, Núria;nuria@rutamar.example;Excedencia",
      "Subtotal Vigo;2;;",
      "Total empleados: 5;;;",
    ];
    await writeFile(join(folder, "personal.csv"), Buffer.from(`${lines.join("\r\n")}\r\n`, "latin1"));
    const studio = await studioIn();
    const { page, complaints } = await openPage(browser(), studio.url, {
      viewport: { width: 1366, height: 768 },
    });
    const person = personAt(page);
    await person.drop(join(folder, "personal.csv"));
    const mapping = page.getByRole("region", { name: "Mapping", exact: true });
    await mapping.getByText("2 questions open: Name, Active.").waitFor();

    await page.getByRole("button", { name: "Skip rows like “Subtotal” (skips 2 rows)" }).first().click();
    await person.press("Swap first and last names: Íñigo Sánchez Peña");
    await mapping.getByText("1 question open: Active.").waitFor();
    await expect
      .poll(() => card(page, "Active").getByRole("rowheader", { name: "empty cell" }).count())
      .toBe(0);
    await person.answer("Active", "Excedencia", "inactive");
    await outcome(page).filter({ hasText: "5 OK, 0 rejected" }).waitFor();
    await mapping.getByText("No open questions.").waitFor();
    expect(await mapping.innerText()).not.toContain("% of rows have an email address");

    // An answered question is not asked again, although the draft asked it.
    await person.press("windows-1252 is correct");
    await expect.poll(() => page.locator("main").innerText()).not.toContain("The file is not UTF-8");
    await person.press("The detected header is correct");
    await expect.poll(() => page.getByRole("button", { name: "Row 2 is the header" }).count()).toBe(0);
    await expect.poll(() => page.locator(".remark.warning").count()).toBe(0);
    await picture(page, "onboarding-answered");
    expect(complaints).toEqual([]);

    // A row that the partner must fix is reported beside the answers.
    await person.choose("Email address", "Comes from", /^Situación \(/);
    await mapping
      .getByText("No open questions. 5 rows are still rejected. The reasons are under Issues.")
      .waitFor();
  });

  // Tests of drafts prove the suggestions. The tests below use a zone by country and another open file.
  const suggestions =
    "suggests a rate, tax codes for sales, a zone by country and the other open file although no heading shows them";
  test(suggestions, { tags: ["long"] }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "lading-sample-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(
      join(folder, "tax-codes.csv"),
      "Tax Code,Description,,In use\nV20,Standard rate,20.00,Y\nV05,Reduced rate,5.00,Y\nV17,Old rate,17.50,N\n",
    );
    const charges = [
      "Id,Charge Code,Charge Name,Charge Group,Sale,Purchase,Status,Last changed",
      "1,AFR,Air freight,Freight,V20,V20,Live,2026-03-04 09:30",
      "2,THC,Terminal handling,Origin,V20,V05,Live,2026-04-01 08:00",
      "3,DEL,Delivery,Destination,V05,V05,Closed,2026-07-31 17:45",
    ];
    await writeFile(join(folder, "charges.csv"), `${charges.join("\n")}\n`);
    const studio = await studioIn();
    const { page, complaints } = await openPage(browser(), studio.url, {
      viewport: { width: 1366, height: 768 },
      timezoneId: "Europe/Berlin",
    });
    const person = personAt(page);
    await person.drop(join(folder, "tax-codes.csv"));
    await person.set("Record type", "Tax codes");
    await person.press("Use #3");
    await card(page, "Rate").getByText("17.5", { exact: true }).waitFor();
    // Its button is gone. Focus stays in the card, and follows a card that an answer moves.
    const cardInUse = "document.activeElement.closest('fieldset')?.id";
    expect(await inPage(page, cardInUse)).toBe("field-rate");
    await page.getByText("Not mapped: ").click();
    await labelled(card(page, "Valid from"), "Comes from").focus();
    await page.keyboard.press("ArrowDown");
    await card(page, "Valid from").getByText("Date format").waitFor();
    expect(await inPage(page, cardInUse)).toBe("field-valid_from");

    // Opened a second time, it is suggested once.
    await person.press("Another file");
    await person.drop(join(folder, "tax-codes.csv"));
    await person.set("Record type", "Tax codes");
    await card(page, "Rate").waitFor();
    await person.press("Another file");
    await person.drop(join(folder, "charges.csv"));
    const sale = card(page, "Tax code").getByRole("listitem").filter({ hasText: "Use Sale" });
    await sale
      .getByText("for sales; use this column if its values differ from the column for purchases")
      .waitFor();
    expect(await page.getByRole("button", { name: "Use tax-codes.csv" }).count()).toBe(1);
    await person.press("Use Sale");
    const change = card(page, "Last change");
    await change.getByRole("button", { name: "Use Europe/Berlin, as on this computer" }).waitFor();
    await picture(page, "onboarding-zone");
    expect(await violations(page)).toEqual([]);
    await select(change.getByLabel("Find the time zone by country"), "Spain");
    await person.press("Use Europe/Madrid");
    await outcome(page).filter({ hasText: "3 OK, 0 rejected" }).waitFor();
    await change.getByText("2026-03-04T08:30:00.000Z").waitFor();

    await person.write(undefined, "Partner", "acme");
    await person.press("Save draft");
    await person.write(undefined, "Your name", "Ada Lind");
    await person.write(undefined, "Reason", "new partner");
    await person.press("Promote draft");
    const feed = page.getByRole("region", { name: "Add a feed" });
    await feed.waitFor();
    const labels = ["Country", "Account name", "Time zone"];
    const preset = labels.map((label) => feed.getByLabel(label, { exact: true }).inputValue());
    expect(await Promise.all(preset)).toEqual(["ES", "acme-es", "Europe/Madrid"]);
    await select(feed.getByLabel("Country"), "United States");
    await select(feed.getByLabel("Time zone"), "America/Chicago");
    await select(feed.getByLabel("Tax codes"), "no tax");
    await person.press("Preview");
    await person.press("Add feed");
    await feed.getByRole("button", { name: "Open another file" }).waitFor();
    await person.press("Go to tax-codes.csv");
    await page.getByRole("heading", { name: "tax-codes.csv" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("keeps every state within the page's width on a phone, with enough contrast in light and dark mode", async () => {
    const acme = await workdir({
      "lading.yaml":
        'lading: 1\naccounts: { acme-de: { country: DE, company: "10" } }\nsources: { in: { folder: in } }\nfeeds: {}\n',
      "staff.csv":
        "Id,Name,Mail,Active,Changed\n1,Ada Lind,a@x.example,Y,02.01.2026 03:04\n2,Bo Berg,b@x.example,N,03.01.2026 03:04\n",
    });
    const studio = await studioIn(acme.path);
    const { page } = await openPage(browser(), studio.url, {
      viewport: { width: 390, height: 844 },
    });
    const person = personAt(page);
    const fits = async () => {
      const root = page.locator("html");
      // Scrolled up, so that the bar at the top covers no control in part.
      await page.evaluate("scrollTo(0, 0)");
      expect(await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      for (const colorScheme of ["light", "dark"] as const) {
        // Without motion, the colors change at once.
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const rules = colorScheme === "light" ? "all" : "contrast";
        expect(await violations(page, rules), colorScheme).toEqual([]);
      }
    };
    await person.drop(acme.at("staff.csv"));
    // Asks whose rows the export contains if the account is one of several companies.
    await person.press("All rows");
    await expect.poll(() => page.getByText("is for one of several companies").count()).toBe(0);
    await fits();
    await person.set("Account", "New account, with tax codes");
    // The countries have long names.
    await page.getByText("The times have no time zone").first().waitFor();
    await fits();
    await person.press("Use Mail for");
    await page.getByRole("button", { name: "Use Mail for" }).hover();
    await fits();
  });

  const preselected =
    "preselects the partner's account, and gives a new account in Germany the zone Europe/Berlin";
  test(preselected, { tags: ["long"] }, async () => {
    const acme = await workdir({
      "lading.yaml":
        "lading: 1\naccounts: { acme-de: { country: DE }, other-fr: { country: FR } }\nsources: { in: { folder: in } }\nfeeds: {}\n",
      "staff.csv": "Id,Name,Mail,Active\n1,Ada Lind,a@x.example,Y\n2,Bo Berg,b@x.example,N\n",
    });
    const studio = await studioIn(acme.path);
    const { page } = await openPage(browser(), studio.url, { timezoneId: "America/Chicago" });
    const person = personAt(page);
    await person.drop(acme.at("staff.csv"));
    await outcome(page).filter({ hasText: "2 rows: 2 OK, 0 rejected" }).waitFor();
    await person.write(undefined, "Partner", "acme");
    await person.press("Save draft");
    await person.write(undefined, "Your name", "Ada Lind");
    await person.write(undefined, "Reason", "new partner");
    await person.press("Promote draft");
    const feed = page.getByRole("region", { name: "Add a feed" });
    const account = feed.getByLabel("Account", { exact: true });
    await account.waitFor();
    expect(await account.inputValue()).toBe("acme-de");
    await select(account, "New account");
    await select(feed.getByLabel("Country"), "Germany");
    expect(await feed.getByLabel("Time zone").inputValue()).toBe("Europe/Berlin");
    // A country with several zones asks. Returning to Germany answers the question again.
    await select(feed.getByLabel("Country"), "United States");
    expect(await feed.getByLabel("Time zone").inputValue()).not.toBe("Europe/Berlin");
    await select(feed.getByLabel("Country"), "Germany");
    expect(await feed.getByLabel("Time zone").inputValue()).toBe("Europe/Berlin");
  });

  test("counts the open questions once, and lets a person reject rows with an unknown word", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lading-sample-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const rows = [
      "Id,Name,Mail,Status,Changed",
      "1,Ada Lind,a@x.example,Aktiv,2026-01-02T03:04:05",
      "2,Bo Berg,b@x.example,In Prüfung,2026-01-03T03:04:05",
    ];
    await writeFile(join(folder, "staff.csv"), `${rows.join("\n")}\n`);
    const rejects =
      "lading_line,lading_reason,Id,Name,Mail,Status,lading_delivery\n2,why,2,Bo,b@x.example,X,abc\n";
    await writeFile(join(folder, "staff.csv.rejects.csv"), rejects);
    const studio = await studioIn();
    const { page } = await openPage(browser(), studio.url, { viewport: { width: 1366, height: 768 } });
    const person = personAt(page);
    await person.drop(join(folder, "staff.csv.rejects.csv"));
    await page.getByRole("alert").filter({ hasText: "staff.csv.rejects.csv is a rejects file" }).waitFor();
    await picture(page, "rejects-file");
    await person.drop(join(folder, "staff.csv"));
    await person.choose("Active", "Comes from", /^Status \(/);
    await person.choose("Last change", "Comes from", /^Changed \(/);
    const mapping = page.getByRole("region", { name: "Mapping" });
    await mapping.getByText("2 questions open: Active, Time zone.").waitFor();
    await outcome(page).filter({ hasText: "2 questions open" }).waitFor();
    const sign = card(page, "Last change").locator(".sign");
    await expect.poll(() => sign.getAttribute("aria-label")).toBe("question");
    await picture(page, "questions");
    await person.answer("Active", "In Prüfung", "reject the row");
    await mapping.getByText("1 question open: Time zone.").waitFor();
    await expect.poll(() => page.locator("details", { hasText: "Download list" }).count()).toBe(0);
    await select(
      page.getByRole("region", { name: "Issues" }).getByLabel("Find the time zone by country"),
      "Germany",
    );
    await person.press("Use Europe/Berlin");
    await outcome(page).filter({ hasText: "2 rows: 1 OK, 1 rejected" }).waitFor();
    await page.getByText("Download the rejected row with reasons").waitFor();
    await expect.poll(() => sign.getAttribute("aria-label")).toBe("done");
    await picture(page, "rejected-word");
  });

  test("checks charge codes against the tax codes in a second file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lading-sample-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const charges = [
      "Id,Code,Description,Group,Tax,Active",
      "1,AFRT,Air freight,freight,S1,Y",
      "2,DOC,Documents,other,S9,Y",
    ];
    await writeFile(join(folder, "charges.csv"), `${charges.join("\n")}\n`);
    await writeFile(join(folder, "taxes.csv"), "Code,Name,Active\nS1,VAT 19 %,Y\nS0,No VAT,Y\n");
    const studio = await studioIn();
    const { page, complaints } = await openPage(browser(), studio.url, {
      viewport: { width: 1366, height: 768 },
    });
    const person = personAt(page);
    await person.drop(join(folder, "charges.csv"));
    await select(page.getByLabel("Record type", { exact: true }), "Charge codes");
    for (const [field, column] of [
      ["ID", "Id"],
      ["Code", "Code"],
      ["Description", "Description"],
      ["Charge type", "Group"],
      ["Tax code", "Tax"],
      ["Active", "Active"],
    ] as const) {
      await person.choose(field, "Comes from", new RegExp(`^${column} \\(`));
    }
    await outcome(page).filter({ hasText: "2 OK, 0 rejected" }).waitFor();
    // A column with repeated values is probably not the ID, so its card has no check mark.
    await person.choose("ID", "Comes from", /^Active \(/);
    await outcome(page).filter({ hasText: "0 OK, 2 rejected" }).waitFor();
    await page.getByText("so “Active” is probably not the ID. Choose the column with the ID.").waitFor();
    await expect.poll(() => card(page, "ID").locator(".sign").getAttribute("aria-label")).toBe("check");
    const issues = page.getByRole("region", { name: "Issues" });
    expect(await issues.locator(".fixes button").first().innerText()).toBe("Go to “ID”");
    await person.choose("ID", "Comes from", /^Id \(/);
    await outcome(page).filter({ hasText: "2 OK, 0 rejected" }).waitFor();
    // An answered card no longer shows the explanation of the guess.
    await expect.poll(() => page.locator("main").innerText()).not.toMatch(/Check:|% sure/);
    const second = page.getByRole("region", { name: "The partner's tax codes:" });
    await second.getByText("so references are not checked").waitFor();
    // Without a list, nothing confirms a code: it could be a rate.
    const signOf = (field: string) => card(page, field).locator(".sign").getAttribute("aria-label");
    await expect
      .poll(async () => [await signOf("Tax code"), await signOf("Code")])
      .toEqual(["not checked", "done"]);
    const unchecked = page.getByText("because there is no list of tax codes.");
    await expect.poll(() => unchecked.count()).toBe(2);
    await card(page, "Tax code")
      .getByText("To check the codes, choose the file with the tax codes.")
      .waitFor();
    await page
      .getByRole("region", { name: "Outcome" })
      .getByText("Under Mapping, choose the file that contains the tax codes.")
      .waitFor();
    await expect.poll(() => outcome(page).innerText()).not.toContain("No issues");
    await second.getByLabel("Choose the file with the tax codes").setInputFiles(join(folder, "taxes.csv"));
    await second
      .getByText(/every reference is checked against 2 records of taxes.csv|produces no list yet/)
      .waitFor();
    await picture(page, "second-file");
    await outcome(page).filter({ hasText: "1 OK, 1 rejected" }).waitFor();
    await page.getByText("Not in the list: “S9”.").waitFor();
    await expect
      .poll(async () => [await signOf("Tax code"), await unchecked.count()])
      .toEqual(["rejects rows", 0]);
    await person.press("Go to taxes.csv");
    await page.getByText("References from charges.csv are checked against this list.").waitFor();
    expect(await violations(page)).toEqual([]);
    await person.press("Back to charges.csv");
    await second.getByText("2 records of taxes.csv").waitFor();
    await person.press("Do not check against taxes.csv");
    await outcome(page).filter({ hasText: "2 OK, 0 rejected" }).waitFor();
    await person.press("Use taxes.csv");
    await outcome(page).filter({ hasText: "1 OK, 1 rejected" }).waitFor();

    // An untouched option does not switch off a check.
    await person.write(undefined, "Partner", "acme");
    await person.press("Save draft");
    await person.write(undefined, "Your name", "Ada Lind");
    await person.write(undefined, "Reason", "new partner");
    await person.press("Promote draft");
    const taxes = page.getByRole("region", { name: "Add a feed" }).getByLabel("Tax codes");
    await expect.poll(() => taxes.inputValue()).toBe("tax");
    await page.getByText("Add a feed for this account's tax codes first").waitFor();
    await person.press("Do not check against taxes.csv");
    await expect.poll(() => taxes.inputValue()).toBe("");
    expect(complaints).toEqual([]);
  });
});
