import type * as Library from "xlsx";

/** The workbook library, loaded when the first workbook comes. */
export type WorkbookLibrary = typeof Library;

export function workbookLibrary(): Promise<WorkbookLibrary> {
  return import("xlsx");
}

/** The library with the code pages of workbooks from before 1997, whose text is not Unicode. */
export async function oldWorkbookLibrary(): Promise<WorkbookLibrary> {
  const library = await workbookLibrary();
  library.set_cptable(await import("xlsx/dist/cpexcel.full.mjs"));
  return library;
}
