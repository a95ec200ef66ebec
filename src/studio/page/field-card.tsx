import type { ColumnView, FieldView, Plain, SampleView } from "../messages.js";
import type { Send } from "./app.js";
import { FieldWords } from "./field-words.js";
import { fold } from "./grid.js";
import { LiveInput } from "./live-input.js";
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
  const say = (word: string, value: Plain | null) => void send({ do: "word", field: name, word, value });
  const need =
    field.required === "always"
      ? texts.form.needed
      : field.required === "tax"
        ? texts.form.neededTax
        : texts.form.optional;
  return (
    <fieldset class={field.mistakes.length > 0 ? "field open" : "field"}>
      <legend>
        {name} <span class="muted">{need}</span>
      </legend>
      <p class="muted about">{field.description}</p>
      <Source field={field} columns={columns} send={send} />
      <FieldWords field={field} say={say} />
      {field.kind === "timestamp" && field.shape === "column" && <Zone zone={zone} send={send} />}
      {field.values !== undefined && <ValueMap field={field} values={field.values} say={say} send={send} />}
      {field.others.length > 0 && <p class="muted">{texts.form.others(field.others.join(", "))}</p>}
      {field.mistakes.map((mistake) => (
        <p key={mistake.message} class="remark error">
          {mistake.message}
          {mistake.expected !== undefined && ` — ${texts.text.expected(mistake.expected)}`}
        </p>
      ))}
      {samples !== undefined && samples.length > 0 && <Samples samples={samples} />}
      {guess !== undefined && (
        <details>
          <summary>
            {texts.form.guess}
            {guess.percent !== undefined && ` (${guess.percent} %)`}
          </summary>
          <p>
            {guess.isSure
              ? texts.form.sure(guess.percent ?? 0, guess.reason)
              : texts.form.unsure(guess.reason)}
          </p>
          {guess.warnings.map((warning) => (
            <p key={warning}>{texts.form.warning(warning)}</p>
          ))}
          {guess.candidates.length > 0 && (
            <p>
              {texts.form.candidates}:{" "}
              {guess.candidates
                .map((candidate) => texts.form.candidate(candidate.column, candidate.reason))
                .join(", ")}
            </p>
          )}
        </details>
      )}
    </fieldset>
  );
}

function Zone({ zone, send }: Pick<Props, "zone" | "send">) {
  return (
    <label class="inline">
      {texts.form.zone}
      <LiveInput
        label={texts.form.zone}
        value={zone}
        list="zones"
        placeholder={texts.form.zoneHint}
        onSay={(value) => void send({ do: "set", path: ["zone"], value: value === "" ? null : value })}
      />
      <datalist id="zones">
        {Intl.supportedValuesOf("timeZone").map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}

/** Choices of the source that are no columns. No heading begins with this sign. */
const ways = { constant: "\u0001constant", join: "\u0001join", first: "\u0001first", other: "\u0001other" };

function Source({ field, columns, send }: Pick<Props, "field" | "columns" | "send">) {
  const { name, shape } = field;
  const known = knownColumn(field.columns[0], columns);
  const value =
    shape === "column"
      ? known
      : shape === "constant" || shape === "join" || shape === "first" || shape === "other"
        ? ways[shape]
        : "";
  function choose(chosen: string): void {
    if (chosen === "") void send({ do: "clear", field: name });
    else if (chosen === ways.constant) {
      void send({ do: "constant", field: name, value: firstConstant(field) });
    } else if (chosen === ways.join || chosen === ways.first) {
      const kept = field.columns.length > 0 ? field.columns : [columns[0]?.name ?? ""];
      const way = chosen === ways.join ? "join" : "first";
      void send({ do: "columns", field: name, shape: way, columns: kept, separator: field.separator });
    } else if (chosen !== ways.other) void send({ do: "column", field: name, column: chosen });
  }
  return (
    <div class="source">
      <select
        aria-label={texts.form.from(name)}
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
        {shape === "other" && <option value={ways.other}>{texts.form.other}</option>}
      </select>
      {shape === "constant" && <Constant field={field} send={send} />}
      {(shape === "join" || shape === "first") && <Parts field={field} columns={columns} send={send} />}
    </div>
  );
}

/** The column's own name for what the mapping calls it. */
function knownColumn(written: string | undefined, columns: readonly ColumnView[]): string {
  if (written === undefined) return "";
  const exact = columns.find((column) => column.name === written);
  const position = /^#(\d+)$/.exec(written);
  const byPosition = position === null ? undefined : columns[Number(position[1]) - 1];
  const found = exact ?? byPosition ?? columns.find((column) => fold(column.name) === fold(written));
  return found?.name ?? written;
}

function firstConstant(field: FieldView): string {
  return field.choices[0] ?? "";
}

function Constant({ field, send }: Pick<Props, "field" | "send">) {
  const { name, constant, choices } = field;
  const label = texts.form.value(name);
  const say = (value: string) => void send({ do: "constant", field: name, value });
  if (choices.length === 0) return <LiveInput label={label} value={constant} onSay={say} />;
  return (
    <select aria-label={label} value={constant} onChange={(event) => say(event.currentTarget.value)}>
      {!choices.includes(constant) && <option value={constant}>{constant}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {texts.form.flags[choice] ?? choice}
        </option>
      ))}
    </select>
  );
}

function Parts({ field, columns, send }: Pick<Props, "field" | "columns" | "send">) {
  const { name, separator } = field;
  const way = field.shape === "join" ? "join" : "first";
  const say = (next: readonly string[], between = separator) =>
    void send({ do: "columns", field: name, shape: way, columns: next, separator: between });
  return (
    <div class="parts">
      {field.columns.map((written, i) => (
        <select
          key={i}
          aria-label={texts.form.part(name, i + 1)}
          value={knownColumn(written, columns)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            say(field.columns.flatMap((each, at) => (at !== i ? [each] : value === "" ? [] : [value])));
          }}
        >
          <option value="">{texts.form.noPart}</option>
          {columns.map((column) => (
            <option key={column.name}>{column.name}</option>
          ))}
        </select>
      ))}
      <select
        aria-label={texts.form.addPart(name)}
        value=""
        onChange={(event) => {
          const { value } = event.currentTarget;
          event.currentTarget.value = "";
          if (value !== "") say([...field.columns, value]);
        }}
      >
        <option value="">{texts.form.add}</option>
        {columns.map((column) => (
          <option key={column.name}>{column.name}</option>
        ))}
      </select>
      {way === "join" && (
        <label class="inline">
          {texts.form.separatorLabel}
          <LiveInput
            class="short"
            label={texts.form.separator(name)}
            value={separator}
            onSay={(between) => say(field.columns, between)}
          />
        </label>
      )}
    </div>
  );
}

function Samples({ samples }: { readonly samples: readonly SampleView[] }) {
  return (
    <ul class="samples" aria-label={texts.form.samples}>
      {samples.map((sample, i) => (
        <li key={i}>
          {sample.from !== "" && (
            <>
              <span class="cell">{sample.from}</span>
              <span aria-label={texts.form.arrow}> → </span>
            </>
          )}
          <span class={sample.isWrong ? "cell bad" : "cell"}>
            {sample.isWrong ? texts.form.wrong : sample.to === "" ? texts.form.blank : sample.to}
          </span>
        </li>
      ))}
    </ul>
  );
}
