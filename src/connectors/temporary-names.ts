/** Names that programs give to files they are still writing, and to their own notes. */

const temporary = [
  /^~\$/, // an open workbook
  /^\./, // hidden: editors' swap files, uploads of rsync
  /~$/,
  /\.(?:tmp|temp|part|partial|filepart|crdownload|writing|swp|lock|uploading|inprogress)$/i,
];

/** Why a name is ignored, in plain words; undefined when it is taken. */
export function whyTemporary(name: string): string | undefined {
  if (name.startsWith(asidePrefix)) return "renamed by Lading, about to be archived";
  return temporary.some((pattern) => pattern.test(name)) ? "a temporary name" : undefined;
}

/** What Lading puts before the name of a file that it takes out of a folder. */
export const asidePrefix = ".lading-aside-";

/** True if Lading renamed a partner's file to this name and has not finished its after-action. */
export function isLeftAside(name: string): boolean {
  return /^\.lading-aside-[0-9a-f]{24}$/.test(name);
}

export const leftAside = "it is a partner's file that Lading could neither archive nor put back";
