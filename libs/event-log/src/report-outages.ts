import { OutageError } from "@ruaflow/runtime/errors";
import { EventLogError } from "./errors.ts";
import type { EventLog } from "./event-log.ts";

/**
 * A log whose calls reject with an `OutageError` when `isDriverOutage` recognizes that the server cannot be reached, so
 * that callers can wait for the log as for any other store.
 */
export function reportOutages(log: EventLog, isDriverOutage: (error: unknown) => boolean): EventLog {
  function report(error: unknown): never {
    if (error instanceof EventLogError || !isDriverOutage(error)) throw error;
    throw new OutageError("The event log", error);
  }

  return {
    driver: log.driver,
    prepare: () => log.prepare().catch(report),
    append: (topic, messages) => log.append(topic, messages).catch(report),
    subscribe: (options) => log.subscribe(options).catch(report),
    async *readTopic(topic) {
      try {
        yield* log.readTopic(topic);
      } catch (error) {
        report(error);
      }
    },
    readLag: (topic, group) => log.readLag(topic, group).catch(report),
    readPositions: (topic, group) => log.readPositions(topic, group).catch(report),
    ping: () => log.ping().catch(report),
    close: () => log.close(),
  };
}
