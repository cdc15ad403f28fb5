import { findWhatIsMissing } from "./jars.ts";

/** Where tests get their Kafka from. */
export type TestBroker =
  | { readonly kind: "given"; readonly addresses: readonly string[] }
  | { readonly kind: "own" }
  | { readonly kind: "none"; readonly missing: string };

/**
 * In this order: `KAFKA_BROKERS`, then a broker of our own under Java. With `CI=true` none at all is an error, so that
 * no build passes without having met a real broker.
 */
export async function findTestBroker(): Promise<TestBroker> {
  const addresses = (process.env.KAFKA_BROKERS ?? "").split(",").filter(Boolean);
  if (addresses.length > 0) return { kind: "given", addresses };
  const missing = await findWhatIsMissing();
  if (!missing) return { kind: "own" };
  const message = `Kafka's tests need a broker: set KAFKA_BROKERS, or install ${missing}.`;
  if (process.env.CI === "true") throw new Error(message);
  console.warn(`\n##### SKIPPED: ${message} #####\n`);
  return { kind: "none", missing };
}
