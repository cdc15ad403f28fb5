import { createEnvelopeSchema, describeEventType, eventTypes } from "@ruaflow/webhooks/event-types";
import { LETTER_HEADERS, REPLAY_OF_HEADER, REPLAYED_HEADER } from "../../libs/event-log/src/dead-letters/headers.ts";
import type { JsonSchema } from "./json-schema.ts";
import { factsSchema, recordSchema } from "./report-schemas.ts";

const text = (description: string): JsonSchema => ({ type: "string", description });
const refer = (name: string): JsonSchema => ({ $ref: `./schemas/${name}.json` });
const bytes = (description: string): JsonSchema => ({ type: "string", contentEncoding: "binary", description });

const toKey = (key: JsonSchema) => ({ kafka: { key, bindingVersion: "0.5.0" } });
const toHeaders = (required: readonly string[], properties: JsonSchema) => ({ type: "object", required, properties });

const reportMessage = {
  name: "report",
  title: "A report, or one part of a large report",
  summary: "The facts of a report and its records, as text that may be compressed.",
  contentType: "application/vnd.ruaflow.report.v1",
  headers: toHeaders(["content-type"], {
    "content-type": { const: "application/vnd.ruaflow.report.v1" },
    traceparent: text("W3C trace context of the span that appended the message, while tracing is on."),
    [REPLAY_OF_HEADER]: text("Id of the dead letter that was replayed, if this is one."),
  }),
  payload: bytes(
    "UTF-8 text: one line of JSON, the facts (x-facts), then one line for each record (x-record). If the value begins with the bytes 28 b5 2f fd it is a zstd frame of this text; if what follows the first line feed begins with them, that is a zstd frame of the lines of records.",
  ),
  bindings: toKey({
    type: "string",
    pattern: "^[0-9a-f]{64}$",
    description: "authenticKey of the facts if they have one, otherwise baseKey, otherwise reportKey.",
  }),
  "x-facts": refer("report-facts"),
  "x-record": refer("report-record"),
};

const deadLetterMessage = {
  name: "deadLetter",
  title: "A message that could not be processed",
  summary: "The original key, headers and value; further headers say why it is here and where it was.",
  contentType: "application/octet-stream",
  headers: toHeaders(Object.values(LETTER_HEADERS), {
    [LETTER_HEADERS.reason]: text("A stable word: unreadable, incomplete, refused, unsettled."),
    [LETTER_HEADERS.detail]: text("What was wrong, in a sentence."),
    [LETTER_HEADERS.topic]: text("The topic that the message was in."),
    [LETTER_HEADERS.partition]: text("Its partition there, in digits."),
    [LETTER_HEADERS.offset]: text("Its offset there, in digits."),
    [LETTER_HEADERS.group]: text("The consumer group that could not process it."),
    [LETTER_HEADERS.appendedAt]: text("When it was appended to its topic, ISO 8601."),
  }),
  payload: bytes("The value of the original message."),
  bindings: toKey(text("The key of the original message.")),
};

const replayMarkMessage = {
  name: "replayMark",
  title: "A mark: a dead letter was replayed",
  summary: "Has the key of its dead letter and comes after it. A later copy of the letter has failed again.",
  headers: toHeaders([REPLAYED_HEADER], {
    [REPLAYED_HEADER]: text("Id of the dead letter: TOPIC/PARTITION/OFFSET of the original message."),
  }),
  payload: bytes("Empty."),
  bindings: toKey(text("The key of the original message.")),
};

const events = eventTypes.map((type) => ({
  name: toName(type),
  schemaName: `event-${type.replaceAll(/[._]/g, "-")}`,
  schema: { ...createEnvelopeSchema(type) },
  message: {
    name: type,
    title: type,
    summary: `${describeEventType(type)}: the body that webhooks receive.`,
    contentType: "application/json",
    headers: toHeaders(["type", "organization"], {
      type: { const: type },
      organization: text("Id of the organization that the event belongs to."),
    }),
    payload: refer(`event-${type.replaceAll(/[._]/g, "-")}`),
    bindings: toKey({ type: "string", pattern: "^evt_[a-z2-7]{26}$", description: "Id of the event." }),
  },
}));

/** `report.received` as a name of AsyncAPI: reportReceived. */
function toName(type: string): string {
  return type.replaceAll(/[._](.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Names of messages by the kind of topic that carries them. */
export const messagesOf = {
  reports: ["report"],
  events: events.map(({ name }) => name),
  deadLetters: ["deadLetter", "replayMark"],
};

/** Every message by name. */
export const messages: Readonly<Record<string, unknown>> = {
  report: reportMessage,
  ...Object.fromEntries(events.map(({ name, message }) => [name, message])),
  deadLetter: deadLetterMessage,
  replayMark: replayMarkMessage,
};

/** The schemas of what messages contain, by the name of their file. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  "report-facts": factsSchema,
  "report-record": recordSchema,
  ...Object.fromEntries(events.map(({ schemaName, schema }) => [schemaName, schema])),
};
