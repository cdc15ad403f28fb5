/** Prints what a script does and ends it, when `--help` is among its arguments. */
export function printHelpIfAsked(help: string): void {
  if (!process.argv.includes("--help")) return;
  console.log(help);
  process.exit(0);
}
