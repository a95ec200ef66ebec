import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/**
 * A person at the page with a mouse. Everything is found by a visible label, and each click, choice or filled
 * input counts as one action.
 */
export interface Person {
  readonly actions: number;
  drop(file: string): Promise<void>;
  /** Selects an option in a control of a field's card, such as "Comes from". */
  choose(field: string, label: string, option: string | RegExp): Promise<void>;
  /** Selects the meaning of a value in the file. */
  answer(field: string, value: string, meaning: string): Promise<void>;
  /** Selects an option in a control of the page's head, such as "Account". */
  set(label: string, option: string): Promise<void>;
  write(field: string | undefined, label: string, text: string): Promise<void>;
  press(name: string | RegExp): Promise<void>;
}

export function personAt(page: Page): Person {
  let actions = 0;
  const did = async (act: Promise<unknown>): Promise<void> => {
    actions += 1;
    await act;
  };

  return {
    get actions() {
      return actions;
    },
    drop: (file) => did(page.getByLabel("Choose a file").setInputFiles(file)),
    choose: (field, label, option) =>
      did(select(labelled(card(page, field), label).and(page.getByRole("combobox")), option)),
    answer: (field, value, meaning) =>
      did(
        select(
          card(page, field)
            .getByRole("row")
            .filter({ has: page.getByRole("rowheader", { name: value, exact: true }) })
            .getByRole("combobox"),
          meaning,
        ),
      ),
    set: (label, option) => did(select(page.getByLabel(label, { exact: true }), option)),
    write: (field, label, text) =>
      did(
        (field === undefined
          ? page.getByLabel(label, { exact: true })
          : labelled(card(page, field), label)
        ).fill(text),
      ),
    press: (name) => did(page.getByRole("button", { name, exact: true }).click()),
  };
}

/** The card of a field, by its title. */
export function card(page: Page, field: string): Locator {
  return page.getByRole("group", { name: field, exact: true });
}

export function labelled(within: Locator, label: string): Locator {
  const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return within.getByLabel(new RegExp(`^${escaped}`));
}

export async function select(control: Locator, option: string | RegExp): Promise<void> {
  await control.waitFor();
  const fits = (text: string): boolean => (typeof option === "string" ? text === option : option.test(text));
  let wanted: string | undefined;
  // The answer to the previous action may still be pending, as for a person who waits for a list to show it.
  await expect
    .poll(async () => {
      const texts = await control.locator("option").allTextContents();
      wanted = texts.find(fits);
      return wanted === undefined ? texts : [String(option)];
    })
    .toContain(String(option));
  await control.selectOption({ label: wanted ?? "" });
}

/** The sentence about all rows. */
export function outcome(page: Page): Locator {
  return page.getByRole("status").filter({ hasText: /\d rows?:/ });
}

/** The text of a mapping as the editor shows it. */
export function mappingText(page: Page): Promise<string> {
  return page.getByLabel("Mapping text").innerText();
}

/** Replaces the text of a mapping by keyboard. */
export async function writeMapping(page: Page, text: string): Promise<void> {
  await page.getByLabel("Mapping text").focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}
