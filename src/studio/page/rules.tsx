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
      const value = change(newest.form?.[rule] ?? rules).map(({ column, test, value: said }): PlainYaml => ({
        column,
        [test]: test === "in" ? said.split(",").map((each) => each.trim()) : said,
      }));
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
          <div class="row rule" key={i}>
            <select
              aria-label={texts.rules.column(first + i)}
              value={each.column}
              onChange={(event) => change(i, { column: event.currentTarget.value })}
            >
              {!columns.includes(each.column) && <option>{each.column}</option>}
              {columns.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <select
              aria-label={texts.rules.test(first + i)}
              value={each.test}
              onChange={(event) => {
                const test = event.currentTarget.value;
                change(i, { test, value: test === "blank" ? "true" : each.value });
              }}
            >
              {Object.entries(texts.rules.tests).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
            <LiveInput
              aria-label={texts.rules.value(first + i)}
              value={each.value}
              onSay={(value) => change(i, { value })}
            />
            <button
              type="button"
              aria-label={texts.rules.remove(first + i)}
              onClick={() => write((now) => now.filter((_, at) => at !== i))}
            >
              {texts.rules.removeShort}
            </button>
          </div>
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
