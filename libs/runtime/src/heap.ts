import { setFlagsFromString } from "node:v8";

/**
 * Collects garbage when the heap is 1.5 times the size of its live objects. By default V8 waits for up to four times:
 * with a report of 150,000 records that took 60 MiB more in the service and 12 MiB more in the import command, and
 * saved no time. For thousands of small files, which leave nothing behind, V8's default takes an eighth less CPU.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--heap-growing-percent=50");
}

/**
 * Keeps the young generation at its current size. Meant for a program that has just started: the import command then
 * needs 12 MiB less for a report of a million records, whereas a smaller limit from the start costs small files a
 * twelfth of their time.
 */
export function keepYoungGeneration(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
