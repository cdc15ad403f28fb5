import { invalidAt } from "@ruaflow/http";
import { Type } from "typebox";

/** An optional query parameter for a point in time. */
export const TimeQuery = (description: string) =>
  Type.Optional(Type.String({ format: "date-time", description, examples: ["2026-10-01T08:30:00Z"] }));

/**
 * Text that passes the schema may still not be a valid time, such as a second of 60.
 * @throws {ProblemError} 400
 */
export function readTime(pointer: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw invalidAt(pointer, "is not a valid time");
  return time;
}
