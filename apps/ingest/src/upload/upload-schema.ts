import { ProblemSchema } from "@ruaflow/http";
import { Type } from "typebox";
import type { EntryOutcome } from "../submission-result.ts";

const outcomes: readonly EntryOutcome[] = ["accepted", "duplicate", "conflict", "held", "refused", "not-aggregate"];

const TextOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

const EntrySchema = Type.Object({
  file: Type.String({ description: "Name of the file in the upload.", examples: ["reports.zip"] }),
  submission_id: Type.String({
    description: "The file, as one submission.",
    examples: ["sub_0f8fad5bd9cb469fa16570867728950e"],
  }),
  entry: Type.Integer({ description: "Position in the file, from 0.", examples: [0] }),
  path: Type.String({ description: "Where in the file it was found.", examples: ["reports.zip > google.xml"] }),
  outcome: Type.Unsafe<EntryOutcome>({
    type: "string",
    enum: [...outcomes],
    description:
      "accepted: durable; whether it is stored, a duplicate or a conflict is known a moment later, ask status_url. duplicate: stored already. conflict: stored already with other content; the first counts, this one is kept. held: waits until its domain is verified. refused: with the reason. not-aggregate: no aggregate report.",
    examples: ["accepted"],
  }),
  final: Type.Boolean({
    description: "Whether the outcome stays: false for accepted and held, of which status_url tells more later.",
    examples: [false],
  }),
  status_url: Type.String({
    description: "Where to ask what became of it: GET /api/v1/submissions/:id.",
    examples: ["/api/v1/submissions/sub_0f8fad5bd9cb469fa16570867728950e"],
  }),
  reason: TextOrNull("Stable word for whatever is not accepted.", null),
  detail: TextOrNull("A sentence for people.", null),
  report_id: TextOrNull("The report, once it is accepted or known.", "rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6"),
  domain: TextOrNull("Domain of the policy it is about.", "example.com"),
});

const Count = Type.Integer({ minimum: 0, examples: [1] });

const SummarySchema = Type.Object(
  { accepted: Count, duplicate: Count, conflict: Count, held: Count, refused: Count, not_aggregate: Count },
  { description: "Number of entries by outcome." },
);

const FileSchema = Type.Unsafe<unknown>({
  contentMediaType: "application/octet-stream",
  examples: ['<?xml version="1.0"?><feedback>...</feedback>'],
});

/** Says what may be sent; it checks nothing, for the bodies are streams. */
const body = {
  content: {
    "application/octet-stream": { schema: FileSchema },
    "multipart/form-data": {
      schema: Type.Object(
        { file: Type.Optional(Type.Array(FileSchema, { maxItems: 100, description: "The files, under any names." })) },
        { description: "One or many files." },
      ),
    },
  },
};

/** The schema of POST /reports. */
export const uploadSchema = {
  operationId: "uploadReports",
  tags: ["Reports"],
  summary: "Upload reports: files, archives or mails",
  description: [
    "The body is the file as it is (XML, gzip, zip, tar, a mail or a mailbox; what it is shows from its bytes, whatever Content-Type says),",
    "or multipart/form-data with up to 100 such files under any field names. What is accepted is durable when the answer comes, and can be asked for a moment later: GET status_url tells what became of it.",
    "Sending anything again is safe: nothing is stored twice. When too many uploads are in hand, the answer is 503: send it again after the seconds in Retry-After.",
    "Examples: `curl -H 'Authorization: Bearer KEY' --data-binary @report.xml.gz {base_url}/v1/reports?name=report.xml.gz`,",
    "`curl -H 'Authorization: Bearer KEY' -F file=@a.zip -F file=@b.eml {base_url}/v1/reports`.",
  ].join(" "),
  querystring: Type.Object(
    {
      name: Type.Optional(
        Type.String({
          maxLength: 255,
          description: "File name of a body that is one file, for people.",
          examples: ["report.xml.gz"],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  body,
  response: {
    202: Type.Object({ data: Type.Object({ summary: SummarySchema, entries: Type.Array(EntrySchema) }) }),
    400: ProblemSchema,
    401: ProblemSchema,
    403: ProblemSchema,
    409: ProblemSchema,
    413: ProblemSchema,
    422: ProblemSchema,
    429: ProblemSchema,
    503: ProblemSchema,
  },
};
