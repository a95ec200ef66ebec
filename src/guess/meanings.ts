/**
 * What a heading can mean. Synonym files and presets speak in these words; everything that is not a field of the
 * recommended format is here so that it can be refused by name ("`GEBDAT` is a birth date").
 */

/**
 * `owner`: the thing that the record is about. `other`: another thing, whose name, id or address is not ours.
 * `quality`: narrows a meaning. `filler`: says nothing. `head`: what the column holds.
 */
export type MeaningKind = "owner" | "other" | "quality" | "filler" | "head";

interface MeaningDefinition {
  readonly kind: MeaningKind;
  /** Ends the sentence "The column holds ...". */
  readonly says: string;
}

export const meanings = {
  // -- what a record is about --
  staff: { kind: "owner", says: "a person" },
  charge: { kind: "owner", says: "a charge" },
  tax: { kind: "owner", says: "a tax" },

  // -- other things: their ids, names and addresses are never ours --
  manager: { kind: "other", says: "another person's, the manager's" },
  relative: { kind: "other", says: "another person's, a relative's or an emergency contact's" },
  customer: { kind: "other", says: "something about a customer" },
  vendor: { kind: "other", says: "something about a vendor" },
  contact: { kind: "other", says: "a contact person" },
  company: { kind: "other", says: "the company" },
  department: { kind: "other", says: "the department" },
  branch: { kind: "other", says: "the place of work" },
  job_title: { kind: "other", says: "the position" },
  role: { kind: "other", says: "a role or right" },
  project: { kind: "other", says: "a project" },
  bank: { kind: "other", says: "a bank account" },
  ledger: { kind: "other", says: "a ledger account" },
  cost_centre: { kind: "other", says: "a cost centre" },
  currency: { kind: "other", says: "a currency" },
  unit: { kind: "other", says: "a unit" },
  document: { kind: "other", says: "a document" },
  parent: { kind: "other", says: "the entry above this one" },
  crime: { kind: "other", says: "something about an offence" },
  tariff: { kind: "other", says: "a customs tariff number" },

  // -- what jobs and invoices are made of: read by `entities` alone --
  job: { kind: "other", says: "a job" },
  invoice: { kind: "other", says: "an invoice" },
  payment: { kind: "other", says: "a payment" },
  waybill: { kind: "other", says: "a waybill" },
  container: { kind: "other", says: "a container" },
  foreign: { kind: "quality", says: "in the currency that is charged" },
  net: { kind: "head", says: "an amount before tax" },
  gross: { kind: "head", says: "an amount with tax" },
  unit_price: { kind: "head", says: "the price of one" },
  due_date: { kind: "head", says: "the day on which it is due" },
  days_to_pay: { kind: "head", says: "in how many days it is due" },
  reference: { kind: "head", says: "a reference" },

  // -- what narrows --
  work: { kind: "quality", says: "at work" },
  primary: { kind: "quality", says: "the first one" },
  private: { kind: "quality", says: "a private one" },
  secondary: { kind: "quality", says: "a second one" },
  local: { kind: "quality", says: "in the local language" },
  english: { kind: "quality", says: "in English" },
  translation: { kind: "quality", says: "a translation" },
  short: { kind: "quality", says: "short" },
  long: { kind: "quality", says: "long" },
  old: { kind: "quality", says: "of before" },
  new: { kind: "quality", says: "of later" },
  cost: { kind: "quality", says: "for costs" },
  sell: { kind: "quality", says: "for sales" },
  filler: { kind: "filler", says: "nothing" },

  // -- what a column holds: what the fields are made of --
  id: { kind: "head", says: "an id" },
  number: { kind: "head", says: "a number" },
  code: { kind: "head", says: "a code" },
  login: { kind: "head", says: "a login" },
  full_name: { kind: "head", says: "a full name" },
  given_name: { kind: "head", says: "a given name" },
  family_name: { kind: "head", says: "a family name" },
  name: { kind: "head", says: "a name" },
  description: { kind: "head", says: "a description" },
  email: { kind: "head", says: "an e-mail address" },
  active: { kind: "head", says: "whether it is in use" },
  inactive: { kind: "head", says: "whether it is out of use" },
  status: { kind: "head", says: "a status" },
  end_date: { kind: "head", says: "a leaving date" },
  modified_at: { kind: "head", says: "the time of the last change" },
  rate: { kind: "head", says: "a rate" },
  value: { kind: "head", says: "a value" },
  country: { kind: "head", says: "a country" },
  region: { kind: "head", says: "a state or province" },
  valid_from: { kind: "head", says: "the start of validity" },
  valid_to: { kind: "head", says: "the end of validity" },
  direction: { kind: "head", says: "whether it is for sales or purchases" },
  kind: { kind: "head", says: "a type" },
  group: { kind: "head", says: "a group" },
  category: { kind: "head", says: "a category" },

  // -- what a column holds: never a field --
  row_number: { kind: "head", says: "a row number" },
  password: { kind: "head", says: "a password" },
  phone: { kind: "head", says: "a telephone number" },
  birth_date: { kind: "head", says: "a birth date" },
  hire_date: { kind: "head", says: "a hire date" },
  created_at: { kind: "head", says: "the time of creation" },
  last_login: { kind: "head", says: "the last login" },
  date: { kind: "head", says: "a date" },
  middle_name: { kind: "head", says: "a middle name" },
  reading: { kind: "head", says: "how a name is read aloud" },
  nickname: { kind: "head", says: "a nickname" },
  initials: { kind: "head", says: "initials" },
  salutation: { kind: "head", says: "a form of address" },
  gender: { kind: "head", says: "a gender" },
  nationality: { kind: "head", says: "a nationality" },
  marital_status: { kind: "head", says: "a marital status" },
  national_id: { kind: "head", says: "a national number" },
  salary: { kind: "head", says: "a salary or grade" },
  age: { kind: "head", says: "an age" },
  education: { kind: "head", says: "an education" },
  employment_type: { kind: "head", says: "a form of contract" },
  language: { kind: "head", says: "a language" },
  address: { kind: "head", says: "a postal address" },
  city: { kind: "head", says: "a town" },
  postcode: { kind: "head", says: "a postcode" },
  photo: { kind: "head", says: "a picture" },
  url: { kind: "head", says: "a web address" },
  note: { kind: "head", says: "a note" },
  version: { kind: "head", says: "a version" },
  sort_order: { kind: "head", says: "a sort order" },
  amount: { kind: "head", says: "an amount" },
  quantity: { kind: "head", says: "a quantity" },
  taxable: { kind: "head", says: "a mark of what is taxed" },
  permission: { kind: "head", says: "a right or setting" },
} as const satisfies Record<string, MeaningDefinition>;

export type Meaning = keyof typeof meanings;

export function isMeaning(word: string): word is Meaning {
  return Object.hasOwn(meanings, word);
}

export function meaningKind(meaning: Meaning): MeaningKind {
  return meanings[meaning].kind;
}

/** Columns of these meanings are never sampled, whatever they hold. */
export const secretMeanings: ReadonlySet<Meaning> = new Set<Meaning>(["password", "national_id", "bank"]);
