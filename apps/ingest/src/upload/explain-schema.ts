import { ProblemSchema } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import { recordFields } from "@ruaflow/report/fields";
import { Type } from "typebox";
import { IngestProblems, refusalFacts, TextOrNull } from "../entry-schema.ts";
import { RECORDS_SHOWN_MAX } from "../explain/explanation.ts";

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [0] });

const RecordSchema = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: "object",
  additionalProperties: true,
  description: `A record by the names of its columns in SQL: ${recordFields.map(({ name }) => name).join(", ")}.`,
  examples: [{ ordinal: 0, source_ip: "192.0.2.1", count: 3, dmarc_pass: true, header_from: "example.com" }],
});

const WarningSchema = Type.Object({
  code: Type.String({ description: "A stable word.", examples: ["unknown-element"] }),
  explanation: Type.String({
    description: "In sentences for people.",
    examples: ["A field that is not part of the format was ignored."],
  }),
  path: Type.String({ description: "Where in the document.", examples: ["record/row/count"] }),
  detail: Type.Optional(Type.String({ description: "What the document says there.", examples: ["&nbsp;"] })),
  count: Count("How often."),
});

const ReportSchema = Type.Object({
  path: Type.String({ description: "Where in the file it was found.", examples: ["reports.zip > google.xml"] }),
  org_name: Type.String({ examples: ["google.com"] }),
  report_id: Type.String({ description: "As the reporter wrote it.", examples: ["1234567890"] }),
  domain: Type.String({ examples: ["example.com"] }),
  p: TextOrNull("The published policy, as the reporter wrote it.", "reject"),
  begin: Type.Integer({ description: "Epoch seconds.", examples: [1_790_899_200] }),
  end: Type.Integer({ description: "Epoch seconds.", examples: [1_790_985_599] }),
  records: Count("Records that can be stored."),
  records_skipped: Count("Records that cannot; each has a warning."),
  total_count: Count("Messages."),
  pass_count: Count("Messages that passed DMARC."),
  warnings: Type.Array(WarningSchema),
  first_records: Type.Array(RecordSchema, { description: `At most ${RECORDS_SHOWN_MAX}.` }),
  records_omitted: Count("Records that are not among first_records."),
});

const ExplanationSchema = Type.Object({
  file: Type.String({ examples: ["reports.zip"] }),
  outcome: DescribedValues({
    accepted: "The file has a readable report.",
    rejected: "See reason.",
    "not-aggregate": "Not an aggregate report; see reason.",
  }),
  reason: TextOrNull("Why it has no report that can be read; null: it has one.", null),
  detail: TextOrNull("What is wrong, where, and what to do, in sentences for people.", null),
  mails: Count("Mails of its mailboxes, with reports or without; 0 without a mailbox."),
  reports: Type.Array(ReportSchema),
  reports_omitted: Count("Reports for which the answer has no room."),
  rejections: Type.Array(
    Type.Object({
      path: Type.String({ examples: ["reports.zip > notes.txt"] }),
      reason: Type.String({ examples: ["not-xml"] }),
      detail: Type.String({ examples: ["The report is empty. Ask the reporter to send it again."] }),
      ...refusalFacts,
    }),
  ),
  rejections_omitted: Count("Rejections for which the answer has no room."),
  entries_omitted: Count("Entries after the first 1,000: read, and not shown."),
});

/** The schema of POST /explain. */
export const explainSchema = {
  operationId: "explainReport",
  tags: ["Reports"],
  summary: "Show the contents of a report file, without storing anything",
  description:
    "The body is the file itself, in any form that POST /api/v1/reports accepts. The answer equals the output of ruaflow explain --json. Nothing is stored, and the domain does not have to be yours. The limits of uploads apply, so the answer may also be 408 or 503. A key needs ingest:write, to see what its uploads would become, or reports:read, to see what a file says.",
  querystring: Type.Object(
    {
      name: Type.Optional(
        Type.String({ maxLength: 255, description: "File name to show.", examples: ["report.xml.gz"] }),
      ),
    },
    { additionalProperties: false },
  ),
  body: {
    content: {
      "application/octet-stream": {
        schema: Type.Unsafe<unknown>({
          contentMediaType: "application/octet-stream",
          examples: ['<?xml version="1.0"?><feedback>...</feedback>'],
        }),
      },
    },
  },
  response: {
    200: Type.Object({ data: ExplanationSchema }),
    ...IngestProblems,
    408: ProblemSchema,
    413: ProblemSchema,
  },
};
