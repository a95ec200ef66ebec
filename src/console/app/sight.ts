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

interface LastFocus {
  readonly element: Element;
  /** The field's card that contained the element. */
  readonly card: string | undefined;
  /** The list of issues that contained the element, and the position of the issue. */
  readonly issues: Element | null;
  readonly at: number;
  readonly section: Element | null;
}

/**
 * If an answer moves a field's card or removes the pressed button, keeps the focus in the card, on the next issue, or
 * in the same section.
 */
export function useFocusInCard(): void {
  const last = useRef<LastFocus>(undefined);
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      const element = target as Element;
      const issue = element.closest(".issues > li");
      last.current = {
        element,
        card: element.closest("fieldset.field")?.id,
        issues: issue?.parentElement ?? null,
        at: issue === null ? -1 : [...(issue.parentElement?.children ?? [])].indexOf(issue),
        section: element.closest("section.card"),
      };
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);
  useLayoutEffect(() => {
    const { element, card = "", issues, at = 0, section } = last.current ?? {};
    if (element?.isConnected !== false || document.activeElement !== document.body) return;
    const issue =
      issues?.isConnected === true ? issues.children[Math.min(at, issues.children.length - 1)] : null;
    const next =
      toAnswer(document.getElementById(card)) ??
      issue?.querySelector<HTMLElement>("button") ??
      (section?.isConnected === true ? section.querySelector<HTMLElement>("select, button, a") : null) ??
      document.getElementById("mapping");
    next?.focus();
  });
}
