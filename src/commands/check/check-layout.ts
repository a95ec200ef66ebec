import { readFile } from "node:fs/promises";
import { parseLayout } from "../../layouts/parse.js";
import { runLayoutExamples } from "../../layouts/run-examples.js";
import { ofMistakes, type Finding } from "./finding.js";

/** One layout: every mistake at once, then its examples. */
export async function checkLayoutFile(
  path: string,
  label: string,
): Promise<{ readonly findings: readonly Finding[]; readonly examples: number }> {
  const parsed = parseLayout(await readFile(path, "utf8"), label);
  if ("mistakes" in parsed) return { findings: ofMistakes("mistake", parsed.mistakes), examples: 0 };
  const { run, mistakes } = await runLayoutExamples(parsed.layout);
  const findings: readonly Finding[] = ofMistakes("example", mistakes);
  if (run > 0) return { findings, examples: run };
  const message = "the layout has no examples, so nothing shows what it makes of an invoice";
  return { findings: [{ kind: "remark", file: label, message }], examples: 0 };
}
