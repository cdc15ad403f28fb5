// `node test/webhooks/compare-classifiers.ts --v6 1000000 --v4 200000`: compares the webhook address guard with an
// independent classifier on random addresses.
import { parseArgs } from "node:util";
import { isPublicAddress } from "@ruaflow/webhooks/address";
import { createRandom } from "../support/report-generator.ts";
import { classifyIndependently, createAddresses } from "./random-addresses.ts";

const { values } = parseArgs({
  options: {
    v6: { type: "string", default: "1000000" },
    v4: { type: "string", default: "200000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const random = createRandom(Number(values.seed));
const addresses = createAddresses(random, { v6: Number(values.v6), v4: Number(values.v4) });
const startedAt = performance.now();
const verdicts = addresses.map(isPublicAddress);
const perAddressUs = (1000 * (performance.now() - startedAt)) / addresses.length;
const others = classifyIndependently(addresses);
const differences = addresses.filter((_, index) => verdicts[index] !== others[index]);
for (const address of differences.slice(0, 20)) console.log(`  ${address}: public is ${isPublicAddress(address)}`);
console.log(
  `${values.v6} IPv6 and ${values.v4} IPv4 addresses, seed ${values.seed}: ${verdicts.filter(Boolean).length} public, ` +
    `${differences.length} classified differently by the independent classifier; ${perAddressUs.toFixed(1)} µs per address.`,
);
process.exitCode = differences.length === 0 && others.length === addresses.length ? 0 : 1;
