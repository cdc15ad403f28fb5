import type { DeadLetter } from "@ruaflow/event-log/dead-letters";
import type { HttpServer } from "@ruaflow/http";
import { OPERATOR_SCOPE } from "@ruaflow/metadata-store/tenants";
import { Type } from "typebox";
import { PagingMeta, PagingQuery, writePage } from "../paging.ts";
import { LETTERS_MAX, type ReadDeadLetters } from "./dead-letter-list.ts";
import { OperatorProblems } from "./state-schema.ts";

const TextOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

const LetterSchema = Type.Object({
  id: Type.String({ description: "For ruaflow dead-letters show and replay.", examples: ["ruaflow.reports.v1/0/7"] }),
  time: Type.String({ format: "date-time", examples: ["2026-10-01T08:30:00.000Z"] }),
  topic: TextOrNull("Where it was set aside from; null: not known.", "ruaflow.reports.v1"),
  reason: Type.String({ examples: ["refused"] }),
  detail: Type.String({ examples: ["The message cannot be read."] }),
  bytes: Type.Integer({ description: "Size of the message.", examples: [1200] }),
  organization_id: TextOrNull("Whose it is; null: not known.", "org_01k6g0c2r8v5n3q7j4y9x1t6ab"),
  domain: TextOrNull("The domain that its report states; null: it is no report.", "example.com"),
  report_id: TextOrNull("The report; null: it is no report.", "rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6"),
  submission_id: TextOrNull("What the report came in; null: it is no report.", "sub_01ka8z5m3nq7v2x4c6b8d0f1gh"),
  replayed_at: TextOrNull("When it was replayed; null: never.", null),
});

const schema = {
  operationId: "listDeadLetters",
  tags: ["Operator"],
  summary: "List the messages that could not be processed, of all organizations, newest first",
  description: `For a key with the scope operator. Read at most a minute ago, and at most ${LETTERS_MAX.toLocaleString("en-US")} of them.`,
  querystring: Type.Object(
    {
      reason: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: "Only dead letters with this reason.",
          examples: ["refused"],
        }),
      ),
      ...PagingQuery,
    },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({ data: Type.Array(LetterSchema), meta: Type.Object(PagingMeta) }),
    ...OperatorProblems,
  },
};

/** GET /operator/dead-letters */
export function registerDeadLetters(server: HttpServer, readDeadLetters: ReadDeadLetters): void {
  server.get("/operator/dead-letters", { schema, config: { scope: OPERATOR_SCOPE } }, async (request, reply) => {
    const { reason, page, per_page } = request.query;
    const all = (await readDeadLetters()).value.filter((each) => reason === undefined || each.reason === reason);
    const data = all.slice((page - 1) * per_page, page * per_page).map(toBody);
    return writePage({ data, total: all.length, meta: {} }, { request, reply });
  });
}

function toBody({ id, at, topic, reason, detail, bytes, organizationId, report, replayedAt }: DeadLetter) {
  return {
    id,
    time: at.toISOString(),
    topic,
    reason,
    detail,
    bytes,
    organization_id: organizationId,
    domain: report?.domain ?? null,
    report_id: report?.reportId ?? null,
    submission_id: report?.submissionId ?? null,
    replayed_at: replayedAt?.toISOString() ?? null,
  };
}
