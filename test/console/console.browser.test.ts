import { readFile } from "node:fs/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserPath, sharedBrowser, violations } from "../support/browser.js";
import { world } from "../support/world.js";
import { openPage, picture } from "./studio/browser.js";
import { studioIn } from "./studio/page.js";

/** The console in a real browser, with a held delivery to decide. */

const hostile = "<img src=x onerror=alert(1)>";

function staff(...rows: readonly (readonly [id: string, name: string, state?: string])[]): string {
  const lines = rows.map(
    ([id, name, state = "true"]) => `${id},,${name},${id.toLowerCase()}@example.com,${state}`,
  );
  return `external_id,updated_at,name,email_address,is_active\n${lines.join("\n")}\n`;
}

const thirty = Array.from(
  { length: 30 },
  (_, at) => [`E${at}`, at === 3 ? hostile : `Person ${at}`] as const,
);

/** A feed with a list, and a second file that is held because most of its rows are missing. */
async function heldWorld() {
  const acme = await world();
  await acme.drop("staff-1.csv", staff(...thirty));
  await acme.pass();
  await acme.drop(
    "staff-2.csv",
    staff(["E0", "Person Zero"], ...thirty.slice(1, 9), ["E20", "Person 20", "perhaps"]),
  );
  const [outcome] = await acme.pass();
  expect(outcome?.status).toBe("HELD");
  return acme;
}

async function fits(page: Page): Promise<void> {
  // A control that is partly hidden by the header of the page or of a table would count as too small.
  await page.evaluate("scrollTo(0, 0); document.querySelector('.tw.tall')?.scrollTo(0, 0)");
  expect(await violations(page)).toEqual([]);
  const width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate<number>(width)).toBe(0);
}

/** Drops a file on the page, as from a folder. */
async function dropOn(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    `(([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      return data;
    })(${JSON.stringify([name, text])})`,
  );
  await page.dispatchEvent(".drop", "drop", { dataTransfer: data });
}

