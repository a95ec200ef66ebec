import type { Diagnostic } from "../../mapping/diagnostics.js";
import type { FieldView, FormView, IssueGroup, QuestionView } from "./messages.js";

type Located = Pick<Diagnostic, "line" | "column" | "message" | "asks">;

/**
 * Returns the open questions of a mapping: first those about fields, and then those about lists, the time zone, the
 * company, and other parts of the mapping text. The page and the API count questions by the length of this list.
 * `issues` contains the issues in the rows, because only the rows show whether times need a zone.
 */
export function openQuestions(
  form: FormView | undefined,
  diagnostics: readonly Located[],
  issues: readonly Pick<IssueGroup, "code" | "field">[],
): readonly QuestionView[] {
  const fields = form?.fields ?? [];
  const lists = form?.lists.filter(({ isRequired, place }) => isRequired && place === "absent") ?? [];
  const zoned = new Set([
    ...fields
      .filter((field) => field.diagnostics.some(({ asks }) => asks === "zone"))
      .map(({ name }) => name),
    ...issues.filter(({ code }) => code === "zone_required").map(({ field = "" }) => field),
  ]);
  const isCompanyOpen = diagnostics.some(({ asks }) => asks === "company");
  return [
    ...fields.filter(isOpen).map(({ name }): QuestionView => ({ about: "field", name, fields: [name] })),
    ...lists.map(({ name }): QuestionView => ({ about: "list", name, fields: [] })),
    ...(zoned.size > 0 ? [{ about: "zone", name: "zone", fields: [...zoned] } as const] : []),
    ...(isCompanyOpen ? [{ about: "company", name: "company", fields: [] } as const] : []),
    ...beside(form, diagnostics)
      .filter(({ asks }) => asks === "answer")
      .map(({ line }): QuestionView => ({ about: "text", name: String(line), fields: [] })),
  ];
}

/** Returns the errors that do not belong to a question and can be corrected only in the mapping text. */
export function errorsInText(
  form: FormView | undefined,
  diagnostics: readonly Located[],
): readonly Located[] {
  return beside(form, diagnostics).filter(({ asks }) => asks === undefined);
}

/**
 * True if the source is an open question, a value has no answer, or the field has an error. A missing time zone is a
 * separate question.
 */
function isOpen({ shape, values, diagnostics }: FieldView): boolean {
  if (shape === "open" || diagnostics.some(({ asks }) => asks !== "zone")) return true;
  return values?.values.some(({ answer }) => answer === "") === true;
}

/** Returns the diagnostics that do not belong to a field in the form. */
function beside(form: FormView | undefined, diagnostics: readonly Located[]): readonly Located[] {
  const keyOf = ({ line, column, message }: Located): string => [line, column, message].join(" ");
  const shown = new Set(form?.fields.flatMap((field) => field.diagnostics.map(keyOf)));
  return diagnostics.filter((each) => !shown.has(keyOf(each)));
}
