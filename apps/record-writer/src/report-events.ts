import type { ReportMessage } from "@ruaflow/report/message";
import { isOutage } from "@ruaflow/runtime/errors";
import { readSourceClasses } from "@ruaflow/verdicts/risk";
import {
  createReportFailure,
  createReportReceived,
  type Event,
  type FailingMail,
  failingSourcesMax,
} from "@ruaflow/webhooks/events";
import { toTrust } from "./rows.ts";
import type { WriteContext } from "./write-context.ts";

type EventContext = Pick<WriteContext, "metadata" | "records">;
type Wanted = Awaited<ReturnType<WriteContext["metadata"]["delivery"]["readWantedEvents"]>>;

/**
 * Creates the events of reports whose rows are all stored, for the organizations that subscribe to them. Created again,
 * an event has the same id, and the same bytes unless a class has changed. Subscriptions are read once, and ClickHouse is queried only
 * about failing mail with a subscriber. A webhook created after that read receives events from the next batch on.
 */
export async function createReportEvents(
  reports: readonly ReportMessage[],
  context: EventContext,
): Promise<ReadonlyMap<ReportMessage, readonly Event[]>> {
  if (reports.length === 0) return new Map();
  const organizationIds = [...new Set(reports.map(({ organizationId }) => organizationId))];
  const wanted = await context.metadata.delivery.readWantedEvents(organizationIds);
  if (wanted.size === 0) return new Map();
  const failing = await readFailing(reports, wanted, context);
  const domainIds = reports.filter((report) => wanted.has(report.organizationId)).map(({ domainId }) => domainId);
  const references = await context.metadata.domains.readClientReferences([...new Set(domainIds)]);
  return new Map(reports.map((report) => [report, toEvents(report, { wanted, failing, references })]));
}

async function readFailing(
  reports: readonly ReportMessage[],
  wanted: Wanted,
  context: EventContext,
): Promise<ReadonlyMap<string, FailingMail>> {
  const withFailures = reports.filter(
    ({ organizationId, totals }) =>
      totals.passed < totals.messages && wanted.get(organizationId)?.types.has("report.failure") === true,
  );
  if (withFailures.length === 0) return new Map();
  const organizationIds = [...new Set(withFailures.map(({ organizationId }) => organizationId))];
  const counting = await context.metadata.tenants.listCountingUnauthenticated(organizationIds);
  // A report whose sender is not proven causes no event, unless its organization counts such reports.
  const isCounted = (report: ReportMessage) => toTrust(report).trust !== "none" || counting.has(report.organizationId);
  const found = new Map<string, FailingMail>();
  for (const [id, group] of Map.groupBy(withFailures.filter(isCounted), ({ organizationId }) => organizationId))
    for (const [reportId, mail] of await readClassified(context, id, group)) found.set(reportId, mail);
  return found;
}

/** The failing sources of an organization's reports, each with its class about the report's domain if it was judged before. */
async function readClassified(
  { records }: EventContext,
  organizationId: string,
  group: readonly ReportMessage[],
): Promise<[reportId: string, FailingMail][]> {
  const domainOf = new Map(group.map(({ reportId, domainId }) => [reportId, domainId]));
  const options = { reports: group, sourcesMax: failingSourcesMax };
  const found = (await records.readFailingSources(organizationId, options)).map((failing) => ({
    ...failing,
    domainId: domainOf.get(failing.reportId) ?? "",
  }));
  const keys = found.flatMap(({ domainId, sources }) => sources.map(({ sourceIp }) => ({ domainId, sourceIp })));
  const classes = await readClasses({ records }, organizationId, keys);
  return found.map(({ reportId, domainId, total, sources }) => {
    const known = classes.get(domainId);
    return [reportId, { total, sources: sources.map((source) => ({ ...source, ...known?.get(source.sourceIp) })) }];
  });
}

/** Verdicts that cannot be read are none: the events matter more. An outage waits. */
async function readClasses(...asked: Parameters<typeof readSourceClasses>): ReturnType<typeof readSourceClasses> {
  try {
    return await readSourceClasses(...asked);
  } catch (error) {
    if (isOutage(error)) throw error;
    return new Map();
  }
}

interface Known {
  readonly wanted: Wanted;
  readonly failing: ReadonlyMap<string, FailingMail>;
  /** By domain. */
  readonly references: ReadonlyMap<string, string>;
}

function toEvents(report: ReportMessage, { wanted, failing, references }: Known): Event[] {
  const subscribed = wanted.get(report.organizationId);
  const facts = { ...toFacts(report), clientReference: references.get(report.domainId) ?? null };
  const isOpen = facts.trust !== "none" || subscribed?.unauthenticatedReports === true;
  const received = isOpen && subscribed?.types.has("report.received") ? createReportReceived(facts) : null;
  const mail = failing.get(report.reportId);
  const failure = mail === undefined ? null : createReportFailure(facts, mail);
  return [received, failure].filter((event) => event !== null);
}

function toFacts(report: ReportMessage) {
  const { organizationId, domainId, reportId, receivedAt, header, totals } = report;
  const { begin, end } = header.dateRange;
  return {
    organizationId,
    domainId,
    reportId,
    createdAt: new Date(receivedAt),
    domain: header.policyPublished.domain,
    reporter: header.reporter,
    totalCount: totals.messages,
    passCount: totals.passed,
    begin: new Date(begin * 1000),
    end: new Date(end * 1000),
    trust: toTrust(report).trust,
    reporterDomain: report.reporterDomain ?? null,
  };
}