describe.skipIf(browserPath === undefined)("the console in a browser", () => {
  const browser = sharedBrowser();

  test("lets a person find a held file, read the reason, approve it, roll the list back and resume the feed", async () => {
    const acme = await heldWorld();
    const studio = await studioIn(acme.folder);
    const { page, complaints, external } = await openPage(browser(), studio.url);
    await page.getByRole("link", { name: "Feeds" }).click();
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention.getByText("staff-2.csv", { exact: true }).waitFor();
    await attention.getByText("Version 1 is still served.").waitFor();
    await attention.getByText("For administrators", { exact: true }).click();
    await attention
      .getByText(/^lading release acme\/staff --delivery [0-9a-f]{12} --reason TEXT$/m)
      .waitFor();
    await page
      .getByRole("img", { name: /Rows in the last 2 deliveries: 10 to 30; the last one is held/ })
      .waitFor();
    await picture(page, "console-feeds");
    await fits(page);

    await attention.getByRole("link", { name: "Review acme/staff" }).click();
    await page.getByRole("region", { name: "Summary" }).getByText("records after approval").waitFor();
    await page
      .getByRole("region", { name: "Why this file is held" })
      .getByText(/10 rows/)
      .waitFor();
    const rejected = page.locator("#rejected");
    await rejected.getByText("perhaps", { exact: true }).waitFor();
    expect(await rejected.locator(".cell-bad").allInnerTexts()).toEqual(["perhaps"]);
    await page
      .getByRole("region", { name: "First rows of the file" })
      .last()
      .getByText("Person Zero")
      .waitFor();
    await picture(page, "console-delivery");
    await fits(page);

    // The original is an attachment, byte for byte.
    await page.locator("summary").filter({ hasText: "Download" }).click();
    const [original] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /Original file/ }).click(),
    ]);
    expect(await readFile(await original.path(), "utf8")).toContain("E20,,Person 20,e20@example.com,perhaps");

    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Enter a reason.").waitFor();
    expect(await page.evaluate<string>("document.activeElement.tagName")).toBe("TEXTAREA");
    await page.getByLabel("Reason").fill("The office closed");
    await page.getByRole("button", { name: "Approve" }).click();
    const dialog = page.getByRole("dialog", { name: "Approve staff-2.csv?" });
    await dialog.getByText("Reason: “The office closed”").waitFor();
    await fits(page);
    await dialog.getByRole("button", { name: "Approve" }).click();
    await page
      .getByRole("status")
      .getByText(/version 2/)
      .waitFor();
    await page.getByRole("heading", { name: "staff-2.csv" }).and(page.locator(":focus")).waitFor();
    await page.getByText("Published", { exact: true }).waitFor();
    await page
      .getByRole("region", { name: "Why this file was held" })
      .getByText(/10 rows/)
      .first()
      .waitFor();
    await page.getByRole("region", { name: "Steps" }).getByText("Published (version 2)").waitFor();
    await page.getByText("Before we use it, please confirm").waitFor({ state: "hidden" });
    await fits(page);
    expect((await acme.log()).length).toBeGreaterThan(0);

    await page.getByRole("link", { name: "Show the list" }).last().click();
    const list = page.getByRole("region", { name: "Current list" });
    await list.getByText(hostile).waitFor();
    await fits(page);
    const download = page.locator("summary").filter({ hasText: "Download" });
    await download.click();
    await page.getByText(/has 10 rows\. The list has 30 records\./).waitFor();
    // The label stays on one line, even beside a long file name.
    const long = "a long name of a file ".repeat(6);
    const name = `[...document.querySelectorAll(".menu > div > a")].at(-1).querySelector(".muted")`;
    await page.evaluate(`${name}.textContent = ${JSON.stringify(long)}`);
    const lines = `(() => {
      const label = [...document.querySelectorAll(".menu > div > a")].at(-1).firstChild;
      const range = document.createRange();
      range.selectNode(label);
      return [label.data, range.getClientRects().length];
    })()`;
    expect(await page.evaluate<unknown>(lines)).toEqual(["Original file", 1]);
    await picture(page, "console-download", false);
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Search all fields" }).fill("zero");
    await page.getByText("1–1 of 1").waitFor();
    await list.getByRole("button", { name: "E0" }).click();
    await page.getByRole("dialog", { name: "History of E0, Person Zero" }).waitFor();
    await page.getByRole("dialog").locator("ins").getByText("Person Zero").first().waitFor();
    // The cells of the last version reach the end of the table, so none of them has a border below it.
    const borders = `[...document.querySelectorAll("dialog tbody > tr")].findLast((row) => row.querySelector("th"))`;
    const widths = `[...${borders}.querySelectorAll("[rowspan]")].map((cell) => getComputedStyle(cell).borderBottomWidth)`;
    expect(await page.evaluate<string[]>(widths)).toEqual(["0px", "0px", "0px"]);
    await picture(page, "console-history", false);
    await fits(page);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

    await page.getByRole("tab", { name: /Deliveries/ }).click();
    await page.getByText(/“The office closed”/).waitFor();
    await picture(page, "console-deliveries");
    await fits(page);

    await page.getByRole("tab", { name: /Versions/ }).click();
    await page.getByRole("button", { name: "Changes 2" }).click();
    await page
      .getByRole("table", { name: "What version 2 changed" })
      .getByText("Person Zero")
      .first()
      .waitFor();
    await picture(page, "console-versions");
    await fits(page);
    await page.getByRole("button", { name: "Roll back to 1" }).click();
    const rollBack = page.getByRole("dialog", { name: "Roll back acme/staff" });
    await rollBack.getByText("The records of version 1 will be published as version 3").waitFor();
    await rollBack.getByLabel("Reason").fill("Wrong file");
    await rollBack.getByRole("button", { name: "Roll back" }).click();
    await page
      .getByRole("status")
      .getByText(/Version 3 has the content of version 1/)
      .waitFor();
    await page.getByText("Paused", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Resume" }).click();
    const resume = page.getByRole("dialog", { name: "Resume acme/staff" });
    await resume.getByLabel("Reason").fill("Right again");
    await resume.getByRole("button", { name: "Resume" }).click();
    await page
      .getByRole("status")
      .getByText(/The feed is resumed\. .*next run/)
      .waitFor();

    await page.getByRole("link", { name: "Runs" }).click();
    await page.getByTitle("Your decisions are recorded under this name.").waitFor();
    const runs = page.getByRole("region", { name: "All runs" }).last();
    await runs.getByText("Partial", { exact: true }).click();
    await runs.getByRole("link", { name: "acme/staff", exact: true }).first().waitFor();
    expect(await runs.getByRole("link", { name: "staff-2.csv" }).getAttribute("href")).toMatch(
      /^\/feeds\/acme\/staff\/deliveries\/[0-9a-f]{12}$/,
    );
    await picture(page, "console-runs");
    await fits(page);
    await page.getByRole("button", { name: "Decisions" }).click();
    const decisions = page.getByRole("region", { name: "Decisions, table" });
    await decisions.getByText("Right again").waitFor();
    expect(await decisions.locator("tbody td:nth-child(2)").allInnerTexts()).toEqual([
      "Resumed",
      "Rolled back to version 1\nversion 3",
      "Approved",
    ]);
    await picture(page, "console-decisions");
    await fits(page);
    await page.getByRole("link", { name: "Invoices" }).click();
    await page.getByText("No account sends invoices to an FFS.").waitFor();
    await fits(page);
    expect(complaints).toEqual([]);
    expect(external).toEqual([]);
  });

  test("lets a person drop a corrected file on its feed, deliver it with a reason and see the result", async () => {
    const acme = await heldWorld();
    const studio = await studioIn(acme.folder);
    const { page, complaints } = await openPage(browser(), studio.url);
    await page.getByRole("link", { name: "Feeds" }).click();
    await page.getByRole("link", { name: "acme/staff", exact: true }).click();
    await page.getByRole("link", { name: "Deliver file" }).click();
    await page.getByText("The name must match staff*.csv").waitFor();
    await picture(page, "console-deliver");
    await fits(page);
    const deliver = page.getByRole("button", { name: "Deliver file" });
    await deliver.click();
    await page.getByRole("alert").getByText("Choose a file first.").waitFor();
    await dropOn(page, "empty.csv", "");
    await deliver.click();
    await page.getByRole("alert").getByText("The file is empty: empty.csv.").waitFor();
    // The name is checked before the file is sent.
    await dropOn(page, "people.csv", staff(...thirty));
    const refusal = page
      .getByRole("alert")
      .getByText("This feed accepts files named staff*.csv. If the file is the right export, rename it.");
    await refusal.waitFor();
    await deliver.click();
    await refusal.waitFor();
    await fits(page);
    await dropOn(page, "staff-3.csv", staff(["E0", hostile], ...thirty.slice(1)));
    await page.getByText(/^staff-3\.csv, /).waitFor();
    await deliver.click();
    await page.getByRole("alert").getByText("Enter a reason.").waitFor();
    await page.getByLabel("Reason").fill("Corrected by hand");
    await deliver.click();
    await page.getByRole("status").getByText("staff-3.csv was published as version 2").waitFor();
    expect(await page.getByLabel("Reason").inputValue()).toBe("");
    await fits(page);
    await page.getByRole("link", { name: "Show the delivery" }).click();
    await page.getByText(/Delivered .* by .*: “Corrected by hand\.”/).waitFor();
    await page.getByText("Version 2 was published from this file.").waitFor();
    await page.getByRole("region", { name: "Summary" }).waitFor();
    await picture(page, "console-delivered");
    await fits(page);
    expect(complaints).toEqual([]);
  });

  const forgetting = async (name: string, options: BrowserContextOptions) => {
    const acme = await heldWorld();
    const studio = await studioIn(acme.folder);
    const { page, complaints } = await openPage(browser(), studio.url, options);
    await page.getByRole("link", { name: "Feeds" }).click();
    await page.getByRole("link", { name: "acme/staff", exact: true }).click();
    const list = page.getByRole("region", { name: "Current list" });
    await list.getByRole("button", { name: "E3", exact: true }).click();
    await page
      .getByRole("dialog", { name: "History of E3" })
      .getByRole("button", { name: "Forget person" })
      .click();
    const dialog = page.getByRole("dialog", { name: "Forget E3" });
    // The name is shown as text.
    await dialog.getByText(`E3: ${hostile}`).waitFor();
    await dialog.getByText("The list will be published again without this record.").waitFor();
    await dialog
      .getByText(/1 stored file will be deleted, in every feed that received it: staff-1\.csv/)
      .waitFor();
    await dialog
      .getByText(/1 stored file contains the record but cannot be deleted yet.*staff-2\.csv/)
      .waitFor();
    await dialog.getByText("This cannot be undone.").waitFor();
    await dialog.getByRole("button", { name: "Forget" }).click();
    await dialog.getByText("Enter a reason.").waitFor();
    const hint = await dialog.locator("#reason-hint").boundingBox();
    const error = await dialog.locator("#reason-error").boundingBox();
    expect((error?.y ?? 0) - (hint?.y ?? 0) - (hint?.height ?? 0), "gap above the error").toBeGreaterThan(2);
    await picture(page, `console-forget-${name}`, false);
    await fits(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await list.getByText(hostile).waitFor();

    // Somebody who may no longer be in the list is found by ID.
    await page.getByRole("button", { name: "Forget person" }).click();
    const byId = page.getByRole("dialog", { name: "Forget a person in acme/staff" });
    const forget = byId.getByRole("button", { name: "Forget", exact: true });
    expect(await forget.isDisabled()).toBe(true);
    await byId.getByLabel("ID", { exact: true }).fill("E99");
    await byId.getByRole("button", { name: "Search" }).click();
    await byId.getByText("Lading found no data about “E99” in this feed.").waitFor();
    // An earlier removal may have to be repeated.
    expect(await forget.isDisabled()).toBe(false);
    await byId.getByLabel("ID", { exact: true }).fill(" E3 ");
    await page.keyboard.press("Enter");
    await byId.getByText(`E3: ${hostile}`).waitFor();
    // The preview belongs to the ID that was searched for.
    await byId.getByLabel("ID", { exact: true }).fill("E4");
    expect(await forget.isDisabled()).toBe(true);
    await byId.getByLabel("ID", { exact: true }).fill("E3");
    await byId.getByLabel("Reason").fill("Request 17");
    await picture(page, `console-forget-by-id-${name}`, false);
    await fits(page);
    // While the request is being processed, Escape does not close the dialog.
    let send = (): void => undefined;
    const escaped = new Promise<void>((resolve) => (send = resolve));
    await page.route("**/forget", async (route) => {
      await escaped;
      await route.continue();
    });
    await forget.click();
    await byId.getByRole("button", { name: "Working" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await byId.isVisible()).toBe(true);
    send();
    const status = page.getByRole("status");
    await status.getByText(/^Version 2 is published without the record; /).waitFor();
    await status.getByText(/contains the record and has not been fully processed/).waitFor();
    await list.getByText(hostile).waitFor({ state: "detached" });
    await picture(page, `console-forgotten-${name}`);
    await fits(page);
    await page.getByRole("tab", { name: /Versions/ }).click();
    await page.getByText("Person forgotten").waitFor();
    await page.getByText("“Request 17”").waitFor();
    await picture(page, `console-forgotten-versions-${name}`);
    await fits(page);
    expect(complaints).toEqual([]);
  };
  test("lets an operator forget a person after a preview, on a phone in dark mode", () =>
    forgetting("phone-dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true }));
  test("lets an operator forget a person after a preview, in a wide window", { tags: ["long"] }, () =>
    forgetting("wide", { viewport: { width: 1440, height: 900 }, colorScheme: "light" }),
  );

  test("fits every screen and rejects a file on a phone in dark mode", async () => {
    const acme = await heldWorld();
    const studio = await studioIn(acme.folder);
    const { page, complaints } = await openPage(browser(), studio.url, {
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
      hasTouch: true,
    });
    await page.getByRole("link", { name: "Feeds" }).click();
    await page.getByRole("link", { name: "Review acme/staff" }).click();
    await page.getByRole("region", { name: "Summary" }).waitFor();
    await picture(page, "console-delivery-phone");
    await fits(page);
    await page.getByLabel("Reason").fill("Cut off on its way");
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await page
      .getByRole("status")
      .getByText(/rejected/)
      .waitFor();
    await page.getByText("Rejected", { exact: true }).first().waitFor();
    await page.getByRole("heading", { name: "What this file would have changed" }).waitFor();
    await fits(page);
    await page.getByRole("button", { name: "Process again" }).click();
    const again = page.getByRole("dialog", { name: "Process staff-2.csv again?" });
    await again.getByLabel("Reason").fill("Rejected by mistake");
    await fits(page);
    await again.getByRole("button", { name: "Process again" }).click();
    await page.getByRole("region", { name: "Why this file is held" }).waitFor();
    await page.getByRole("region", { name: "Steps" }).getByText("Rejected by mistake").waitFor();
    await fits(page);
    await page.getByRole("link", { name: "Feeds", exact: true }).first().click();
    await page.getByRole("heading", { name: "All feeds" }).waitFor();
    await fits(page);
    await page.getByRole("searchbox", { name: "Filter by account or feed" }).fill("nobody");
    await page.getByText("No feed matches “nobody”.").waitFor();
    expect(new URL(page.url()).search).toBe("?search=nobody");
    await fits(page);
    expect(complaints).toEqual([]);
  });
});
