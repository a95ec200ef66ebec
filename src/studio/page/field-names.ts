import { texts } from "./texts.js";

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
