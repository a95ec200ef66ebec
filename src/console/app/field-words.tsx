import type { FieldView } from "../studio/messages.js";
import type { Plain } from "../../mapping/yaml-document.js";
import { LiveInput, Select } from "./control.js";
import { texts } from "./texts.js";
import { useField, useWork } from "./work.js";

interface Props {
  readonly field: FieldView;
}

const open = "TODO";

/** Controls that define how the cells of a date, time, number, reference or flag are read. */
export function FieldWords({ field }: Props) {
  if (field.shape === "constant" || field.shape === "absent" || field.shape === "open") return null;
  switch (field.kind) {
    case "timestamp":
      return (
        <>
          <DateForm field={field} />
          {field.shape === "column" && <Zone />}
        </>
      );
    case "date":
      return <DateForm field={field} />;
    case "decimal":
    case "money":
      return <Decimal field={field} />;
    case "integer":
      return <WholeNumber field={field} />;
    case "reference":
      return <Lookup field={field} />;
    case "flag":
      return <Flag field={field} />;
    default:
      return null;
  }
}

function DateForm({ field }: Props) {
  const { word } = useField(field.name);
  return <DateInput field={field} written={field.words["date"]} onSay={(form) => word("date", form)} />;
}

function DateInput({
  field,
  written,
  onSay,
}: Props & { readonly written: Plain | undefined; readonly onSay: (form: string) => void }) {
  const form = Array.isArray(written) ? written.join(" | ") : written;
  return (
    <LiveInput
      label={texts.form.dateForm}
      field={field.name}
      value={answerIn(form)}
      placeholder={texts.form.dateHint}
      onSay={onSay}
    />
  );
}

/** Returns the answer, or an empty string if the question is open or the answer is not a string. */
function answerIn(written: Plain | undefined): string {
  return typeof written === "string" && written !== open ? written : "";
}

function Zone() {
  const { view, send } = useWork();
  return (
    <>
      <LiveInput
        label={texts.form.zone}
        value={view.form?.zone ?? ""}
        list="zones"
        placeholder={texts.form.zoneHint}
        onSay={(value) => void send({ do: "set", path: ["zone"], value: value === "" ? null : value })}
      />
      <datalist id="zones">
        {Intl.supportedValuesOf("timeZone").map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function Lookup({ field }: Props) {
  const { word } = useField(field.name);
  if (field.lookups.length === 0) return null;
  return (
    <Select
      label={texts.form.lookup}
      field={field.name}
      value={answerIn(field.words["lookup"])}
      options={[
        ["", texts.form.lookups(field.lookups[0]?.split(".")[0] ?? "", "external_id")],
        ...field.lookups.map(
          (each) => [each, texts.form.lookups(...(each.split(".") as [string, string]))] as const,
        ),
      ]}
      onChoose={(value) => word("lookup", value)}
    />
  );
}

function mapIn(written: Plain | undefined): Readonly<Record<string, Plain>> | undefined {
  return typeof written === "object" && !Array.isArray(written)
    ? (written as Readonly<Record<string, Plain>>)
    : undefined;
}

function Decimal({ field }: Props) {
  const { say } = useField(field.name);
  const settings = mapIn(field.words["decimal"]);
  const set = (key: string, value: string) =>
    say((now) => ({
      do: "word",
      word: "decimal",
      value: {
        ...{ sign: ".", ...(now.kind === "money" ? {} : { scale: open }) },
        ...{ ...mapIn(now.words["decimal"]), [key]: value === "" ? open : value },
      },
    }));
  return (
    <>
      <Select
        label={texts.form.sign}
        field={field.name}
        value={answerIn(settings?.["sign"] ?? ".")}
        options={Object.entries(texts.form.signs)}
        onChoose={(sign) => set("sign", sign)}
      />
      {field.kind === "decimal" && (
        <Select
          label={texts.form.scale}
          field={field.name}
          value={answerIn(settings?.["scale"])}
          options={[["", texts.form.choose], ...Object.entries(texts.form.scales)]}
          onChoose={(scale) => set("scale", scale)}
        />
      )}
    </>
  );
}

function WholeNumber({ field: { name, shape, words, numberPattern = "" } }: Props) {
  const { word } = useField(name);
  const { pattern = "" } = words;
  // Other patterns can be changed only in the YAML.
  if (shape !== "column" || (pattern !== "" && pattern !== numberPattern)) return null;
  return (
    <Select
      label={texts.form.number}
      field={name}
      value={pattern === "" ? "cell" : "text"}
      options={Object.entries(texts.form.numbers)}
      onChoose={(chosen) => word("pattern", chosen === "text" ? numberPattern : "")}
    />
  );
}

function Flag({ field }: Props) {
  const { word } = useField(field.name);
  const until = field.words["active_until"];
  const detailed = mapIn(until);
  return (
    <>
      <Select
        label={texts.form.flagHow}
        field={field.name}
        value={until === undefined ? "value" : "date"}
        options={[
          ["value", texts.form.byValue],
          ["date", texts.form.byDate],
        ]}
        onChoose={(how) => (how === "date" ? word("active_until", open) : word("values", ""))}
      />
      {until !== undefined && (
        <DateInput
          field={field}
          written={detailed === undefined ? until : detailed["date"]}
          onSay={(form) => {
            const date = form === "" ? open : form;
            word("active_until", detailed === undefined ? date : { ...detailed, date });
          }}
        />
      )}
    </>
  );
}
