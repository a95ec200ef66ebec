import type { FieldView, PlainYaml, ValuesView } from "../messages.js";
import type { Send } from "./send.js";
import { fieldName, valueName } from "./field-names.js";
import { LiveInput } from "./live-input.js";
import { texts } from "./texts.js";

interface Props {
  readonly field: FieldView;
  readonly values: ValuesView;
  readonly say: (word: string, value: PlainYaml | null) => void;
  readonly send: Send;
}

/** Every value of the column, how often it stands there, and what it means. */
export function ValueMap({ field, values, say, send }: Props) {
  const { name, words } = field;
  const isAsked = words["blank"] === "TODO";
  const blank = typeof words["blank"] === "string" && !isAsked ? words["blank"] : "";
  const openOnes = values.values.filter(({ answer }) => answer === "");
  const [column] = field.columns;
  const leaveOut = (value: string): void => {
    if (column !== undefined) void send({ do: "leave out value", column, value });
  };
  const most = Math.max(1, values.blanks, ...values.values.map(({ count }) => count));
  return (
    <div class="values">
      <table aria-label={texts.form.values(fieldName(name))}>
        <thead>
          <tr>
            <th scope="col">{texts.form.valuesHead.value}</th>
            <th scope="col" class="number">
              {texts.form.valuesHead.count}
            </th>
            <th scope="col" id={`${name}-means`}>
              {texts.form.valuesHead.answer}
            </th>
          </tr>
        </thead>
        <tbody>
          {values.values.map(({ value, count, answer }, i) => (
            <tr key={value} class={answer === "" ? "open" : ""}>
              <th scope="row" id={`${name}-value-${i}`}>
                {value}
              </th>
              <Count count={count} most={most} />
              <td>
                <Answer
                  field={name}
                  label={`${name}-value-${i} ${name}-means`}
                  choices={field.choices}
                  answer={answer}
                  none={texts.form.choose}
                  onSay={(said) => void send({ do: "answer", field: name, value, answer: said })}
                  onLeaveOut={count > 0 ? () => leaveOut(value) : undefined}
                />
              </td>
            </tr>
          ))}
          {values.blanks > 0 && (
            <tr class={isAsked ? "open" : ""}>
              <th scope="row" id={`${name}-value-blank`}>
                <i>{texts.form.blankCells}</i>
              </th>
              <Count count={values.blanks} most={most} />
              <td>
                <Answer
                  field={name}
                  label={`${name}-value-blank ${name}-means`}
                  choices={field.choices}
                  answer={blank}
                  none={isAsked ? texts.form.choose : texts.form.reject}
                  onSay={(said) => say("blank", said === "" ? null : said)}
                  onLeaveOut={() => leaveOut("")}
                />
              </td>
            </tr>
          )}
          {openOnes.length > 2 && field.choices.length > 0 && (
            <tr class="open">
              <th scope="row" id={`${name}-value-all`}>
                <i>{texts.form.openOnes}</i>
              </th>
              <Count count={openOnes.reduce((sum, { count }) => sum + count, 0)} most={most} />
              <td>
                <Answer
                  field={name}
                  label={`${name}-value-all ${name}-means`}
                  choices={field.choices}
                  answer=""
                  none={texts.form.choose}
                  onSay={(answer) => {
                    for (const { value } of openOnes) void send({ do: "answer", field: name, value, answer });
                  }}
                />
              </td>
            </tr>
          )}
          {field.kind === "choice" && (
            <tr>
              <th scope="row" id={`${name}-value-other`}>
                <i>{texts.form.otherwise}</i>
              </th>
              <td />
              <td>
                <Answer
                  field={name}
                  label={`${name}-value-other ${name}-means`}
                  choices={field.choices}
                  answer={otherwiseOf(words["otherwise"])}
                  none={texts.form.reject}
                  onSay={(said) => say("otherwise", said === "" ? null : { constant: said })}
                />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {values.left > 0 && <p class="muted">{texts.form.more(values.left)}</p>}
    </div>
  );
}

function Count({ count, most }: { readonly count: number; readonly most: number }) {
  return (
    <td class="number">
      <span class="meter note" aria-hidden="true">
        <span style={{ width: `${Math.round((100 * count) / most)}%` }} />
      </span>
      {count.toLocaleString("en")}
    </td>
  );
}

function otherwiseOf(written: PlainYaml | undefined): string {
  if (typeof written === "string") return written === "reject" ? "" : written;
  if (written === undefined || Array.isArray(written)) return "";
  const { constant } = written as { readonly constant?: PlainYaml };
  return typeof constant === "string" ? constant : "";
}

interface AnswerProps {
  readonly field: string;
  /** Ids of the elements that name it. */
  readonly label: string;
  readonly choices: readonly string[];
  readonly answer: string;
  readonly none: string;
  readonly onSay: (answer: string) => void;
  /** The value is none of the list: its rows are left out. */
  readonly onLeaveOut?: (() => void) | undefined;
}

const leaveOutRows = "\u0001leave out";

function Answer({ field, label, choices, answer, none, onSay, onLeaveOut }: AnswerProps) {
  if (choices.length === 0) return <LiveInput aria-labelledby={label} value={answer} onSay={onSay} />;
  return (
    <select
      aria-labelledby={label}
      value={answer}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (value === leaveOutRows) onLeaveOut?.();
        else onSay(value);
      }}
    >
      <option value="">{none}</option>
      {answer !== "" && !choices.includes(answer) && <option value={answer}>{answer}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {valueName(field, choice)}
        </option>
      ))}
      {onLeaveOut !== undefined && <option value={leaveOutRows}>{texts.form.leaveOutRows}</option>}
    </select>
  );
}
