import type { Style } from "./page-styles.js";

/** Elements with text that a browser never shows. */
const unseen = new Set(["script", "style", "template", "noscript", "datalist", "title", "comment"]);

const ofTables = new Set("table caption colgroup col thead tbody tfoot tr td th".split(" "));

/** Class names that common external style sheets use for hidden elements. */
const hiddenClasses = new Set(["hidden", "hide", "d-none", "invisible", "sr-only", "visually-hidden"]);

/** Elements that have a width and a height of their own, unless their style says otherwise. */
const blocks = new Set(
  "address article center dd div dl dt form h1 h2 h3 h4 h5 h6 li ol p pre section ul".split(" "),
);

/** The properties that can hide text. */
export const hidingProperties: readonly string[] = [
  "clip",
  "clip-path",
  "display",
  "float",
  "font",
  "font-size",
  "height",
  "left",
  "max-height",
  "max-width",
  "min-height",
  "min-width",
  "mso-hide",
  "opacity",
  "overflow",
  "position",
  "text-indent",
  "top",
  "visibility",
  "width",
];

/**
 * Bit flags for the reasons why the text of an element is hidden. If an element is `gone`, all elements inside it are
 * hidden too. Elements that are invisible or have font size zero may contain visible elements.
 */
const gone = 1;
const invisible = 2;
const sizeless = 4;

/**
 * Returns the reasons why the text of an element is hidden, or 0. `around` contains the reasons that apply to the
 * parent element.
 */
export function hiddenReasons(
  name: string,
  attributes: Readonly<Record<string, string>>,
  style: Style,
  around: number,
): number {
  if ((around & gone) !== 0 || unseen.has(name)) return around | gone;
  const reasons =
    (isGone(name, attributes, style) ? gone : 0) |
    inherited(around, invisible, isInvisible(style.get("visibility"))) |
    inherited(around, sizeless, isSizeless(fontSize(style)));
  // Hidden rows and columns of a table are read, as they are in a workbook.
  return ofTables.has(name) ? reasons & around : reasons;
}

/** Returns the reason if it applies to the element. If `isHidden` is undefined, the reason is inherited. */
function inherited(around: number, reason: number, isHidden: boolean | undefined): number {
  if (isHidden === undefined) return around & reason;
  return isHidden ? reason : 0;
}

function isGone(name: string, attributes: Readonly<Record<string, string>>, style: Style): boolean {
  const display = style.get("display") ?? (isMarkedHidden(attributes) ? "none" : undefined);
  return (
    display === "none" ||
    style.get("mso-hide") === "all" ||
    isZero(style.get("opacity")) ||
    isOffScreen(style) ||
    isClipped(style) ||
    isEmptyBox(name, display, style)
  );
}

function isMarkedHidden({ hidden, class: of = "" }: Readonly<Record<string, string>>): boolean {
  return hidden !== undefined || of.split(/\s+/).some((each) => hiddenClasses.has(each));
}

function isZero(value: string | undefined): boolean {
  return value !== undefined && Number.parseFloat(value) === 0;
}

function isOffScreen(style: Style): boolean {
  const isFar = (property: string): boolean => /^-\d{3,}/.test(style.get(property) ?? "");
  return isFar("text-indent") || (isPositioned(style) && (isFar("left") || isFar("top")));
}

function isPositioned(style: Style): boolean {
  return /^(?:absolute|fixed|relative)$/.test(style.get("position") ?? "");
}

function isClipped(style: Style): boolean {
  return (
    /^rect\(\s*[01](?:px)?[\s,]/.test(style.get("clip") ?? "") ||
    /^(?:inset\(\s*(?:50|100)%|circle\(\s*0)/.test(style.get("clip-path") ?? "")
  );
}

/** True if the element has no width or no height and hides what exceeds its box. */
function isEmptyBox(name: string, display: string | undefined, style: Style): boolean {
  if (!/^(?:hidden|clip)\b/.test(style.get("overflow") ?? "")) return false;
  const isTaken =
    /^(?:absolute|fixed)$/.test(style.get("position") ?? "") ||
    /^(?:left|right)$/.test(style.get("float") ?? "");
  const isBox =
    isTaken || (display === undefined ? blocks.has(name) : !/^(?:inline|contents)$/.test(display));
  const isEmpty = (size: string): boolean => {
    const least = style.get(`min-${size}`);
    const isStretched = least !== undefined && Number.parseFloat(least) > 0;
    return (isZero(style.get(size)) || isZero(style.get(`max-${size}`))) && !isStretched;
  };
  return isBox && (isEmpty("width") || isEmpty("height"));
}

/** Returns undefined if the value is inherited. */
function isInvisible(visibility: string | undefined): boolean | undefined {
  if (/^(?:hidden|collapse)$/.test(visibility ?? "")) return true;
  return /^(?:visible|initial)$/.test(visibility ?? "") ? false : undefined;
}

/** Returns the font size, or undefined if it is inherited. */
function fontSize(style: Style): string | undefined {
  const size = style.get("font-size");
  if (size !== undefined) return size;
  // `font` contains the size before the font family, for example `bold 10pt/12pt Arial` or `0/0 a`.
  return /(?:^|\s)(0|[\d.]+(?:[a-z]+|%))(?:\/|\s|$)/.exec(style.get("font") ?? "")?.[1];
}

/** Returns undefined if the size depends on the parent's size. A relative size of a parent with size zero is zero. */
function isSizeless(size: string | undefined): boolean | undefined {
  if (isZero(size)) return true;
  const isAbsolute =
    /^(?:[\d.]+(?:px|pt|pc|mm|cm|in|q|rem|vw|vh)|(?:x{1,3}-|xx-)?(?:small|large)|medium|initial)$/.test(
      size ?? "",
    );
  return isAbsolute ? false : undefined;
}
