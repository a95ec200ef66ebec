const spelled: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  ø: "oe",
  œ: "oe",
  ł: "l",
};

/**
 * Converts a partner's name to the form that folders, mappings and accounts use: "Brüggemann & Co. DE" becomes
 * `brueggemann-co-de`. Returns an empty string if the name has no Latin letter and no digit.
 */
export function shortName(name: string): string {
  return name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[äöüßæøœł]/g, (letter) => spelled[letter] ?? letter)
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9_]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
