import { isOwnReportDomain } from "@ruaflow/dns";
import { inspectClaim, listRequiredRecords, type RecordComparison, type RequiredRecord } from "@ruaflow/dns/claims";
import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { toCheckBody, toClaim } from "./claim.ts";
import { DomainParams, DomainProblems, NoQuery } from "./domain-schema.ts";
import { requireDomain } from "./require-domain.ts";

const PublishedSchema = Type.Object({
  name: Type.String({ description: "The full name that was looked up.", examples: ["_dmarc.example.com"] }),
  state: Type.Unsafe<string>({
    type: "string",
    enum: ["ok", "missing", "different", "unknown"],
    description: "unknown: the DNS lookup failed.",
  }),
  found: Type.Array(Type.String(), {
    description: "The records that are published now.",
    examples: [["v=DMARC1; p=none"]],
  }),
  detail: Type.String({
    description: "What is wrong and how to fix it.",
    examples: ["The record at _dmarc.example.com sends reports to us."],
  }),
});

const RecordSchema = (host: string, value: string) =>
  Type.Object({
    host: Type.String({ description: "Relative to the domain.", examples: [host] }),
    type: Type.Literal("TXT"),
    value: Type.String({ description: "What to publish.", examples: [value] }),
  });

const AuthorizationSchema = Type.Object({
  ...PublishedSchema.properties,
  expected: Type.String({ description: "How the record must begin.", examples: ["v=DMARC1"] }),
});

const MetaSchema = Type.Object(
  {
    published: Type.Object(
      {
        dmarc: PublishedSchema,
        mta_sts: PublishedSchema,
        verification: PublishedSchema,
        report_authorization: Type.Union([AuthorizationSchema, Type.Null()], {
          description:
            "The record by which the service agrees to receive the domain's reports (RFC 7489, section 7.1). The operator publishes it; null: not needed.",
        }),
      },
      { description: "What is published now, compared with what is required." },
    ),
    missing: Type.Array(Type.String(), {
      description: "The entries of published whose state is missing or different.",
      examples: [["mta_sts"]],
    }),
    warnings: Type.Array(Type.String(), {
      description: "What to know before you publish the records; usually empty.",
      examples: [[]],
    }),
  },
  { description: "What is published now, and what is missing." },
);

const schema = {
  operationId: "readDomainDns",
  tags: ["Domains"],
  summary: "The DNS records to publish, and what is published now",
  params: DomainParams,
  querystring: NoQuery,
  response: {
    200: Type.Object({
      data: Type.Object({
        dmarc: RecordSchema("_dmarc", "v=DMARC1; p=none; rua=mailto:d-k3x9@reports.ruaflow.example"),
        mta_sts: RecordSchema("_mta-sts", "v=STSv1; id=20261001083000"),
        verification: RecordSchema("_ruaflow-verification", "4n7q2x9k5v8c3m6b1t0r7w4j9g2h5d8f"),
      }),
      meta: MetaSchema,
    }),
    ...DomainProblems,
    404: ProblemSchema,
  },
};

/** GET /domains/:id/dns */
export function registerDomainDns(server: HttpServer, context: ApiContext): void {
  server.get("/domains/:id/dns", { schema, config: { scope: "domains:read", etag: true } }, async (request) => {
    const domain = await requireDomain(context, readCaller(request).organizationId, request.params.id);
    const claim = toClaim(domain, context);
    const required = listRequiredRecords(claim);
    const { dmarc, mtaSts, verification, authorization } = await inspectClaim(context.dns, claim);
    const published = {
      dmarc: toPublished(dmarc),
      mta_sts: toPublished(mtaSts),
      verification: toPublished(verification),
      report_authorization: authorization && toCheckBody(authorization),
    };
    const missing = Object.entries(published).flatMap(([entry, found]) =>
      found?.state === "missing" || found?.state === "different" ? [entry] : [],
    );
    return {
      data: {
        dmarc: toEntry(required.dmarc),
        mta_sts: toEntry(required.mtaSts),
        verification: toEntry(required.verification),
      },
      meta: { published, missing, warnings: listWarnings(context) },
    };
  });
}

function toEntry({ host, type, value }: RequiredRecord) {
  return { host, type, value };
}

/** What to publish is in the entry itself. */
function toPublished(comparison: RecordComparison) {
  const { expected: _value, ...published } = toCheckBody(comparison);
  return published;
}

/** Warnings for an organization that is about to publish the records of its domain. */
function listWarnings({ reportDomain }: ApiContext): string[] {
  if (isOwnReportDomain(reportDomain)) return [];
  return [
    `The operator of this service has not set the domain of its mailboxes (RUAFLOW_REPORT_DOMAIN): reports sent to ${reportDomain} are lost, and the value of the dmarc entry will change once it is set.`,
  ];
}
