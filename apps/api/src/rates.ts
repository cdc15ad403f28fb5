/**
 * A share in percent with one decimal, half up: 0 when there is no mail. Rates are rounded here and nowhere else.
 */
export function toRate(part: number, whole: number): number {
  if (whole === 0) return 0;
  return Math.round((part * 1000) / whole) / 10;
}
