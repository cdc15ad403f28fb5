/** Prints a script's help and ends it if `--help` is among the arguments. */
export function printHelpIfAsked(help: string): void {
  if (!process.argv.includes("--help")) return;
  console.log(help);
  process.exit(0);
}
