import type { FieldView, Plain } from "../messages.js";
import { LiveInput } from "./live-input.js";
import { texts } from "./texts.js";

interface Props {
  readonly field: FieldView;
  readonly say: (word: string, value: Plain | null) => void;
}

const open = "TODO";

/** How the cells of a field are read: dates, numbers, references, flags. */
export function FieldWords({ field, say }: Props) {
  if (field.shape === "constant" || field.shape === "absent" || field.shape === "open") return null;
  const { name, kind, words } = field;
  switch (kind) {
    case "timestamp":
    case "date":
      return (
        <label class="inline">
          {texts.form.dateFormLabel}
          <LiveInput
            label={texts.form.dateForm(name)}
            value={formOf(words["date"])}
            placeholder={texts.form.dateHint}
            onSay={(value) => say("date", value === "" ? null : value)}
          />
        </label>
      );
    case "decimal":
      return <Decimal field={field} say={say} />;
    case "reference":
      return (
        <label class="inline">
          {texts.form.lookupLabel}
          <select
            aria-label={texts.form.lookup(name)}
            value={typeof words["lookup"] === "string" ? words["lookup"] : ""}
            onChange={(event) => {
              const { value } = event.currentTarget;
              say("lookup", value === "" ? null : value);
            }}
          >
            {Object.entries(texts.form.lookups).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      );
    case "flag":
      return <Flag field={field} say={say} />;
    default:
      return null;
  }
}

function formOf(written: Plain | undefined): string {
  if (typeof written === "string") return written === open ? "" : written;
  return Array.isArray(written) ? written.join(" | ") : "";
}

function Decimal({ field, say }: Props) {
  const { name, words } = field;
  const written = words["decimal"];
  const settings = (typeof written === "object" && !Array.isArray(written) ? written : {}) as Record<
    string,
    Plain
  >;
  const set = (key: string, value: string) =>
    say("decimal", { sign: ".", scale: open, ...settings, [key]: value === "" ? open : value });
  const scale = settings["scale"];
  return (
    <>
      <label class="inline">
        {texts.form.signLabel}
        <select
          aria-label={texts.form.sign(name)}
          value={typeof settings["sign"] === "string" ? settings["sign"] : "."}
          onChange={(event) => set("sign", event.currentTarget.value)}
        >
          {Object.entries(texts.form.signs).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="inline">
        {texts.form.scaleLabel}
        <select
          aria-label={texts.form.scale(name)}
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
      </label>
    </>
  );
}

function Flag({ field, say }: Props) {
  const { name, words } = field;
  const until = words["active_until"];
  const isDate = until !== undefined;
  const detailed =
    typeof until === "object" && !Array.isArray(until) ? (until as Record<string, Plain>) : undefined;
  const form = formOf(detailed === undefined ? until : detailed["date"]);
  return (
    <>
      <label class="inline">
        {texts.form.flagHow(name)}
        <select
          value={isDate ? "date" : "value"}
          onChange={(event) => {
            if (event.currentTarget.value === "date") say("active_until", open);
            else say("values", null);
          }}
        >
          <option value="value">{texts.form.byValue}</option>
          <option value="date">{texts.form.byDate}</option>
        </select>
      </label>
      {isDate && (
        <label class="inline">
          {texts.form.dateFormLabel}
          <LiveInput
            label={texts.form.dateForm(name)}
            value={form}
            placeholder={texts.form.dateHint}
            onSay={(value) => {
              const date = value === "" ? open : value;
              say("active_until", detailed === undefined ? date : { ...detailed, date });
            }}
          />
        </label>
      )}
    </>
  );
}
