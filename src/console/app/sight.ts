import { useEffect, useLayoutEffect, useRef } from "./library.js";

export function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

/** Moves focus to the element that replaces a pressed button, because focus is lost when the button is removed. */
export function withFocus(element: HTMLElement | null): void {
  intoSight(element);
  element?.focus();
}

export function fieldCard(field: string): string {
  return `field-${field}`;
}

export function fieldLabel(field: string): string {
  return `field-${field}-label`;
}

/** Scrolls to a field and focuses its open question. */
export function goTo(field: string): void {
  const card = document.getElementById(fieldCard(field));
  card?.closest("details")?.setAttribute("open", "");
  card?.scrollIntoView({ block: "center" });
  toAnswer(card)?.focus({ preventScroll: true });
}

/**
 * Returns the input to focus in a card: the first input with an open question or, if there is none, the first input.
 */
function toAnswer(card: HTMLElement | null): HTMLElement | undefined {
  const wanted = ["tr.open select, tr.open input", "select, input"];
  return wanted.flatMap((selector) => card?.querySelector<HTMLElement>(selector) ?? [])[0];
}

/** Keeps focus in a field's card if an answer moves the card or removes the pressed button. */
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
