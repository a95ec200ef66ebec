import { useEffect, useLayoutEffect, useRef, useState, type ComponentChildren } from "./library.js";
import type { StudioError } from "../messages.js";
import { texts } from "./texts.js";

interface Props {
  /** Unique on the page; the control itself has to take it as its id. */
  readonly id: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A control under its visible label. */
export function Control({ id, label, children }: Props) {
  return (
    <div class="control">
      <label id={`${id}-label`} for={id}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** The name of a control of a field, for those who hear it: its visible label, then the field's. */
export function named(
  id: string,
  field: string,
): { readonly id: string; readonly "aria-labelledby": string } {
  return { id, "aria-labelledby": `${id}-label ${fieldLabel(field)}` };
}

/** The element that holds the label of a field. */
export function fieldLabel(field: string): string {
  return `field-${field}-label`;
}

/** Copies a text. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [isDone, setDone] = useState(false);
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setDone(true))}
    >
      {isDone ? texts.copied : label}
    </button>
  );
}

/** Why something was not done, and what to do next; `children`: buttons that do it. */
export function TroubleRemark({
  trouble,
  children,
}: {
  readonly trouble: StudioError | undefined;
  readonly children?: ComponentChildren;
}) {
  if (trouble === undefined) return null;
  return (
    <div class="remark error" role="alert">
      <p>
        {trouble.message} {trouble.hint}
      </p>
      {children}
    </div>
  );
}

/** What was just done is brought into sight. */
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
