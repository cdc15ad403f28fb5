import { ProblemSchema } from "@ruaflow/http";
import { Type } from "typebox";
import type { ServiceState } from "./service-state.ts";

/** Problems of every operation for the operator. */
export const OperatorProblems = {
  400: ProblemSchema,
  401: ProblemSchema,
  403: ProblemSchema,
  429: ProblemSchema,
  503: ProblemSchema,
};

const Time = (description: string) =>
  Type.String({ format: "date-time", description, examples: ["2026-10-01T08:30:00.000Z"] });
const Count = (description: string) => Type.Integer({ description, examples: [0] });
const Seconds = (description: string) => Type.Number({ description, examples: [0] });
const NumberOrNull = (description: string) => Type.Union([Type.Number(), Type.Null()], { description, examples: [0] });
const TextOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
const ErrorText = TextOrNull("Why this part could not be read; null: it was.", null);

const TopicSchema = Type.Object({
  topic: Type.String({ examples: ["ruaflow.reports.v1"] }),
  group: Type.String({ description: "The consumer group that reads it.", examples: ["ruaflow.record-writer"] }),
  partitions: Count("Partitions of the topic."),
  messages: Count("Messages that the group has not read yet."),
  seconds: Seconds("Age of the oldest of them."),
});

const QueueSchema = Type.Object({
  name: Type.String({ examples: ["reports to be written"] }),
  process: TextOrNull("Which process does the work; null: it takes ruaflow replay --unstored.", "record-writer"),
  waiting: NumberOrNull("How much waits; null: not known."),
  seconds: NumberOrNull("Age of the oldest part; 0 while nothing waits; null: not known."),
  error: ErrorText,
});

const LettersSchema = Type.Object({
  read_at: Time("When they were read: at most a minute ago."),
  total: Count("Dead letters of the last 30 days."),
  replayed: Count("Those of them that were replayed."),
  complete: Type.Boolean({ description: "false: there are more, which are not counted.", examples: [true] }),
  groups: Type.Array(
    Type.Object({
      topic: TextOrNull("Where they were set aside from; null: not known.", "ruaflow.reports.v1"),
      reason: Type.String({ examples: ["refused"] }),
      letters: Count("Dead letters that were not replayed."),
      oldest_at: Time("When the oldest of them became one."),
    }),
  ),
});

const ReconciliationSchema = Type.Object({
  begun_at: Time("When it began."),
  finished_at: Time("When it ended."),
  reports: Count("Reports compared."),
  missing: Count("Reports without all their rows, after repair."),
  altered: Count("Reports whose rows differ."),
  doubled: Count("Reports with rows twice."),
  unknown: Count("Reports in ClickHouse alone."),
});

const AuthorizationSchema = Type.Object({
  domains: Count("Verified domains whose reports come to the service's mailboxes."),
  missing: Count("Domains for which the authorization is not published, or not valid."),
  example: TextOrNull("The name of one of the missing records; null: none is missing.", null),
});

/** The answer of GET /operator/state. */
export const StateSchema = Type.Object({
  read_at: Time("When all this was read: at most a few seconds ago."),
  ok: Type.Boolean({ description: "Whether every part could be read, and is healthy.", examples: [true] }),
  health: Type.Array(
    Type.Object({
      part: Type.String({ examples: ["postgres"] }),
      ok: Type.Boolean({ examples: [true] }),
      error: ErrorText,
    }),
    { description: "The checks of /readyz." },
  ),
  topics: Type.Object({ items: Type.Array(TopicSchema), error: ErrorText }),
  queues: Type.Array(QueueSchema, { description: "What ruaflow lag prints, and the DNS checks." }),
  deliveries: Type.Object({
    pending: NumberOrNull("Deliveries that wait for an attempt; null: not known."),
    delivering: NumberOrNull("Deliveries with an attempt under way."),
    held: NumberOrNull("Deliveries whose webhook is not active."),
    error: ErrorText,
  }),
  dead_letters: Type.Object({
    value: Type.Union([LettersSchema, Type.Null()], { description: "null: not known." }),
    error: ErrorText,
  }),
  reconciliation: Type.Object({
    value: Type.Union([ReconciliationSchema, Type.Null()], {
      description: "The last one; null: none yet, or not known.",
    }),
    error: ErrorText,
  }),
  report_authorization: Type.Object(
    {
      value: Type.Union([AuthorizationSchema, Type.Null()], { description: "null: not known." }),
      error: ErrorText,
    },
    {
      description:
        "The record by which the service agrees to receive the reports of all domains (RFC 7489, section 7.1). The operator publishes it once, as a wildcard.",
    },
  ),
});

export function toStateBody(
  { health, topics, queues, deliveries, letters, reconciliation, authorization }: ServiceState,
  readAt: Date,
) {
  const parts = [...health, topics, ...queues, deliveries, letters, reconciliation, authorization];
  const { pending, delivering, held } = deliveries.value ?? {};
  const none = deliveries.error === null ? 0 : null;
  return {
    read_at: readAt.toISOString(),
    ok: parts.every(({ error }) => error === null),
    health: health.map(({ part, error }) => ({ part, ok: error === null, error })),
    topics: { items: topics.value ?? [], error: topics.error },
    queues: queues.map(({ name, process, value, error }) => {
      return { name, process, waiting: value?.waiting ?? null, seconds: value?.seconds ?? null, error };
    }),
    deliveries: {
      pending: pending ?? none,
      delivering: delivering ?? none,
      held: held ?? none,
      error: deliveries.error,
    },
    dead_letters: { value: letters.value && toLettersBody(letters.value), error: letters.error },
    reconciliation: {
      value: reconciliation.value && toReconciliationBody(reconciliation.value),
      error: reconciliation.error,
    },
    report_authorization: authorization,
  };
}

function toLettersBody({ readAt, groups, ...counts }: NonNullable<ServiceState["letters"]["value"]>) {
  return {
    read_at: readAt.toISOString(),
    ...counts,
    groups: groups.map(({ oldestAt, ...group }) => ({ ...group, oldest_at: oldestAt.toISOString() })),
  };
}

function toReconciliationBody({
  begunAt,
  finishedAt,
  ...counts
}: NonNullable<ServiceState["reconciliation"]["value"]>) {
  return { begun_at: begunAt.toISOString(), finished_at: finishedAt.toISOString(), ...counts };
}
