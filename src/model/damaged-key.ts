/** `2.39239E+11` or `239.239E+9` as spreadsheets write it, `2.39239e+11` and `2.39239E11` as programs do. */
const number = /^['-]?\d{1,3}(?:[.,]\d+)?e\+\d{1,3}$|^['-]?\d{1,3}[.,]\d+e\d{1,2}$/i;

/** Whether a key was turned into a rounded number, so that different keys may have become the same. `1E10` is a key. */
export function isDamagedKey(key: string): boolean {
  return key.length >= 5 && /^['\d-]/.test(key) && number.test(key);
}
