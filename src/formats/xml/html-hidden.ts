import type { Style } from "./page-styles.js";

/** Elements with text that a browser never shows. */
const unseen = new Set(
  "script style template noscript datalist title comment rp progress meter canvas audio video".split(" "),
);

const ofTables = new Set("table caption colgroup col thead tbody tfoot tr td th".split(" "));

/** Class names that common external style sheets use for hidden elements. */
const hiddenClasses = new Set(["hidden", "hide", "d-none", "invisible", "sr-only", "visually-hidden"]);

/**
 * Matches the class names with which Bootstrap (`d-md-none`) and Tailwind (`md:hidden`) hide and show elements on wide
 * screens.
 */
const wideClass =
  /^(?:d-(sm|md|lg|xl)-|(sm|md|lg|xl):(?=hidden$|visible$|not-sr-only$|block$|inline|flex$|grid$|table|contents$|list-item$|flow-root$))(.+)$/;

/** From narrow to wide. The class for the widest screen takes precedence. */
const screens = ["sm", "md", "lg", "xl"];

/** Block elements. Their style may override this. */
const blocks = new Set(
  "address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header li main nav ol p pre section ul".split(
    " ",
  ),
);

/** The properties that can hide text. */
export const hidingProperties: ReadonlySet<string> = new Set([
  "-webkit-background-clip",
  "-webkit-text-fill-color",
  "background-clip",
  "bottom",
  "clip",
  "clip-path",
  "color",
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
  "padding",
  "padding-bottom",
  "padding-right",
  "position",
  "right",
  "text-indent",
  "text-shadow",
  "top",
  "transform",
  "visibility",
  "width",
]);

/**
 * Bit flags for the reasons why the text of an element is hidden. If an element is `gone`, all elements inside it are
 * hidden too. The other reasons may not apply to elements inside it.
 */
const gone = 1;
const invisible = 2;
const sizeless = 4;
/** In a `details` element that is not open. */
const closed = 8;
const transparent = 16;

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
    inherited(around, sizeless, isSizeless(fontSize(style))) |
    inherited(around, closed, isClosed(name, attributes)) |
    inherited(around, transparent, isTransparent(style));
  // Hidden rows and columns of a table are read, as they are in a workbook.
  return ofTables.has(name) ? reasons & around : reasons;
}

/** Returns `reason` if it applies to the element, or 0. If `isHidden` is undefined, the reason is inherited. */
function inherited(around: number, reason: number, isHidden: boolean | undefined): number {
  if (isHidden === undefined) return around & reason;
  return isHidden ? reason : 0;
}

function isGone(name: string, attributes: Readonly<Record<string, string>>, style: Style): boolean {
  const display = style.get("display") ?? (isMarkedHidden(name, attributes) ? "none" : undefined);
  if (style.size === 0 || display === "none") return display === "none";
  const isBlock = isBox(name, display, style);
  return (
    style.get("mso-hide") === "all" ||
    isZero(style.get("opacity")) ||
    isClipped(style) ||
    isOffScreen(style, isBlock) ||
    (isBlock && (isEmpty(style) || isScaledToZero(style)))
  );
}

function isMarkedHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
  const { hidden, popover, open, class: of = "" } = attributes;
  const classes = of === "" ? [] : of.split(/\s+/);
  const [widest] = classes
    .map((each) => wideClass.exec(each) ?? [])
    .toSorted((a, b) => screens.indexOf(b[1] ?? b[2] ?? "") - screens.indexOf(a[1] ?? a[2] ?? ""));
  const wide = widest?.[3];
  if (wide !== undefined) return wide === "none" || wide === "hidden";
  const isUnopened = popover !== undefined || (name === "dialog" && open === undefined);
  return hidden !== undefined || isUnopened || classes.some((each) => hiddenClasses.has(each));
}

/** Returns undefined if the state is inherited. A closed element still shows its summary. A table in it is read. */
function isClosed(name: string, { open }: Readonly<Record<string, string>>): boolean | undefined {
  if (name === "summary" || name === "table") return false;
  return name === "details" && open === undefined ? true : undefined;
}

function isZero(value: string | undefined): boolean {
  return value !== undefined && Number.parseFloat(value) === 0;
}

function isOutOfFlow(style: Style): boolean {
  return /^(?:absolute|fixed)$/.test(style.get("position") ?? "");
}

