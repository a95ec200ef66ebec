import { texts } from "./texts.js";

/** What a field is called here: one of an element by the name of its list, too. */
export function fieldName(name: string): string {
  const [list = "", ...rest] = name.split(".");
  const ofList = texts.lists[list];
  const own = rest.join(".");
  if (own === "") return texts.fields[name] ?? ofList ?? name;
  return texts.fields[name] ?? (ofList === undefined ? name : `${ofList}: ${texts.fields[own] ?? own}`);
}

/** What a value of a field is called here. */
export function valueName(field: string, value: string): string {
  return (field === "is_active" ? texts.form.flags : texts.form.yesOrNo)[value] ?? value;
}

/** A sentence with the fields called as the page calls them. */
export function fieldInWords(sentence: string): string {
  return sentence.replace(
    /\b(?:field )?([a-z]+(?:_[a-z]+)+)\b|\bfield ([a-z]+)\b/g,
    (found, long?: string, short?: string) => {
      const said = texts.fields[long ?? short ?? ""];
      return said === undefined ? found : `“${said}”`;
    },
  );
}
