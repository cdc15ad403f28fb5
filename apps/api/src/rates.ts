/** A share in percent with one decimal, rounded half up; 0 without mail. Rates are rounded only here. */
export function toRate(part: number, whole: number): number {
  if (whole === 0) return 0;
  return Math.round((part * 1000) / whole) / 10;
}
