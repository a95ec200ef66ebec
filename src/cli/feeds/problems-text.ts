import { problemLabel, problemText, type Problem } from "../../feeds/health/problem.js";
import { age, firstOf, visible } from "../../sentence.js";
import { nextText } from "../next-text.js";

/** This module formats problems for the terminal, one paragraph each. */

export function problemsText(problems: readonly Problem[], now: Date): string {
  return problems.map((one) => `\n${paragraph(one, now)}`).join("");
}

/** Maximum number of feeds for which a problem shows a separate sentence. */
const mostShown = 5;

function paragraph(one: Problem, now: Date): string {
  const { code, subject, feeds, files, since, each } = one;
  const label = problemLabel(code);
  const [file] = files.length === 1 ? files : [];
  const isNamed = feeds.length === 0 || (feeds.length === 1 && feeds[0] === subject) || each.length > 0;
  const more = each.length - mostShown;
  const all = [
    `${subject}${label === undefined ? "" : `: ${label}`}`,
    `  ${file === undefined ? "" : `${visible(file)}: `}${lines(problemText(one))}${since === null ? "" : ` First seen ${age(since, now)}.`}`,
    ...each.slice(0, mostShown).map(({ name, sentence }) => `    ${name}: ${visible(sentence)}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
    ...(isNamed ? [] : [`  ${feeds.length === 1 ? "feed" : `${feeds.length} feeds`}: ${firstOf(feeds)}`]),
    ...stepLines(one),
  ];
  return all.map((line) => `${line}\n`).join("");
}

/** Indents the additional lines of a message, such as the errors in an invalid mapping. */
function lines(text: string): string {
  return text.split("\n").map(visible).join("\n    ");
}

function stepLines({ next, commands }: Problem): readonly string[] {
  if (next === "") return [];
  const apart = commands.filter((command) => !next.includes(`\`${command}\``));
  return [...nextText(next, "  ").split("\n"), ...apart.map((command) => `    ${command}`)];
}
