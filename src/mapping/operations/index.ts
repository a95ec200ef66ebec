import { activeUntilOperation } from "./active-until.js";
import { blankOperation } from "./blank.js";
import { caseOperation } from "./case.js";
import { dateOperation } from "./date.js";
import { decimalOperation } from "./decimal.js";
import { defaultOperation } from "./default.js";
import { invertOperation } from "./invert.js";
import { lookupOperation } from "./lookup.js";
import type { Operation } from "./operation.js";
import { padLeftOperation } from "./pad-left.js";
import { patternOperation } from "./pattern.js";
import { replaceOperation } from "./replace.js";
import { splitOperation } from "./split.js";
import { substringOperation } from "./substring.js";
import { valuesOperation } from "./values.js";

/** All operations, in the order used on the reference page. */
export const operations: readonly Operation[] = [
  caseOperation,
  replaceOperation,
  patternOperation,
  splitOperation,
  substringOperation,
  padLeftOperation,
  valuesOperation,
  blankOperation,
  defaultOperation,
  invertOperation,
  activeUntilOperation,
  dateOperation,
  decimalOperation,
  lookupOperation,
];

const byName: ReadonlyMap<string, Operation> = new Map(operations.map((each) => [each.name, each]));

export function operation(name: string): Operation | undefined {
  return byName.get(name);
}
