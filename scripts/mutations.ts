/** The rules and defences that a test must miss when they are off. Each names the code that carries it and the tests that prove it. */

export interface Mutation {
  /** What is true as long as the code stands. */
  readonly rule: string;
  readonly file: string;
  /** A piece of the file that occurs exactly once. */
  readonly find: string;
  /** What it becomes: the rule switched off. */
  readonly replace: string;
  readonly tests: readonly string[];
}

export const mutations: readonly Mutation[] = [
  {
    rule: "rows of one id with different contents are refused",
    file: "src/validate/duplicates.ts",
    find: "preferred.every((row) => sameContents(row, winner))",
    replace: "preferred.length > 0",
    tests: ["test/validate/duplicates.test.ts"],
  },
  {
    rule: "accounts with tax need a tax code",
    file: "src/validate/record.ts",
    find: 'if (field.required === "tax") return account.taxMode === "tax";',
    replace: 'if (field.required === "tax") return false;',
    tests: ["test/validate/record.test.ts"],
  },
  {
    rule: "a required value that is blank is an issue",
    file: "src/validate/record.ts",
    find: 'return field.required === "always";',
    replace: "return false;",
    tests: ["test/validate/record.test.ts"],
  },
  {
    rule: "a value that the schema refuses is an issue",
    file: "src/validate/record.ts",
    find: "if (!result.success) {",
    replace: "if (result.success) {",
    tests: ["test/validate/record.test.ts"],
  },
];
