import { fieldLabels } from "../../records/field-labels.js";
import { texts } from "./texts.js";

/** What a field is called here: one of an element by the name of its list, too. */
export function fieldName(name: string): string {
  const [list = "", ...rest] = name.split(".");
  const ofList = texts.lists[list];
  const own = rest.join(".");
  if (own === "") return fieldLabels[name] ?? ofList ?? name;
  return fieldLabels[name] ?? (ofList === undefined ? name : `${ofList}: ${fieldLabels[own] ?? own}`);
}

/** What a value of a field is called here. */
export function valueName(field: string, value: string): string {
  return (field === "is_active" ? texts.form.flags : texts.form.yesOrNo)[value] ?? value;
}
