// A process of attackers, for `npm run chaos:starve`: it connects to ports of 127.0.0.1 only, and ends at the given time, or
// with the process that started it.
import { setTimeout as sleep } from "node:timers/promises";
import { type AttackOptions, attacks } from "./attacks.ts";

const AGAIN_AFTER_MS = 500;

process.on("disconnect", () => process.exit());
const options: AttackOptions = JSON.parse(process.argv[2] ?? "{}");
let connections = 0;
await Promise.all(Array.from({ length: options.clients }, (_, index) => attack(index)));
process.send?.({ connections });
process.disconnect();

async function attack(index: number): Promise<void> {
  while (Date.now() < options.endsAtMs) {
    connections += 1;
    await attacks[options.kind](options, toAddress(index)).catch(() => undefined);
    await sleep(AGAIN_AFTER_MS);
  }
}

/** Half of them are neighbours in one /24, the others have a /24 each. */
function toAddress(index: number): string {
  const number = (index >> 1) % 250;
  return index % 2 === 0 ? `127.66.0.${1 + number}` : `127.67.${number}.1`;
}
