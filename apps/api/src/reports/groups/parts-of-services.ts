import type { SourcePeriod } from "@ruaflow/record-store/mail";
import { type Sourced, streamSourceFacts } from "@ruaflow/verdicts/facts";
import type { SenderContext, SenderQuestion, SourceParts } from "./sender-parts.ts";

/** The messages of each source in both periods, under its service. What names a service needs no class, and one query tells it. */
export async function* streamOfServices(
  context: SenderContext,
  organizationId: string,
  { filter, previous, failuresOnly, sources }: SenderQuestion,
): AsyncGenerator<SourceParts, void, undefined> {
  const question = { ...filter, previousStart: previous.startDate, previousEnd: previous.endDate, failuresOnly };
  const periods = context.records.streamSourcePeriods(organizationId, { question, sources });
  for await (const sourced of streamSourceFacts(context, periods)) yield toParts(context, sourced);
}

function toParts({ services }: SenderContext, { item, facts }: Sourced<SourcePeriod>): SourceParts {
  const { isCurrent, spfDomains, dkimDomains, sourceIp, ...sums } = item;
  const { hostname, asn } = facts;
  const found = services.findService({ sourceIp, hostname, asn, spfDomains, dkimDomains });
  return { sourceIp, isCurrent, parts: [{ key: found?.service.name ?? null, ...sums }] };
}
