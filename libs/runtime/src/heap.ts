import { setFlagsFromString } from "node:v8";

/**
 * Collects garbage when the heap is half as large again as what lives in it. V8 would wait for up to four times as much:
 * a report of 150,000 records then took 60 MiB more of the service and 12 of the import command, and no time less.
 * For thousands of small files, which leave nothing behind, V8's own way takes an eighth less CPU.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=50");
}

/**
 * Keeps the young generation as large as it has become by now. For a program that has just started: a report of a million
 * records then takes 12 MiB less of the import command, where a smaller limit from the start costs small files a twelfth
 * of their time.
 */
export function keepYoungGeneration(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
