import type { FieldView, PlainYaml } from "../messages.js";
import type { ChangeField, Send } from "./send.js";
import { Control, named } from "./control.js";
import { LiveInput } from "./live-input.js";
import { texts } from "./texts.js";

interface Props {
  readonly field: FieldView;
  readonly say: (word: string, value: PlainYaml | null) => void;
  readonly zone: string;
  readonly send: Send;
  readonly change: ChangeField;
}

const open = "TODO";

/** How the cells of a field are read: dates, numbers, references, flags. */
export function FieldWords({ field, say, zone, send, change }: Props) {
  if (field.shape === "constant" || field.shape === "absent" || field.shape === "open") return null;
  switch (field.kind) {
    case "timestamp":
      return (
        <>
          <DateForm field={field} say={say} />
          {field.shape === "column" && <Zone zone={zone} send={send} />}
        </>
      );
    case "date":
      return <DateForm field={field} say={say} />;
    case "decimal":
    case "money":
      return <Decimal field={field} change={change} />;
    case "reference":
      return <Lookup field={field} say={say} />;
    case "flag":
      return <Flag field={field} say={say} />;
    default:
      return null;
  }
}

type WordProps = Pick<Props, "field" | "say">;

function DateForm({ field, say }: WordProps) {
  const id = `${field.name}-date`;
  return (
    <Control id={id} label={texts.form.dateForm}>
      <LiveInput
        {...named(id, field.name)}
        value={formOf(field.words["date"])}
        placeholder={texts.form.dateHint}
        onSay={(value) => say("date", value === "" ? null : value)}
      />
    </Control>
  );
}

const zoneInput = "zone";

function Zone({ zone, send }: Pick<Props, "zone" | "send">) {
  return (
    <Control id={zoneInput} label={texts.form.zone}>
      <LiveInput
        id={zoneInput}
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
    </Control>
  );
}

function Lookup({ field, say }: WordProps) {
  const { name, words } = field;
  const id = `${name}-lookup`;
  if (field.lookups.length === 0) return null;
  return (
    <Control id={id} label={texts.form.lookup}>
      <select
        {...named(id, name)}
        value={typeof words["lookup"] === "string" ? words["lookup"] : ""}
        onChange={(event) => {
          const { value } = event.currentTarget;
          say("lookup", value === "" ? null : value);
        }}
      >
        <option value="">{texts.form.lookupId}</option>
        {field.lookups.map((each) => (
          <option key={each} value={each}>
            {texts.form.lookups(...(each.split(".") as [string, string]))}
          </option>
        ))}
      </select>
    </Control>
  );
}

function formOf(written: PlainYaml | undefined): string {
  if (typeof written === "string") return written === open ? "" : written;
  return Array.isArray(written) ? written.join(" | ") : "";
}

function decimalOf({ words }: FieldView): Readonly<Record<string, PlainYaml>> {
  const written = words["decimal"];
  return (typeof written === "object" && !Array.isArray(written) ? written : {}) as Record<string, PlainYaml>;
}

function Decimal({ field, change }: Pick<Props, "field" | "change">) {
  const { name } = field;
  const settings = decimalOf(field);
  const set = (key: string, value: string) =>
    change((now) => ({
      do: "word",
      field: name,
      word: "decimal",
      value: {
        ...{ sign: ".", ...(now.kind === "money" ? {} : { scale: open }) },
        ...{ ...decimalOf(now), [key]: value === "" ? open : value },
      },
    }));
  const scale = settings["scale"];
  const signId = `${name}-sign`;
  const scaleId = `${name}-scale`;
  return (
    <>
      <Control id={signId} label={texts.form.sign}>
        <select
          {...named(signId, name)}
          value={typeof settings["sign"] === "string" ? settings["sign"] : "."}
          onChange={(event) => set("sign", event.currentTarget.value)}
        >
          {Object.entries(texts.form.signs).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Control>
      {field.kind === "decimal" && (
        <Control id={scaleId} label={texts.form.scale}>
          <select
            {...named(scaleId, name)}
            value={typeof scale === "string" && scale !== open ? scale : ""}
            onChange={(event) => set("scale", event.currentTarget.value)}
          >
            <option value="">{texts.form.choose}</option>
            {Object.entries(texts.form.scales).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Control>
      )}
    </>
  );
}

function Flag({ field, say }: WordProps) {
  const { name, words } = field;
  const until = words["active_until"];
  const isDate = until !== undefined;
  const detailed =
    typeof until === "object" && !Array.isArray(until) ? (until as Record<string, PlainYaml>) : undefined;
  const form = formOf(detailed === undefined ? until : detailed["date"]);
  const how = `${name}-how`;
  const dateId = `${name}-date`;
  return (
    <>
      <Control id={how} label={texts.form.flagHow}>
        <select
          {...named(how, name)}
          value={isDate ? "date" : "value"}
          onChange={(event) => {
            if (event.currentTarget.value === "date") say("active_until", open);
            else say("values", null);
          }}
        >
          <option value="value">{texts.form.byValue}</option>
          <option value="date">{texts.form.byDate}</option>
        </select>
      </Control>
      {isDate && (
        <Control id={dateId} label={texts.form.dateForm}>
          <LiveInput
            {...named(dateId, name)}
            value={form}
            placeholder={texts.form.dateHint}
            onSay={(value) => {
              const date = value === "" ? open : value;
              say("active_until", detailed === undefined ? date : { ...detailed, date });
            }}
          />
        </Control>
      )}
    </>
  );
}
