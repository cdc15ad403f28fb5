import type { LogMessage, ReceivedMessage } from "@ruaflow/event-log";
import type { SavedEvent } from "@ruaflow/metadata-store/delivery";
import { deadLetter, type Outcome, ok } from "@ruaflow/runtime";

/** An event as it travels: its id is the key, its bytes are the value, so that other consumers need no database. */
export function toLogMessage(event: SavedEvent): LogMessage {
  return {
    key: event.id,
    value: event.body,
    headers: { type: event.type, organization: event.organizationId },
  };
}

/** The id of the event that a message of the topic is about. */
export function judgeMessage({ key }: ReceivedMessage): Outcome<string, "no-event"> {
  return /^evt_[a-z0-9_]{1,60}$/.test(key) ? ok(key) : deadLetter("no-event", "The key is no event's id.");
}
