/**
 * Says loudly which tests are left out and why. With `CI=true` that is an error: no build passes without them.
 * @param what names the tests and what they need
 */
export function announceSkip(what: string): void {
  if (process.env.CI === "true") throw new Error(what);
  console.warn(`\n##### SKIPPED: ${what} #####\n`);
}
