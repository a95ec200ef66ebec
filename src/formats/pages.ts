import { issue, type Issue } from "../model/issues.js";

/** A value of a document outside its rows, and its path. */
export interface ValueBeside {
  readonly path: string;
  readonly value: string;
}

/**
 * Detects a document that is one page of several, by a link to the next page, a flag for more pages, or a count that
 * exceeds the number of rows. Many APIs write such values next to the rows.
 *
 * @param isAboutPages true if there are no other values, so that `total` is a number of rows
 */
export function pageIssues(beside: readonly ValueBeside[], rows: number, isAboutPages = false): Issue[] {
  const isLimited = isAboutPages || beside.some(({ path }) => pageSizes.has(keyOf(path)));
  for (const each of beside) {
    const sign = signOfMore(each, rows, isLimited);
    if (sign !== undefined) return [issue("more_pages", {}, { what: "The file", sign })];
  }
  return [];
}

/**
 * Returns the evidence in a record that one of its lists is a single page: `contacts@odata.nextLink`, or
 * `lines.has_more` next to `lines.data`.
 */
export function signOfMoreElements(each: ValueBeside): string | undefined {
  const key = keyOf(each.path);
  const isLink =
    links.test(key) && (key !== "next" || each.path.endsWith("__next") || /[/?=]/.test(each.value));
  return isLink || moreFlags.has(key) ? signOfMore(each, 0, false) : undefined;
}

/** True if `pageIssues` uses values with this name. */
export function isOfPages(path: string): boolean {
  const key = keyOf(path);
  return (
    links.test(key) ||
    [moreFlags, lastFlags, pageCounts, rowCounts, remainders, pageSizes].some((names) => names.has(key)) ||
    key === "total" ||
    key === "count"
  );
}

/** `nextLink`, `next_page_url`, `__next`, `links.next.href`, `prev`, without separators. */
const links =
  /^(?:next|prev|previous|continuation)(?:page|link|url|uri|href|token|cursor|offset|start|skip|marker|key|batch|set|records|results|number)*$|^lastevaluatedkey$/;
const moreFlags: ReadonlySet<string> = new Set([
  ...["more", "hasmore", "hasmoreitems", "hasmorepages", "hasmorerecords", "hasmoreresults", "hasmorerows"],
  ...["morepages", "morerecords", "moreresults", "morerows", "moreitems", "moredata", "moredataavailable"],
  ...["hasnext", "hasnextpage", "hasprevious", "haspreviouspage", "istruncated", "truncated"],
  ...["moreavailable", "moreresultsavailable", "nextavailable", "partial", "ispartial", "incomplete"],
]);
const lastFlags: ReadonlySet<string> = new Set([
  ...["last", "islast", "lastpage", "islastpage", "done", "finished", "first", "isfirst", "isfirstpage"],
  ...["complete", "iscomplete", "endofrecords", "endofresults", "endofdata", "endoflist", "eof", "isend"],
]);
const pageCounts: ReadonlySet<string> = new Set([
  ...["totalpages", "pages", "pagecount", "pagestotal", "numpages", "numberofpages", "lastpage"],
]);
const rowCounts: ReadonlySet<string> = new Set([
  ...["totalcount", "totalrecords", "totalelements", "totalresults", "totalitems", "totalrows", "totalsize"],
  ...["recordstotal", "recordcount", "rowstotal", "itemstotal", "odatacount", "totalhits", "totalentries"],
  ...["numfound", "itemcount"],
]);
const remainders: ReadonlySet<string> = new Set([
  ...["remaining", "remainingcount", "remainingrecords", "remainingrows", "remainingitems", "rowsremaining"],
]);
/** If one of these is present, `total` and `count` are numbers of rows. */
const pageSizes: ReadonlySet<string> = new Set([
  ...[
    "limit",
    "offset",
    "skip",
    "page",
    "pagesize",
    "perpage",
    "pagenumber",
    "currentpage",
    "startat",
    "maxresults",
  ],
]);

/**
 * Returns the name of a value without case and separators. `links.next.href` becomes `next`, `@odata.count`
 * becomes `odatacount`, and `hits.total.value` is the number of all rows.
 */
function keyOf(path: string): string {
  if (/\btotal\.value$/i.test(path)) return "totalhits";
  const plain = path
    .replace(/(\b_*(?:next|prev|previous))\.@?(?:href|uri|url|page|offset|cursor|after|token)$/i, "$1")
    .replace(/(\blastEvaluatedKey)\..*$/i, "$1");
  const name = /odata\.[a-z]+$/i.exec(plain)?.[0] ?? plain.slice(plain.lastIndexOf(".") + 1);
  const key = name.toLowerCase().replace(/[^a-z]/g, "");
  return key === "odatanextlink" ? "nextlink" : name === "__count" ? "totalcount" : key;
}

/** Returns the evidence for further pages as part of a sentence, or undefined. */
function signOfMore({ path, value }: ValueBeside, rows: number, isLimited: boolean): string | undefined {
  const key = keyOf(path);
  const text = value.trim();
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  const stated = `\`${path}\` is ${text}`;
  if (links.test(key)) {
    if (text === "" || /^(?:false|null|none|nil|-?1|0)$/i.test(text)) return undefined;
    return `\`${path}\` leads to the ${key.startsWith("prev") ? "page before" : "next page"}`;
  }
  if (moreFlags.has(key)) return /^(?:true|yes|y|1)$/i.test(text) ? stated : undefined;
  if (lastFlags.has(key) && /^(?:false|no|n)$/i.test(text)) return stated;
  if (pageCounts.has(key)) return number > 1 ? stated : undefined;
  if (remainders.has(key)) return number > 0 ? stated : undefined;
  const isRowCount = rowCounts.has(key) || (isLimited && (key === "total" || key === "count"));
  const held = rows === 1 ? "1 row" : `${rows} rows`;
  return isRowCount && number > rows ? `${stated} and the file holds ${held}` : undefined;
}
