import type { Account } from "../model/account.js";
import type { Diagnostic } from "./diagnostics.js";
import { isCompanyParameter } from "./parameters.js";
import type { Plain, YamlDocument } from "./yaml-document.js";

/**
 * If the account has a company, checks that the mapping selects the rows that belong to this company. The mapping
 * must have an `only` condition on the company, or declare that all rows belong to the company (`company: one`) or to
 * all companies (`company: shared`).
 */
export function companyDiagnostics(
  document: YamlDocument<Plain>,
  account: Account | undefined,
): Diagnostic[] {
  const company = account?.parameters.get("company");
  const { value } = document;
  if (company === undefined || typeof value === "string" || Array.isArray(value)) return [];
  if (!("lading" in value) || "company" in value || hasCompanyColumn(value)) return [];
  const message = `the account's company is ${JSON.stringify(company)}, but the mapping does not select its rows`;
  return [document.diagnostic([], message, { expected: companyExpected, asks: "company" })];
}

const companyExpected =
  '`only: [{ column: HEADING, equals: "${account.company}" }]` if a column contains the company, ' +
  "`company: one` if the export contains no other company, `company: shared` if its records belong to all companies";

/** True if an `only` condition compares a column with `${account.company}`. */
export function hasCompanyColumn(mapping: Plain): boolean {
  const { only } = mapping as { readonly only?: Plain };
  if (!Array.isArray(only)) return false;
  return (only as readonly Plain[]).some((condition) => {
    const { equals, in: among } = condition as { readonly equals?: Plain; readonly in?: Plain };
    const named = Array.isArray(among) ? (among as readonly Plain[]) : [equals];
    return named.some((text) => typeof text === "string" && isCompanyParameter(text));
  });
}
