import { countFew } from "./count-few.ts";
import type { Group, GroupPage, GroupsQuestion, SenderGrouping } from "./group.ts";
import { orderGroups, takePage } from "./order-groups.ts";
import { streamOfClasses } from "./parts-of-classes.ts";
import { streamOfServices } from "./parts-of-services.ts";
import type { Part, SenderContext, SenderQuestion, SourceParts } from "./sender-parts.ts";

/** A page of groups by service or class, from the mail of every source in both periods, some sources at a time. */
export async function readGroupsOfSenders(
  context: SenderContext,
  organizationId: string,
  { groupBy, sort, page, perPage, ...question }: GroupsQuestion & { readonly groupBy: SenderGrouping },
): Promise<GroupPage> {
  const { filter, previous, failuresOnly } = question;
  const isBefore = previous.startDate < filter.startDate;
  const both = { ...filter, ...(isBefore ? { startDate: previous.startDate } : { endDate: previous.endDate }) };
  const asked: SenderQuestion = {
    filter,
    previous,
    failuresOnly,
    sources: await countFew(context, organizationId, { filter: both, groupBy, parameter: "group_by" }),
  };
  const streams =
    groupBy === "service"
      ? [streamOfServices(context, organizationId, asked)]
      : Object.values(streamOfClasses(context, organizationId, asked));
  const groups = await fold(streams);
  const failed = failuresOnly ? groups.reduce((sum, { messages }) => sum + messages, 0) : 0;
  return { groups: takePage(orderGroups(groups, sort), { page, perPage }), total: groups.length, failed };
}

interface Sums {
  messages: number;
  passed: number;
  spfPassed: number;
  dkimPassed: number;
  sources: number;
  previousMessages: number;
  previousPassed: number;
  readonly domainIds: Set<string>;
}

/** Adds up the groups that have messages in this period. */
async function fold(streams: readonly AsyncIterable<SourceParts>[]): Promise<Group[]> {
  const sums = new Map<string | null, Sums>();
  await Promise.all(streams.map((stream) => addStream(sums, stream)));
  return [...sums].flatMap(([key, { domainIds, ...own }]) =>
    own.sources === 0 ? [] : [{ key, ...own, domains: domainIds.size }],
  );
}

async function addStream(sums: Map<string | null, Sums>, stream: AsyncIterable<SourceParts>): Promise<void> {
  for await (const { isCurrent, parts } of stream) {
    for (const [key, ofKey] of Map.groupBy(parts, (part) => part.key)) {
      const own = sums.get(key) ?? createSums();
      sums.set(key, own);
      if (isCurrent) own.sources += 1;
      for (const part of ofKey) (isCurrent ? addPart : addPastPart)(own, part);
    }
  }
}

function createSums(): Sums {
  const previous = { previousMessages: 0, previousPassed: 0 };
  return { messages: 0, passed: 0, spfPassed: 0, dkimPassed: 0, sources: 0, ...previous, domainIds: new Set() };
}

function addPart(own: Sums, part: Part): void {
  own.messages += part.messages;
  own.passed += part.passed;
  own.spfPassed += part.spfPassed;
  own.dkimPassed += part.dkimPassed;
  for (const id of part.domainIds) own.domainIds.add(id);
}

function addPastPart(own: Sums, part: Part): void {
  own.previousMessages += part.messages;
  own.previousPassed += part.passed;
}
