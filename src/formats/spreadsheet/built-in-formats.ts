/**
 * Excel's built-in number formats for Chinese, Japanese, Korean and Thai, by format number. Files contain only the
 * number of a format. The displayed text depends on the language, so these format codes contain only what the
 * languages have in common. Formats 34, 35, 55 and 56 represent a time in some languages and a date in others.
 */
export const builtInFormats: ReadonlyMap<number, string> = new Map([
  ...numbered("yyyy-mm-dd", [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]),
  ...numbered("hh:mm:ss", [32, 33]),
  ...numbered("[<1]hh:mm:ss;yyyy-mm-dd", [34, 35, 55, 56]),
  ...numbered("0%", [67, 68]),
  ...numbered("yyyy-mm-dd", [71, 72, 73, 74, 81]),
  ...numbered("hh:mm:ss", [75, 76, 78, 80]),
  ...numbered("yyyy-mm-dd hh:mm:ss", [77]),
  ...numbered("[h]:mm:ss", [79]),
]);

function numbered(code: string, numbers: readonly number[]): readonly (readonly [number, string])[] {
  return numbers.map((number) => [number, code]);
}
