import type { ColumnView, FieldView, Shape } from "../messages.js";
import type { ChangeField, Send } from "./send.js";
import { Control, named } from "./control.js";
import { foldHeading } from "../../formats/fold-heading.js";
import { valueName } from "./field-names.js";
import { LiveInput } from "./live-input.js";
import { texts } from "./texts.js";

interface Props {
  readonly field: FieldView;
  readonly columns: readonly ColumnView[];
  readonly send: Send;
  readonly change: ChangeField;
}

/** Choices of the source that are no columns. No heading begins with this sign. */
const ways: Partial<Record<Shape, string>> = {
  constant: "\u0001constant",
  join: "\u0001join",
  first: "\u0001first",
  turned: "\u0001turned",
  other: "\u0001other",
};

/** Where a field comes from: a column, several columns, or a fixed value. */
export function FieldSource({ field, columns, send, change }: Props) {
  const { name, shape } = field;
  const known = knownColumn(field.columns[0], columns);
  const value = shape === "column" ? known : (ways[shape] ?? "");
  function choose(chosen: string): void {
    if (chosen === "") void send({ do: "clear", field: name });
    else if (chosen === ways.constant) {
      void send({ do: "constant", field: name, value: field.choices[0] ?? "" });
    } else if (chosen === ways.join || chosen === ways.first) {
      const way = chosen === ways.join ? "join" : "first";
      change((now) => {
        // Which column comes first is asked, not guessed.
        const kept = now.columns.length > 0 ? now.columns : ["TODO"];
        return { do: "columns", field: name, shape: way, columns: kept, separator: now.separator };
      });
    } else if (chosen !== ways.other && chosen !== ways.turned)
      void send({ do: "column", field: name, column: chosen });
  }
  const id = `${name}-from`;
  return (
    <>
      <Control id={id} label={texts.form.from}>
        <select
          {...named(id, name)}
          class="wide"
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{field.required === "always" ? texts.form.choose : texts.form.leaveOut}</option>
          <optgroup label={texts.form.columns}>
            {shape === "column" && !columns.some((column) => column.name === known) && (
              <option value={known}>{known}</option>
            )}
            {columns.map((column) => (
              <option key={column.name} value={column.name}>
                {column.samples.length === 0
                  ? column.name
                  : `${column.name} (${column.samples.join(", ")})`.slice(0, 90)}
              </option>
            ))}
          </optgroup>
          <option value={ways.constant}>{texts.form.fixed}</option>
          <option value={ways.join}>{texts.form.join}</option>
          <option value={ways.first}>{texts.form.first}</option>
          {shape === "turned" && <option value={ways.turned}>{texts.form.turned(known)}</option>}
          {shape === "other" && <option value={ways.other}>{texts.form.other}</option>}
        </select>
      </Control>
      {shape === "constant" && <Constant field={field} send={send} />}
      {(shape === "join" || shape === "first") && <Parts field={field} columns={columns} change={change} />}
    </>
  );
}

/** The column's own name for what the mapping calls it. */
function knownColumn(written: string | undefined, columns: readonly ColumnView[]): string {
  if (written === undefined) return "";
  const exact = columns.find((column) => column.name === written);
  const position = /^#(\d+)$/.exec(written);
  const byPosition = position === null ? undefined : columns[Number(position[1]) - 1];
  const found =
    exact ?? byPosition ?? columns.find((column) => foldHeading(column.name) === foldHeading(written));
  return found?.name ?? written;
}

function Constant({ field, send }: Pick<Props, "field" | "send">) {
  const { name, constant, choices } = field;
  const id = `${name}-constant`;
  const say = (value: string) => void send({ do: "constant", field: name, value });
  return (
    <Control id={id} label={texts.form.value}>
      {choices.length === 0 ? (
        <LiveInput {...named(id, name)} value={constant} onSay={say} />
      ) : (
        <select {...named(id, name)} value={constant} onChange={(event) => say(event.currentTarget.value)}>
          {!choices.includes(constant) && <option value={constant}>{constant}</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {valueName(name, choice)}
            </option>
          ))}
        </select>
      )}
    </Control>
  );
}

function Parts({ field, columns, change }: Omit<Props, "send">) {
  const { name, separator } = field;
  const way = field.shape === "join" ? "join" : "first";
  const say = (
    part: (now: FieldView) => { readonly columns?: readonly string[]; readonly separator?: string },
  ) =>
    change((now) => ({
      do: "columns",
      field: name,
      shape: way,
      columns: now.columns,
      separator: now.separator,
      ...part(now),
    }));
  const more = `${name}-more`;
  const between = `${name}-between`;
  return (
    <>
      {field.columns.map((written, i) => {
        const id = `${name}-part-${i + 1}`;
        return (
          <Control key={id} id={id} label={texts.form.part(i + 1)}>
            <select
              {...named(id, name)}
              value={written === "TODO" ? "" : knownColumn(written, columns)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                say((now) => ({
                  columns: now.columns.flatMap((each, at) =>
                    at !== i ? [each] : value === "" ? [] : [value],
                  ),
                }));
              }}
            >
              <option value="">{texts.form.noPart}</option>
              {columns.map((column) => (
                <option key={column.name}>{column.name}</option>
              ))}
            </select>
          </Control>
        );
      })}
      <Control id={more} label={texts.form.addPart}>
        <select
          {...named(more, name)}
          value=""
          onChange={(event) => {
            const { value } = event.currentTarget;
            event.currentTarget.value = "";
            if (value !== "") say((now) => ({ columns: [...now.columns, value] }));
          }}
        >
          <option value="">{texts.form.add}</option>
          {columns.map((column) => (
            <option key={column.name}>{column.name}</option>
          ))}
        </select>
      </Control>
      {way === "join" && (
        <Control id={between} label={texts.form.separator}>
          <LiveInput
            {...named(between, name)}
            class="short"
            value={separator}
            placeholder={texts.form.separators[separator] ?? ""}
            onSay={(said) => say(() => ({ separator: said }))}
          />
        </Control>
      )}
    </>
  );
}
