const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** 44,504 */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** 44.5K, for axes */
export function formatShort(count: number): string {
  return short.format(count);
}

/** 97.9 %: as the API rounds it, in per cent */
export function formatRate(rate: number): string {
  return `${tenth.format(rate)} %`;
}

/** "1 message", "2 messages" */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** A share in per cent; 0 of nothing. */
export function toPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];

/** 1.5 MiB */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 ? whole.format(value) : tenth.format(value)} ${UNITS[power]}`;
}

const SPANS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
] as const;

/** 45 s, 12 min, 3 h, 2 d: rounded down */
export function formatSeconds(seconds: number): string {
  const span = SPANS.find(([, length]) => seconds >= length);
  return span === undefined
    ? `${whole.format(seconds)} s`
    : `${whole.format(Math.floor(seconds / span[1]))} ${span[0]}`;
}
