export type { HandleContext } from "./consumer/handle.ts";
export { createConsumer } from "./consumer.ts";
export { createEventLog } from "./create-event-log.ts";
export type { EventLog, LogMessage, ReceivedMessage } from "./event-log.ts";
export { MESSAGE_BYTES_MAX } from "./message-size.ts";
export { postgresLog } from "./postgres/schema.ts";
export { type EventLogSettings, eventLogSettings } from "./settings.ts";
export { deadLettersTopic, eventsTopic, listTopics, recordWriterGroup, reportsTopic } from "./topics.ts";
