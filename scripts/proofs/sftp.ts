import { killRounds } from "../../test/support/sftp-kill.js";

/**
 * `npm run proof:sftp [ROUNDS] [SEED]`: SIGKILL during deliveries over SFTP, 200 rounds. Prints the figures;
 * exits with 1 if anything was lost, duplicated or left behind.
 */

const [rounds = "200", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);

/** Seeded random generator, so that a failing round can be repeated. */
function randomOf(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const start = performance.now();
const { killed, wrong } = await killRounds(Number(rounds), randomOf(Number(seed)), (round, killed, wrong) => {
  if (round % 10 === 0) console.error(`${round} rounds, ${killed} runs killed, ${wrong.length} wrong`);
});
const seconds = Math.round((performance.now() - start) / 1000);
for (const line of wrong) console.log(line);
console.log(`${rounds} rounds, ${killed} runs killed, ${wrong.length} wrong, seed ${seed}, ${seconds} s`);
process.exitCode = wrong.length === 0 ? 0 : 1;
