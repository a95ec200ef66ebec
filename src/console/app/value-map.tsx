import { useMemo, type ComponentChildren } from "./library.js";
import { meansEmpty, type FieldView, type ValuesView } from "../studio/messages.js";
import type { Plain } from "../../mapping/yaml-document.js";
import { LiveInput, Select } from "./control.js";
import { texts, fieldName, valueName } from "./texts.js";
import { useField, useWork } from "./work.js";

interface Props {
  readonly field: FieldView;
  readonly values: ValuesView;
}

interface Line {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly isOpen?: boolean;
  /** Number of rows with the value. Undefined for the entry that applies to all other values. */
  readonly count?: number;
  readonly answer: string | null;
  /** Label of the empty option. */
  readonly none: string;
  /** Whether the value may mean an empty cell. Undefined for the entries that are not about values in the file. */
  readonly canBeEmpty?: boolean;
  readonly onSay: (answer: string) => void;
  readonly onReject?: (() => void) | undefined;
  /** If set, the person can skip all rows with this value in the column. */
  readonly leftOut?: string | undefined;
}

const leaveOutRows = "\u0001leave out";
const rejectRows = "\u0001reject";

/** Shows the values in the column, each with its frequency and meaning. */
export function ValueMap({ field, values: { values, blanks, left } }: Props) {
  const { send } = useWork();
  const { say, word } = useField(field.name);
  const { name, choices, words } = field;
  const isAsked = words["blank"] === "TODO";
  // By default, rows with a value that has no entry are rejected. `otherwise` can define a meaning for such values.
  const isRejecting = words["otherwise"] === undefined || words["otherwise"] === "reject";
  const canBeEmpty = field.required === "never";
  const openOnes = values.filter(({ answer }) => answer === "");
  const lines: Line[] = values.map(({ value, count, answer }, i) => ({
    id: `${name}-value-${i}`,
    title: value,
    isOpen: answer === "",
    count,
    answer,
    none: texts.form.choose,
    canBeEmpty,
    onSay: (said) => say({ do: "answer", value, answer: said }),
    onReject: isRejecting ? () => say({ do: "answer", value, answer: null }) : undefined,
    leftOut: count > 0 ? value : undefined,
  }));
  if (blanks > 0) {
    lines.push({
      id: `${name}-value-blank`,
      title: <i>{texts.form.blankCells}</i>,
      isOpen: isAsked,
      count: blanks,
      answer: typeof words["blank"] === "string" && !isAsked ? words["blank"] : "",
      none: isAsked ? texts.form.choose : texts.form.reject,
      onSay: (said) => word("blank", said),
      onReject: isAsked ? () => word("blank", "") : undefined,
      leftOut: "",
    });
  }
  if (values.length > 3 && openOnes.length > 1) {
    lines.unshift({
      id: `${name}-value-all`,
      title: <b>{texts.form.openOnes}</b>,
      isOpen: true,
      count: openOnes.reduce((sum, { count }) => sum + count, 0),
      answer: "",
      none: texts.form.choose,
      canBeEmpty,
      onSay: (answer) => openOnes.forEach(({ value }) => say({ do: "answer", value, answer })),
      onReject: isRejecting
        ? () => openOnes.forEach(({ value }) => say({ do: "answer", value, answer: null }))
        : undefined,
    });
  }
  if (field.kind === "choice") {
    lines.push({
      id: `${name}-value-other`,
      title: <i>{texts.form.otherwise}</i>,
      answer: otherwiseOf(words["otherwise"]),
      none: texts.form.reject,
      onSay: (said) => word("otherwise", said === "" ? "" : { constant: said }),
    });
  }
  // The order changes only with the column, so that a line stays in place when it is answered.
  const openFirst = useMemo(
    () => new Set(lines.flatMap(({ id, isOpen }) => (isOpen === true ? [id] : []))),
    [field.columns.join("\n")],
  );
  const sorted = [
    ...lines.filter(({ id }) => openFirst.has(id)),
    ...lines.filter(({ id }) => !openFirst.has(id)),
  ];
  const most = Math.max(1, blanks, ...values.map(({ count }) => count));
  const answers = choices.map((choice) => [choice, valueName(name, choice)] as const);
  const control = ({ id, title, answer, none, canBeEmpty, onSay, onReject, leftOut }: Line) => {
    const said = { "aria-labelledby": `${id} ${name}-means` };
    const [column] = field.columns;
    const canSkip = leftOut !== undefined && column !== undefined;
    const isTyped = choices.length === 0;
    if (isTyped && canBeEmpty === undefined)
      return <LiveInput {...said} value={answer ?? ""} onSay={onSay} />;
    const isOwn = answer !== null && answer !== meansEmpty;
    // A chosen answer needs no text box.
    const hasInput = isTyped && isOwn && typeof title === "string";
    return (
      <span class="row tight">
        {hasInput && <LiveInput {...said} value={answer} onSay={onSay} />}
        <Select
          {...(hasInput ? { "aria-label": texts.form.insteadOf(title) } : said)}
          value={answer === null ? rejectRows : hasInput ? "" : answer}
          options={[
            ["", hasInput ? texts.form.instead : isTyped && !isOwn ? texts.form.typed : none],
            ...answers,
            ...(canBeEmpty === true ? [[meansEmpty, texts.form.leaveEmpty] as const] : []),
            ...(onReject === undefined ? [] : [[rejectRows, texts.form.reject] as const]),
            ...(canSkip ? [[leaveOutRows, texts.form.leaveOutRows] as const] : []),
          ]}
          onChoose={(value) => {
            if (value === rejectRows) onReject?.();
            else if (value === leaveOutRows && canSkip)
              void send({ do: "leave out value", column, value: leftOut });
            else onSay(value);
          }}
        />
      </span>
    );
  };
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
          {sorted.map((line) => (
            <tr
              key={typeof line.title === "string" ? line.title : line.id}
              class={line.isOpen === true ? "open" : ""}
            >
              <th scope="row" id={line.id}>
                {line.title}
              </th>
              <td class="number">{line.count !== undefined && <Count count={line.count} most={most} />}</td>
              <td>{control(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p class="muted">{texts.form.more(left)}</p>}
    </div>
  );
}

function Count({ count, most }: { readonly count: number; readonly most: number }) {
  return (
    <>
      <span class="meter" aria-hidden="true">
        <span style={{ width: `${Math.round((100 * count) / most)}%` }} />
      </span>
      {count.toLocaleString("en")}
    </>
  );
}

function otherwiseOf(written: Plain | undefined): string {
  if (typeof written === "string") return written === "reject" ? "" : written;
  if (written === undefined || Array.isArray(written)) return "";
  const { constant } = written as { readonly constant?: Plain };
  return typeof constant === "string" ? constant : "";
}
