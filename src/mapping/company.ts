import type { Account } from "../model/account.js";
import type { Diagnostic } from "./diagnostics.js";
import { isCompanyParameter } from "./parameters.js";
import type { Plain, YamlDocument } from "./yaml-document.js";

/**
 * An account is one company. Where it names its company, the mapping has to say whose rows the export holds: a column of it
 * by an `only` condition, or that it holds no other company's, or that its records belong to all.
 */
export function companyDiagnostics(
  document: YamlDocument<Plain>,
  account: Account | undefined,
): Diagnostic[] {
  const company = account?.parameters.get("company");
  const { value } = document;
  if (company === undefined || typeof value === "string" || Array.isArray(value)) return [];
  if (!("lading" in value) || "company" in value || hasCompanyColumn(value)) return [];
  const message = `the account has the company ${JSON.stringify(company)}, and the mapping does not say which rows are of it`;
  return [document.diagnostic([], message, { expected: companyExpected, asks: "company" })];
}

/** How a mapping says whose rows an export holds. */
const companyExpected =
  '`only: [{ column: HEADING, equals: "${account.company}" }]` where a column holds the company, ' +
  "`company: one` where the export holds no other, `company: shared` where its records belong to all companies";

/** Whether an `only` condition takes the rows of the account's company. */
export function hasCompanyColumn(mapping: Plain): boolean {
  const { only } = mapping as { readonly only?: Plain };
  if (!Array.isArray(only)) return false;
  return (only as readonly Plain[]).some((condition) => {
    const { equals, in: among } = condition as { readonly equals?: Plain; readonly in?: Plain };
    const named = Array.isArray(among) ? (among as readonly Plain[]) : [equals];
    return named.some((text) => typeof text === "string" && isCompanyParameter(text));
  });
}
