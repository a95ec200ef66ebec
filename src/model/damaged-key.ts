/** `2.39239E+11` as spreadsheets write it, `2.39239e+11` and `2.39239E11` as programs do. */
const number = /^\d(?:[.,]\d+)?e\+\d{2,3}$|^\d[.,]\d+e\d{1,2}$/i;

/** Whether a key was turned into a rounded number, so that different keys may have become the same. `1E10` is a key. */
export function isDamagedKey(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 48 && first <= 57 && key.length >= 5 && number.test(key);
}
