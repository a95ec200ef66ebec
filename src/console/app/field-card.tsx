import type {
  ColumnView,
  DiagnosticView,
  FieldView,
  GuessView,
  QuestionView,
  SampleView,
} from "../studio/messages.js";
import { withFieldLabels } from "../../model/field-labels.js";
import { Button } from "./control.js";
import { FieldSource } from "./field-source.js";
import { FieldWords } from "./field-words.js";
import { Offer } from "./parts.js";
import { fieldCard, fieldLabel } from "./sight.js";
import { diagnosticText, texts, withoutTax, fieldName, valueName } from "./texts.js";
import { ValueMap } from "./value-map.js";
import { useField, useWork } from "./work.js";
import { AskZone } from "./zones.js";

interface Props {
  readonly field: FieldView;
  readonly samples?: readonly SampleView[] | undefined;
  /** Number of rows that are rejected because of the field. */
  readonly rejected?: number;
  /** True if the result shows that the column is probably wrong. */
  readonly isDoubtful?: boolean | undefined;
}

/** A field of the recommended format: its source, how its cells are read, and the result. */
export function FieldCard({ field, samples = [], rejected = 0, isDoubtful = false }: Props) {
  const { questions } = useWork();
  const { name, guess } = field;
  const state = fieldState(field, questions);
  const found = fieldSign(field, questions, rejected);
  const sign = found === "good" && isDoubtful ? "doubtful" : found;
  return (
    <fieldset class={`field ${sign}`} id={fieldCard(name)} aria-labelledby={fieldLabel(name)}>
      <div class="row">
        <span class="sign" role="img" aria-label={texts.form.states[sign]}>
          {signs[sign]}
        </span>
        <strong id={fieldLabel(name)}>{fieldName(name)}</strong>
        <code class="muted">{name}</code>
        <span class="need muted small">{requiredLabel(field)}</span>
      </div>
      <p class="muted small">{field.description.replaceAll("`", "")}</p>
      <div class="row controls">
        <FieldSource field={field} />
        <FieldWords field={field} />
      </div>
      <Offers field={field} />
      {field.values !== undefined && <ValueMap field={field} values={field.values} />}
      {field.others.length > 0 && <p class="muted">{texts.form.others(field.others.join(", "))}</p>}
      {field.diagnostics
        .filter(({ asks }) => asks !== "answer")
        .map((diagnostic) => (
          <div key={diagnostic.message} class="remark warning">
            {diagnostic.asks === "zone" ? (
              <>
                {texts.form.zoneRequired}
                <AskZone />
              </>
            ) : (
              <>
                {errorText(name, diagnostic)} <UseNearest field={field} diagnostic={diagnostic} />
              </>
            )}
          </div>
        ))}
      {sign === "rejected" && <p class="remark error">{texts.form.rejects(rejected)}</p>}
      {field.isUnchecked === true && <p class="remark warning">{texts.form.taxCodesUnchecked}</p>}
      {samples.length > 0 && <Samples samples={samples} field={field} />}
      {guess !== undefined && isUnansweredGuess(field, guess, state) && (
        <Why field={name} guess={guess} state={state} />
      )}
    </fieldset>
  );
}

/** Returns the error with field labels. `withFieldLabels` alone does not replace field names that are a single word. */
function errorText(name: string, diagnostic: DiagnosticView): string {
  const text = diagnosticText(diagnostic);
  return text.startsWith(`${name} `)
    ? `“${fieldName(name)}”${withFieldLabels(text.slice(name.length))}`
    : withFieldLabels(text);
}

/**
 * True if the explanation of the guess is shown. For a sure guess, the field must show the guess. For any other guess,
 * the field must be open or not mapped. A mapped field that the person has answered shows no explanation.
 */
function isUnansweredGuess(
  { shape, columns, isAnswered }: FieldView,
  guess: GuessView,
  state: FieldState,
): boolean {
  if (isAnswered === true && shape !== "open" && shape !== "absent") return false;
  if (!guess.isSure) return state !== "good";
  return shape !== "constant" && columns.join("\n") === guess.columns.join("\n");
}

/**
 * Buttons for common answers: the same value for all records, an account without tax, or names with swapped parts.
 */
