import type { LogMessage } from "@ruaflow/event-log";
import type { SavedEvent } from "@ruaflow/metadata-store/delivery";

/** An event as a log message: the id is the key and the bytes are the value, so that subscribers need no database. */
export function toLogMessage(event: SavedEvent): LogMessage {
  return {
    key: event.id,
    value: event.body,
    headers: { type: event.type, organization: event.organizationId },
  };
}
