import { fetchJars, findMissingSoftware } from "./jars.ts";

/** The source of Kafka for tests. */
export type TestBroker =
  | { readonly kind: "given"; readonly addresses: readonly string[] }
  | { readonly kind: "own" }
  | { readonly kind: "none"; readonly missing: string };

/**
 * Uses `KAFKA_BROKERS` if set, otherwise a new broker under Java. With `CI=true` a missing broker is an error, so that
 * no build passes without a test against a real broker.
 */
export async function findTestBroker(): Promise<TestBroker> {
  const addresses = (process.env.KAFKA_BROKERS ?? "").split(",").filter(Boolean);
  if (addresses.length > 0) return { kind: "given", addresses };
  const missing = await findMissingSoftware();
  if (!missing) {
    // While the test file loads: a download in a hook would have the hook's deadline.
    await fetchJars();
    return { kind: "own" };
  }
  const message = `Kafka's tests need a broker: set KAFKA_BROKERS, or install ${missing}.`;
  if (process.env.CI === "true") throw new Error(message);
  console.warn(`\n##### SKIPPED: ${message} #####\n`);
  return { kind: "none", missing };
}
