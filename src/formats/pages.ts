import { issue, type Issue } from "../model/issues.js";
import { counted } from "../sentence.js";

export interface ValueBeside {
  readonly path: string;
  readonly value: string;
}

/**
 * Detects whether a document is only one of several pages. The evidence is a link to the next page, a flag for further
 * pages, or a count that exceeds the number of rows. Many APIs return such values alongside the rows. `isAboutPages` is
 * true if the values come from an object that only describes pages, in which `total` is a number of rows.
 */
export function pageIssues(beside: readonly ValueBeside[], rows: number, isAboutPages = false): Issue[] {
  // In an invoice or an order, `total` may be an amount, and `count` the number of lines.
  const countsRows =
    isAboutPages ||
    beside.some(({ path }) => pageSizes.has(keyOf(path))) ||
    !beside.some(({ path }) => isOfDocument(path));
  const signs = [...beside.map(signOfMore), ...beside.map((each) => signOfTotal(each, rows, countsRows))];
  const sign = signs.find((each) => each !== undefined);
  return sign === undefined ? [] : [issue("more_pages", {}, { what: "The file", sign })];
}

/**
 * Returns evidence that a list within a record is only one page of several, such as `contacts@odata.nextLink`, or
 * `lines.has_more` next to `lines.data`.
 */
export function signOfMoreElements(each: ValueBeside): string | undefined {
  const key = keyOf(each.path);
  const isLink =
    links.test(key) && (key !== "next" || each.path.endsWith("__next") || /[/?=]/.test(each.value));
  return isLink || moreFlags.has(key) ? signOfMore(each) : undefined;
}

/** True if `pageIssues` uses values with this name. */
export function isOfPages(path: string): boolean {
  const key = keyOf(path);
  return (
    links.test(key) ||
    linkHeader.test(key) ||
    [moreFlags, lastFlags, pageCounts, partCounts, rowCounts, remainders, pageSizes].some((names) =>
      names.has(key),
    ) ||
    plainCounts.has(key) ||
    key === "length" ||
    key === "anzahl"
  );
}

/** True if a value shows that the document is an invoice or an order, whose `total` may be an amount. */
export function isOfDocument(path: string): boolean {
  return documentParts.test(path) || documentValues.test(keyOf(path));
}

const documentParts =
  /\b(?:invoice|voucher|bill|credit_?note|order|shipment|consignment|booking|job|rechnung|gutschrift|auftrag|bestellung|sendung|lieferung)\.[^.]*$/i;
const documentValues =
  /amount|currency|price|subtotal|balance|invoice|betrag|w(?:ae)?hrung|netto|brutto|mwst|rechnung|^(?:net|tax|vat|sum|gross)(?:total|value)?$|^(?:due|weight|volume|quantity|width|height|breite|h(?:oe)?he|gewicht|menge)|^(?:document|order|shipment|job|booking)(?:id|no|nr|ref|number)$|^(?:auftrags?|sendungs?|bestell|beleg|lieferschein|dokument)(?:id|nr|nummer)?$/;

/**
 * Names of links to other pages, without separators, such as `nextLink`, `next_page_url`, `__next`, `links.next.href`
 * and `prev`.
 */
const links =
  /^(?:next|prev|previous|continuation)(?:page|link|url|uri|href|token|cursor|offset|start|skip|marker|key|batch|set|records|results|number)*$|^lastevaluatedkey$|^resumptiontoken$|^naechsteseite$/;
/** Names of the HTTP header that contains links, such as `<https://...>; rel="next"`. */
const linkHeader = /^links?(?:header)?$/;
const namesIn = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));
const moreFlags = namesIn(`
  more hasmore hasmoreitems hasmorepages hasmorerecords hasmoreresults hasmorerows morepages
  morerecords moreresults morerows moreitems moredata moredataavailable hasnext hasnextpage
  hasprevious haspreviouspage istruncated truncated moreavailable moreresultsavailable nextavailable
  partial ispartial incomplete hasmorepage moreelements hasmoreelements weitereseiten`);
const lastFlags = namesIn(`
  last islast lastpage islastpage done finished first isfirst isfirstpage complete iscomplete
  endofrecords endofresults endofdata endoflist eof isend`);
const pageCounts = namesIn(`
  totalpages pages pagecount pagestotal numpages numberofpages lastpage gesamtseiten`);
/** Numbers of pages of the list, or of parts of a shipment or pages of a document. */
const partCounts = namesIn(`
  totalparts numberofparts partcount seiten anzahlseiten seitenanzahl`);
const rowCounts = namesIn(`
  totalcount totalrecords totalelements totalresults totalitems totalrows totalsize recordstotal
  recordcount rowstotal itemstotal odatacount totalhits totalentries numfound itemcount rowcount
  resultcount hitcount fullcount counttotal numberofrecords numberofrows numberofitems
  numberofresults totalnumber xtotalcount gesamtanzahl anzahlgesamt`);
