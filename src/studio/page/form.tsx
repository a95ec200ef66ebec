import type { OutcomeView, View } from "../messages.js";
import type { Send } from "./app.js";
import { FieldCard } from "./field-card.js";
import { Rules } from "./rules.js";
import { texts } from "./texts.js";

interface Props {
  readonly view: View;
  readonly outcome: OutcomeView | undefined;
  readonly send: Send;
}

/** The mapping field by field. */
export function Form({ view, outcome, send }: Props) {
  const { form } = view;
  if (form === undefined) {
    return (
      <p class="remark warning">{view.record === undefined ? texts.form.noRecord : texts.form.broken}</p>
    );
  }
  const open = view.mistakes.length;
  return (
    <>
      <p class={open === 0 ? "muted" : "remark warning"} role="status">
        {open === 0 ? texts.form.done : texts.form.open(open)}
      </p>
      {form.fields.map((field) => (
        <FieldCard
          key={field.name}
          field={field}
          columns={view.table.columns}
          samples={outcome?.samples[field.name]}
          zone={form.zone}
          send={send}
        />
      ))}
      <Rules view={view} form={form} send={send} />
      <details>
        <summary>{texts.form.more2}</summary>
        <div class="settings">
          <label>
            {texts.form.duplicates}
            <select
              value={form.duplicates}
              onChange={(event) => {
                const { value } = event.currentTarget;
                void send({ do: "set", path: ["duplicates"], value: value === "reject" ? null : value });
              }}
            >
              {Object.entries(texts.form.duplicatesAre).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
              {texts.form.duplicatesAre[form.duplicates] === undefined && (
                <option value={form.duplicates}>{texts.form.other}</option>
              )}
            </select>
          </label>
        </div>
      </details>
    </>
  );
}
