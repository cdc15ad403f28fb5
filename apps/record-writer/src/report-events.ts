import type { FailingSources } from "@ruaflow/record-store/questions";
import type { ReportMessage } from "@ruaflow/report/message";
import { createReportFailure, createReportReceived, type Event, failingSourcesMax } from "@ruaflow/webhooks/events";
import { toTrust } from "./rows.ts";
import type { WriteContext } from "./write-context.ts";

type Wanted = Awaited<ReturnType<WriteContext["metadata"]["delivery"]["readWantedEvents"]>>;

/**
 * Creates the events of reports whose rows are all stored, for the organizations that subscribe to them. Created again,
 * an event has the same id and bytes. Subscriptions are read once, and ClickHouse is queried only about failing mail
 * with a subscriber. A webhook created after that read receives events from the next batch on.
 */
export async function createReportEvents(
  reports: readonly ReportMessage[],
  context: Pick<WriteContext, "metadata" | "records">,
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
  { records, metadata }: Pick<WriteContext, "metadata" | "records">,
): Promise<ReadonlyMap<string, FailingSources>> {
  const withFailures = reports.filter(
    ({ organizationId, totals }) =>
      totals.passed < totals.messages && wanted.get(organizationId)?.types.has("report.failure") === true,
  );
  const isCounted = await createCountedTest(withFailures, metadata);
  const found: FailingSources[] = [];
  for (const [organizationId, group] of Map.groupBy(
    withFailures.filter(isCounted),
    (report) => report.organizationId,
  )) {
    const options = { reports: group, sourcesMax: failingSourcesMax };
    found.push(...(await records.readFailingSources(organizationId, options)));
  }
  return new Map(found.map((one) => [one.reportId, one]));
}

/** A report whose sender is not proven causes no `report.failure`, unless its organization counts such reports. */
async function createCountedTest(reports: readonly ReportMessage[], metadata: WriteContext["metadata"]) {
  const unproven = reports.filter((report) => toTrust(report).trust === "none");
  if (unproven.length === 0) return () => true;
  const counting = await metadata.tenants.listCountingUnauthenticated(
    unproven.map(({ organizationId }) => organizationId),
  );
  return (report: ReportMessage) => toTrust(report).trust !== "none" || counting.has(report.organizationId);
}

interface Known {
  readonly wanted: Wanted;
  readonly failing: ReadonlyMap<string, FailingSources>;
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
