import { withoutPrivateParts } from "../../feeds/health/problem.js";
import type { Status } from "../../feeds/health/status.js";
import { withFieldLabels } from "../../model/field-labels.js";
import type { ProblemView } from "./views.js";

/**
 * Returns the problems in a status, with field labels instead of field names. If `isSignedIn` is true, file names are
 * included, which may contain personal data.
 */
export function problemsOf(
  { problems }: Pick<Status, "problems">,
  isSignedIn: boolean,
): readonly ProblemView[] {
  const shown = isSignedIn ? problems : problems.map(withoutPrivateParts);
  return shown.map((one) => ({
    ...one,
    sentence: withFieldLabels(one.sentence),
    detail: withFieldLabels(one.detail),
    each: one.each.map(({ name, sentence }) => ({ name, sentence: withFieldLabels(sentence) })),
  }));
}
