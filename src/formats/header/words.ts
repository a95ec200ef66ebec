const headingWord =
  /(?:^|[_\s-])(?:id|key|nr|no|num|number|name|code|date|time|type|status|state|description|desc|title|email|e-mail|mail|phone|tel|address|street|city|zip|country|region|price|amount|total|qty|quantity|count|value|rate|percent|unit|currency|category|group|class|comment|comments|note|notes|remark|url|link|active|created|updated|modified|start|end|from|to|year|month|day|first|last|user|company|organization|organisation|department|location|role|position|gender|age|lat|lon|lng|latitude|longitude|nummer|bezeichnung|beschreibung|datum|preis|menge|ort|strasse|straße|land|firma|telefon|téléphone|vorname|nachname|voornaam|achternaam|förnamn|efternamn|fornavn|ime|prezime|imię|imie|nazwisko|jméno|příjmení|имя|фамилия|fname|lname|surname|nom|prénom|libellé|montant|ville|pays|adresse|nombre|apellido|ciudad|teléfono|telefono|correo|fecha|precio|código|codigo|descripción|estado|data|nome|descrição|valor|naam|omschrijving|nazwa|kod|opis|cena)(?:$|[_\s-])/i;

export function holdsHeadingWord(name: string): boolean {
  return headingWord.test(inWords(name.trim()));
}

/**
 * True if known header words show that these cells are a header. This is true if at least two cells, and at least half
 * of all cells, are short and contain a header word. This is also true if one cell consists only of header words and no
 * cell has more than four words or contains a number other than a year. A single header word within a longer phrase is
 * not sufficient, as in `AFRT,Air freight rate`.
 */
export function areNamed(names: readonly string[]): boolean {
  const filled = names.filter((name) => name !== "");
  const short = filled.filter((name) => wordsOf(name).length <= 4);
  const named = short.filter(holdsHeadingWord);
  if (named.length >= 2 && named.length * 2 >= filled.length) return true;
  if (filled.some((name) => /\d\d/.test(name) && !isYear(name) && !holdsHeadingWord(name))) return false;
  return short.length === filled.length && named.some((name) => wordsOf(name).every(holdsHeadingWord));
}

/** Inserts spaces between the words of names such as `STDescription` or `updatedAt`. */
function inWords(name: string): string {
  return name.replace(
    /([a-z])([A-Z])|([A-Z]{2})(?=[A-Z][a-z]{2})/g,
    (pair, small: string | undefined, capital: string) =>
      small === undefined ? `${pair} ` : `${small} ${capital}`,
  );
}

function wordsOf(name: string): string[] {
  const apart = inWords(name).split(/[^\p{L}\p{N}]+/u);
  return apart.filter((word) => word !== "");
}

export function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

/** True if all cells are identifiers such as `external_id`, and at least one of them has several words. */
export function isProgramMade(cells: readonly string[]): boolean {
  return (
    cells.every((cell) => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/i.test(cell.trim())) &&
    cells.some((cell) => cell.includes("_"))
  );
}

/** True if all non-empty cells are keys with values, as in `Made by: | | Date: 2017-06-30`. */
export function holdsKeys(cells: readonly string[]): boolean {
  return cells.every(
    (cell, i) =>
      cell.trim() === "" ||
      /^\s*\p{L}[^:：]*[:：](?!\/\/)/u.test(cell) ||
      /\p{L}[^:：]*[:：]\s*$/u.test(cells[i - 1] ?? ""),
  );
}
