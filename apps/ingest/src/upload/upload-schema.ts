import { ProblemSchema } from "@ruaflow/http";
import { Type } from "typebox";
import { IngestProblems, OutcomeSchema, refusalFacts, TextOrNull } from "../entry-schema.ts";

const EntrySchema = Type.Object({
  file: Type.String({ description: "Name of the file in the upload.", examples: ["reports.zip"] }),
  submission_id: Type.String({
    description: "Id of the submission that the file became.",
    examples: ["sub_01ka8z5m3nq7v2x4c6b8d0f1gh"],
  }),
  entry: Type.Integer({ description: "Position in the file, from 0.", examples: [0] }),
  path: Type.String({ description: "Place in the file where it was found.", examples: ["reports.zip > google.xml"] }),
  outcome: OutcomeSchema,
  final: Type.Boolean({
    description: "Whether the outcome is final: false for accepted and held, whose later outcome status_url shows.",
    examples: [false],
  }),
  status_url: Type.String({
    description: "Path of the current outcome: GET /api/v1/submissions/:id.",
    examples: ["/api/v1/submissions/sub_01ka8z5m3nq7v2x4c6b8d0f1gh"],
  }),
  reason: TextOrNull(
    "Stable code for every outcome except accepted, which has no-usable-record if the report counts no message for no record of it is usable.",
    null,
  ),
  detail: TextOrNull("What is wrong, where, and what to do, in sentences for people.", null),
  ...refusalFacts,
  report_id: TextOrNull("The report, if it was accepted or is known.", "rpt_2hv5k7x3m4q6w8z2t4y6a2c4e6"),
  domain: TextOrNull("Domain of the published policy.", "example.com"),
});

const Count = Type.Integer({ minimum: 0, examples: [1] });

const SummarySchema = Type.Object(
  { accepted: Count, duplicate: Count, conflict: Count, held: Count, refused: Count, not_aggregate: Count },
  { description: "Number of entries by outcome." },
);

const Mails = Type.Integer({
  minimum: 0,
  description: "Mails of the mailboxes among the files, with reports or without; 0 without a mailbox.",
  examples: [0],
});

const FileSchema = Type.Unsafe<unknown>({
  contentMediaType: "application/octet-stream",
  examples: ['<?xml version="1.0"?><feedback>...</feedback>'],
});

/** Documents the body; nothing is validated, since bodies are streams. */
const body = {
  content: {
    "application/octet-stream": { schema: FileSchema },
    "multipart/form-data": {
      schema: Type.Object(
        { file: Type.Optional(Type.Array(FileSchema, { maxItems: 100, description: "The files, with any names." })) },
        { description: "One or more files." },
      ),
    },
  },
};

/** The schema of POST /reports. */
export const uploadSchema = {
  operationId: "uploadReports",
  tags: ["Reports"],
  summary: "Upload reports: files, archives or mails",
  description:
    "Accepted reports are durable when the response is sent. Sending a report again is safe: nothing is stored twice. A 503 means that too many uploads are in progress: retry after the seconds in Retry-After. An upload that arrives too slowly ends with 408. See [uploads](/docs/reports#uploads) for file types and examples with curl.",
  querystring: Type.Object(
    {
      name: Type.Optional(
        Type.String({
          maxLength: 255,
          description: "File name to show for a body that is one file.",
          examples: ["report.xml.gz"],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  body,
  response: {
    202: Type.Object({
      data: Type.Object({ summary: SummarySchema, mails: Mails, entries: Type.Array(EntrySchema) }),
    }),
    ...IngestProblems,
    408: ProblemSchema,
    409: ProblemSchema,
    413: ProblemSchema,
    422: ProblemSchema,
  },
};
