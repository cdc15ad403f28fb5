import { describeEventLog } from "../testing/conformance.ts";
import { describeOnKafka } from "../testing/kafka-harness.ts";
import { describeOutages } from "../testing/outage-conformance.ts";

await describeOnKafka((start) => {
  describeEventLog("Kafka", start);
  describeOutages(start);
});
