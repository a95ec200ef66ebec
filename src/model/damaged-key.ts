/** Spreadsheets write `2.39239E+11` or `239.239E+9`. Programs write `2.39239e+11`, `2.39239E11` or `1.5e-7`. */
const number = /^['-]?\d{1,3}(?:[.,]\d+)?e\+\d{1,3}$|^['-]?\d{1,3}[.,]\d+e-?\d{1,2}$/i;

/**
 * True if a spreadsheet program probably converted the key to a rounded number, so that different keys may have
 * become equal. `1E10` is a valid key.
 */
export function isDamagedKey(key: string): boolean {
  return key.length >= 5 && /^['\d-]/.test(key) && number.test(key);
}
