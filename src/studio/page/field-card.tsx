import type { ColumnView, FieldView, GuessView, MistakeView, Plain, SampleView } from "../messages.js";
import type { Change, Send } from "./send.js";
import { fieldCard, fieldLabel } from "./control.js";
import { FieldSource } from "./field-source.js";
import { FieldWords } from "./field-words.js";
import { texts } from "./texts.js";
import { ValueMap } from "./value-map.js";

interface Props {
  readonly field: FieldView;
  readonly columns: readonly ColumnView[];
  readonly samples: readonly SampleView[] | undefined;
  /** Time zone of the mapping; empty: the account's. */
  readonly zone: string;
  readonly send: Send;
}

/** One field of the recommended format: where it comes from, how it is read, and what that gives. */
export function FieldCard({ field, columns, samples, zone, send }: Props) {
  const { name, guess } = field;
  const change: Change = (make) =>
    void send((newest) => {
      const now = newest.form?.fields.find((each) => each.name === name);
      return now === undefined ? undefined : make(now);
    });
  const say = (word: string, value: Plain | null) => void send({ do: "word", field: name, word, value });
  const state = stateOf(field);
  return (
    <fieldset class={`field ${state}`} id={fieldCard(name)} aria-labelledby={fieldLabel(name)}>
      <div class="row">
        <span class="sign" role="img" aria-label={texts.form.states[state]}>
          {signs[state]}
        </span>
        <strong id={fieldLabel(name)}>{texts.fields[name] ?? name}</strong>
        <code class="muted">{name}</code>
        <span class="need muted small">{needOf(field)}</span>
      </div>
      <p class="muted small">{field.description.replaceAll("`", "")}</p>
      <div class="row controls">
        <FieldSource field={field} columns={columns} send={send} change={change} />
        <FieldWords field={field} say={say} zone={zone} send={send} change={change} />
      </div>
      {field.values !== undefined && <ValueMap field={field} values={field.values} say={say} send={send} />}
      {field.others.length > 0 && <p class="muted">{texts.form.others(field.others.join(", "))}</p>}
      {field.mistakes.filter(isNotOpen).map((mistake) => (
        <p key={mistake.message} class="remark warning">
          {mistake.message}
          {mistake.expected !== undefined && ` — ${texts.text.expected(mistake.expected)}`}
        </p>
      ))}
      {samples !== undefined && samples.length > 0 && <Samples samples={samples} />}
      {guess !== undefined && (
        <Why
          guess={guess}
          state={state}
          onUse={(column) => void send({ do: "column", field: name, column })}
        />
      )}
    </fieldset>
  );
}

/** That a question is open shows without words of the text. */
function isNotOpen({ message }: MistakeView): boolean {
  return !message.includes("TODO");
}

export type FieldState = "good" | "open" | "absent";

const signs: Readonly<Record<FieldState, string>> = { good: "✓", open: "?", absent: "–" };

export function stateOf(field: FieldView): FieldState {
  const isUnanswered = field.values?.values.some(({ answer }) => answer === "") === true;
  if (field.shape === "open" || isUnanswered || field.mistakes.length > 0) return "open";
  return field.shape === "absent" ? "absent" : "good";
}

function needOf({ required }: FieldView): string {
  if (required === "always") return texts.form.needed;
  return required === "tax" ? texts.form.neededTax : texts.form.optional;
}

interface WhyProps {
  readonly guess: GuessView;
  readonly state: FieldState;
  readonly onUse: (column: string) => void;
}

/** Why the guess is what it is; where it abstained, what could be chosen with one click. */
function Why({ guess, state, onUse }: WhyProps) {
  const { isSure, percent, reason, warnings, candidates } = guess;
  const isOpen = state === "open" && !isSure;
  return (
    <div class="why muted small">
      <p>
        {isSure && percent !== undefined ? (
          <>
            <span class="meter good" aria-hidden="true">
              <span style={{ width: `${percent}%` }} />
            </span>{" "}
            {texts.form.sure(percent)}: {texts.form.because(reason)}
          </>
        ) : (
          texts.form.unsure(reason)
        )}
      </p>
      {warnings.map((warning) => (
        <p key={warning} class="warning">
          {texts.form.warning(warning)}
        </p>
      ))}
      {candidates.length > 0 && isOpen && (
        <p class="row">
          {candidates.slice(0, 4).map(({ column, reason: why }) => (
            <button key={column} type="button" class="quiet" title={why} onClick={() => onUse(column)}>
              {texts.form.candidate(column)}
            </button>
          ))}
        </p>
      )}
      {candidates.length > 0 && !isOpen && (
        <p>
          {texts.form.candidates}:{" "}
          {candidates.map((candidate) => `${candidate.column} (${candidate.reason})`).join(", ")}
        </p>
      )}
    </div>
  );
}

function Samples({ samples }: { readonly samples: readonly SampleView[] }) {
  return (
    <ul class="row small" aria-label={texts.form.samples}>
      {samples.map((sample, i) => (
        <li class="row tight" key={i}>
          {sample.from !== "" && (
            <>
              <span class="cell">{sample.from}</span>
              <span class="muted" role="img" aria-label={texts.form.arrow}>
                →
              </span>
            </>
          )}
          <span class={sample.isWrong ? "cell error" : "cell good"}>
            {sample.isWrong ? texts.form.wrong : sample.to === "" ? texts.form.blank : sample.to}
          </span>
        </li>
      ))}
    </ul>
  );
}
