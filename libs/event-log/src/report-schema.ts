import { type Static, Type } from "typebox";
import { REPORT_MESSAGE_VERSION } from "./report-message.ts";

const Text = Type.String();
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

const PolicyPublishedSchema = Type.Object({
  domain: Text,
  p: TextOrNull,
  sp: TextOrNull,
  np: TextOrNull,
  adkim: TextOrNull,
  aspf: TextOrNull,
  pct: TextOrNull,
  fo: TextOrNull,
  testing: TextOrNull,
  discoveryMethod: TextOrNull,
});

const HeaderSchema = Type.Object({
  reporter: Text,
  email: TextOrNull,
  extraContactInfo: TextOrNull,
  reportId: Text,
  dateRange: Type.Object({ begin: Type.Integer(), end: Type.Integer() }),
  errors: Type.Array(Text),
  version: TextOrNull,
  namespace: Text,
  generator: TextOrNull,
  policyPublished: PolicyPublishedSchema,
});

const TrustSchema = Type.Union([
  Type.Literal("dmarc"),
  Type.Literal("dkim"),
  Type.Literal("spf"),
  Type.Literal("none"),
  Type.Literal("upload"),
  Type.Literal("import"),
]);

/** A report message without its records: the line of JSON at its beginning. */
export const ReportFactsSchema = Type.Object({
  version: Type.Literal(REPORT_MESSAGE_VERSION),
  reportKey: Type.String({ pattern: "^[0-9a-f]{64}$", description: "Permanent identity of the report: hex SHA-256." }),
  reportId: Type.String({ pattern: "^rpt_", description: "The report's id in the API, derived from its key." }),
  organizationId: Type.String({ minLength: 1 }),
  domainId: Type.String({ minLength: 1 }),
  day: Type.String({
    pattern: "^\\d{4}-\\d{2}-\\d{2}$",
    description: "UTC day to which the report is assigned: the middle of its period.",
  }),
  contentHash: Type.String({ minLength: 1, description: "Hash of the records: distinguishes a copy from a conflict." }),
  submissionId: Type.String({ minLength: 1 }),
  entry: Type.Integer({ minimum: 0, description: "Position of the report within its submission." }),
  path: Type.String({ description: "Where in the submission the report was found, for people." }),
  channel: Text,
  receivedAt: Type.String({ description: "ISO 8601." }),
  // Missing in messages of earlier releases, whose reports were uploaded or imported.
  trust: Type.Optional(TrustSchema),
  trustReason: Type.Optional(TextOrNull),
  authenticKey: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{64}$",
      description: "Only if the sender of the report's mail is not proven: the key of the authentic report.",
    }),
  ),
  header: HeaderSchema,
  warnings: Type.Array(Type.Object({ code: Text, path: Text, count: Count })),
  totals: Type.Object({
    records: Count,
    recordsSkipped: Count,
    messages: Count,
    passed: Count,
    // Missing in messages of earlier releases.
    spfPassed: Type.Optional(Count),
    dkimPassed: Type.Optional(Count),
  }),
  chunk: Type.Object({ index: Count, of: Type.Integer({ minimum: 1 }), firstOrdinal: Count }),
});

type ReportFacts = Static<typeof ReportFactsSchema>;

/** The facts as the writer supplies them. */
export type ReportMessageFacts = Omit<ReportFacts, "version">;
