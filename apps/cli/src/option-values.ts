import { UsageError } from "@ruaflow/runtime/errors";

const TIME = /^(\d{4}-\d{2}-\d{2})(?:(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Parses the value of an option such as `--since`: `2026-01-31` or `2026-01-31T12:00:00Z`, UTC unless it names a zone.
 * @throws {UsageError} naming the option
 */
export function parseTime(option: string): (text: string) => Date {
  return (text) => {
    // JavaScript takes a time without a zone as local.
    const [, day = "", time = "T00:00", zone = "Z"] = TIME.exec(text) ?? [];
    const date = new Date(`${day}${time}${zone}`);
    if (isDay(day) && !Number.isNaN(date.getTime())) return date;
    throw new UsageError(`${option}: ${text} is not a valid date or time (example: 2026-01-31)`);
  };
}

/**
 * Parses the value of an option such as `--expires`: a UTC day, `2026-01-31`.
 * @throws {UsageError} naming the option
 */
export function parseDay(option: string): (text: string) => string {
  return (text) => {
    if (isDay(text)) return text;
    throw new UsageError(`${option}: ${text} is not a valid day (example: 2026-01-31)`);
  };
}

/** JavaScript takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return text.length === 10 && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * Parses the value of an option such as `--limit`: a whole number of at least 1.
 * @throws {UsageError} naming the option
 */
export function parseCount(option: string, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  const range = max === Number.MAX_SAFE_INTEGER ? "of at least 1" : `from 1 to ${max}`;
  return (text) => {
    const count = Number(text);
    if (/^\d+$/.test(text) && count >= 1 && count <= max) return count;
    throw new UsageError(`${option}: ${text} is not a whole number ${range}`);
  };
}
