/** This module recognizes names that programs use for unfinished files and for internal files. */

const temporary = [
  /^~\$/, // lock files of open workbooks
  /^\./, // hidden files, such as editors' swap files and rsync uploads
  /~$/,
  /\.(?:tmp|temp|part|partial|filepart|crdownload|writing|swp|lock|uploading|inprogress)$/i,
];

export function whyTemporary(name: string): string | undefined {
  if (name.startsWith(asidePrefix)) return "renamed by Lading and not archived yet";
  return temporary.some((pattern) => pattern.test(name)) ? "a temporary name" : undefined;
}

/** Prefix of the temporary names that Lading uses while it applies after-actions and tests permissions. */
export const asidePrefix = ".lading-aside-";

/** True if Lading renamed a partner's file to this name and has not finished the file's after-action. */
export function isLeftAside(name: string): boolean {
  return /^\.lading-aside-[0-9a-f]{24}$/.test(name);
}

export const leftAside = "it is a partner's file that Lading could neither archive nor put back";
