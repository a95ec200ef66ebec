import { cleanCell, foldValue, trim } from "./cells.js";
import { dateReader, toDay } from "./dates/dates.js";
import { ValueIssue } from "./value-issue.js";
import { conditionTests, type Condition } from "./grammar.js";
import { isCompanyParameter } from "./parameters.js";
import { compilePattern } from "./patterns.js";
import type { Cursor } from "./cursor.js";
import { listed } from "./text.js";

/**
 * Conditions, such as those of `only` and `skip`. If a condition tests a date and the cell contains no readable date, the
 * result is an issue.
 */

export type Test = (cursor: Cursor) => boolean | ValueIssue;

export interface Rule {
  readonly name: string;
  readonly heading: string;
  /** True if the rule skips rows that belong to other companies. */
  readonly byCompany: boolean;
  bind(index: number, blanks: ReadonlySet<string> | undefined): Test;
}

export function usesToday(condition: Condition): boolean {
  return condition.started !== undefined || condition.not_ended !== undefined;
}

export function conditionsOf(
  written: "all" | Condition | readonly Condition[] | undefined,
): readonly Condition[] {
  if (written === undefined || written === "all") return [];
  return isSeveral(written) ? written : [written];
}

function isSeveral(written: Condition | readonly Condition[]): written is readonly Condition[] {
  return Array.isArray(written);
}

/**
 * `written` is the condition before its parameters are filled in. `zone` is the time zone in which times in UTC are
 * converted to days. Other times are compared by the day as written.
 */
export function planRule(
  list: "only" | "skip",
  condition: Condition,
  written: Condition | undefined,
  today: string,
  zone: string | undefined,
): Rule {
  const test = textTest(condition, today, zone);
  return {
    name: condition.name ?? nameOf(list, condition),
    heading: condition.column,
    byCompany:
      list === "only" &&
      [written?.equals, ...(written?.in ?? [])].some(
        (text) => text !== undefined && isCompanyParameter(text),
      ),
    bind: (index, blanks) => (cursor) => {
      cursor.column = index;
      return test(cleanCell(cursor.cells[index], blanks));
    },
  };
}

function textTest(
  condition: Condition,
  today: string,
  zone: string | undefined,
): (text: string | null) => boolean | ValueIssue {
  const { equals, matches, blank, started, not_ended: notEnded } = condition;
  if (blank !== undefined) return (text) => (text === null) === (blank === "true");
  const part = condition.starts_with ?? condition.contains;
  if (part !== undefined) {
    const wanted = foldValue(part);
    const holds = condition.contains === undefined ? "startsWith" : "includes";
    return (text) => text !== null && foldValue(text)[holds](wanted);
  }
  if (matches !== undefined) {
    const find = compilePattern(matches);
    return (text) => text !== null && find(text) !== undefined;
  }
  const forms = started ?? notEnded;
  if (forms !== undefined) {
    const read = dateReader(listed(forms));
    return (text) => {
      if (text === null) return true;
      const moment = read(text);
      if (moment instanceof ValueIssue) return moment;
      const day = toDay(moment, zone);
      return started === undefined ? day >= today : day <= today;
    };
  }
  const values = new Set((condition.in ?? [equals ?? ""]).map(foldValue));
  const exact = new Set([...(condition.in ?? [equals ?? ""])].map(trim));
  return (text) => {
    const value = text ?? "";
    return exact.has(value) || values.has(foldValue(value));
  };
}

const testsInWords: Readonly<Record<string, string>> = {
  equals: "is",
  in: "is one of",
  starts_with: "begins with",
  contains: "contains",
  matches: "is written as",
  blank: "is",
  started: "is a date up to today, written",
  not_ended: "is today or a later date, written",
};

/** Describes a rule for readers who are not familiar with mappings. Completes the sentence "rows skipped ...". */
export function ruleInWords(name: string): string {
  if (name === "stop_at") return "after the end of the list";
  const [, list, rest = ""] = /^(only|skip) (.*)$/s.exec(name) ?? [];
  const test = conditionTests.find((each) => rest.includes(` ${each} `));
  if (list === undefined || test === undefined) return `as ${name}`;
  const at = rest.indexOf(` ${test} `);
  const value = rest.slice(at + test.length + 2);
  const expected = test === "blank" ? (value === "false" ? "filled" : "blank") : `“${value}”`;
  return `where ${list === "only" ? "not: " : ""}“${rest.slice(0, at)}” ${testsInWords[test] ?? test} ${expected}`;
}

function nameOf(list: "only" | "skip", condition: Condition): string {
  const word = conditionTests.find((each) => condition[each] !== undefined) ?? "blank";
  const value = condition[word];
  const text = typeof value === "string" ? value : (value ?? []).join(", ");
  return `${list} ${condition.column} ${word} ${text}`;
}
