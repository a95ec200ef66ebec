import { z } from "zod";

/**
 * Compiles a schema into a fast validity check. The check is several times faster than the schema, which collects
 * reasons. Anything that this compiler does not handle is left to the schema. A property test verifies that the check
 * and the schema produce the same results.
 */
export function quickCheck(schema: z.ZodType): (value: unknown) => boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const isValid = quickCheck(schema.unwrap() as z.ZodType);
    const blank = schema instanceof z.ZodOptional ? undefined : null;
    return (value) => value === blank || isValid(value);
  }
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === "boolean";
  if (schema instanceof z.ZodEnum) {
    const choices: ReadonlySet<unknown> = new Set(schema.options);
    return (value) => choices.has(value);
  }
  if (schema instanceof z.ZodArray && (schema.def.checks ?? []).length === 0) {
    const isValid = quickCheck(schema.element as z.ZodType);
    return (value) => Array.isArray(value) && value.every(isValid);
  }
  if (schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever) return objectCheck(schema);
  return textCheck(schema) ?? ((value) => schema.safeParse(value).success);
}

function objectCheck({ shape }: z.ZodObject): (value: unknown) => boolean {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    isValid: quickCheck(field as z.ZodType),
  }));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    let present = 0;
    for (const { name, isValid } of fields) {
      const field = (value as Readonly<Record<string, unknown>>)[name];
      if (!isValid(field)) return false;
      if (field !== undefined || name in value) present += 1;
    }
    return Object.keys(value).length === present;
  };
}

/** Checks length and pattern. Returns undefined if the schema contains other checks. */
function textCheck(schema: z.ZodType): ((value: unknown) => boolean) | undefined {
  const isText = schema instanceof z.ZodString || schema instanceof z.ZodStringFormat;
  if (!isText) return undefined;
  let least = 0;
  let most = Infinity;
  const patterns: RegExp[] = [];
  const { def } = schema._zod;
  for (const check of [def, ...(def.checks ?? []).map((each) => each._zod.def)] as readonly TextCheck[]) {
    if (check === def && check.check === undefined) continue;
    if (check.check === "min_length" && check.minimum !== undefined) least = Math.max(least, check.minimum);
    else if (check.check === "max_length" && check.maximum !== undefined)
      most = Math.min(most, check.maximum);
    else if (check.check === "string_format" && check.pattern !== undefined && !check.pattern.global)
      patterns.push(check.pattern);
    else return undefined;
  }
  const [pattern, ...others] = patterns;
  if (others.length > 0) return undefined;
  return (value) => {
    if (typeof value !== "string" || (pattern !== undefined && !pattern.test(value))) return false;
    // The schema counts characters, some of which consist of two code units, so lengths near a limit are left to the
    // schema.
    const isFarFromLimits = value.length >= 2 * least - 1 && value.length <= most;
    return isFarFromLimits || schema.safeParse(value).success;
  };
}

/** Zod's internal definition of a string check. */
interface TextCheck {
  readonly check?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: RegExp;
}
