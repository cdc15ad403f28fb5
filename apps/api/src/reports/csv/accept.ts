/** Whether an `Accept` header (RFC 9110, section 12.5.1) prefers CSV to JSON; without a preference it is JSON. */
export function prefersCsv(accept: string): boolean {
  return prefersType(accept, "text/csv", "application/json");
}

/** Whether an `Accept` header names `type` and prefers it to `other`, the default. */
export function prefersType(accept: string, type: string, other: string): boolean {
  const ranges = accept.split(",").slice(0, RANGES_MAX).map(toRange);
  const wanted = ranges.find((range) => range.type === type);
  if (!wanted || wanted.quality === 0) return false;
  return wanted.quality > (ranges.find((range) => range.type === other)?.quality ?? 0);
}

/** Media ranges that are read. */
const RANGES_MAX = 20;

function toRange(text: string) {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return { type, quality: Number.isNaN(quality) ? 0 : quality };
}
