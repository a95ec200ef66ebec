/** Recognizes names that programs give to unfinished files and to their own notes. */

const temporary = [
  /^~\$/, // an open workbook
  /^\./, // hidden: editors' swap files, uploads of rsync
  /~$/,
  /\.(?:tmp|temp|part|partial|filepart|crdownload|writing|swp|lock|uploading|inprogress)$/i,
];

/** Why a name is ignored, as a text; undefined if it is not ignored. */
export function whyTemporary(name: string): string | undefined {
  if (name.startsWith(asidePrefix)) return "renamed by Lading, about to be archived";
  return temporary.some((pattern) => pattern.test(name)) ? "a temporary name" : undefined;
}

/** Prefix of the temporary name while Lading archives a file. */
export const asidePrefix = ".lading-aside-";

/** True if Lading renamed a partner's file to this name and has not finished its after-action. */
export function isLeftAside(name: string): boolean {
  return /^\.lading-aside-[0-9a-f]{24}$/.test(name);
}

export const leftAside = "it is a partner's file that Lading could neither archive nor put back";
