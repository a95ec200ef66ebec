import { useEffect, useState, type ComponentChildren } from "./library.js";
import type { FieldView, FormView, OutcomeView } from "../studio/messages.js";
import { Button, Select } from "./control.js";
import { FieldCard, fieldSign, fieldState } from "./field-card.js";
import { ElementsOf, RowsOfRecord } from "./elements.js";
import type { RecordTypeName } from "../../model/record-types/index.js";
import { withFieldLabels } from "../../model/field-labels.js";
import { isWrongId } from "./outcome.js";
import { clockTime, Offer } from "./parts.js";
import { References } from "./references.js";
import { Rules, written } from "./rules.js";
import { goTo, useFocusInCard } from "./sight.js";
import { fieldName, questionName, diagnosticText, texts } from "./texts.js";
import { useWork } from "./work.js";

interface Props {
  /** The result for the mapping on the screen. Undefined until this mapping has been evaluated. */
  readonly outcome: OutcomeView | undefined;
}

export function Form({ outcome }: Props) {
  const { view, send } = useWork();
  const { form, accountBefore } = view;
  useFocusInCard();
  if (form === undefined && view.record === undefined) {
    return (
      <div class="remark warning">
        <p>{texts.form.noRecord}</p>
        <p class="row">
          {Object.entries(texts.head.records).map(([name, label]) => (
            <Button
              label={label}
              key={name}
              onPress={() => void send({ do: "record", record: name as RecordTypeName })}
            />
          ))}
        </p>
      </div>
    );
  }
  if (form === undefined) return <p class="remark warning">{texts.form.broken}</p>;
  const { duplicatesAre } = texts.form;
  const own = form.fields.filter(({ list }) => list === undefined);
  const used = new Set(form.fields.flatMap(({ columns }) => columns));
  const card = (field: FieldView) => (
    <FieldCard
      key={field.name}
      field={field}
      samples={outcome?.samples[field.name]}
      rejected={outcome?.rejectedBy[field.name] ?? 0}
      isDoubtful={outcome?.issues.some((group) => group.field === field.name && isWrongId(group, view))}
    />
  );
  return (
    <>
      {accountBefore !== undefined && (
        <p class="remark note">
          {texts.save.accountMoved(view.account)}{" "}
          <Button
            label={texts.save.accountBack(accountBefore)}
            onPress={() => void send({ do: "account", account: accountBefore })}
          />
        </p>
      )}
      <Progress form={form} outcome={outcome} />
      <Diagnostics form={form} />
      {texts.head.plainAccounts[view.account] !== undefined &&
        form.fields.some(({ required }) => required === "tax") && (
          <p class="muted small">{texts.form.taxMatters}</p>
        )}
      <References />
      <RowsOfRecord form={form} />
      <Cards fields={own} used={used} card={card} />
      {form.lists.map((list) => (
        <ElementsOf key={list.name} list={list}>
          <Cards fields={form.fields.filter((field) => field.list === list.name)} used={used} card={card} />
        </ElementsOf>
      ))}
      <Rules form={form} />
      <details>
        <summary>{texts.form.more2}</summary>
        <div class="row low">
          <Select
            label={texts.form.duplicates}
            value={form.duplicates}
            options={Object.entries({
              ...duplicatesAre,
              [form.duplicates]: duplicatesAre[form.duplicates] ?? texts.form.other,
            })}
            onChoose={(value) =>
              void send({ do: "set", path: ["duplicates"], value: value === "reject" ? null : value })
            }
          />
        </div>
      </details>
    </>
  );
}

