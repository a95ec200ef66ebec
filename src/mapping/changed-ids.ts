import type { Mapping } from "./grammar.js";

/**
 * That records are known by other ids than the system's own, as a sentence; undefined when a column is taken as it is.
 * Jobs and accruals refer to records by `external_id`, so somebody has to know.
 */
export function changedIds({ id_prefix: prefix, fields }: Mapping): string | undefined {
  const source = fields["external_id"];
  const isJoined = typeof source === "object" && !Array.isArray(source) && Object.hasOwn(source, "join");
  const how = [
    ...(isJoined ? ["joined of several columns"] : []),
    ...(prefix === undefined || prefix === "" ? [] : [`given the prefix ${JSON.stringify(prefix)}`]),
  ];
  if (how.length === 0) return undefined;
  return `Ids are not those of the system: they are ${how.join(" and ")}. Whatever refers to these records, such as jobs and accruals, must use the same ids.`;
}
