import type { ComponentChildren } from "./library.js";
import type { FormView, ListView } from "../studio/messages.js";
import type { Plain } from "../../mapping/yaml-document.js";
import { LiveInput, Select } from "./control.js";
import { firstRule, RuleLine, written } from "./rules.js";
import { fieldCard } from "./sight.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

/** Shows how rows are grouped into records if the record type has lists. */
export function RowsOfRecord({ form: { group, fields } }: { readonly form: FormView }) {
  const { columns, send } = useWork();
  if (group === undefined) return null;
  const { by, header, isScattered } = group;
  const say = (part: Partial<typeof group>): void => {
    const said = { ...group, ...part };
    const value: Plain = {
      by: said.by,
      ...(said.header === undefined ? {} : { header: written(said.header) }),
      ...(said.isScattered ? { scattered: "true" } : {}),
    };
    void send({ do: "set", path: ["group"], value: said.by === "" ? null : value });
    // If the record's ID is still an open question, the grouping column is used as the ID.
    const id = fields.find(({ name }) => name === "external_id");
    if (said.by !== "" && id?.shape === "open") {
      void send({ do: "column", field: id.name, column: said.by });
    }
  };
  const keys = by === "" || columns.includes(by) ? columns : [by, ...columns];
  return (
    <fieldset class="field">
      <legend>
        <strong>{texts.records.title}</strong>
      </legend>
      {!group.isSimple && <p class="muted">{texts.elements.inText}</p>}
      {group.isSimple && (
        <div class="row low">
          <Select
            label={texts.records.label}
            class="wide"
            value={by}
            options={[["", texts.records.each], ...keys.map((key) => [key, texts.records.by(key)] as const)]}
            onChoose={(key) => say({ by: key })}
          />
          {by !== "" && (
            <>
              <Select
                label={texts.records.header}
                value={header === undefined ? "" : "some"}
                options={[
                  ["", texts.records.everyRow],
                  ["some", texts.records.someRows],
                ]}
                onChoose={(which) => say({ header: which === "" ? undefined : firstRule(columns, false) })}
              />
              <label class="inline">
                <input
                  type="checkbox"
                  checked={isScattered}
                  onChange={(event) => say({ isScattered: event.currentTarget.checked })}
                />
                {texts.records.scattered}
              </label>
              {header !== undefined && (
                <RuleLine
                  name={texts.records.header}
                  rule={header}
                  onChange={(part) => say({ header: { ...header, ...part } })}
                />
              )}
            </>
          )}
        </div>
      )}
    </fieldset>
  );
}

interface ElementsProps {
  readonly list: ListView;
  readonly children: ComponentChildren;
}

/** A list in the record: the source of its elements, followed by the fields of an element. */
export function ElementsOf({ list, children }: ElementsProps) {
  const { columns, send } = useWork();
  const { name, place, rule } = list;
  const label = texts.lists[name] ?? name;
  const set = (path: readonly string[], value: Plain | null): void =>
    void send({ do: "set", path: ["lists", name, ...path], value });
  function choose(chosen: string): void {
    if (chosen === "") return set([], null);
    if (chosen === "split") return set([], { split: columns[0] ?? "", at: ";" });
    const rows: Plain = chosen === "rows" ? "all" : written(firstRule(columns, false));
    // If the elements already come from rows, only the rule for the rows changes, and the fields are kept.
    if (place === "rows") set(["rows"], rows);
    else set([], list.isPlain ? { rows, value: "TODO" } : { rows, fields: openFields(list) });
  }
  const { rows, filled, split, other } = texts.elements.places;
  return (
    <fieldset class={isMissing(list) ? "field open" : "field"} id={fieldCard(name)}>
      <legend>
        <strong>{label}</strong> <code class="muted">{name}</code>
      </legend>
      <p class="muted small">{list.description.replaceAll("`", "")}</p>
      <div class="row low">
        <Select
          label={texts.elements.place(label)}
          value={place === "rows" && rule !== undefined ? "filled" : place === "absent" ? "" : place}
          options={[
            ["", list.isRequired ? texts.form.choose : texts.form.leaveOut],
            ["rows", rows],
            ["filled", filled],
            ...(list.isPlain ? [["split", split] as const] : []),
            ...(place === "other" ? [["other", other] as const] : []),
          ]}
          onChoose={choose}
        />
        {place === "split" && (
          <>
            <Select
              label={texts.elements.column}
              value={list.column}
              options={columns}
              onChoose={(column) => set(["split"], column)}
            />
            <LiveInput
              label={texts.elements.at}
              class="short"
              value={list.at}
              onSay={(at) => at !== "" && set(["at"], at)}
            />
          </>
        )}
        {place === "rows" && rule !== undefined && (
          <RuleLine
            name={texts.elements.each(label)}
            rule={rule}
            onChange={(part) => set(["rows"], written({ ...rule, ...part }))}
          />
        )}
      </div>
      {children}
    </fieldset>
  );
}

function isMissing({ isRequired, place }: ListView): boolean {
  return isRequired && place === "absent";
}

/** Returns the required fields of an element, each with an open question. */
function openFields(list: ListView): Plain {
  return Object.fromEntries(list.required.map((name) => [name, "TODO"]));
}
