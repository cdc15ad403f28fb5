export type { Handle, HandleContext, Progress } from "./consumer/handle.ts";
export { type Consumer, type ConsumerOptions, createConsumer } from "./consumer.ts";
export { createEventLog, type EventLogContext } from "./create-event-log.ts";
export { EventLogError, type EventLogErrorCode, PermanentError } from "./errors.ts";
export type {
  Batch,
  EventLog,
  LogMessage,
  PartitionLag,
  ReceivedMessage,
  SubscribeOptions,
  Subscription,
} from "./event-log.ts";
export { type Broker, createBroker } from "./memory/broker.ts";
export { createMemoryLog, type MemoryLog, type MemoryLogOptions } from "./memory/memory-log.ts";
export { checkMessages, MESSAGE_BYTES_MAX } from "./message-size.ts";
export { createPostgresLog, type PostgresLogOptions } from "./postgres/postgres-log.ts";
export {
  type CompressedLines,
  compressLines,
  encodeReportMessage,
  type ReportMessage,
} from "./report-message.ts";
export type { ReportMessageFacts } from "./report-schema.ts";
export { type EventLogSettings, eventLogSettings } from "./settings.ts";
export {
  deadLettersTopic,
  eventsTopic,
  listTopics,
  recordWriterGroup,
  reportsTopic,
  type TopicSettings,
} from "./topics.ts";
