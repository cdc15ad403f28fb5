import { createEventLog, type EventLog, eventLogSettings } from "@ruaflow/event-log";
import { readSettings } from "@ruaflow/runtime/settings";

/** The log of a cluster, from outside its apps. */
export function connectToLog(brokers: string): Promise<EventLog> {
  const settings = readSettings(eventLogSettings, { KAFKA_BROKERS: brokers });
  return createEventLog(settings, { databaseUrl: "", onRetry: () => undefined });
}
