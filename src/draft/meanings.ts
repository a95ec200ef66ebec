/**
 * The possible meanings of headings, as used in synonym files and presets. Some meanings do not correspond to a field
 * in the recommended format. Such meanings allow a draft to explain any column ("`GEBDAT` is a birth date").
 */

/**
 * How a meaning affects a heading:
 *
 * - `owner`: the entity that the record describes.
 * - `other`: a different entity, whose name, ID or address is not the record's.
 * - `quality`: narrows another meaning.
 * - `filler`: has no meaning.
 * - `head`: the content of the column.
 *
 * A heading that mentions only a different entity refers to that entity, so `headings` in the evidence accept both
 * `head` and `other`.
 */
export type MeaningKind = "owner" | "other" | "quality" | "filler" | "head";

interface MeaningDefinition {
  readonly kind: MeaningKind;
  /** Completes the sentence "The column holds ...". */
  readonly says: string;
}

export const meanings = {
  // -- what a record describes --
  staff: { kind: "owner", says: "a person" },
  charge: { kind: "owner", says: "a charge" },
  tax: { kind: "owner", says: "a tax" },

  // -- qualities --
  foreign: { kind: "quality", says: "in the currency of the charge" },
  work: { kind: "quality", says: "at work" },
  primary: { kind: "quality", says: "the first one" },
  private: { kind: "quality", says: "a private one" },
  secondary: { kind: "quality", says: "a second one" },
  local: { kind: "quality", says: "in the local language" },
  english: { kind: "quality", says: "in English" },
  translation: { kind: "quality", says: "a translation" },
  short: { kind: "quality", says: "short" },
  long: { kind: "quality", says: "long" },
  old: { kind: "quality", says: "a former one" },
  new: { kind: "quality", says: "a future one" },
  cost: { kind: "quality", says: "for costs" },
  sell: { kind: "quality", says: "for sales" },
  filler: { kind: "filler", says: "nothing" },

  // -- content of a column, and other entities. If a heading has several of these meanings, the first one in this
  // order is used: "status date" is a date, "rate type" a type, "country name" a country --
  password: { kind: "head", says: "a password" },
  photo: { kind: "head", says: "a picture" },
  manager: { kind: "other", says: "the manager of a person" },
  relative: { kind: "other", says: "a relative or an emergency contact" },
  contact: { kind: "other", says: "a contact person" },
  crime: { kind: "other", says: "something about a crime" },
  tariff: { kind: "other", says: "a customs tariff number" },
  phone: { kind: "head", says: "a phone number" },
  birth_date: { kind: "head", says: "a birth date" },
  hire_date: { kind: "head", says: "a hire date" },
  end_date: { kind: "head", says: "an end date" },
  last_login: { kind: "head", says: "the last login" },
  modified_at: { kind: "head", says: "the time of the last change" },
  created_at: { kind: "head", says: "the time of creation" },
  valid_from: { kind: "head", says: "the start of validity" },
  valid_to: { kind: "head", says: "the end of validity" },
  date: { kind: "head", says: "a date" },
  row_number: { kind: "head", says: "a row number" },
  employment_type: { kind: "head", says: "an employment type" },
  national_id: { kind: "head", says: "a national ID number" },
  marital_status: { kind: "head", says: "a marital status" },
  gender: { kind: "head", says: "a gender" },
  nationality: { kind: "head", says: "a nationality" },
  salary: { kind: "head", says: "a salary or grade" },
  education: { kind: "head", says: "education" },
  age: { kind: "head", says: "an age" },
  language: { kind: "head", says: "a language" },
  reading: { kind: "head", says: "the pronunciation of a name" },
  nickname: { kind: "head", says: "a nickname" },
  initials: { kind: "head", says: "initials" },
  salutation: { kind: "head", says: "a salutation" },
  middle_name: { kind: "head", says: "a middle name" },
  permission: { kind: "head", says: "a permission or setting" },
  taxable: { kind: "head", says: "a tax flag" },
  days_to_pay: { kind: "head", says: "the payment period in days" },
  version: { kind: "head", says: "a version" },
  sort_order: { kind: "head", says: "a sort order" },
  quantity: { kind: "head", says: "a quantity" },
  due_date: { kind: "head", says: "the due date" },
  unit_price: { kind: "head", says: "a unit price" },
  net: { kind: "head", says: "an amount before tax" },
  gross: { kind: "head", says: "an amount with tax" },
  kind: { kind: "head", says: "a type" },
  category: { kind: "head", says: "a category" },
  group: { kind: "head", says: "a group" },
  inactive: { kind: "head", says: "a flag for inactive records" },
  active: { kind: "head", says: "a flag for active records" },
  status: { kind: "head", says: "a status" },
  parent: { kind: "other", says: "the parent record" },
  ledger: { kind: "other", says: "a ledger account" },
  cost_centre: { kind: "other", says: "a cost center" },
  bank: { kind: "other", says: "a bank account" },
  customer: { kind: "other", says: "something about a customer" },
  vendor: { kind: "other", says: "something about a vendor" },
  project: { kind: "other", says: "a project" },
  document: { kind: "other", says: "a document" },
  currency: { kind: "other", says: "a currency" },
  unit: { kind: "other", says: "a unit" },
  role: { kind: "other", says: "a role or permission" },
  job_title: { kind: "other", says: "the job title" },
  department: { kind: "other", says: "the department" },
  branch: { kind: "other", says: "the workplace" },
  company: { kind: "other", says: "the company" },
  postcode: { kind: "head", says: "a postal code" },
  city: { kind: "head", says: "a city" },
  country: { kind: "head", says: "a country" },
  region: { kind: "head", says: "a state or province" },
  address: { kind: "head", says: "a postal address" },
  url: { kind: "head", says: "a web address" },
  amount: { kind: "head", says: "an amount" },
  direction: { kind: "head", says: "the direction (sales or purchases)" },
  email: { kind: "head", says: "an email address" },
  login: { kind: "head", says: "a login" },
  full_name: { kind: "head", says: "a full name" },
  given_name: { kind: "head", says: "a given name" },
  family_name: { kind: "head", says: "a family name" },
  description: { kind: "head", says: "a description" },
  name: { kind: "head", says: "a name" },
  code: { kind: "head", says: "a code" },
  rate: { kind: "head", says: "a rate" },
  id: { kind: "head", says: "an ID" },
  number: { kind: "head", says: "a number" },
  value: { kind: "head", says: "a value" },
  note: { kind: "head", says: "a note" },

  // -- for jobs and invoices, used only by `documents.ts` --
  job: { kind: "other", says: "a job" },
  invoice: { kind: "other", says: "an invoice" },
  payment: { kind: "other", says: "a payment" },
  waybill: { kind: "other", says: "a waybill" },
  container: { kind: "other", says: "a container" },
  reference: { kind: "head", says: "a reference" },
} as const satisfies Record<string, MeaningDefinition>;

export type Meaning = keyof typeof meanings;

export function isMeaning(word: string): word is Meaning {
  return Object.hasOwn(meanings, word);
}

export function meaningKind(meaning: Meaning): MeaningKind {
  return meanings[meaning].kind;
}

const ranks = new Map(Object.keys(meanings).map((meaning, index) => [meaning, index]));

/** Returns the meaning's position in `meanings`. The meaning with the lowest position takes precedence. */
export function rankOf(meaning: Meaning): number {
  return ranks.get(meaning) ?? 0;
}

/** Column meanings for which drafts never show samples. */
export const secretMeanings: ReadonlySet<Meaning> = new Set<Meaning>(["password", "national_id", "bank"]);
