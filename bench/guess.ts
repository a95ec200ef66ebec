import { draftMapping, openAnswers } from "../src/draft/draft.js";
import { guessMapping } from "../src/draft/guess.js";
import { judge, titleOf, type Judgement } from "../test/draft/truth.js";
import { wholeFile } from "../test/draft/whole-file.js";
import { listsOfOthers, tablesOfNothing, truthSets } from "../test/draft/truth-sets.js";

/**
 * `npm run bench:guess [-- NAME]`: counts right, wrong and abstained fields of `guess` on its truth sets.
 * Abstaining is right if the answer is not in the file. With a part of a table's name, such as `de` or `SAP`,
 * lists its fields.
 */
const wanted = process.argv[2];

// First figure: whole files without a given record type.
const whole = { finished: 0, rows: 0, wrongRows: 0, wrongDrafts: 0, asked: 0, refused: 0 };
for (const table of Object.values(truthSets).flat()) {
  const { outcome, published, wrong } = await wholeFile(table);
  if (outcome !== "published") {
    whole[outcome]++;
    continue;
  }
  whole.finished++;
  whole.rows += published;
  whole.wrongRows += new Set(wrong.map((each) => each.split(" ")[1])).size;
  if (wrong.length > 0) {
    whole.wrongDrafts++;
    console.log(`  WRONG     ${titleOf(table)}: ${wrong.slice(0, 3).join("; ")}`);
  }
}
console.log(
  `whole files, guess to convert: ${String(whole.wrongRows)} of ${String(whole.rows)} rows wrong without an issue, ${String(whole.wrongDrafts)} of ${String(whole.finished)} drafts in which check finds nothing publish something wrong; ${String(whole.asked)} ask, ${String(whole.refused)} get no draft`,
);
class Tally {
  private readonly counts = { right: 0, wrong: 0, abstained: 0 };
  private readonly inFile = { right: 0, wrong: 0, abstained: 0 };
  private tables = 0;
  private kinds = 0;

  table(isKindFound: boolean): void {
    this.tables++;
    if (isKindFound) this.kinds++;
  }

  field(judgement: Judgement, isInFile: boolean): void {
    this.counts[judgement]++;
    if (isInFile) this.inFile[judgement]++;
  }

  toString(): string {
    const sum = (of: typeof this.counts) => of.right + of.wrong + of.abstained;
    const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)}%`;
    const [all, known] = [sum(this.counts), sum(this.inFile)];
    const { right, wrong, abstained } = this.counts;
    return `${String(this.tables)} tables, ${String(all)} fields: right ${share(right, all)}, wrong ${share(wrong, all)}, abstained ${share(abstained, all)}; of ${String(known)} fields that are in the file right ${share(this.inFile.right, known)}; record type found: ${String(this.kinds)}`;
  }
}

const [invented, real] = [new Tally(), new Tally()];
// The same with obvious answers to the easy questions. Fields that the draft decided without a question must
// still be right.
const answered = { drafts: 0, rows: 0, wrongRows: 0 };
for (const table of Object.values(truthSets).flat()) {
  const { outcome, published, wrong } = await wholeFile(table, true);
  if (outcome === "published") answered.drafts++;
  answered.rows += published;
  answered.wrongRows += new Set(wrong.map((each) => each.split(" ")[1])).size;
  if (wrong.length > 0) {
    console.log(`  WRONG     ${titleOf(table)}: ${wrong.slice(0, 3).join("; ")}`);
  }
}
console.log(
  `with the easy answer to what is asked: ${String(answered.wrongRows)} of ${String(answered.rows)} rows of ${String(answered.drafts)} drafts wrong in a field that the draft decided`,
);
for (const [set, tables] of Object.entries(truthSets)) {
  const tally = new Tally();
  for (const table of tables) {
    const { headings, rows } = table;
    const tallies = [tally, table.isReal ? real : invented];
    const guess = guessMapping({ name: table.name, headings, rows }, { record: table.kind });
    const alone = guessMapping({ name: "export", headings, rows });
    if (alone.record !== table.kind) {
      console.log(`  type      ${titleOf(table)} (${table.kind}): ${String(alone.record)}`);
    }
    for (const each of tallies) each.table(alone.record === table.kind);
    for (const [field, fieldGuess] of Object.entries(guess.fields)) {
      const judgement = judge(field, fieldGuess, table);
      const truth = table.mapping[field] ?? null;
      for (const each of tallies) each.field(judgement, truth !== null);
      if (judgement === "right" && (wanted === undefined || !titleOf(table).includes(wanted))) continue;
      const guessed =
        fieldGuess.decision === "chosen"
          ? `${fieldGuess.columns.join(", ")} (${fieldGuess.operation.op})`
          : `- ${fieldGuess.reason}`;
      console.log(
        `  ${judgement.padEnd(9)} ${titleOf(table)} ${field}: ${guessed}; truth ${JSON.stringify(truth)}`,
      );
    }
  }
  console.log(`${set}: ${String(tally)}`);
}
console.log(`invented rows under documented headings: ${String(invented)}`);
console.log(`headings and forms of public files: ${String(real)}`);

let refused = 0;
for (const table of tablesOfNothing) {
  const guess = guessMapping({ ...table, name: "export" });
  if (guess.verdict === "draft") console.log(`  drafted   ${table.name}: ${String(guess.record)}`);
  else refused++;
}
console.log(`not our records: refused ${String(refused)} of ${String(tablesOfNothing.length)}`);

const others = { finished: 0, asked: 0, refused: 0 };
for (const table of listsOfOthers) {
  const guess = guessMapping({ ...table, name: "export" });
  if (guess.verdict !== "draft") others.refused++;
  else if (openAnswers(draftMapping(guess, { name: "export.csv", schema: "s.json" })) > 0) others.asked++;
  else {
    others.finished++;
    console.log(`  FINISHED  ${table.name}: ${String(guess.record)}`);
  }
}
console.log(
  `lists of other things: ${String(others.finished)} of ${String(listsOfOthers.length)} drafts look finished; ${String(others.asked)} ask, ${String(others.refused)} get no draft`,
);
if (whole.wrongRows + whole.wrongDrafts + answered.wrongRows + others.finished > 0) process.exitCode = 1;
