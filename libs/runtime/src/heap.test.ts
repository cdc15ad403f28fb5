import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/** Holds 200,000 objects 40 times and goes on with few: prints the memory of its process in bytes. */
const work = `
const rest = () => new Promise((resolve) => setImmediate(resolve));
let held = [];
for (let round = 0; round < 40; round += 1) {
  held = Array.from({ length: 200_000 }, (_, index) => ({ index, text: index + "-" + round }));
  await rest();
}
held = [];
for (let round = 0; round < 400; round += 1) {
  held.push(Array.from({ length: 2000 }, (_, index) => ({ index })));
  if (held.length > 100) held.shift();
  await rest();
}
console.log(process.memoryUsage.rss());
`;

async function measure(settings: string): Promise<number> {
  const script = `import * as heap from ${JSON.stringify(import.meta.resolve("./heap.ts"))}; ${settings} ${work}`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  return Number(stdout);
}

test("memory that is free again goes back to the system", async () => {
  const [kept, returned] = await Promise.all([
    measure("heap.keepHeapSmall();"),
    measure("heap.keepHeapSmall(); heap.returnFreedPages();"),
  ]);
  expect(returned).toBeLessThan(0.6 * kept);
});
