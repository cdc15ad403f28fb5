import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Collects garbage when the heap is 1.5 times the size of its live objects, or `growth` times. By default V8 waits for up to four times:
 * with a report of 150,000 records that took 60 MiB more in the service and 12 MiB more in the import command, and
 * saved no time. For thousands of small files, which leave nothing behind, V8's default takes an eighth less CPU.
 *
 * A service lives for months beside its engines: under mixed load a growth of 1.3 keeps 15 MiB less than 1.5.
 */
export function keepHeapSmall(growth = 1.5): void {
  setFlagsFromString(`--heap-growing-percent=${Math.round((growth - 1) * 100)}`);
}

/**
 * Returns the pages that a full collection empties to the system. By default V8 keeps them for its next objects: after four minutes of
 * mixed load a service held 70 MiB of them beside a heap of 100. It takes a tenth more CPU of that process.
 */
export function returnFreedPages(): void {
  setFlagsFromString("--memory-saver-mode");
}

/**
 * Keeps the young generation at its current size. Meant for a program that has just started: the import command then
 * needs 12 MiB less for a report of a million records, whereas a smaller limit from the start costs small files a
 * twelfth of their time.
 */
export function keepYoungGeneration(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Returns a function that is told of bytes that went through buffers, and frees the buffers of each so many: a buffer is small for V8,
 * whatever its bytes, so it lets tens of megabytes of them wait. With 200 mails of 400 KB that arrive at once the service took 90 MiB more.
 */
export function freeBuffersEvery(bytesMax: number): (bytes: number) => void {
  setFlagsFromString("--expose-gc");
  const collect: (options: { type: "minor" }) => void = runInNewContext("gc");
  let passed = 0;
  return (bytes) => {
    passed += bytes;
    if (passed < bytesMax) return;
    passed = 0;
    collect({ type: "minor" });
  };
}
