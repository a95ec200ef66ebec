import { guessMapping } from "../src/guess/guess.js";
import { judge } from "../test/guess/truth.js";
import { wholeFile } from "../test/guess/whole-file.js";
import { tablesOfNothing, truthSets } from "../test/guess/truth-sets.js";

/**
 * `npm run bench:guess [-- NAME]`: right, wrong and abstained fields of `guess` on its truth sets. Abstaining where the
 * answer is not in the file counts as right. With a part of a table's name, its fields are shown one by one.
 */
const wanted = process.argv[2];

// First figure: whole files, as a user takes them, with the record type not given.
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
    console.log(`  WRONG     ${table.name} [${table.language}]: ${wrong.slice(0, 3).join("; ")}`);
  }
}
console.log(
  `whole files, guess to convert: ${String(whole.wrongRows)} of ${String(whole.rows)} rows wrong without a word, ${String(whole.wrongDrafts)} of ${String(whole.finished)} drafts in which check finds nothing publish something wrong; ${String(whole.asked)} ask, ${String(whole.refused)} get no draft`,
);
for (const [set, tables] of Object.entries(truthSets)) {
  const counts = { right: 0, wrong: 0, abstained: 0 };
  const inFile = { right: 0, wrong: 0, abstained: 0 };
  let kinds = 0;
  for (const table of tables) {
    const guess = guessMapping(
      { name: table.name, headings: table.headings, rows: table.rows },
      { record: table.kind },
    );
    const alone = guessMapping({ name: "export", headings: table.headings, rows: table.rows });
    if (alone.record === table.kind) kinds++;
    else console.log(`  type  ${table.name} (${table.kind}): ${String(alone.record)}`);
    for (const field of Object.keys(guess.fields)) {
      const judgement = judge(field, guess.fields[field], table);
      counts[judgement]++;
      if ((table.mapping[field] ?? null) !== null) inFile[judgement]++;
      if (judgement === "right" && (wanted === undefined || !table.name.includes(wanted))) continue;
      const answer = guess.fields[field];
      const said =
        answer?.decision === "chosen"
          ? `${answer.columns.join(", ")} (${answer.operation.op})`
          : `- ${answer?.reason ?? ""}`;
      console.log(
        `  ${judgement.padEnd(9)} ${table.name} [${table.language}] ${field}: ${said}; truth ${JSON.stringify(table.mapping[field] ?? null)}`,
      );
    }
  }
  const all = counts.right + counts.wrong + counts.abstained;
  const known = inFile.right + inFile.wrong + inFile.abstained;
  const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;
  console.log(
    `${set}: ${String(tables.length)} tables, ${String(all)} fields: right ${share(counts.right, all)}, wrong ${share(counts.wrong, all)}, abstained ${share(counts.abstained, all)}`,
  );
  console.log(
    `  of ${String(known)} fields that are in the file: right ${share(inFile.right, known)}; record type found: ${String(kinds)} of ${String(tables.length)}`,
  );
}

let refused = 0;
for (const table of tablesOfNothing) {
  const guess = guessMapping({ ...table, name: "export" });
  if (guess.verdict === "draft") console.log(`  drafted   ${table.name}: ${String(guess.record)}`);
  else refused++;
}
console.log(`not our records: refused ${String(refused)} of ${String(tablesOfNothing.length)}`);
