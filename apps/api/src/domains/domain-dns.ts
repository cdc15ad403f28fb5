import { isOwnReportDomain } from "@ruaflow/dns";
import { type Claim, listRequiredRecords, type RequiredRecord } from "@ruaflow/dns/claims";
import { listAllRecords, type WatchedRecord } from "@ruaflow/dns/watched-records";
import { type HttpServer, ProblemSchema, readCaller } from "@ruaflow/http";
import { DescribedValues } from "@ruaflow/http/described-values";
import type { LastCheck } from "@ruaflow/metadata-store/watch";
import { Type } from "typebox";
import type { ApiContext } from "../context.ts";
import { checkNow } from "./check-now.ts";
import { toClaim } from "./claim.ts";
import { DomainParams, DomainProblems, MailboxSchema } from "./domain-schema.ts";
import { requireDomain } from "./require-domain.ts";

const PublishedSchema = Type.Object({
  name: Type.String({ description: "The full name that was looked up.", examples: ["_dmarc.example.com"] }),
  state: DescribedValues({
    ok: "The record is as required.",
    missing: "There is no such record.",
    different: "The record is not as required.",
    unknown: "DNS did not answer, or the record was not looked up yet.",
  }),
  found: Type.Array(Type.String(), {
    description: "The records that were published at that time.",
    examples: [["v=DMARC1; p=none"]],
  }),
  detail: Type.String({
    description: "What is wrong and how to fix it.",
    examples: ["The record at _dmarc.example.com sends reports to us."],
  }),
});

const DmarcSchema = Type.Object({
  ...PublishedSchema.properties,
  mailbox: Type.Union([MailboxSchema, Type.Null()], {
    description: "Where reports go; null: unknown.",
    examples: ["service"],
  }),
  inherited_from: Type.Union([Type.String(), Type.Null()], {
    description:
      "The parent domain whose record counts, because the domain has none (RFC 9989, section 4.10); null: the domain's own record.",
    examples: [null],
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
    checked_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
      description: "When DNS was looked up; null: not yet.",
      examples: ["2026-10-01T08:30:00.000Z"],
    }),
    published: Type.Object(
      {
        dmarc: DmarcSchema,
        mta_sts: PublishedSchema,
        verification: PublishedSchema,
        report_authorization: Type.Union([AuthorizationSchema, Type.Null()], {
          description:
            "The record by which the service agrees to receive the domain's reports (RFC 7489, section 7.1). The operator publishes it; null: not needed.",
        }),
      },
      { description: "What was published then, compared with what is required." },
    ),
    missing: Type.Array(Type.String(), {
      description:
        "The entries of published whose state is missing or different. Without report_authorization, which the operator publishes.",
      examples: [["mta_sts"]],
    }),
    warnings: Type.Array(Type.String(), {
      description:
        "Faults of the published or inherited DMARC record, with the tag, what is wrong, and what receivers do; and what to know before you publish the records. Usually empty.",
      examples: [[]],
    }),
  },
  { description: "What was published when DNS was last looked up, and what is missing." },
);

const schema = {
  operationId: "readDomainDns",
  tags: ["Domains"],
  summary: "The DNS records to publish, and what is published",
  description:
    "Answers at once from the last check: soon after a domain was added or a verification was tried, then less and less often; of a verified domain about once an hour. With check=now DNS is asked before the answer, for at most 5 seconds; what did not answer by then is unknown. The result is saved as any check's.",
  params: DomainParams,
  querystring: Type.Object(
    {
      check: Type.Optional(
        Type.Literal("now", {
          description: "Looks DNS up now, instead of answering from the last check.",
          examples: ["now"],
        }),
      ),
    },
    { additionalProperties: false },
  ),
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
    const { organizationId } = readCaller(request);
    const domain = await requireDomain(context, organizationId, request.params.id);
    const claim = toClaim(domain, context);
    const required = listRequiredRecords(claim);
    if (request.query.check === "now") await checkNow(context, organizationId, domain);
    const checked = await context.metadata.watch.readLastCheck(organizationId, domain.id);
    const published = toPublished(claim, checked);
    const missing = Object.entries(published).flatMap(([entry, found]) =>
      entry !== "report_authorization" && (found?.state === "missing" || found?.state === "different") ? [entry] : [],
    );
    return {
      data: {
        dmarc: toEntry(required.dmarc),
        mta_sts: toEntry(required.mtaSts),
        verification: toEntry(required.verification),
      },
      meta: { checked_at: toCheckedAt(checked), published, missing, warnings: listWarnings(context, checked) },
    };
  });
}

function toEntry({ host, type, value }: RequiredRecord) {
  return { host, type, value };
}

/** What the last check found of each record; `report_authorization` is null where receivers do not require it. */
function toPublished(claim: Claim, checked: readonly LastCheck[]) {
  const names = listAllRecords(claim);
  const read = (record: WatchedRecord, name: string) => {
    // A name other than today's was looked up for another report domain.
    const last = checked.find((one) => one.record === record && one.host === name);
    if (last !== undefined) return { name, state: last.state, found: [...last.found], detail: last.detail };
    return {
      name,
      state: "unknown" as const,
      found: [],
      detail: `${name} was not looked up yet. Ask with check=now, or wait.`,
    };
  };
  const { report_authorization: authorization } = names;
  const dmarc = checked.find(({ record, host }) => record === "dmarc" && host === names.dmarc);
  return {
    dmarc: {
      ...read("dmarc", names.dmarc),
      mailbox: dmarc?.mailbox ?? null,
      inherited_from: dmarc?.inheritedFrom ?? null,
    },
    mta_sts: read("mta_sts", names.mta_sts),
    verification: read("verification", names.verification),
    report_authorization:
      authorization === null ? null : { ...read("report_authorization", authorization), expected: "v=DMARC1" },
  };
}

/** All records of a check have the same time. */
function toCheckedAt([first]: readonly LastCheck[]): string | null {
  return first?.checkedAt.toISOString() ?? null;
}

/** Faults of what is published, and what an organization should know that is about to publish the records of its domain. */
function listWarnings({ reportDomain }: ApiContext, checked: readonly LastCheck[]): string[] {
  const faults = checked.flatMap(({ warnings }) => warnings);
  if (isOwnReportDomain(reportDomain)) return faults;
  return [
    `The operator of this service has not set the domain of its mailboxes (RUAFLOW_REPORT_DOMAIN): reports sent to ${reportDomain} are lost, and the value of the DMARC record will change once it is set.`,
    ...faults,
  ];
}
