import { comparedPattern, patternsOverlap } from "../../connectors/sources/patterns.js";
import { matchesWildcard } from "../../formats/wildcard.js";
import type { Feed, SetMember } from "../../workspace/workspace.js";
import type { MappingResult, TableFiles } from "./check-mapping.js";
import type { FeedFinding } from "./diagnostic.js";

/**
 * Checks a feed with several files per delivery. Its mapping must specify which of the files each table reads. The
 * mapping reads them from an archive that has a folder for each name under the feed's `files`.
 */
export function severalFiles(
  { name, type, set, mapping }: Feed,
  found: MappingResult | undefined,
  label: string,
): FeedFinding | undefined {
  const files = set?.members.filter(({ kind }) => kind !== "marker") ?? [];
  const [first] = files;
  const isMany = first?.kind === "many";
  if (first === undefined || (files.length === 1 && !isMany)) return undefined;
  const together = `\`read: { members: "${isMany ? pathOf(first) : "*"}" }\``;
  const several = `the feed ${name} receives several files as one delivery`;
  if (mapping === undefined)
    return {
      kind: "error",
      message: `${several}, but without a mapping, Lading reads only one file`,
      next: `set \`mapping\` to a mapping with ${together}.`,
    };
  const tables = found?.tableFiles;
  if (tables === undefined) return undefined;

  const [main] = tables;
  const hasLists = Object.values(type.fields).some(({ kind }) => kind === "list");
  if (isMany ? main.members === undefined : patternOf(main) === undefined) {
    const separate = hasLists
      ? `add \`read: { member: "${pathOf(first)}" }\`, and read the other files with \`tables\`.`
      : "use a separate feed for each file.";
    return {
      kind: "error",
      message: `${several}, but the mapping ${label} reads only one file`,
      next: isMany
        ? `add ${together} to the mapping.`
        : `if the files form one table, add ${together} to the mapping. Otherwise, ${separate}`,
    };
  }

  const paths = files.map((file) => `"${pathOf(file)}"`).join(", ");
  const vague = tables.find(
    (table) => table.members === undefined && files.filter((file) => surelyReads(table, file)).length > 1,
  );
  if (vague !== undefined)
    return {
      kind: "error",
      message: `\`${vague.key}\` in the mapping ${label} matches several files of the feed ${name}`,
      next: `set \`member\` to one of the files: ${paths}.`,
    };
  // An optional table may belong to another feed that uses the same mapping.
  const lost = tables.find(
    (table) => table.optional === undefined && !files.some((file) => mayRead(table, file)),
  );
  if (lost !== undefined)
    return {
      kind: "error",
      message: `\`${lost.key}\` in the mapping ${label} matches no file of the feed ${name}`,
      next: `set \`${lost.members === undefined ? "member" : "members"}\` to files of the feed: ${paths}.`,
    };
  const unread = files.find((file) => !tables.some((table) => mayRead(table, file)));
  if (unread === undefined) return undefined;
  return {
    kind: "remark",
    message: `the feed ${name} receives the file ${unread.name}, but the mapping ${label} does not read it`,
    next: `read "${pathOf(unread)}" with ${hasLists ? "`tables`" : "`members`"}, or remove the file from \`files\``,
  };
}

function patternOf({ member, members }: TableFiles): string | undefined {
  return members ?? member;
}

function pathOf({ name }: SetMember): string {
  return `${name}/*`;
}

/** Patterns for the path of the file in the archive, and for its name without the folder. */
function pathsOf({ name, pattern: { text } }: SetMember): readonly string[] {
  return [`${name}/${text}`, text];
}

/** True if the table reads every file with the configured name. Placeholders are compared as text. */
function surelyReads(table: TableFiles, file: SetMember): boolean {
  return pathsOf(file).some((path) => matchesWildcard(patternOf(table) ?? "*", path));
}

/** True unless the table certainly never reads the file. */
function mayRead(table: TableFiles, file: SetMember): boolean {
  const wanted = comparedPattern(patternOf(table) ?? "*");
  return pathsOf(file).some((path) => {
    const compared = comparedPattern(path);
    // A pattern with a parameter, such as `${account.company}`, may match any file.
    return wanted === undefined || compared === undefined || patternsOverlap(wanted, compared);
  });
}
