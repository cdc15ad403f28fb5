import { join } from "node:path";
import { startBroker } from "./broker.ts";
import { findMissingSoftware } from "./jars.ts";

/** `npm run kafka`: a broker for development, until Ctrl-C; its data stays in infra/kafka/data. */
const missing = await findMissingSoftware();
if (missing) {
  console.error(`A Kafka broker needs ${missing}.`);
  process.exit(1);
}
const broker = await startBroker({
  folder: join(import.meta.dirname, "data"),
  port: Number(process.env.KAFKA_PORT ?? 9092),
});
console.log(`Apache Kafka listens. In another terminal: KAFKA_BROKERS=${broker.address} npm start\nCtrl-C stops it.`);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    // npm passes on a Ctrl-C that this process has had: without a listener the second would end it before the broker.
    process.on(signal, () => undefined);
    await broker.stop();
    process.exit(0);
  });
}
