import type { CheckResult, CheckOutcome } from "./checks.js";

/** The results as text, grouped by subject, and the overall verdict. */

const words: Record<CheckOutcome, string> = {
  conforms: "ok",
  fault: "FAULT",
  advice: "advice",
  skipped: "-",
};

export function verifyReportText(results: readonly CheckResult[]): string {
  const lines: string[] = [];
  for (const subject of new Set(results.map((result) => result.subject))) {
    lines.push(subject);
    const own = results.filter((one) => one.subject === subject);
    own.forEach(({ outcome, section, title, detail }, index) => {
      lines.push(`  ${words[outcome].padEnd(7)} ${section.padEnd(15)} ${title}`);
      // A reason that applies to several consecutive lines is printed once, below them.
      if (detail !== undefined && own[index + 1]?.detail !== detail) lines.push(`${" ".repeat(26)}${detail}`);
    });
    lines.push("");
  }
  return `${lines.join("\n")}\n${summary(results)}\n`;
}

/** `undecided` means that there was no fault, but neither a list nor a record was found. */
export function verdictOn(
  results: readonly CheckResult[],
): "conforms" | "faulty" | "unreachable" | "undecided" {
  const has = (check: CheckResult["check"], outcome: CheckOutcome) =>
    results.some((result) => result.check === check && result.outcome === outcome);
  if (has("reachable", "fault")) return "unreachable";
  if (results.some((result) => result.outcome === "fault")) return "faulty";
  return has("list_shape", "conforms") || has("record", "conforms") ? "conforms" : "undecided";
}

function summary(results: readonly CheckResult[]): string {
  const count = (outcome: CheckOutcome) => results.filter((result) => result.outcome === outcome).length;
  const faults = count("fault");
  const verdict = {
    conforms: "Conforms",
    faulty: "Does not conform",
    unreachable: "No response",
    undecided: "Undecided, because neither a list nor a record was found",
  }[verdictOn(results)];
  return `${verdict}: ${count("conforms")} ok, ${faults} ${faults === 1 ? "fault" : "faults"}, ${count("advice")} advice, ${count("skipped")} not checked.`;
}
