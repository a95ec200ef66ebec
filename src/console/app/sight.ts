import { useEffect, useLayoutEffect, useRef } from "./library.js";

/** What is in sight, and where the cursor is. */

/** Scrolls to what was just done. */
export function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

/** What takes the place of a button that was pressed has the focus, which would be nowhere else. */
export function withFocus(element: HTMLElement | null): void {
  intoSight(element);
  element?.focus();
}

/** The element of a field's card. */
export function fieldCard(field: string): string {
  return `field-${field}`;
}

/** The element that holds the label of a field. */
export function fieldLabel(field: string): string {
  return `field-${field}-label`;
}

/** Brings a field into sight, with the cursor in what is to be answered there. */
export function goTo(field: string): void {
  const card = document.getElementById(fieldCard(field));
  card?.closest("details")?.setAttribute("open", "");
  card?.scrollIntoView({ block: "center" });
  toAnswer(card)?.focus({ preventScroll: true });
}

/** What is to be answered in a card: a value that is open, else what comes first. */
function toAnswer(card: HTMLElement | null): HTMLElement | undefined {
  const wanted = ["tr.open select, tr.open input", "select, input"];
  return wanted.flatMap((selector) => card?.querySelector<HTMLElement>(selector) ?? [])[0];
}

/** Keeps the focus in the card of a field where an answer moves the card, or takes away the button that was pressed. */
export function useFocusInCard(): void {
  const last = useRef<{ readonly element: Element; readonly card: string | undefined }>(undefined);
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      const element = target as Element;
      last.current = { element, card: element.closest("fieldset.field")?.id };
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);
  useLayoutEffect(() => {
    const { element, card = "" } = last.current ?? {};
    if (element?.isConnected !== false || document.activeElement !== document.body) return;
    toAnswer(document.getElementById(card))?.focus();
  });
}
