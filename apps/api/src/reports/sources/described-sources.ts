import type { VerdictKey } from "@ruaflow/record-store/verdicts";
import { addSourceFacts, type Sourced, together } from "@ruaflow/verdicts/facts";
import { readShown, type ShownVerdict } from "@ruaflow/verdicts/judge";
import type { ApiContext } from "../../context.ts";

interface WithDomains {
  readonly sourceIp: string;
  readonly decidingDomainId: string;
  readonly domains: readonly { readonly domainId: string }[];
}

/** An item with the facts about its address, the names of its domains, by id, and the verdict on it for the domain that decides. */
export interface Described<Item extends WithDomains> extends Sourced<Item> {
  readonly verdict: ShownVerdict;
  readonly nameOf: ReadonlyMap<string, string>;
}

type Context = Pick<ApiContext, "metadata" | "records" | "readFacts">;

/** Adds what is known of addresses, what they are, and names of domains to a stream of sources. */
export function describeSources<Item extends WithDomains>(
  context: Context,
  organizationId: string,
  items: AsyncIterable<Item>,
): AsyncGenerator<Described<Item>, void, undefined> {
  return together(items, async (some) => {
    const ids = new Set(some.flatMap(({ domains }) => domains.map(({ domainId }) => domainId)));
    const [sourced, nameOf, toVerdict] = await Promise.all([
      addSourceFacts(context, some),
      context.metadata.domains.readDomainNames(organizationId, [...ids]),
      readShown(context, organizationId, some.map(toDecidingKey)),
    ]);
    return sourced.map(
      ({ item, facts }): Described<Item> => ({ item, facts, nameOf, verdict: toVerdict(toDecidingKey(item)) }),
    );
  });
}

function toDecidingKey({ sourceIp, decidingDomainId }: WithDomains): VerdictKey {
  return { sourceIp, domainId: decidingDomainId };
}
