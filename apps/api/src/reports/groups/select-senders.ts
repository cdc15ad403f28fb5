import { invalidAt } from "@ruaflow/http";
import { SENDERS_MAX } from "@ruaflow/record-store/groups";
import type { Filter } from "@ruaflow/record-store/questions";
import type { SourceVerdict } from "@ruaflow/verdicts";
import { Type } from "typebox";
import { ClassSchema } from "../../senders/verdict-schema.ts";
import { countFew } from "./count-few.ts";
import type { SenderGrouping } from "./group.ts";
import { streamOfClasses } from "./parts-of-classes.ts";
import { streamOfServices } from "./parts-of-services.ts";
import type { SenderContext, SourceParts } from "./sender-parts.ts";

const WRITTEN_MAX = SENDERS_MAX.toLocaleString("en-US");
const NOTE = `Not with group_by. It may select up to ${WRITTEN_MAX} sources; with more the answer is 400.`;

/** Selects sources by what their mail tells of them: the rows of a group by service or by class. */
export const SenderQuery = {
  service: Type.Optional(
    Type.String({
      maxLength: 100,
      description: `Only sources of this service; empty: sources without a known service. ${NOTE}`,
      examples: ["SendGrid"],
    }),
  ),
  class: Type.Optional(
    ClassSchema(`Only sources with at least one message of this class, even if it is not their main class. ${NOTE}`),
  ),
};

export interface SenderParameters {
  readonly service?: string;
  readonly class?: string;
}

/** @throws {ProblemError} 400 for groups of a service or class */
export function refuseSendersOfGroups(given: object): void {
  const name = ["service", "class"].find((each) => Object.hasOwn(given, each));
  if (name !== undefined && Object.hasOwn(given, "group_by"))
    throw invalidAt(`/query/${name}`, "selects sources, not groups: leave out group_by");
}

/** Verdicts of one question that are held, about 2 KB each: those of the largest list that is not sent while it is read. */
const VERDICTS_MAX = 1_000;

interface SendersQuestion<Asked extends Filter> {
  readonly filter: Asked;
  readonly query: SenderParameters;
  /** Only messages that failed DMARC tell what a source is. */
  readonly failuresOnly: boolean;
}

interface Selected<Asked extends Filter> {
  readonly filter: Asked;
  /** What was found of selected sources by the way, so that none of them is judged twice; of few, or none. */
  readonly verdicts: ReadonlyMap<string, SourceVerdict>;
}

/**
 * Limits a filter to the sources of a service, of a class, or of both; as it is without either.
 * @throws {ProblemError} 400 when too many sources would have to be looked at, or are selected
 */
export async function selectSenders<Asked extends Filter>(
  context: SenderContext,
  organizationId: string,
  { filter, query, failuresOnly }: SendersQuestion<Asked>,
): Promise<Selected<Asked>> {
  let narrowed = filter;
  const verdicts = new Map<string, SourceVerdict>();
  for (const by of ["service", "class"] as const) {
    const key = query[by];
    if (key === undefined) continue;
    const senders: string[] = [];
    const asked = { filter: narrowed, failuresOnly, by, key: key === "" ? null : key };
    for await (const { sourceIp, verdict } of streamSenders(context, organizationId, asked)) {
      if (senders.length === SENDERS_MAX)
        throw invalidAt(`/query/${by}`, `selects more than ${WRITTEN_MAX} sources: select fewer domains or days`);
      senders.push(sourceIp);
      if (verdict !== undefined && verdicts.size < VERDICTS_MAX) verdicts.set(sourceIp, verdict);
    }
    narrowed = { ...narrowed, records: { ...narrowed.records, senders } };
  }
  return { filter: narrowed, verdicts };
}

interface SenderKey {
  readonly filter: Filter;
  readonly failuresOnly: boolean;
  readonly by: SenderGrouping;
  readonly key: string | null;
}

/** The sources of a service or class. */
async function* streamSenders(
  context: SenderContext,
  organizationId: string,
  { filter, failuresOnly, by, key }: SenderKey,
): AsyncGenerator<SourceParts, void, undefined> {
  const sources = await countFew(context, organizationId, { filter, groupBy: by, parameter: by });
  // No period before: it would begin where this one does.
  const asked = { filter, previous: filter, failuresOnly, sources };
  const stream =
    by === "service"
      ? streamOfServices(context, organizationId, asked)
      : streamOfClasses(context, organizationId, asked).current;
  for await (const source of stream) if (source.parts.some((part) => part.key === key)) yield source;
}