/** True if `width` and `height` apply to the element. Tables are excluded, because they grow with their content. */
function isBox(name: string, display: string | undefined, style: Style): boolean {
  const isInFlow = !isOutOfFlow(style) && !/^(?:left|right)$/.test(style.get("float") ?? "");
  if (display === undefined) return !isInFlow || blocks.has(name);
  if (display === "inline") return !isInFlow;
  return /^(?:block|inline-block|flow-root|list-item|(?:inline-)?(?:flex|grid))$/.test(display);
}

function isClipped(style: Style): boolean {
  const isCut = isOutOfFlow(style) && /^rect\(\s*(?:[01](?:px)?[\s,)]+){4}$/.test(style.get("clip") ?? "");
  return (
    isCut || /^(?:inset\(\s*(?:50|100)%\s*\)|circle\(\s*0(?:px|%)?[\s)])/.test(style.get("clip-path") ?? "")
  );
}

function isOffScreen(style: Style, isBlock: boolean): boolean {
  const isFar = (property: string): boolean => /^-\d{3,}/.test(style.get(property) ?? "");
  const isPositioned = isOutOfFlow(style) || style.get("position") === "relative";
  // An element may hang over the right or lower edge by a few hundred pixels.
  const isVeryFar = (property: string): boolean =>
    /^-\d{4,}(?:px|pt)|^-\d{3,}em/.test(style.get(property) ?? "");
  const isMoved = isPositioned && (["left", "top"].some(isFar) || ["right", "bottom"].some(isVeryFar));
  return isMoved || (isBlock && isFar("text-indent"));
}

function isScaledToZero(style: Style): boolean {
  return /^scale(?:3d|x|y)?\(\s*0\s*[,)]/.test(style.get("transform") ?? "");
}

/** True if an element has no width or no height and clips its overflow. */
function isEmpty(style: Style): boolean {
  if (!/^(?:hidden|clip)\b/.test(style.get("overflow") ?? "")) return false;
  // Text can be visible in the padding, because overflow is clipped at the edge of the padding. A percentage may
  // depend on the size of the content.
  if (["padding", "padding-right", "padding-bottom"].some((each) => /[1-9]/.test(style.get(each) ?? "")))
    return false;
  const isNone = (size: string | undefined): boolean => isZero(size) && !(size ?? "").endsWith("%");
  return ["width", "height"].some(
    (size) =>
      (isNone(style.get(size)) || isNone(style.get(`max-${size}`))) &&
      !/[1-9]/.test(style.get(`min-${size}`) ?? ""),
  );
}

/** Returns undefined if the value is inherited. */
function isInvisible(visibility: string | undefined): boolean | undefined {
  if (/^(?:hidden|collapse)$/.test(visibility ?? "")) return true;
  return /^(?:visible|initial)$/.test(visibility ?? "") ? false : undefined;
}

/** Returns undefined if the color is inherited. Text with a background or a shadow of its own is visible. */
function isTransparent(style: Style): boolean | undefined {
  const clips = ["background-clip", "-webkit-background-clip"].map((property) => style.get(property));
  if (clips.includes("text") || !/^(?:none|initial|unset|inherit)$/.test(style.get("text-shadow") ?? "none"))
    return false;
  const fill = style.get("-webkit-text-fill-color");
  const color = fill === undefined || fill === "currentcolor" ? style.get("color") : fill;
  if (color === undefined || /^(?:inherit|unset|currentcolor)$/.test(color)) return undefined;
  const zero = /(?:\/|(?:,[^,]*){2},)\s*(?:0|0?\.0+)%?\s*\)$/;
  return color === "transparent" || /^#[\da-f]{3}(?:0|[\da-f]{3}00)$/.test(color) || zero.test(color);
}

/** Returns the font size, or undefined if it is inherited. `font` contains the size, for example `bold 10pt Arial`. */
function fontSize(style: Style): string | undefined {
  const [property, value = ""] =
    [...style].findLast(([each]) => each === "font" || each === "font-size") ?? [];
  if (property !== "font") return property === undefined ? undefined : value;
  const size = /(?:^|\s)(0|[\d.]+(?:[a-z]+|%)|(?:x{1,3}-)?(?:small|large)|medium)(?:\/|\s|$)/;
  return size.exec(value)?.[1];
}

/** Returns undefined if the size depends on the parent's size. A size relative to zero is zero. */
function isSizeless(size: string | undefined): boolean | undefined {
  if (isZero(size)) return true;
  const absolute =
    /^(?:[\d.]+(?:px|pt|pc|mm|cm|in|q|rem|vw|vh|vmin|vmax)|(?:x{1,3}-)?(?:small|large)|medium|initial)$/;
  return absolute.test(size ?? "") ? false : undefined;
}
