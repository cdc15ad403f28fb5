import type { Filter } from "@ruaflow/record-store/questions";
import type { ApiContext } from "../context.ts";
import { createClassifier } from "../senders/classify-mail.ts";
import type { SourceVerdict } from "../senders/source-verdict.ts";
import { addSourceFacts, type Sourced, together } from "../source-facts.ts";

interface WithDomains {
  readonly sourceIp: string;
  readonly domains: readonly { readonly domainId: string }[];
}

/** An item with the facts about its address, what it is, and the names of its domains, by id. */
export interface Described<Item extends WithDomains> extends Sourced<Item> {
  readonly verdict: SourceVerdict;
  readonly nameOf: ReadonlyMap<string, string>;
}

/**
 * Adds what is known of addresses, what they are by all of their mail that the filter selects, and names of domains, to a
 * stream of sources. A source whose mail is deleted meanwhile is left out.
 */
export function describeSources<Item extends WithDomains>(
  context: Pick<ApiContext, "metadata" | "records" | "ipData">,
  { organizationId, filter }: { readonly organizationId: string; readonly filter: Filter },
  items: AsyncIterable<Item>,
): AsyncGenerator<Described<Item>, void, undefined> {
  const classify = createClassifier(context, organizationId, filter);
  return together(items, async (some) => {
    const ids = new Set(some.flatMap(({ domains }) => domains.map(({ domainId }) => domainId)));
    const addresses = some.map(({ sourceIp }) => sourceIp);
    const [sourced, nameOf, mail] = await Promise.all([
      addSourceFacts(context, some),
      context.metadata.domains.readDomainNames(organizationId, [...ids]),
      context.records.readSourceMail(organizationId, { filter, addresses }),
    ]);
    const factsOf = new Map(sourced.map(({ item, facts }) => [item.sourceIp, facts]));
    const known = mail.flatMap((item) => {
      const facts = factsOf.get(item.sourceIp);
      return facts === undefined ? [] : [{ item, facts }];
    });
    const verdictOf = new Map((await classify(known)).map(({ item, verdict }) => [item.sourceIp, verdict]));
    return sourced.flatMap((one) => {
      const verdict = verdictOf.get(one.item.sourceIp);
      return verdict === undefined ? [] : [{ ...one, verdict, nameOf }];
    });
  });
}
