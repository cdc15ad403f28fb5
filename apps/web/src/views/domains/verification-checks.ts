/** One record that was looked up to verify a domain. */
export interface VerificationCheck {
  readonly name: string;
  readonly expected: string;
  readonly found: readonly string[];
  readonly detail: string;
}

/** The checks that the problem of a failed verification lists; none if it is another problem. */
export function readChecks({ checks }: Readonly<Record<string, unknown>>): VerificationCheck[] {
  return Array.isArray(checks) ? checks.filter(isCheck) : [];
}

function isCheck(value: unknown): value is VerificationCheck {
  if (typeof value !== "object" || value === null) return false;
  const { name, expected, found, detail } = value as Readonly<Record<string, unknown>>;
  return [name, expected, detail].every((text) => typeof text === "string") && Array.isArray(found);
}
