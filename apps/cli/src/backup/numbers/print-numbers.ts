import { pluralize } from "../../pluralize.ts";
import { printJson } from "../../print-json.ts";
import { printRows } from "../../table.ts";
import { type ComparedNumber, listDifferent } from "./compare-numbers.ts";

/** Numbers that are shown beside each other; beyond that only those that differ. */
const SHOWN_MAX = 100;

/** Prints the numbers side by side. The exit code becomes 1 when some differ. */
export function printNumbers(
  compared: readonly ComparedNumber[],
  { json, sentence }: { readonly json: boolean; readonly sentence: string },
): void {
  const different = listDifferent(compared);
  if (different.length > 0) process.exitCode = 1;
  if (json) {
    printJson({ compared, different });
    return;
  }
  const counted = compared.filter(({ backup, restored }) => backup !== "0" || restored !== "0");
  const shown = counted.length > SHOWN_MAX ? different : counted;
  if (shown.length > 0)
    printRows(
      shown.map((row) => ({ ...row })),
      { json: false },
    );
  const result =
    different.length === 0
      ? `All ${pluralize(compared.length, "number")} are equal.`
      : `Of ${pluralize(compared.length, "number")}, ${different.length} differ.`;
  process.stdout.write(`${result} ${sentence}\n`);
}
