import type { ComponentChildren } from "./library.js";
import type { FieldView, ValuesView } from "../messages.js";
import type { PlainYaml } from "../requests.js";
import { LiveInput, Select, type Option } from "./control.js";
import { fieldName, valueName } from "./field-names.js";
import { texts } from "./texts.js";
import { useField, useWork } from "./work.js";

interface Props {
  readonly field: FieldView;
  readonly values: ValuesView;
}

/** Every value of the column, how often it stands there, and what it means. */
export function ValueMap({ field, values: { values, blanks, left } }: Props) {
  const { send } = useWork();
  const { say, word } = useField(field.name);
  const { name, choices, words } = field;
  const isAsked = words["blank"] === "TODO";
  const openOnes = values.filter(({ answer }) => answer === "");
  const [column] = field.columns;
  const leaveOut = (value: string): void => {
    if (column !== undefined) void send({ do: "leave out value", column, value });
  };
  const most = Math.max(1, blanks, ...values.map(({ count }) => count));
  const line = { field: name, choices, most };
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
          {values.map(({ value, count, answer }, i) => (
            <Line
              {...line}
              key={value}
              id={`${name}-value-${i}`}
              title={value}
              isOpen={answer === ""}
              count={count}
              answer={answer}
              none={texts.form.choose}
              onSay={(said) => say({ do: "answer", value, answer: said })}
              onLeaveOut={count > 0 ? () => leaveOut(value) : undefined}
            />
          ))}
          {blanks > 0 && (
            <Line
              {...line}
              id={`${name}-value-blank`}
              title={<i>{texts.form.blankCells}</i>}
              isOpen={isAsked}
              count={blanks}
              answer={typeof words["blank"] === "string" && !isAsked ? words["blank"] : ""}
              none={isAsked ? texts.form.choose : texts.form.reject}
              onSay={(said) => word("blank", said)}
              onLeaveOut={() => leaveOut("")}
            />
          )}
          {openOnes.length > 2 && choices.length > 0 && (
            <Line
              {...line}
              id={`${name}-value-all`}
              title={<i>{texts.form.openOnes}</i>}
              isOpen
              count={openOnes.reduce((sum, { count }) => sum + count, 0)}
              answer=""
              none={texts.form.choose}
              onSay={(answer) => {
                for (const { value } of openOnes) say({ do: "answer", value, answer });
              }}
            />
          )}
          {field.kind === "choice" && (
            <Line
              {...line}
              id={`${name}-value-other`}
              title={<i>{texts.form.otherwise}</i>}
              answer={otherwiseOf(words["otherwise"])}
              none={texts.form.reject}
              onSay={(said) => word("otherwise", said === "" ? "" : { constant: said })}
            />
          )}
        </tbody>
      </table>
      {left > 0 && <p class="muted">{texts.form.more(left)}</p>}
    </div>
  );
}

function otherwiseOf(written: PlainYaml | undefined): string {
  if (typeof written === "string") return written === "reject" ? "" : written;
  if (written === undefined || Array.isArray(written)) return "";
  const { constant } = written as { readonly constant?: PlainYaml };
  return typeof constant === "string" ? constant : "";
}

interface LineProps {
  readonly field: string;
  readonly id: string;
  readonly title: ComponentChildren;
  readonly isOpen?: boolean;
  /** Rows with the value, of the most that one has; undefined: it is about values that are not known. */
  readonly count?: number;
  readonly most: number;
  readonly choices: readonly string[];
  readonly answer: string;
  /** What no answer means. */
  readonly none: string;
  readonly onSay: (answer: string) => void;
  /** The value is none of the list: its rows are left out. */
  readonly onLeaveOut?: (() => void) | undefined;
}

const leaveOutRows = "\u0001leave out";

/** A value, how many rows have it, and its answer. */
function Line({
  field,
  id,
  title,
  isOpen,
  count,
  most,
  choices,
  answer,
  none,
  onSay,
  onLeaveOut,
}: LineProps) {
  const control = { "aria-labelledby": `${id} ${field}-means`, value: answer };
  const options: readonly Option[] = [
    ["", none],
    ...choices.map((choice) => [choice, valueName(field, choice)] as const),
    ...(onLeaveOut === undefined ? [] : [[leaveOutRows, texts.form.leaveOutRows] as const]),
  ];
  return (
    <tr class={isOpen === true ? "open" : ""}>
      <th scope="row" id={id}>
        {title}
      </th>
      {count === undefined ? (
        <td />
      ) : (
        <td class="number">
          <span class="meter note" aria-hidden="true">
            <span style={{ width: `${Math.round((100 * count) / most)}%` }} />
          </span>
          {count.toLocaleString("en")}
        </td>
      )}
      <td>
        {choices.length === 0 ? (
          <LiveInput {...control} onSay={onSay} />
        ) : (
          <Select
            {...control}
            options={options}
            onChoose={(value) => (value === leaveOutRows ? onLeaveOut?.() : onSay(value))}
          />
        )}
      </td>
    </tr>
  );
}
