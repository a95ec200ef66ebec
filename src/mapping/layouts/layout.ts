import type { AnyRecord } from "../../model/record-type.js";
import type { InvoiceIssue } from "../../model/rules/outbound-invoice.js";
import type { LayoutText, LayoutPart } from "./grammar.js";
import type { Plain, YamlDocument } from "../yaml-document.js";

/** A valid layout with the positions of its parts. */
export interface Layout {
  readonly text: LayoutText;
  readonly document: YamlDocument<Plain>;
  /** The files for an invoice, in the order in which they are sent. */
  readonly parts: readonly LayoutPart[];
  /** Names of the counters in the layout. The caller supplies the next number for each counter. */
  readonly counters: readonly string[];
}

export interface LayoutContext {
  /** The ID that Lading assigned to the invoice. */
  readonly externalId: string;
  /** 1-based number of the attempt to send the invoice. */
  readonly attempt: number;
  /** `yyyy-MM-dd` in the account's zone. */
  readonly today: string;
  readonly counters: ReadonlyMap<string, string>;
  /** Finds a published record, with its private fields under `private`. */
  find(type: string, id: string): Promise<AnyRecord | undefined>;
}

export interface RenderedFile {
  readonly fileName: string;
  readonly bytes: Buffer;
  /** Cells by column, for files that consist of lines. */
  readonly rows?: readonly Readonly<Record<string, string>>[];
}

export type Rendered =
  | { readonly files: readonly RenderedFile[] }
  | { readonly issues: readonly InvoiceIssue[] };