/** Unmapped fields are collapsed at the bottom, except those that may fit an unused column. */
function Cards({
  fields,
  used,
  card,
}: {
  readonly fields: readonly FieldView[];
  readonly used: ReadonlySet<string>;
  readonly card: (field: FieldView) => ComponentChildren;
}) {
  const { questions } = useWork();
  const isOffered = ({ guess, isAnswered }: FieldView): boolean =>
    isAnswered !== true &&
    guess?.isSure === false &&
    guess.candidates.some(({ column }) => !used.has(column));
  const absent = fields.filter((field) => fieldState(field, questions) === "absent" && !isOffered(field));
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

/** Problems that do not belong to a card. This section may ask which company the rows belong to. */
function Diagnostics({ form }: { readonly form: FormView }) {
  const { view } = useWork();
  const shown = new Set(form.fields.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message)));
  return (
    <>
      {view.diagnostics
        .filter((diagnostic) => !shown.has(diagnostic.message) && diagnostic.asks !== "answer")
        .map((diagnostic) => (
          <div key={diagnostic.message} class="remark warning">
            {diagnostic.asks === "company" ? (
              <AskCompany form={form} />
            ) : (
              withFieldLabels(diagnosticText(diagnostic))
            )}
          </div>
        ))}
    </>
  );
}

function AskCompany({ form }: { readonly form: FormView }) {
  const { view, columns, send } = useWork();
  const ofColumn = (column: string): void => {
    const value = [...form.only.map(written), { column, equals: "${account.company}" }];
    void send({ do: "set", path: ["only"], value });
  };
  return (
    <>
      {texts.form.company(view.account)}
      <p class="row tight">
        {(["one", "shared"] as const).map((value) => (
          <Offer
            label={texts.form.companies[value]}
            key={value}
            command={{ do: "set", path: ["company"], value }}
          />
        ))}
        <Select
          aria-label={texts.form.companyColumn}
          value=""
          options={[["", texts.form.companyColumn], ...columns]}
          onChoose={ofColumn}
        />
      </p>
    </>
  );
}

/**
 * Answers about an open file with the same headings, and existing mappings that fit the file. Shown until a mapping is
 * opened or saved.
 */
export function Fits() {
  const { view, send } = useWork();
  if (view.path !== undefined) return null;
  return (
    <>
      {view.answered.map(({ id, name, record, openedAt }) => (
        <p key={id} class="fits remark note">
          {texts.save.answered(name, record, clockTime(openedAt))}{" "}
          <Button
            label={texts.save.answersButton(name)}
            onPress={() => void send({ do: "answers", sample: id })}
          />
        </p>
      ))}
      {view.fits.map(({ path, renamed }) => (
        <p key={path} class="fits remark note">
          {renamed.length === 0
            ? texts.save.fits(path)
            : texts.save.fitsRenamed(path, renamed.map(({ from, to }) => `${from} → ${to}`).join(", "))}{" "}
          <Button label={texts.save.fitButton(path)} onPress={() => void send({ do: "fit", path })} />
        </p>
      ))}
    </>
  );
}

export function NextQuestion() {
  const { questions, send } = useWork();
  const [isWanted, setWanted] = useState(false);
  const next = questions.map(({ about, name, fields }) => (about === "list" ? name : fields[0]));
  const field = next.find((each) => each !== undefined);
  useEffect(() => {
    if (!isWanted) return;
    setWanted(false);
    if (field !== undefined) goTo(field);
  }, [isWanted]);
  if (field === undefined) return null;
  // The last answer may still be on its way. Until it arrives, its question is still the first open question.
  const press = (): void => void send(() => undefined).then(() => setWanted(true));
  return <Button label={texts.form.next} class="quiet" onPress={press} />;
}

interface ProgressProps {
  readonly form: FormView;
  readonly outcome: OutcomeView | undefined;
}

function Progress({ form, outcome }: ProgressProps) {
  const { view, questions } = useWork();
  const { waiting = 0, rejected = 0 } = outcome?.counts ?? {};
  const counted = form.fields.filter((field) => fieldState(field, questions) !== "absent");
  const open = questions.map(questionName);
  const inText = view.diagnostics.length;
  return (
    <div class="row">
      <div class="progress-bar" aria-hidden="true">
        {counted.map((field) => (
          <span key={field.name} class={fieldSign(field, questions, outcome?.rejectedBy[field.name])} />
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
      <NextQuestion />
    </div>
  );
}
