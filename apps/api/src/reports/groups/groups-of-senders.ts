import { invalidAt } from "@ruaflow/http";
import type { MailGroup } from "@ruaflow/record-store/mail";
import type { Filter } from "@ruaflow/record-store/questions";
import { type ClassifiedMail, streamClassifiedMail } from "@ruaflow/verdicts";
import type { ApiContext } from "../../context.ts";
import {
  type Group,
  type GroupPage,
  type GroupsQuestion,
  SENDER_GROUP_SOURCES_MAX,
  type SenderGrouping,
} from "./group.ts";
import { orderGroups, takePage } from "./order-groups.ts";

type Context = Pick<ApiContext, "metadata" | "records" | "ipData" | "services">;

export interface SendersQuestion extends GroupsQuestion {
  readonly groupBy: SenderGrouping;
}

/** A page of groups by service or class: the mail of every source is judged, some at a time, in both periods. */
export async function readGroupsOfSenders(
  context: Context,
  organizationId: string,
  { filter, previous, groupBy, failuresOnly, ...question }: SendersQuestion,
): Promise<GroupPage> {
  const periods = [filter, { ...filter, ...previous }];
  await requireFewSources(context, organizationId, periods);
  const asked = { groupBy, failuresOnly };
  const [now, before] = await Promise.all(
    periods.map((period) => foldSources(context, organizationId, { ...asked, filter: period })),
  );
  const groups = [...(now ?? [])].map(([key, { domainIds, ...sums }]): Group => {
    const { messages = 0, passed = 0 } = before?.get(key) ?? {};
    return { key, ...sums, domains: domainIds.size, previousMessages: messages, previousPassed: passed };
  });
  const failed = failuresOnly ? groups.reduce((sum, { messages }) => sum + messages, 0) : 0;
  return { groups: takePage(orderGroups(groups, question.sort), question), total: groups.length, failed };
}

/** @throws {ProblemError} 400 when more sources would have to be judged than one answer is worth */
async function requireFewSources(context: Context, organizationId: string, periods: readonly Filter[]): Promise<void> {
  const counts = await Promise.all(periods.map((period) => context.records.countSources(organizationId, period)));
  const most = Math.max(...counts);
  if (most <= SENDER_GROUP_SOURCES_MAX) return;
  const [limit, found] = [SENDER_GROUP_SOURCES_MAX, most].map((count) => count.toLocaleString("en-US"));
  throw invalidAt(
    "/query/group_by",
    `by service or class is for up to ${limit} sources; this period or the one before has ${found}: select fewer domains or days`,
  );
}

interface Sums {
  messages: number;
  passed: number;
  spfPassed: number;
  dkimPassed: number;
  sources: number;
  readonly domainIds: Set<string>;
}

interface Folding extends Pick<SendersQuestion, "groupBy" | "failuresOnly"> {
  readonly filter: Filter;
}

async function foldSources(context: Context, organizationId: string, { filter, groupBy, failuresOnly }: Folding) {
  const sums = new Map<string | null, Sums>();
  for await (const source of streamClassifiedMail(context, organizationId, filter)) {
    const parts = listParts(source, groupBy).filter(
      ({ messages, dmarcPass }) => messages > 0 && !(failuresOnly && dmarcPass),
    );
    for (const part of parts) addPart(sums, part);
    for (const key of new Set(parts.map((part) => part.key))) addSource(sums, key);
  }
  return sums;
}

/** Messages of a source that are in one group; without a domain they are those that were not told apart. */
interface Part {
  readonly key: string | null;
  readonly domainId: string | null;
  readonly dmarcPass: boolean;
  readonly messages: number;
  readonly spfAligned: number;
  readonly dkimAligned: number;
}

function listParts({ judged, verdict, item }: ClassifiedMail, groupBy: SenderGrouping): Part[] {
  const service = verdict.service?.name ?? null;
  const told = judged.flatMap(({ groups, verdict: { groupClasses } }) =>
    groups.map((group, place) => toPart(group, groupBy === "service" ? service : (groupClasses[place] ?? null))),
  );
  const { passed, failed, spfAligned, dkimAligned } = item.rest;
  const [keyOfPassed, keyOfFailed] = groupBy === "service" ? [service, service] : ["compliant", verdict.class];
  const none = { domainId: null, spfAligned: 0, dkimAligned: 0 };
  return [
    ...told,
    { ...none, key: keyOfPassed, dmarcPass: true, messages: passed, spfAligned, dkimAligned },
    { ...none, key: keyOfFailed, dmarcPass: false, messages: failed },
  ];
}

function toPart({ domainId, dmarcPass, messages, spfAligned, dkimAligned }: MailGroup, key: string | null): Part {
  const count = (isAligned: boolean) => (isAligned ? messages : 0);
  return { key, domainId, dmarcPass, messages, spfAligned: count(spfAligned), dkimAligned: count(dkimAligned) };
}

function addPart(sums: Map<string | null, Sums>, part: Part): void {
  const own = sums.get(part.key) ?? createSums();
  own.messages += part.messages;
  if (part.dmarcPass) own.passed += part.messages;
  own.spfPassed += part.spfAligned;
  own.dkimPassed += part.dkimAligned;
  if (part.domainId !== null) own.domainIds.add(part.domainId);
  sums.set(part.key, own);
}

function createSums(): Sums {
  return { messages: 0, passed: 0, spfPassed: 0, dkimPassed: 0, sources: 0, domainIds: new Set() };
}

function addSource(sums: Map<string | null, Sums>, key: string | null): void {
  const own = sums.get(key);
  if (own !== undefined) own.sources += 1;
}
