/** Data of the simulated FFS: fixed vendors, charges, taxes and staff, and generated jobs. */

export interface Vendor {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
}

export const vendors: readonly Vendor[] = [
  { id: "V1", code: "OCEANSGP", name: "Ocean Line Singapore Pte, Ltd", country: "SG", currency: "USD" },
  { id: "V2", code: "HARBRIS", name: "Harbour Shipping Ltd", country: "GB", currency: "GBP" },
  { id: "V3", code: "00417", name: "North Sea Hauliers B.V.", country: "NL", currency: "EUR" },
  { id: "V4", code: "DOVERSTO", name: "Dover Storage Ltd", country: "GB", currency: "GBP" },
];

/** Value of one unit of each currency in hundredths of a pound, the local currency. */
export const rates: Readonly<Record<string, number>> = { GBP: 100, USD: 79, EUR: 86 };

export interface Charge {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly type: string;
  readonly tax: string;
}

export const charges: readonly Charge[] = [
  { id: "C1", code: "OFRT", name: "Ocean freight", type: "freight", tax: "T0" },
  { id: "C2", code: "PICK", name: "Collection", type: "origin", tax: "T20" },
  { id: "C3", code: "DTHC", name: "Destination handling", type: "destination", tax: "T0" },
  { id: "C4", code: "00DOC", name: "Documentation", type: "other", tax: "T20" },
];

export const taxes = [
  { id: "T20", code: "S", name: "Standard rated", rate: 20 },
  { id: "T0", code: "Z", name: "Zero rated", rate: 0 },
];

export const playedStaff = [
  { id: "E1", name: "Grace Whitfield", email: "grace.whitfield@ffs.example" },
  { id: "E2", name: "Daniel Okafor", email: "daniel.okafor@ffs.example" },
];

interface Cost {
  readonly id: string;
  readonly vendor: string;
  readonly charge: string;
  /** Amount before tax, in hundredths of the vendor's currency. */
  readonly net: number;
}

export interface FfsJob {
  readonly number: string;
  readonly type: "SHP" | "CON";
  readonly operator: string;
  readonly costs: readonly Cost[];
  readonly modified: string;
}

export function madeJob(n: number, modified: string, random: () => number): FfsJob {
  const job = {
    number: `S${String(n).padStart(8, "0")}`,
    type: random() < 0.3 ? ("CON" as const) : ("SHP" as const),
    operator: oneOf(playedStaff, random).id,
    costs: [],
    modified,
  };
  const costs = 1 + Math.floor(random() * 3);
  return Array.from({ length: costs }).reduce<FfsJob>((so) => withCost(so, modified, random), job);
}

export function withCost(job: FfsJob, modified: string, random: () => number): FfsJob {
  const cost = {
    id: `${job.number}-${job.costs.length + 1}`,
    vendor: oneOf(vendors, random).code,
    charge: oneOf(charges, random).code,
    net: 1000 + Math.floor(random() * 500_000),
  };
  return { ...job, costs: [...job.costs, cost], modified };
}

export function oneOf<T>(list: readonly [T, ...T[]] | readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}
