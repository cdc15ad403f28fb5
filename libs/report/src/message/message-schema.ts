import { toAlternatives } from "@ruaflow/runtime/text";
import { type Static, Type } from "typebox";
import { channels } from "../origin.ts";
import { HeaderSchema } from "./header-schema.ts";
import { REPORT_MESSAGE_VERSION } from "./message-version.ts";

const text = (description: string) => Type.String({ description });
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const count = (description: string) => Type.Integer({ minimum: 0, description });

const TrustSchema = Type.Union(
  [
    Type.Literal("dmarc"),
    Type.Literal("dkim"),
    Type.Literal("spf"),
    Type.Literal("none"),
    Type.Literal("upload"),
    Type.Literal("import"),
  ],
  {
    description:
      "Why the report is believed: what proves the sender of its mail, or how else it came; none: not proven, and left out of sums. Absent in messages of earlier releases: import.",
  },
);

/** A report message without its records: the line of JSON at its beginning. */
export const ReportFactsSchema = Type.Object({
  version: Type.Literal(REPORT_MESSAGE_VERSION),
  reportKey: Type.String({ pattern: "^[0-9a-f]{64}$", description: "Permanent identity of the report: hex SHA-256." }),
  reportId: Type.String({ pattern: "^rpt_", description: "The report's id in the API, derived from its key." }),
  organizationId: Type.String({ minLength: 1, description: "Organization that owns the report." }),
  domainId: Type.String({ minLength: 1, description: "The organization's domain: GET /api/v1/domains/:id." }),
  day: Type.String({
    pattern: "^\\d{4}-\\d{2}-\\d{2}$",
    description: "UTC day to which the report is assigned: the middle of its period.",
  }),
  contentHash: Type.String({
    minLength: 1,
    description: "Hash of the report's content in form 1: distinguishes a copy from a conflict. Hex SHA-256.",
  }),
  newerHashes: Type.Optional(
    Type.Array(Type.String({ pattern: "^[0-9a-f]{64}$" }), {
      maxItems: 100,
      description:
        "The same in forms 2, 3 and so on, for texts that are read otherwise than in form 1 and for further fields; absent if all forms are the same. Two reports are compared by the last one that both have.",
    }),
  ),
  submissionId: Type.String({ minLength: 1, description: "What the report arrived in: GET /api/v1/submissions/:id." }),
  entry: Type.Integer({ minimum: 0, description: "Position of the report within its submission." }),
  path: Type.String({ description: "Where in the submission the report was found, for people." }),
  channel: text(`How it arrived: ${toAlternatives(channels)}.`),
  receivedAt: Type.String({ description: "When it arrived, ISO 8601." }),
  // Missing in messages of earlier releases, whose reports were uploaded or imported.
  trust: Type.Optional(TrustSchema),
  trustReason: Type.Optional(textOrNull("Why the sender is not proven; null unless trust is none.")),
  authenticKey: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{64}$",
      description:
        "Only if the sender of the report's mail is not proven to be the reporter: the key that the report has without a domain that vouches for it.",
    }),
  ),
  baseKey: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{64}$",
      description:
        "Only if a domain vouches for the report: the key that it has without one, the same for every domain.",
    }),
  ),
  reporterDomain: Type.Optional(
    textOrNull("Organizational domain that is proven for the report's mail, and vouches for it; null: none is."),
  ),
  reporterDomains: Type.Optional(
    Type.Array(Type.String(), { description: "Organizational domains of the same reporter, reporterDomain included." }),
  ),
  claimedDomains: Type.Optional(
    Type.Array(Type.String(), {
      description: "Only if trust is none: organizational domains of whom the report claims to be from.",
    }),
  ),
  header: HeaderSchema,
  warnings: Type.Array(
    Type.Object({
      code: text("A stable word."),
      path: text("The first element concerned."),
      count: count("How often."),
    }),
    { description: "Deviations found in the report." },
  ),
  totals: Type.Object(
    {
      records: count("Records of the report."),
      recordsSkipped: count("Records that cannot be stored, see the warnings."),
      messages: count("Emails of all records."),
      passed: count("Emails that passed DMARC."),
      // Missing in messages of earlier releases.
      spfPassed: Type.Optional(count("Emails that passed SPF, aligned.")),
      dkimPassed: Type.Optional(count("Emails that passed DKIM, aligned.")),
    },
    { description: "Of the whole report, the same in each of its messages." },
  ),
  chunk: Type.Object(
    {
      index: count("Which part this is, from 0."),
      of: Type.Integer({ minimum: 1, description: "Number of parts." }),
      firstOrdinal: count("Ordinal of the first record of this part."),
    },
    { description: "A large report has several messages with the same key, in order." },
  ),
});

type ReportFacts = Static<typeof ReportFactsSchema>;

/** The facts as the writer supplies them. */
export type ReportMessageFacts = Omit<ReportFacts, "version">;
