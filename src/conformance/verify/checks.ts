/** All checks of `lading verify`, each with the section of the interface that requires it. */

interface Check {
  /** Section of the interface, or of a public standard. */
  readonly section: string;
  readonly title: string;
}

export const checks = {
  // -- authentication --
  reachable: { section: "4", title: "The address responds" },
  encrypted: { section: "5", title: "Credentials are not sent unencrypted" },
  no_credentials: { section: "5", title: "A request without credentials gets status 401" },
  wrong_credentials: { section: "5", title: "A request with a wrong token gets status 401" },
  challenge: {
    section: "RFC 9110 11.6.1",
    title: "A response with status 401 explains how to sign in (header WWW-Authenticate)",
  },
  token_in_address: { section: "5", title: "A token in the address is not accepted" },
  bearer_token: { section: "5", title: "The static bearer token is accepted" },
  oauth_token: {
    section: "5",
    title: "The token URL issues an access token to a client that requests no scopes",
  },
  oauth_wrong_secret: { section: "5", title: "A wrong client secret gets no access token" },
  oauth_access: { section: "5", title: "The access token is accepted" },
  oauth_not_stored: {
    section: "RFC 6749 5.1",
    title: "Access tokens have the header Cache-Control: no-store",
  },
  same_for_both: { section: "5", title: "Both sign-in methods return the same list" },
  error_code: { section: "1.2 convention 7", title: "Error codes are lower_snake" },

  // -- the response --
  offered: { section: "4.2", title: "Lists or single records are offered" },
  status: { section: "4.2", title: "The list has status 200" },
  arrives: { section: "4.2", title: "The response is complete and arrives in time" },
  content_type: { section: "4", title: "The body is application/json" },
  json: { section: "4", title: "The body is JSON in UTF-8" },
  list_shape: { section: "4.2", title: "The body is one list of objects, bare or wrapped" },
  has_entries: { section: "4.2", title: "The list has entries" },
  full_list: { section: "4.2", title: "One response contains the full list" },
  stable: { section: "4.2", title: "Two consecutive requests return the same list" },

  // -- the entries --
  external_id: { section: "1.2 convention 1", title: "external_id is a string" },
  unique_id: { section: "1.2 convention 1", title: "external_id is unique" },
  updated_at: { section: "1.2 convention 2", title: "updated_at is an ISO 8601 time with its offset" },
  version_marker: {
    section: "1.2 convention 2",
    title: "updated_at changes with the entry and never goes back",
  },
  not_in_future: { section: "1.2 convention 2", title: "updated_at is not in the future" },
  name: { section: "2.6", title: "name is a string" },
  email_address: { section: "2.6", title: "email_address is an email address" },
  code: { section: "2.7", title: "code is a string" },
  description: { section: "2.7", title: "description is a string" },
  charge_type: { section: "2.7", title: "charge_type is freight, origin, destination or other" },
  is_active: { section: "2.6, 2.7", title: "is_active is true or false" },
  tax_code: { section: "2.7", title: "tax_code is a reference: an object with external_id" },
  tax_code_required: { section: "2.7", title: "With tax, every charge code has a tax_code" },
  reference: { section: "1.2 convention 1", title: "tax_code refers to an entry in /tax-codes" },
  not_blank: { section: "2.6, 2.7", title: "Required strings are not blank" },

  // -- records that are fetched individually --
  window: { section: "4.2", title: "The list of changes has status 200" },
  ids_alone: { section: "4.2", title: "Items in the list of changes have only external_id" },
  window_refused: {
    section: "4.2",
    title: "Invalid parameters get status 400",
  },
  window_bounds: {
    section: "4.2",
    title: "updated_after is inclusive, updated_before is exclusive",
  },
  record: { section: "4.2", title: "A record is returned with status 200 and the requested ID" },
  record_fields: { section: "2.2, 2.4", title: "The fields of a record conform to the interface" },
  no_such_record: { section: "4.2", title: "An unknown ID gets status 404" },

  // -- posting an invoice --
  post_malformed: { section: "4.2, 7", title: "A body that is not an invoice gets status 400" },
  post_taken: {
    section: "4.2 rule 3",
    title: "An invoice gets status 200 with its new external_id and the status draft or posted",
  },
  post_repeated: {
    section: "4.2 rule 6",
    title: "Posting the same invoice again gets status 409 duplicate_invoice",
  },
  post_served: { section: "4.2 rule 4", title: "The posted invoice is served under its new external_id" },
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;

/** `advice`: not required by the interface, but recommended. `skipped`: not checked, with the reason. */
export type CheckOutcome = "conforms" | "fault" | "advice" | "skipped";

export interface CheckResult {
  readonly check: CheckName;
  /** The path, address or sign-in method that was checked. */
  readonly subject: string;
  readonly section: string;
  readonly title: string;
  readonly outcome: CheckOutcome;
  /** Details of the outcome, without secrets or values from entries. */
  readonly detail?: string;
}

export function checkResult(
  check: CheckName,
  subject: string,
  outcome: CheckOutcome,
  detail?: string,
): CheckResult {
  return { check, subject, ...checks[check], outcome, ...(detail !== undefined && { detail }) };
}
