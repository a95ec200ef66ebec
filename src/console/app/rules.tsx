import type { ComponentChildren } from "./library.js";
import type { FormView, RuleView } from "../studio/messages.js";
import type { Plain } from "../../mapping/yaml-document.js";
import { Button, LiveInput, Select } from "./control.js";
import { Offer } from "./parts.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

/** Rules that define which rows are used and which rows are skipped. */
export function Rules({ form }: { readonly form: FormView }) {
  return (
    <fieldset class="field">
      <legend>
        <strong>{texts.rules.title}</strong>
      </legend>
      {form.continues !== "" && (
        <p class="remark warning">
          {texts.rules.continues(form.continues)}{" "}
          <Offer label={texts.rules.apart} command={{ do: "set", path: ["continuation"], value: null }} />
        </p>
      )}
      <List which="only" rules={form.only} first={1} />
      <List which="skip" rules={form.skip} first={form.only.length + 1} />
    </fieldset>
  );
}

interface ListProps {
  readonly which: "only" | "skip";
  readonly rules: readonly RuleView[];
  /** Number of the first rule. The `only` and `skip` rules are numbered consecutively. */
  readonly first: number;
}

function List({ which, rules, first }: ListProps) {
  const { columns, send } = useWork();
  const isSimple = rules.every((each) => each.isSimple);
  const write = (change: (now: readonly RuleView[]) => readonly RuleView[]): void =>
    void send((newest) => {
      const value = change(newest.form?.[which] ?? rules).map(written);
      return { do: "set", path: [which], value: value.length === 0 ? null : value };
    });
  return (
    <div>
      <p>{texts.rules[which]}</p>
      {!isSimple && <p class="muted">{texts.rules.inText}</p>}
      {isSimple &&
        rules.map((rule, i) => (
          <RuleLine
            key={i}
            name={texts.rules.rule(first + i)}
            rule={rule}
            onChange={(part) =>
              write((now) => now.map((each, at) => (at === i ? { ...each, ...part } : each)))
            }
          >
            <Button
              label={texts.rules.removeShort}
              aria-label={texts.rules.remove(first + i)}
              onPress={() => write((now) => now.filter((_, at) => at !== i))}
            />
          </RuleLine>
        ))}
      {isSimple && (
        <Button
          label={texts.rules.add}
          aria-label={which === "only" ? texts.rules.addOnly : texts.rules.addSkip}
          onPress={() => write((now) => [...now, firstRule(columns, which === "skip")])}
        />
      )}
    </div>
  );
}

/** Returns the initial rule: the first column is blank, or is not blank if `isBlank` is false. */
export function firstRule([column = ""]: readonly string[], isBlank: boolean): RuleView {
  return { column, test: "blank", value: String(isBlank), isSimple: true };
}

interface LineProps {
  /** Name of the rule group, for screen readers. */
  readonly name: string;
  readonly rule: RuleView;
  readonly onChange: (part: Partial<RuleView>) => void;
  readonly children?: ComponentChildren;
}

export function RuleLine({ name, rule: { column, test, value }, onChange, children }: LineProps) {
  const { columns } = useWork();
  const said = { "aria-label": texts.rules.value(name), value };
  return (
    <div class="row rule">
      <Select
        aria-label={texts.rules.column(name)}
        value={column}
        options={columns}
        onChoose={(chosen) => onChange({ column: chosen })}
      />
      <Select
        aria-label={texts.rules.test(name)}
        value={test}
        options={Object.entries(texts.rules.tests)}
        onChoose={(chosen) => onChange({ test: chosen, value: chosen === "blank" ? "true" : value })}
      />
      {test === "blank" ? (
        <Select
          {...said}
          options={Object.entries(texts.rules.blanks)}
          onChoose={(chosen) => onChange({ value: chosen })}
        />
      ) : (
        <LiveInput {...said} onSay={(typed) => onChange({ value: typed })} />
      )}
      {children}
    </div>
  );
}

/** Converts a rule to its form in the mapping. */
export function written({ column, test, value }: RuleView): Plain {
  return { column, [test]: test === "in" ? value.split(",").map((each) => each.trim()) : value };
}
