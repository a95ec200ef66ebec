import type { Finding, Outcome } from "./checks.js";

/** The findings as a table for people: grouped by what was looked at, faults with what was found. */

const words: Record<Outcome, string> = { conforms: "ok", fault: "FAULT", advice: "advice", skipped: "-" };

export function reportText(findings: readonly Finding[]): string {
  const lines: string[] = [];
  for (const subject of new Set(findings.map((finding) => finding.subject))) {
    lines.push(subject);
    for (const finding of findings.filter((one) => one.subject === subject)) {
      lines.push(`  ${words[finding.outcome].padEnd(7)} ${finding.section.padEnd(15)} ${finding.title}`);
      if (finding.detail !== undefined) lines.push(`${" ".repeat(26)}${finding.detail}`);
    }
    lines.push("");
  }
  return `${lines.join("\n")}\n${summary(findings)}\n`;
}

function summary(findings: readonly Finding[]): string {
  const count = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome).length;
  const faults = count("fault");
  const verdict = faults === 0 ? "Conforms" : "Does not conform";
  return `${verdict}: ${count("conforms")} ok, ${faults} ${faults === 1 ? "fault" : "faults"}, ${count("advice")} advice, ${count("skipped")} not looked at.`;
}
