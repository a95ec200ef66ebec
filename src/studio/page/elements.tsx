import type { ComponentChildren } from "./library.js";
import type { FormView, ListView, PlainYaml, RuleView, View } from "../messages.js";
import { Control, fieldCard } from "./control.js";
import { LiveInput } from "./live-input.js";
import { RuleLine, written } from "./rules.js";
import type { Send } from "./send.js";
import { texts } from "./texts.js";

interface Props {
  readonly view: View;
  readonly form: FormView;
  readonly send: Send;
}

/** Which rows are one record, where a record holds lists. */
export function RowsOfRecord({ view, form, send }: Props) {
  const { group } = form;
  if (group === undefined) return null;
  const columns = view.table.columns.map((column) => column.name);
  const say = (by: string, header: RuleView | undefined, isScattered: boolean): void => {
    const value: PlainYaml = {
      by,
      ...(header === undefined ? {} : { header: written(header) }),
      ...(isScattered ? { scattered: "true" } : {}),
    };
    void send({ do: "set", path: ["group"], value: by === "" ? null : value });
    // What tells records apart is their id, where nobody said otherwise.
    const id = form.fields.find(({ name }) => name === "external_id");
    if (by !== "" && id?.shape === "open") void send({ do: "column", field: id.name, column: by });
  };
  return (
    <fieldset class="field">
      <legend>
        <strong>{texts.records.title}</strong>
      </legend>
      {!group.isSimple && <p class="muted">{texts.elements.inText}</p>}
      {group.isSimple && (
        <div class="row low">
          <Control id="group-by" label={texts.records.label}>
            <select
              id="group-by"
              class="wide"
              value={group.by}
              onChange={(event) => say(event.currentTarget.value, group.header, group.isScattered)}
            >
              <option value="">{texts.records.each}</option>
              {group.by !== "" && !columns.includes(group.by) && (
                <option value={group.by}>{texts.records.by(group.by)}</option>
              )}
              {columns.map((name) => (
                <option key={name} value={name}>
                  {texts.records.by(name)}
                </option>
              ))}
            </select>
          </Control>
          {group.by !== "" && (
            <>
              <Control id="group-header" label={texts.records.header}>
                <select
                  id="group-header"
                  value={group.header === undefined ? "" : "some"}
                  onChange={(event) =>
                    say(
                      group.by,
                      event.currentTarget.value === "" ? undefined : firstRule(columns),
                      group.isScattered,
                    )
                  }
                >
                  <option value="">{texts.records.everyRow}</option>
                  <option value="some">{texts.records.someRows}</option>
                </select>
              </Control>
              <label class="inline">
                <input
                  type="checkbox"
                  checked={group.isScattered}
                  onChange={(event) => say(group.by, group.header, event.currentTarget.checked)}
                />
                {texts.records.scattered}
              </label>
              {group.header !== undefined && (
                <RuleLine
                  name={texts.records.header}
                  rule={group.header}
                  columns={columns}
                  onChange={(part) => say(group.by, { ...group.header!, ...part }, group.isScattered)}
                />
              )}
            </>
          )}
        </div>
      )}
    </fieldset>
  );
}

/** A list of the record: where its elements stand, and below it the fields of one. */
export function ElementsOf({
  list,
  view,
  send,
  children,
}: Omit<Props, "form"> & { readonly list: ListView; readonly children: ComponentChildren }) {
  const columns = view.table.columns.map((column) => column.name);
  const { name, place, rule } = list;
  const id = fieldCard(name);
  const set = (path: readonly string[], value: PlainYaml | null): void =>
    void send({ do: "set", path: ["lists", name, ...path], value });
  function choose(chosen: string): void {
    if (chosen === "") return set([], null);
    if (chosen === "split") return set([], { split: columns[0] ?? "", at: ";" });
    const rows: PlainYaml = chosen === "rows" ? "all" : written(firstRule(columns));
    // The fields of one stay when only other rows hold them.
    if (place === "rows") set(["rows"], rows);
    else set([], list.isPlain ? { rows, value: "TODO" } : { rows, fields: openFields(list) });
  }
  const now = place === "rows" && rule !== undefined ? "filled" : place === "absent" ? "" : place;
  return (
    <fieldset class={isMissing(list) ? "field open" : "field"} id={id}>
      <legend>
        <strong>{texts.lists[name] ?? name}</strong> <code class="muted">{name}</code>
      </legend>
      <p class="muted small">{list.description.replaceAll("`", "")}</p>
      <div class="row low">
        <Control id={`${id}-place`} label={texts.elements.place}>
          <select id={`${id}-place`} value={now} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{list.isNeeded ? texts.form.choose : texts.form.leaveOut}</option>
            <option value="rows">{texts.elements.places.rows}</option>
            <option value="filled">{texts.elements.places.filled}</option>
            {list.isPlain && <option value="split">{texts.elements.places.split}</option>}
            {place === "other" && <option value="other">{texts.elements.places.other}</option>}
          </select>
        </Control>
        {place === "split" && (
          <>
            <Control id={`${id}-column`} label={texts.elements.column}>
              <select
                id={`${id}-column`}
                value={list.column}
                onChange={(event) => set(["split"], event.currentTarget.value)}
              >
                {!columns.includes(list.column) && <option>{list.column}</option>}
                {columns.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </Control>
            <Control id={`${id}-at`} label={texts.elements.at}>
              <LiveInput
                id={`${id}-at`}
                class="short"
                value={list.at}
                onSay={(at) => at !== "" && set(["at"], at)}
              />
            </Control>
          </>
        )}
        {place === "rows" && rule !== undefined && (
          <RuleLine
            name={texts.elements.each(texts.lists[name] ?? name)}
            rule={rule}
            columns={columns}
            onChange={(part) => set(["rows"], written({ ...rule, ...part }))}
          />
        )}
      </div>
      {children}
    </fieldset>
  );
}

/** A record has to have it, and nobody said yet where it comes from. */
export function isMissing({ isNeeded, place }: ListView): boolean {
  return isNeeded && place === "absent";
}

function firstRule(columns: readonly string[]): RuleView {
  return { column: columns[0] ?? "", test: "blank", value: "false", isSimple: true };
}

/** The fields that an element has to have, each a question. */
function openFields(list: ListView): PlainYaml {
  return Object.fromEntries(list.needed.map((name) => [name, "TODO"]));
}
