import type { Filter } from "@ruaflow/record-store/questions";
import type { ServiceMap } from "@ruaflow/senders";
import { createClassifier, type SourceVerdict } from "@ruaflow/verdicts";
import { addSourceFacts, type Sourced, type SourceFacts, together } from "@ruaflow/verdicts/facts";
import type { ApiContext } from "../../context.ts";

interface WithDomains {
  readonly sourceIp: string;
  readonly spfDomains: readonly string[];
  readonly dkimDomains: readonly string[];
  readonly domains: readonly { readonly domainId: string }[];
}

/** An item with the facts about its address, its service, the names of its domains, by id, and what it is, if that was asked. */
export interface Described<Item extends WithDomains> extends Sourced<Item> {
  readonly service: { readonly name: string; readonly category: string } | null;
  readonly verdict?: SourceVerdict;
  readonly nameOf: ReadonlyMap<string, string>;
}

type Context = Pick<ApiContext, "metadata" | "records" | "readFacts" | "services">;

interface SourcesQuestion {
  readonly organizationId: string;
  readonly filter: Filter;
  /** Whether to tell what each source is. */
  readonly verdicts: boolean;
  /** Verdicts on some of them, on the same mail. */
  readonly known: ReadonlyMap<string, SourceVerdict>;
}

/** Adds what is known of addresses, their services, names of domains, and what they are if that was asked, to a stream of sources. */
export function describeSources<Item extends WithDomains>(
  context: Context,
  question: SourcesQuestion,
  items: AsyncIterable<Item>,
): AsyncGenerator<Described<Item>, void, undefined> {
  const judge = question.verdicts ? createJudge(context, question) : async () => undefined;
  return together(items, async (some) => {
    const ids = new Set(some.flatMap(({ domains }) => domains.map(({ domainId }) => domainId)));
    const [sourced, nameOf] = await Promise.all([
      addSourceFacts(context, some),
      context.metadata.domains.readDomainNames(question.organizationId, [...ids]),
    ]);
    const verdictOf = await judge(sourced);
    return sourced.flatMap(({ item, facts }): Described<Item>[] => {
      if (verdictOf === undefined)
        return [{ item, facts, nameOf, service: findService(context.services, item, facts) }];
      const verdict = verdictOf.get(item.sourceIp);
      return verdict === undefined ? [] : [{ item, facts, nameOf, service: verdict.service, verdict }];
    });
  });
}

function findService(
  services: ServiceMap,
  { sourceIp, spfDomains, dkimDomains }: WithDomains,
  { hostname, asn }: SourceFacts,
) {
  return services.findService({ sourceIp, hostname, asn, spfDomains, dkimDomains })?.service ?? null;
}

/** What sources are by all of their mail that the filter selects. One whose mail is deleted meanwhile has no verdict. */
function createJudge(context: Context, { organizationId, filter, known }: SourcesQuestion) {
  // A classifier reads contexts of domains: none is created where all verdicts are known.
  let classifier: ReturnType<typeof createClassifier> | undefined;
  return async (sourced: readonly Sourced<WithDomains>[]): Promise<ReadonlyMap<string, SourceVerdict>> => {
    const unknown = sourced.filter(({ item }) => !known.has(item.sourceIp));
    if (unknown.length === 0) return known;
    classifier ??= createClassifier(context, organizationId, filter);
    const factsOf = new Map(unknown.map(({ item, facts }) => [item.sourceIp, facts]));
    const mail = await context.records.readSourceMail(organizationId, { filter, addresses: [...factsOf.keys()] });
    const judged = mail.flatMap((item) => {
      const facts = factsOf.get(item.sourceIp);
      return facts === undefined ? [] : [{ item, facts }];
    });
    const found = await classifier(judged);
    return new Map([...known, ...found.map(({ item, verdict }) => [item.sourceIp, verdict] as const)]);
  };
}
