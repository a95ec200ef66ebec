/** JSON values with the original digits of each number, such as `0.10` or a 30-digit number. */

export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

export type ExactJson = string | boolean | null | ExactNumber | readonly ExactJson[] | ExactObject;

export interface ExactObject {
  readonly [key: string]: ExactJson;
}

export function isExactObject(value: unknown): value is ExactObject {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

export function exactText(value: ExactJson): string {
  if (value instanceof ExactNumber) return value.digits;
  if (Array.isArray(value)) return `[${(value as readonly ExactJson[]).map(exactText).join(",")}]`;
  if (!isExactObject(value)) return JSON.stringify(value);
  const members = Object.entries(value);
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${exactText(each)}`).join(",")}}`;
}
