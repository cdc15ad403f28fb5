import type { LogMessage } from "@ruaflow/event-log";
import type { SavedEvent } from "@ruaflow/metadata-store/delivery";

/** An event as subscribers of the log get it: its id is the key, its bytes are the value, so that they need no database. */
export function toLogMessage(event: SavedEvent): LogMessage {
  return {
    key: event.id,
    value: event.body,
    headers: { type: event.type, organization: event.organizationId },
  };
}
