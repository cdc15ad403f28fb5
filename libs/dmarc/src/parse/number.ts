const ZERO = 0x30;

/** The whole number that the text is, `null` for anything else; `5.0` is valid; `-1`, `1e3` and `1,000` are not. */
export function toWholeNumber(text: string): number | null {
  if (text.length === 0) return null;
  let value = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return /^\d+\.0*$/.test(text) ? toWholeNumber(text.slice(0, text.indexOf("."))) : null;
    value = value * 10 + digit;
  }
  return value <= Number.MAX_SAFE_INTEGER ? value : null;
}
