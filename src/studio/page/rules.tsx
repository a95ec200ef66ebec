import type { ComponentChildren } from "./library.js";
import type { FormView, PlainYaml, RuleView, View } from "../messages.js";
import type { Send } from "./send.js";
import { LiveInput } from "./live-input.js";
import { texts } from "./texts.js";

interface Props {
  readonly view: View;
  readonly form: FormView;
  readonly send: Send;
}

/** Which rows are taken and which are left out. */
export function Rules({ view, form, send }: Props) {
  return (
    <fieldset class="field">
      <legend>
        <strong>{texts.rules.title}</strong>
      </legend>
      {form.continues !== "" && (
        <p class="remark warning">
          {texts.rules.continues(form.continues)}{" "}
          <button
            type="button"
            class="quiet"
            onClick={() => void send({ do: "set", path: ["continuation"], value: null })}
          >
            {texts.rules.apart}
          </button>
        </p>
      )}
      <List view={view} rule="only" rules={form.only} first={1} send={send} />
      <List view={view} rule="skip" rules={form.skip} first={form.only.length + 1} send={send} />
    </fieldset>
  );
}

interface ListProps {
  readonly view: View;
  readonly rule: "only" | "skip";
  readonly rules: readonly RuleView[];
  /** Number of the first rule; rules are counted through. */
  readonly first: number;
  readonly send: Send;
}

function List({ view, rule, rules, first, send }: ListProps) {
  const isSimple = rules.every((each) => each.isSimple);
  const write = (change: (now: readonly RuleView[]) => readonly RuleView[]): void =>
    void send((newest) => {
      const value = change(newest.form?.[rule] ?? rules).map(written);
      return { do: "set", path: [rule], value: value.length === 0 ? null : value };
    });
  const change = (at: number, part: Partial<RuleView>): void =>
    write((now) => now.map((each, i) => (i === at ? { ...each, ...part } : each)));
  const columns = view.table.columns.map((column) => column.name);
  return (
    <div>
      <p>{rule === "only" ? texts.rules.only : texts.rules.skip}</p>
      {!isSimple && <p class="muted">{texts.rules.inText}</p>}
      {isSimple &&
        rules.map((each, i) => (
          <RuleLine
            key={i}
            name={texts.rules.rule(first + i)}
            rule={each}
            columns={columns}
            onChange={(part) => change(i, part)}
          >
            <button
              type="button"
              aria-label={texts.rules.remove(first + i)}
              onClick={() => write((now) => now.filter((_, at) => at !== i))}
            >
              {texts.rules.removeShort}
            </button>
          </RuleLine>
        ))}
      {isSimple && (
        <button
          type="button"
          aria-label={rule === "only" ? texts.rules.addOnly : texts.rules.addSkip}
          onClick={() =>
            write((now) => [
              ...now,
              {
                column: columns[0] ?? "",
                test: "blank",
                value: rule === "only" ? "false" : "true",
                isSimple: true,
              },
            ])
          }
        >
          {texts.rules.add}
        </button>
      )}
    </div>
  );
}

interface LineProps {
  /** What it is a rule of, for those who hear it. */
  readonly name: string;
  readonly rule: RuleView;
  readonly columns: readonly string[];
  readonly onChange: (part: Partial<RuleView>) => void;
  readonly children?: ComponentChildren;
}

/** A column, a test and a value. */
export function RuleLine({ name, rule, columns, onChange, children }: LineProps) {
  return (
    <div class="row rule">
      <select
        aria-label={texts.rules.column(name)}
        value={rule.column}
        onChange={(event) => onChange({ column: event.currentTarget.value })}
      >
        {!columns.includes(rule.column) && <option>{rule.column}</option>}
        {columns.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <select
        aria-label={texts.rules.test(name)}
        value={rule.test}
        onChange={(event) => {
          const test = event.currentTarget.value;
          onChange({ test, value: test === "blank" ? "true" : rule.value });
        }}
      >
        {Object.entries(texts.rules.tests).map(([test, label]) => (
          <option key={test} value={test}>
            {label}
          </option>
        ))}
      </select>
      {rule.test === "blank" ? (
        <select
          aria-label={texts.rules.value(name)}
          value={rule.value}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        >
          {Object.entries(texts.rules.blanks).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <LiveInput
          aria-label={texts.rules.value(name)}
          value={rule.value}
          onSay={(value) => onChange({ value })}
        />
      )}
      {children}
    </div>
  );
}

/** A rule as the text says it. */
export function written({ column, test, value }: RuleView): PlainYaml {
  return { column, [test]: test === "in" ? value.split(",").map((each) => each.trim()) : value };
}
