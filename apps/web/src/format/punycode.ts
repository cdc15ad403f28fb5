const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const CODE_POINT_MAX = 0x10ffff;

/** The text of a label without its `xn--` (RFC 3492, section 6.2); `null`: it is not Punycode. */
export function decodePunycode(label: string): string | null {
  const split = label.lastIndexOf("-");
  const output = Array.from(label.slice(0, Math.max(0, split)), (char) => char.charCodeAt(0));
  const digits = Array.from(label.slice(split + 1), toDigit);
  let [code, bias, at, place] = [128, 72, 0, 0];
  while (at < digits.length) {
    const before = place;
    for (let [weight, k] = [1, BASE]; ; k += BASE) {
      const digit = digits[at];
      at += 1;
      if (digit === undefined || digit < 0) return null;
      place += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
      if (weight > CODE_POINT_MAX * BASE) return null;
    }
    bias = adapt(place - before, { points: output.length + 1, isFirst: before === 0 });
    code += Math.floor(place / (output.length + 1));
    place %= output.length + 1;
    if (code > CODE_POINT_MAX) return null;
    output.splice(place, 0, code);
    place += 1;
  }
  return String.fromCodePoint(...output);
}

function toDigit(char: string): number {
  return /^[a-z0-9]$/.test(char) ? Number.parseInt(char, BASE) + (char >= "a" ? -10 : 26) : -1;
}

function adapt(delta: number, { points, isFirst }: { readonly points: number; readonly isFirst: boolean }): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
