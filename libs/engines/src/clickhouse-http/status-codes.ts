// As in `exceptionCodeToHTTPStatus` of ClickHouse's HTTPHandler, with 403 also for read-only and denied access.
const statuses: readonly (readonly [status: number, codes: readonly number[]])[] = [
  [400, [6, 25, 26, 27, 36, 38, 41, 43, 53, 62, 69, 72, 117, 168, 223, 427, 441, 442, 456, 457, 458]],
  [401, [194]],
  [403, [164, 192, 193, 497, 516]],
  [404, [46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 336]],
  [413, [290]],
  [501, [48]],
  [503, [202]],
];

const statusByCode = new Map(statuses.flatMap(([status, codes]) => codes.map((code) => [code, status] as const)));

/** The HTTP status for an error code of ClickHouse; 500 for most. */
export function toHttpStatus(clickhouseCode: number): number {
  return statusByCode.get(clickhouseCode) ?? 500;
}
