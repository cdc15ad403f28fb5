/** Whether an `Accept` header (RFC 9110, section 12.5.1) prefers CSV to JSON, which is the answer when it has no opinion. */
export function prefersCsv(accept: string): boolean {
  const ranges = accept.split(",").slice(0, RANGES_MAX).map(toRange);
  const csv = ranges.find(({ type }) => type === "text/csv");
  if (!csv || csv.quality === 0) return false;
  const json = ranges.find(({ type }) => type === "application/json");
  return csv.quality > (json?.quality ?? 0);
}

/** Media ranges that are looked at. */
const RANGES_MAX = 20;

function toRange(text: string) {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return { type, quality: Number.isNaN(quality) ? 0 : quality };
}
