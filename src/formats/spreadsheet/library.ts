import type * as Library from "xlsx";

/** The workbook library, which is loaded when the first workbook is read or written. */
export type WorkbookLibrary = typeof Library;
export type { CellObject } from "xlsx";

export function workbookLibrary(): Promise<WorkbookLibrary> {
  return import("xlsx");
}

/** Loads the library with the code pages for workbooks from before 1997, which do not use Unicode. */
export async function oldWorkbookLibrary(): Promise<WorkbookLibrary> {
  const library = await workbookLibrary();
  library.set_cptable(await import("xlsx/dist/cpexcel.full.mjs"));
  return library;
}
