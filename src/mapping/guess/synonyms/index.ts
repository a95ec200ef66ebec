import { arabic } from "./ar.js";
import { chinese } from "./zh.js";
import { czech } from "./cs.js";
import { danish } from "./da.js";
import { dutch } from "./nl.js";
import { english } from "./en.js";
import { finnish } from "./fi.js";
import { french } from "./fr.js";
import { german } from "./de.js";
import { hungarian } from "./hu.js";
import { indonesian } from "./id.js";
import { italian } from "./it.js";
import { japanese } from "./ja.js";
import { korean } from "./ko.js";
import { polish } from "./pl.js";
import { portuguese } from "./pt.js";
import { romanian } from "./ro.js";
import { russian } from "./ru.js";
import { spanish } from "./es.js";
import { swedish } from "./sv.js";
import { turkish } from "./tr.js";
import { ukrainian } from "./uk.js";
import { vietnamese } from "./vi.js";
import { bulgarian } from "./bg.js";
import { greek } from "./el.js";
import { hebrew } from "./he.js";
import { southSlavic } from "./hr.js";
import { thai } from "./th.js";

/** The synonym files by language code. A new language is one file and one line here. */
export const synonymFiles: Readonly<Record<string, string>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  pl: polish,
  cs: czech,
  sv: swedish,
  da: danish,
  fi: finnish,
  tr: turkish,
  ru: russian,
  uk: ukrainian,
  hu: hungarian,
  ro: romanian,
  zh: chinese,
  ja: japanese,
  ko: korean,
  vi: vietnamese,
  id: indonesian,
  ar: arabic,
  el: greek,
  he: hebrew,
  hr: southSlavic,
  bg: bulgarian,
  th: thai,
};
