import { type HttpServer, ProblemError, ProblemSchema, readCaller } from "@ruaflow/http";
import { submissionStates } from "@ruaflow/metadata-store/submission-states";
import { Type } from "typebox";
import { IngestProblems, OutcomeSchema, refusalFacts, TextOrNull } from "../entry-schema.ts";
import { type Replay, type ReplayContext, replaySubmission } from "./replay-submission.ts";

type State = (typeof submissionStates)[number];

const StateSchema = (description: string, example: State) =>
  Type.Unsafe<State>({
    type: "string",
    enum: [...submissionStates],
    description: `${description} GET /api/v1/submissions describes each value.`,
    examples: [example],
  });

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [1] });

const ReplaySchema = Type.Object({
  submission_id: Type.String({ examples: ["sub_01ka8z5m3nq7v2x4c6b8d0f1gh"] }),
  dry_run: Type.Boolean({ description: "true: nothing was changed.", examples: [false] }),
  state_before: StateSchema("State of the submission before.", "refused"),
  state: StateSchema("State after the replay.", "accepted"),
  difference: Type.Object(
    {
      reports: Count("Reports that newly count."),
      records: Count("Their records."),
      messages: Count("Their messages."),
    },
    { description: "What newly counts." },
  ),
  entries: Type.Array(
    Type.Object({
      entry: Type.Integer({ description: "Position in the submission, from 0.", examples: [0] }),
      path: Type.String({
        description: "Where in the submission it was found.",
        examples: ["reports.zip > google.xml"],
      }),
      outcome: OutcomeSchema,
      reason: TextOrNull("Stable code for every outcome except accepted.", null),
      detail: TextOrNull("What is wrong, where, and what to do, in sentences for people.", null),
      ...refusalFacts,
      report_id: TextOrNull("The report, if it could be read.", "rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6"),
      domain: TextOrNull("Domain of the published policy.", "example.com"),
    }),
  ),
});

const schema = {
  operationId: "replaySubmission",
  tags: ["Submissions"],
  summary: "Read a submission again",
  description:
    "Reads the stored bytes again with today's parser and domains, so that refused reports may be accepted. Stored reports do not change, with one exception. If a reporter's name was unreadable and is readable now, the report is stored under that name, with a new id. Nothing counts twice. With dry_run the answer shows the difference in numbers, and nothing changes.",
  params: Type.Object({ id: Type.String({ maxLength: 64, examples: ["sub_01ka8z5m3nq7v2x4c6b8d0f1gh"] }) }),
  querystring: Type.Object(
    { dry_run: Type.Boolean({ default: false, description: "Only show what would happen.", examples: [true] }) },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({ data: ReplaySchema }),
    ...IngestProblems,
    404: ProblemSchema,
  },
};

/** POST /submissions/:id/replay */
export function registerReplay(server: HttpServer, context: ReplayContext): void {
  const { intake } = context.metadata;
  const route = { schema, config: { scope: "ingest:write" } };
  server.post("/submissions/:id/replay", route, async (request) => {
    const { organizationId } = readCaller(request);
    const { id } = request.params;
    const submission = await intake.readSubmission(organizationId, id);
    if (submission === null || !(await intake.isOwnSubmission(organizationId, id))) {
      throw new ProblemError(
        "not_found",
        "You have no submission with this id. All of its entries must belong to you.",
      );
    }
    const { dry_run: dryRun } = request.query;
    const replay = () => replaySubmission(submission, { organizationId, dryRun }, context);
    return { data: toBody(await (dryRun ? replay() : intake.waitForSubmissionTurn(id, replay)), dryRun) };
  });
}

const DAMAGED = "The kept bytes of this submission are damaged. Nothing was changed; send its reports again.";

function toBody({ submissionId, stateBefore, after, failure, difference }: Replay, dryRun: boolean) {
  if (after === null) {
    const isDamaged = failure === "body-damaged";
    throw new ProblemError(
      "not_found",
      isDamaged ? DAMAGED : "The bytes of this submission are not stored: they were deleted, or never kept.",
    );
  }
  return {
    submission_id: submissionId,
    dry_run: dryRun,
    state_before: stateBefore,
    state: after.state,
    difference: { ...difference },
    entries: after.entries.map(({ entry, path, outcome, reason, detail, facts, reportId, domain }) => {
      return { entry, path, outcome, reason, detail, ...facts, report_id: reportId, domain };
    }),
  };
}
