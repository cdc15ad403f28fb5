import type { MailGroup } from "@ruaflow/record-store/mail";
import { type ClassifiedMail, streamClassifiedMail } from "@ruaflow/verdicts";
import type { Part, SenderContext, SenderQuestion, SourceParts } from "./sender-parts.ts";

/** The messages of each source under their classes, in each period: the mail of every source is judged. */
export function streamOfClasses(
  context: SenderContext,
  organizationId: string,
  { filter, previous, failuresOnly, sources }: SenderQuestion,
): Record<"current" | "previous", AsyncGenerator<SourceParts, void, undefined>> {
  async function* stream(isCurrent: boolean) {
    const period = isCurrent ? filter : { ...filter, ...previous };
    for await (const source of streamClassifiedMail(context, organizationId, { filter: period, sources })) {
      const counts = ({ messages, passed }: Part) => messages > 0 && !(failuresOnly && passed > 0);
      const { item, verdict } = source;
      yield { sourceIp: item.sourceIp, isCurrent, parts: listParts(source).filter(counts), verdict };
    }
  }
  return { current: stream(true), previous: stream(false) };
}

function listParts({ judged, verdict, item }: ClassifiedMail): Part[] {
  const told = judged.flatMap(({ groups, verdict: { groupClasses } }) =>
    groups.map((group, place) => toPart(group, groupClasses[place] ?? null)),
  );
  const { passed, failed, spfAligned: spfPassed, dkimAligned: dkimPassed } = item.rest;
  const none = { passed: 0, spfPassed: 0, dkimPassed: 0, domainIds: [] };
  return [
    ...told,
    { ...none, key: "compliant", messages: passed, passed, spfPassed, dkimPassed },
    { ...none, key: verdict.class, messages: failed },
  ];
}

function toPart({ domainId, dmarcPass, messages, spfAligned, dkimAligned }: MailGroup, key: string | null): Part {
  const count = (isSo: boolean) => (isSo ? messages : 0);
  const sums = { passed: count(dmarcPass), spfPassed: count(spfAligned), dkimPassed: count(dkimAligned) };
  return { key, messages, ...sums, domainIds: [domainId] };
}
