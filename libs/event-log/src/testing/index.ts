export { describeEventLog } from "./conformance.ts";
export { deleteMessages } from "./delete-messages.ts";
export type { Connection, EventLogHarness } from "./harness.ts";
export { describeOnKafka } from "./kafka-harness.ts";
export { setOffsets } from "./set-offsets.ts";
export { startTestLog } from "./start-test-log.ts";
export { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";
