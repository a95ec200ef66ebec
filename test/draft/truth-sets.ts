import { readTables } from "./read-tables.js";
import { arabicAndHebrew } from "./tables/arabic-and-hebrew.js";
import { chinese } from "./tables/chinese.js";
import { czechAndSlovak } from "./tables/czech-and-slovak.js";
import { dutch } from "./tables/dutch.js";
import { englishCharges } from "./tables/english-charges.js";
import { englishStaff } from "./tables/english-staff.js";
import { englishTaxes } from "./tables/english-taxes.js";
import { french } from "./tables/french.js";
import { german } from "./tables/german.js";
import { indonesian } from "./tables/indonesian.js";
import { italian } from "./tables/italian.js";
import { japanese } from "./tables/japanese.js";
import { korean } from "./tables/korean.js";
import { nordic } from "./tables/nordic.js";
import { notLists } from "./tables/not-lists.js";
import { otherEuropean } from "./tables/other-european.js";
import { otherLists } from "./tables/other-lists.js";
import { polish } from "./tables/polish.js";
import { portuguese } from "./tables/portuguese.js";
import { russianAndUkrainian } from "./tables/russian-and-ukrainian.js";
import { spanish } from "./tables/spanish.js";
import { turkish } from "./tables/turkish.js";
import { vietnamese } from "./tables/vietnamese.js";
import type { GuessSample } from "../../src/draft/table.js";
import type { TruthTable } from "./truth.js";

/** Tables with hand-written answers, by language of their headings. */
export const truthSets: Readonly<Record<string, readonly TruthTable[]>> = {
  "arabic and hebrew": readTables(arabicAndHebrew),
  chinese: readTables(chinese),
  "czech and slovak": readTables(czechAndSlovak),
  dutch: readTables(dutch),
  "english charges": readTables(englishCharges),
  "english staff": readTables(englishStaff),
  "english taxes": readTables(englishTaxes),
  french: readTables(french),
  german: readTables(german),
  indonesian: readTables(indonesian),
  italian: readTables(italian),
  japanese: readTables(japanese),
  korean: readTables(korean),
  nordic: readTables(nordic),
  "other european": readTables(otherEuropean),
  polish: readTables(polish),
  portuguese: readTables(portuguese),
  "russian and ukrainian": readTables(russianAndUkrainian),
  spanish: readTables(spanish),
  turkish: readTables(turkish),
  vietnamese: readTables(vietnamese),
};

/** Tables that must not be recognized as one of the known lists. */
export const tablesOfNothing: readonly GuessSample[] = readTables(notLists);

/** Other lists, such as customers, ports and payments. A draft may ask about them but must never be complete. */
export const listsOfOthers: readonly GuessSample[] = readTables(otherLists);
