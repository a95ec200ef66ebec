import type { ComponentChildren } from "./library.js";
import type { FieldView, FormView, ListView, OutcomeView, PlainYaml, View } from "../messages.js";
import type { Send } from "./send.js";
import { goTo, useFocusInCard } from "./control.js";
import { FieldCard, fieldState, isNotOpen } from "./field-card.js";
import { ElementsOf, isMissing, RowsOfRecord } from "./elements.js";
import { fieldName } from "./field-names.js";
import { withFieldLabels } from "../../records/field-labels.js";
import { Rules, written } from "./rules.js";
import { texts } from "./texts.js";

interface Props {
  readonly view: View;
  readonly outcome: OutcomeView | undefined;
  /** Where the lists are that fields refer to. */
  readonly references: ComponentChildren;
  readonly send: Send;
}

/** The mapping field by field; fields that are left out wait below, closed. */
export function Form({ view, outcome, references, send }: Props) {
  const { form } = view;
  useFocusInCard();
  if (form === undefined && view.record === undefined) {
    return (
      <div class="remark warning">
        <p>{texts.form.noRecord}</p>
        <p class="row">
          {Object.entries(texts.head.records).map(([record, label]) => (
            <button key={record} type="button" onClick={() => void send({ do: "record", record })}>
              {label}
            </button>
          ))}
        </p>
      </div>
    );
  }
  if (form === undefined) return <p class="remark warning">{texts.form.broken}</p>;
  const own = form.fields.filter(({ list }) => list === undefined);
  const used = new Set(form.fields.flatMap(({ columns }) => columns));
  const card = (field: FieldView) => (
    <FieldCard
      key={field.name}
      field={field}
      columns={view.table.columns}
      samples={outcome?.samples[field.name]}
      zone={form.zone}
      send={send}
    />
  );
  return (
    <>
      <Fits view={view} send={send} />
      {view.accountBefore !== undefined && (
        <p class="remark note">
          {texts.save.accountMoved(view.account)}{" "}
          <button
            type="button"
            onClick={() => void send({ do: "account", account: view.accountBefore ?? "" })}
          >
            {texts.save.accountBack(view.accountBefore)}
          </button>
        </p>
      )}
      <Progress view={view} form={form} counts={outcome?.counts} />
      <Mistakes view={view} form={form} send={send} />
      {references}
      <RowsOfRecord view={view} form={form} send={send} />
      <Cards fields={own} used={used} card={card} />
      {form.lists.map((list) => (
        <ElementsOf key={list.name} list={list} view={view} send={send}>
          <Cards fields={form.fields.filter((field) => field.list === list.name)} used={used} card={card} />
        </ElementsOf>
      ))}
      <Rules view={view} form={form} send={send} />
      <details>
        <summary>{texts.form.more2}</summary>
        <div class="row low">
          <label class="control">
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

/** Cards of fields; those that are left out wait below, closed, but for one that a column may fill which nothing uses. */
function Cards({
  fields,
  used,
  card,
}: {
  readonly fields: readonly FieldView[];
  readonly used: ReadonlySet<string>;
  readonly card: (field: FieldView) => ComponentChildren;
}) {
  const isOffered = ({ guess, isAnswered }: FieldView): boolean =>
    isAnswered !== true &&
    guess?.isSure === false &&
    guess.candidates.some(({ column }) => !used.has(column));
  const absent = fields.filter((field) => fieldState(field) === "absent" && !isOffered(field));
  return (
    <>
      {fields.filter((field) => !absent.includes(field)).map(card)}
      {absent.length > 0 && (
        <details class="absent">
          <summary>{texts.form.absent(absent.map(({ name }) => fieldName(name)).join(", "))}</summary>
          {absent.map(card)}
        </details>
      )}
    </>
  );
}

/** What is wrong and stands in no card; whose rows the export holds is asked. */
function Mistakes({
  view,
  form,
  send,
}: {
  readonly view: View;
  readonly form: FormView;
  readonly send: Send;
}) {
  const told = new Set(form.fields.flatMap(({ mistakes }) => mistakes.map(({ message }) => message)));
  const say = (key: string, value: PlainYaml) => void send({ do: "set", path: [key], value });
  return (
    <>
      {view.mistakes
        .filter((mistake) => !told.has(mistake.message) && isNotOpen(mistake))
        .map(({ message, asks, expected }) => (
          <div key={message} class="remark warning">
            {asks === "company" ? texts.form.company(view.account) : withFieldLabels(message)}
            {asks !== "company" && expected !== undefined && ` — ${texts.text.expected(expected)}`}
            {asks === "company" && (
              <p class="row tight">
                {(["one", "shared"] as const).map((value) => (
                  <button key={value} type="button" class="quiet" onClick={() => say("company", value)}>
                    {texts.form.companies[value]}
                  </button>
                ))}
                <select
                  aria-label={texts.form.companyColumn}
                  value=""
                  onChange={({ currentTarget: { value: column } }) =>
                    say("only", [...form.only.map(written), { column, equals: "${account.company}" }])
                  }
                >
                  <option value="">{texts.form.companyColumn}</option>
                  {view.table.columns.map(({ name }) => (
                    <option key={name}>{name}</option>
                  ))}
                </select>
              </p>
            )}
          </div>
        ))}
    </>
  );
}

/** What was made for this kind of file before; until the person has a mapping of their own. */
function Fits({ view, send }: { readonly view: View; readonly send: Send }) {
  if (view.path !== undefined) return null;
  return (
    <>
      {view.fits.map(({ path, renamed }) => (
        <p key={path} class="remark note">
          {renamed.length === 0
            ? texts.save.fits(path)
            : texts.save.fitsRenamed(path, renamed.map(({ from, to }) => `${from} → ${to}`).join(", "))}{" "}
          <button type="button" onClick={() => void send({ do: "fit", path })}>
            {texts.save.fitButton(path)}
          </button>
        </p>
      ))}
    </>
  );
}

/** What is to be answered: fields, and lists of which nothing says where they stand. */
function openIn(form: FormView | undefined): readonly (FieldView | ListView)[] {
  const fields = form?.fields.filter((field) => fieldState(field) === "open") ?? [];
  return [...fields, ...(form?.lists.filter((list) => isMissing(list)) ?? [])];
}

/** The way to what is to be answered next; nothing when all is. */
export function NextQuestion({ form }: { readonly form: FormView | undefined }) {
  const [next] = openIn(form);
  if (next === undefined) return null;
  return (
    <button type="button" class="quiet" onClick={() => goTo(next.name)}>
      {texts.form.next}
    </button>
  );
}

interface ProgressProps {
  readonly view: View;
  readonly form: FormView;
  readonly counts: OutcomeView["counts"] | undefined;
}

function Progress({ view, form, counts }: ProgressProps) {
  const { waiting = 0, rejected = 0 } = counts ?? {};
  const counted = form.fields.filter((field) => fieldState(field) !== "absent");
  const open = openIn(form).map(({ name }) => fieldName(name));
  const inText = view.mistakes.length;
  return (
    <div class="row">
      <div class="progress-bar" aria-hidden="true">
        {counted.map((field) => (
          <span key={field.name} class={fieldState(field)} />
        ))}
      </div>
      <p role="status">
        {open.length > 0
          ? texts.form.open(open)
          : inText > 0
            ? texts.form.inText(inText)
            : waiting > 0
              ? `${texts.outcome.waiting(waiting)}.`
              : texts.form.done}{" "}
        {open.length + inText + waiting === 0 && rejected > 0 && texts.form.rejected(rejected)}
      </p>
      <NextQuestion form={view.form} />
    </div>
  );
}
