/**
 * Prints a prominent warning about skipped tests. With `CI=true` it is an error: builds must run every test.
 * @param what the tests and what they need
 */
export function announceSkip(what: string): void {
  if (process.env.CI === "true") throw new Error(what);
  console.warn(`\n##### SKIPPED: ${what} #####\n`);
}
