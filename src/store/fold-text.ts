/** Text without accents and in lowercase, for searching and sorting. The result does not depend on a locale. */

const marks = /[\u0300-\u036f]+/g;

/** For example, returns "muller" for "Müller". Letters that are not composed, such as ß and ø, are kept. */
export function foldText(text: string): string {
  return /^[\x00-\x7f]*$/.test(text) ? text.toLowerCase() : withoutAccents(text).toLowerCase();
}

export function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(marks, "");
}
