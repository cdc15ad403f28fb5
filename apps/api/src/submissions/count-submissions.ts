import { type HttpServer, readCaller } from "@ruaflow/http";
import type { IntakeStore } from "@ruaflow/metadata-store/intake";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { readSubmissionFilter, SubmissionsQuery } from "./list-submissions.ts";
import { StateSchema, SUBMISSION_SCOPES, SubmissionProblems } from "./submission-schema.ts";

/** Entries that one answer counts: some tenths of a second, however many there are. */
const ENTRIES_COUNTED_MAX = 200_000;

const TimeOrNull = (description: string) =>
  Type.Union([Type.String({ format: "date-time" }), Type.Null()], { description, examples: [null] });

const StateCountSchema = Type.Object({
  state: StateSchema,
  submissions: Type.Integer({ description: "Submissions in this state.", examples: [12] }),
  waiting_since: TimeOrNull(
    "Of held and accepted: since when the oldest entry waits for its domain, or to be stored; null: none waits.",
  ),
});

const schema = {
  operationId: "countSubmissions",
  tags: ["Submissions"],
  summary: "Count what arrived, by state",
  description: `One answer with every state, for the submissions that GET /submissions lists with the same query. At most ${ENTRIES_COUNTED_MAX.toLocaleString("en-US")} entries are counted, the newest: counted_from then says how far back. waiting_since looks at all. In a period, the entries in it decide on a submission's state.`,
  querystring: Type.Object(SubmissionsQuery, { additionalProperties: false }),
  response: {
    200: Type.Object({
      data: Type.Object({
        total: Type.Integer({ description: "Submissions in all states.", examples: [12] }),
        states: Type.Array(StateCountSchema),
        counted_from: TimeOrNull("When the oldest submission counted arrived; null: all are counted."),
      }),
    }),
    ...SubmissionProblems,
  },
};

/** GET /submissions/counts */
export function registerCountSubmissions(server: HttpServer, context: ApiContext): void {
  const route = { schema, config: { scope: [...SUBMISSION_SCOPES] } };
  server.get("/submissions/counts", route, async (request) => {
    const { organizationId } = readCaller(request);
    const filter = await readSubmissionFilter(context, organizationId, request.query);
    const wanted = { ...filter, entriesMax: ENTRIES_COUNTED_MAX };
    return { data: toBody(await context.metadata.intake.countSubmissions(organizationId, wanted)) };
  });
}

function toBody({ states, countedFrom }: Awaited<ReturnType<IntakeStore["countSubmissions"]>>) {
  return {
    total: states.reduce((sum, { submissions }) => sum + submissions, 0),
    states: states.map(({ state, submissions, waitingSince }) => ({
      state,
      submissions,
      waiting_since: waitingSince?.toISOString() ?? null,
    })),
    counted_from: countedFrom?.toISOString() ?? null,
  };
}
