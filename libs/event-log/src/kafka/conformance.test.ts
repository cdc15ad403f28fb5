import { describeEventLog } from "../testing/conformance.ts";
import { describeOnKafka } from "../testing/kafka-harness.ts";

await describeOnKafka((start) => describeEventLog("Kafka", start));