function Offers({ field }: Props) {
  const { view, questions, send } = useWork();
  const { name } = field;
  const column = field.shape === "open" ? field.guess?.candidates[0]?.column : field.columns[0];
  const turned =
    name === "name" && ["open", "column"].includes(field.shape) && Object.keys(field.words).length === 0
      ? swappedName(view.table.columns.find((each) => each.name === column))
      : undefined;
  const isOpenFlag = field.kind === "flag" && field.shape === "open";
  const isTaxMissing =
    field.required === "tax" && fieldState(field, questions) === "open" && field.shape !== "column";
  return (
    <>
      {isOpenFlag && (
        <Offer
          label={texts.form.always(valueName(name, "true"))}
          command={{ do: "constant", field: name, value: "true" }}
        />
      )}
      {isTaxMissing && (
        <Button
          label={texts.form.noTax}
          class="quiet"
          onPress={() => {
            void send({ do: "account", account: withoutTax });
            void send({ do: "clear", field: name });
          }}
        />
      )}
      {turned !== undefined && column !== undefined && (
        <Offer label={texts.form.turnRound(turned)} command={{ do: "turn round", field: name, column }} />
      )}
    </>
  );
}

/** A button that replaces the meanings that are not valid with the suggested one. */
function UseNearest({
  field,
  diagnostic,
}: {
  readonly field: FieldView;
  readonly diagnostic: DiagnosticView;
}) {
  const { say } = useField(field.name);
  const { message, nearest } = diagnostic;
  const wrong = (field.values?.values ?? []).filter(
    ({ answer }) => answer !== null && answer !== "" && message.endsWith(JSON.stringify(answer)),
  );
  if (nearest === undefined || wrong.length === 0) return null;
  const use = (): void => wrong.forEach(({ value }) => say({ do: "answer", value, answer: nearest }));
  return <Button label={texts.text.useNearest(nearest)} class="quiet" onPress={use} />;
}

/** Finds the first sample with the form "Whitfield, Grace" and returns it as "Grace Whitfield". */
function swappedName(column: ColumnView | undefined): string | undefined {
  const name = column?.samples.find((sample) => turnedForm.test(sample));
  return name?.replace(turnedForm, "$2 $1");
}

const turnedForm = /^([^,]+), *([^,]+)$/;

type FieldState = "good" | "open" | "absent";

type FieldSign = FieldState | "unchecked" | "doubtful" | "rejected";

const signs: Readonly<Record<FieldSign, string>> = {
  good: "✓",
  open: "?",
  absent: "–",
  unchecked: "!",
  doubtful: "!",
  rejected: "✕",
};

/**
 * A mapped field that causes rows to be rejected is marked with "✕" instead of a check mark, and one with unchecked
 * values with "!".
 */
export function fieldSign(field: FieldView, questions: readonly QuestionView[], rejected = 0): FieldSign {
  const state = fieldState(field, questions);
  if (state === "good" && rejected > 0) return "rejected";
  return state === "good" && field.isUnchecked === true ? "unchecked" : state;
}

export function fieldState({ name, shape }: FieldView, questions: readonly QuestionView[]): FieldState {
  if (questions.some(({ fields }) => fields.includes(name))) return "open";
  return shape === "absent" ? "absent" : "good";
}

function requiredLabel({ required }: FieldView): string {
  if (required === "always") return texts.form.required;
  return required === "tax" ? texts.form.requiredTax : texts.form.optional;
}

interface WhyProps {
  readonly field: string;
  readonly guess: GuessView;
  readonly state: FieldState;
}

/**
 * Shows the reason for the guess and the candidate columns. If the guess is uncertain and the field is open or not
 * mapped, the first candidates are shown as buttons.
 */
function Why({ field, guess, state }: WhyProps) {
  const { isSure, percent, reason, warnings, candidates } = guess;
  const isOpen = state !== "good" && !isSure;
  return (
    <div class="why muted small">
      <p>{isSure && percent !== undefined ? texts.form.sure(percent, reason) : texts.form.unsure(reason)}</p>
      {warnings.map((warning) => (
        <p key={warning} class="warning">
          {texts.form.warning(warning)}
        </p>
      ))}
      {candidates.length > 0 && isOpen && (
        <ul>
          {candidates.slice(0, 4).map(({ column, reason: why }) => (
            <li key={column}>
              <Offer label={texts.form.candidate(column)} command={{ do: "column", field, column }} /> {why}
            </li>
          ))}
        </ul>
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

function Samples({ samples = [], field }: Props) {
  const said = (to: string): string =>
    to === "" ? texts.form.blank : field.kind === "flag" ? valueName(field.name, to) : to;
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
            {sample.isWrong ? texts.form.wrong : said(sample.to)}
          </span>
        </li>
      ))}
    </ul>
  );
}