/**
 * Names that usually refer to a number of rows. In a document with amounts, these names may have a different meaning.
 */
const plainCounts: ReadonlySet<string> = new Set(["total", "count", "gesamt"]);

/**
 * Names that mean a number of rows only in a generic object, such as `result.length`. Elsewhere, `length` is the length
 * of a package.
 */
const lengths =
  /(?:^|\.)(?:result|response|data|meta|paging|pagination|summary)s?\.length$|(?:^|(?:^|\.)(?:result|response|data|meta|header|head|kopf|paging|pagination|info|summary)s?\.)anzahl$/i;
const remainders = namesIn(`
  remaining remainingcount remainingrecords remainingrows remainingitems rowsremaining`);
/** Names that, if present, show that `total` and `count` are numbers of rows. */
const pageSizes = namesIn(`
  limit offset skip page pagesize perpage pagenumber currentpage startat maxresults`);

/**
 * Returns the key under which a value is looked up, which is its name in lower case without separators. For example,
 * `links.next.href` becomes `next`, and `@odata.count` becomes `odatacount`. The path `hits.total.value` is treated
 * as a count of all rows.
 */
function keyOf(path: string): string {
  if (/\btotal\.value$/i.test(path)) return "totalhits";
  const plain = path
    .replace(/(\b_*(?:next|prev|previous))\.[@$]?(?:href|uri|url|ref|page|offset|cursor|after|token)$/i, "$1")
    .replace(/(\blastEvaluatedKey)\..*$/i, "$1");
  const name = /odata\.[a-z]+$/i.exec(plain)?.[0] ?? plain.slice(plain.lastIndexOf(".") + 1);
  const key = name.toLowerCase().replace(/[^a-z]/g, "");
  return key === "odatanextlink" ? "nextlink" : name === "__count" ? "totalcount" : key;
}

/** Returns the evidence that there are further pages, as part of a sentence, or undefined. */
function signOfMore({ path, value }: ValueBeside): string | undefined {
  const key = keyOf(path);
  const text = value.trim();
  const stated = `\`${path}\` is ${text}`;
  if (linkHeader.test(key))
    return /;\s*rel="?next\b/i.test(text) ? `\`${path}\` leads to the next page` : undefined;
  // An offset that is long and not a number is a token for the next page.
  if (key === "offset" && /^(?=.*\d)(?=.*[A-Za-z])\w{8,}$/.test(text))
    return `\`${path}\` leads to the next page`;
  if (links.test(key)) {
    if (text === "" || /^(?:false|null|none|nil|-?1|0)$/i.test(text)) return undefined;
    return `\`${path}\` leads to the ${key.startsWith("prev") ? "previous page" : "next page"}`;
  }
  if (moreFlags.has(key)) return /^(?:true|yes|y|1)$/i.test(text) ? stated : undefined;
  if (lastFlags.has(key) && /^(?:false|no|n)$/i.test(text)) return stated;
  // Such as `1 of 4` or `1/4`.
  if (key === "page" && numberOf(/^\d+ ?(?:\/|of|von|de|di) ?(\d+)$/i.exec(text)?.[1] ?? "") > 1)
    return stated;
  if (pageCounts.has(key)) return numberOf(text) > 1 ? stated : undefined;
  return remainders.has(key) && numberOf(text) > 0 ? stated : undefined;
}

/** Returns the evidence that the list has more rows or pages than the file contains, or undefined. */
function signOfTotal({ path, value }: ValueBeside, rows: number, countsRows: boolean): string | undefined {
  const key = keyOf(path);
  const isRowCount =
    rowCounts.has(key) ||
    (countsRows && (lengths.test(path) || (plainCounts.has(key) && !otherRows.test(path))));
  const text = value.trim();
  // `last` may also be the number of the last row in the file.
  const isLastPage = key === "last" && /\bpag\w*\.[^.]*$/i.test(path) && numberOf(text) !== rows;
  if (isLastPage || (countsRows && partCounts.has(key)))
    return numberOf(text) > 1 ? `\`${path}\` is ${text}` : undefined;
  const held = counted(rows, "row");
  return isRowCount && numberOf(text) > rows
    ? `\`${path}\` is ${text}, but the file contains ${held}`
    : undefined;
}

/** Matches objects whose counts do not refer to the rows in the list, such as `errors.count`. */
const otherRows = /(?:error|warning|fail|skip|reject|delet|remov|previous|exclud|ignor)[a-z]*\.[^.]*$/i;

/** Converts a string of digits to a number. Returns 0 for any other string. */
function numberOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : 0;
}
