const names = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** Germany, of DE; a code that is none as it is. */
export function describeCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}
