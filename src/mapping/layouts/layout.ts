import type { AnyRecord } from "../../model/record-type.js";
import type { InvoiceIssue } from "../../model/rules/outbound-invoice.js";
import type { LayoutText, LayoutPart } from "./grammar.js";
import type { Plain, YamlDocument } from "../yaml-document.js";

/** A layout that is ready to be carried out, with the places of its parts. */
export interface Layout {
  readonly text: LayoutText;
  readonly document: YamlDocument<Plain>;
  /** The files that an invoice becomes, in the order in which they are sent. */
  readonly parts: readonly LayoutPart[];
  /** The counters that it asks for; the caller hands in the next number of each. */
  readonly counters: readonly string[];
}

export interface LayoutContext {
  /** The id that we gave the invoice. */
  readonly externalId: string;
  /** How often it is sent, from 1. */
  readonly attempt: number;
  /** `yyyy-MM-dd` in the account's zone. */
  readonly today: string;
  readonly counters: ReadonlyMap<string, string>;
  /** A record of ours as it is published, with its private fields under `private`; undefined: there is none. */
  find(type: string, id: string): Promise<AnyRecord | undefined>;
}

export interface RenderedFile {
  readonly fileName: string;
  readonly bytes: Buffer;
  /** The cells by column, where the file is made of lines. */
  readonly rows?: readonly Readonly<Record<string, string>>[];
}

/** Files, or everything that keeps the system from being told this invoice. */
export type Rendered =
  | { readonly files: readonly RenderedFile[] }
  | { readonly issues: readonly InvoiceIssue[] };
