export { createEnvelopeSchema, describeEventType, eventTypes, isEventType } from "../events/event-types.ts";
export type { EventType } from "../events/payloads.ts";
export { sampleEvent } from "../events/sample-event.ts";
