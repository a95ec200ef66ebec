import { useState } from "./library.js";
import type { IssueGroup, OutcomeView, View } from "../messages.js";
import { texts } from "./texts.js";

interface Props {
  readonly view: View;
  readonly outcome: OutcomeView | undefined;
  readonly isFresh: boolean;
  readonly onShow: (group: IssueGroup, place: number) => void;
}

/** What becomes of all rows, and everything that is wrong, each with the way to its cell. */
export function Outcome({ view, outcome, isFresh, onShow }: Props) {
  const [shown, setShown] = useState<Readonly<Record<string, number>>>({});
  function show(group: IssueGroup): void {
    const key = keyOf(group);
    const next = shown[key] ?? 0;
    const place = group.places[next % group.places.length];
    setShown({ ...shown, [key]: next + 1 });
    if (place !== undefined) onShow(group, place);
  }
  return (
    <section aria-labelledby="outcome-title">
      <h2 id="outcome-title">{texts.outcome.title}</h2>
      <p class="counts" role="status">
        {outcome === undefined || !isFresh ? texts.outcome.working : summary(outcome, view)}
      </p>
      {outcome !== undefined && outcome.issues.length > 0 && (
        <ul class="issues" aria-label={texts.outcome.issues}>
          {outcome.issues.map((group) => (
            <li key={keyOf(group)} class={group.severity}>
              <strong>{texts.outcome.severities[group.severity]}</strong>
              <span>
                {group.message} <span class="muted">{texts.outcome.times(group.count)}.</span>
                <span class="hint">{group.hint}</span>
              </span>
              {group.places.length > 0 && (
                <button
                  type="button"
                  aria-label={texts.outcome.show(group.column ?? group.field ?? group.message)}
                  onClick={() => show(group)}
                >
                  {texts.outcome.showShort}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function keyOf({ code, field, column }: IssueGroup): string {
  return [code, field, column].join(" ");
}

function summary(outcome: OutcomeView, view: View): string {
  if (outcome.blocked !== undefined) return outcome.blocked;
  if (view.table.rows === 0) return texts.read.noRows;
  const { read, accepted, rejected, folded } = outcome.counts;
  return [
    texts.outcome.counts(read, accepted, rejected),
    ...outcome.rules.map(({ rule, count }) => texts.outcome.skipped(count, rule)),
    ...(folded > 0 ? [texts.outcome.folded(folded)] : []),
    ...(outcome.issues.length === 0 ? [texts.outcome.noIssues] : []),
  ].join(". ");
}
