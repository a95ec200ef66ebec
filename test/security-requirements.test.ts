import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The requirements of level 1 of ASVS 5.0.0, which `docs/security.md` answers, with the files that test the answers. */
const testedBy: Readonly<Record<string, readonly string[]>> = {
  "1.2.1": ["test/console/shared.test.ts", "test/console/reports/run-page.test.ts"],
  "1.2.2": ["test/http/sockets.test.ts"],
  "1.2.3": ["test/console/studio/server.test.ts", "test/formats/output/encode.test.ts"],
  "1.2.4": ["test/store/contract.test.ts"],
  "1.2.5": ["test/feeds/alerts/notify.test.ts", "test/system/readers/reader.test.ts"],
  "1.3.1": ["test/formats/html.test.ts"],
  "1.3.2": [".oxlintrc.json", "test/mapping/diagnostics.test.ts"],
  "1.5.1": ["test/formats/xml.test.ts", "test/formats/xml-2003.test.ts"],
  "2.1.1": ["test/generated.test.ts"],
  "2.2.1": ["test/workspace/load.test.ts", "test/model/record-types/record-types.test.ts"],
  "2.2.2": ["test/console/studio/server.test.ts"],
  "2.3.1": ["test/feeds/deliveries.test.ts", "test/proofs/model.test.ts"],
  "3.2.1": ["test/http/lists.test.ts", "test/console/shared.test.ts"],
  "3.2.2": ["test/console/shared.test.ts", "test/console/studio/server.test.ts"],
  "3.3.1": ["test/console/studio/server.test.ts"],
  "3.4.1": ["test/http/sockets.test.ts"],
  "3.4.2": ["test/console/studio/server.test.ts", "test/http/lists.test.ts"],
  "3.5.1": ["test/console/studio/server.test.ts"],
  "3.5.2": ["test/console/studio/server.test.ts"],
  "3.5.3": ["test/http/lists.test.ts", "test/http/oauth.test.ts"],
  "4.1.1": ["test/http/lists.test.ts", "test/console/operators/operators.test.ts"],
  "4.4.1": [],
  "5.2.1": ["test/system/readers/reader.test.ts", "test/formats/archive.test.ts"],
  "5.2.2": ["test/formats/contract.test.ts", "test/formats/hostile-workbooks.test.ts"],
  "5.3.1": [],
  "5.3.2": ["test/connectors/sources/"],
  "6.1.1": ["test/http/authentication.test.ts"],
  "6.2.1": [],
  "6.2.2": [],
  "6.2.3": [],
  "6.2.4": [],
  "6.2.5": [],
  "6.2.6": [],
  "6.2.7": [],
  "6.2.8": ["test/http/authentication.test.ts"],
  "6.3.1": ["test/http/authentication.test.ts"],
  "6.3.2": ["test/store/credentials/store.test.ts"],
  "6.4.1": [],
  "6.4.2": [],
  "7.2.1": ["test/http/oauth.test.ts"],
  "7.2.2": ["test/http/oauth.test.ts"],
  "7.2.3": ["test/store/credentials/store.test.ts"],
  "7.2.4": ["test/http/oauth.test.ts"],
  "7.4.1": ["test/http/authentication.test.ts"],
  "7.4.2": ["test/http/oauth.test.ts"],
  "8.1.1": [],
  "8.2.1": ["test/console/operators/operators.test.ts"],
  "8.2.2": ["test/http/authentication.test.ts", "test/console/trials.test.ts"],
  "8.3.1": ["test/http/authentication.test.ts", "test/http/lists.test.ts"],
  "9.1.1": [],
  "9.1.2": [],
  "9.1.3": [],
  "9.2.1": [],
  "10.4.1": [],
  "10.4.2": [],
  "10.4.3": [],
  "10.4.4": ["test/http/oauth.test.ts"],
  "10.4.5": [],
  "11.3.1": ["test/connectors/sftp/sftp-algorithms.test.ts"],
  "11.3.2": ["test/connectors/sftp/sftp-algorithms.test.ts", "test/http/sockets.test.ts"],
  "11.4.1": ["test/connectors/sftp/sftp-algorithms.test.ts", "test/store/credentials/secret.test.ts"],
  "12.1.1": ["test/http/sockets.test.ts"],
  "12.2.1": ["test/http/sockets.test.ts"],
  "12.2.2": ["test/cli/trust-doctor.test.ts"],
  "13.4.1": ["test/package.test.ts", "test/deploy.test.ts"],
  "14.2.1": ["test/http/lists.test.ts", "test/console/studio/server.test.ts"],
  "14.3.1": ["test/console/studio/server.test.ts", "test/console/operators/operators.test.ts"],
  "15.1.1": [],
  "15.2.1": ["test/supply-chain.test.ts"],
  "15.3.1": ["test/http/lists.test.ts", "test/formats/output/encode.test.ts"],
};

/** The rows of the table in `docs/security.md`. A row answers one requirement, or a range such as `6.2.1–6.2.8`. */
const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, numbers = "", about = "", state = "", how = ""] = line.split("|").map((cell) => cell.trim());
    const range = /^(?<section>\d+\.\d+\.)(?<first>\d+)(?:–\k<section>(?<last>\d+))?$/.exec(numbers)?.groups;
    if (range === undefined) return [];
    const { section = "", first = "", last = first } = range;
    const length = Number(last) - Number(first) + 1;
    return Array.from({ length }, (_, index) => ({
      number: `${section}${Number(first) + index}`,
      about,
      state,
      how,
    }));
  });

test("the security page answers every requirement of level 1", () => {
  expect(rows.map(({ number }) => number)).toEqual(Object.keys(testedBy));
  for (const { number, about, state, how } of rows) {
    expect(["met", "met with OAuth", "not met", "not applicable", "up to you"], number).toContain(state);
    expect([about, how], number).not.toContain("");
  }
});

test("each requirement that is met has a test, or a link to its documentation", () => {
  const unproven = rows.filter(
    ({ number, state, how }) =>
      state.startsWith("met") && testedBy[number]?.length === 0 && !/\]\(|see "Libraries" below/.test(how),
  );
  expect(unproven).toEqual([]);
  expect([...new Set(Object.values(testedBy).flat())].filter((path) => !existsSync(path))).toEqual([]);
});
