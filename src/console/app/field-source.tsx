import type { ColumnView, FieldView, Shape } from "../studio/messages.js";
import { Control, LiveInput, Select } from "./control.js";
import { foldHeading } from "../../formats/fold-heading.js";
import { texts, valueName } from "./texts.js";
import { useField, useWork } from "./work.js";

interface Props {
  readonly field: FieldView;
}

/**
 * Values of the options that are not columns. They begin with a control character, so that no heading has the same
 * value.
 */
const ways: Partial<Record<Shape, string>> = {
  constant: "\u0001constant",
  join: "\u0001join",
  first: "\u0001first",
  turned: "\u0001turned",
  other: "\u0001other",
};

/** Selected while a question about an optional field is open, so that "not mapped" is an answer. */
const unanswered = "\u0001open";

export function FieldSource({ field }: Props) {
  const { view, columns } = useWork();
  const { say } = useField(field.name);
  const { shape } = field;
  const known = knownColumn(field.columns[0], columns);
  const isAsked = shape === "open" && field.required !== "always";
  function choose(chosen: string): void {
    if (chosen === "") say({ do: "clear" });
    else if (chosen === ways.constant) say({ do: "constant", value: "" });
    else if (chosen === ways.join || chosen === ways.first) {
      const way = chosen === ways.join ? "join" : "first";
      say((now) => {
        // The order of the columns is never guessed. The person must choose the columns in the right order.
        const kept = now.columns.length > 0 ? now.columns : ["TODO"];
        return { do: "columns", shape: way, columns: kept, separator: now.separator };
      });
    } else if (![ways.other, ways.turned, unanswered].includes(chosen)) say({ do: "column", column: chosen });
  }
  return (
    <>
      <Control label={texts.form.from} field={field.name}>
        {(names) => (
          <select
            {...names}
            class="wide"
            value={isAsked ? unanswered : shape === "column" ? known : (ways[shape] ?? "")}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {isAsked && <option value={unanswered}>{texts.form.choose}</option>}
            <option value="">{field.required === "always" ? texts.form.choose : texts.form.leaveOut}</option>
            <optgroup label={texts.form.columns}>
              {shape === "column" && !columns.includes(known) && <option>{known}</option>}
              {view.table.columns.map((column) => (
                <option key={column.name} value={column.name}>
                  {wordsOf(column)}
                </option>
              ))}
            </optgroup>
            <option value={ways.constant}>{texts.form.fixed}</option>
            <option value={ways.join}>{texts.form.join}</option>
            <option value={ways.first}>{texts.form.first}</option>
            {shape === "turned" && <option value={ways.turned}>{texts.form.turned(known)}</option>}
            {shape === "other" && <option value={ways.other}>{texts.form.other}</option>}
          </select>
        )}
      </Control>
      {shape === "constant" && <Constant field={field} />}
      {(shape === "join" || shape === "first") && <Parts field={field} way={shape} />}
    </>
  );
}

function wordsOf({ name, samples }: ColumnView): string {
  return samples.length === 0 ? name : `${name} (${samples.join(", ")})`.slice(0, 90);
}

/** Returns the column to which a name in the mapping refers. The name may be a position such as `#3`. */
function knownColumn(written: string | undefined, columns: readonly string[]): string {
  if (written === undefined || columns.includes(written)) return written ?? "";
  const [, position] = /^#(\d+)$/.exec(written) ?? [];
  const byPosition = position === undefined ? undefined : columns[Number(position) - 1];
  return byPosition ?? columns.find((name) => foldHeading(name) === foldHeading(written)) ?? written;
}

function Constant({ field: { name, constant, choices } }: Props) {
  const { say } = useField(name);
  const control = { label: texts.form.value, field: name, value: constant };
  const set = (value: string) => say({ do: "constant", value });
  if (choices.length === 0) return <LiveInput {...control} onSay={set} />;
  const options = choices.map((choice) => [choice, valueName(name, choice)] as const);
  return <Select {...control} options={[["", texts.form.choose], ...options]} onChoose={set} />;
}

function Parts({ field, way }: Props & { readonly way: "join" | "first" }) {
  const { columns } = useWork();
  const { name, separator } = field;
  const { say } = useField(name);
  const change = (part: (now: FieldView) => Partial<Pick<FieldView, "columns" | "separator">>) =>
    say((now) => ({
      do: "columns",
      shape: way,
      columns: now.columns,
      separator: now.separator,
      ...part(now),
    }));
  return (
    <>
      {field.columns.map((written, i) => (
        <Select
          key={i}
          label={texts.form.part(i + 1)}
          field={name}
          value={written === "TODO" ? "" : knownColumn(written, columns)}
          options={[["", texts.form.noPart], ...columns]}
          onChoose={(value) =>
            change((now) => ({
              columns: now.columns.flatMap((each, at) => (at !== i ? [each] : value === "" ? [] : [value])),
            }))
          }
        />
      ))}
      <Select
        label={texts.form.addPart}
        field={name}
        value=""
        options={[["", texts.form.add], ...columns]}
        onChoose={(value, select) => {
          select.value = "";
          if (value !== "") change((now) => ({ columns: [...now.columns, value] }));
        }}
      />
      {way === "join" && (
        <LiveInput
          label={texts.form.separator}
          field={name}
          class="short"
          value={separator}
          placeholder={texts.form.separators[separator] ?? ""}
          onSay={(said) => change(() => ({ separator: said }))}
        />
      )}
    </>
  );
}
