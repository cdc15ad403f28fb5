import { setFlagsFromString } from "node:v8";

/**
 * Collects garbage when the heap is half as large again as what lives in it. V8 would wait for up to four times as much:
 * a report of 150,000 records then took 60 MiB more of the service and 12 of the import command, and no time less.
 * For thousands of small files, which leave nothing behind, V8's own way takes an eighth less CPU.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=50");
}
