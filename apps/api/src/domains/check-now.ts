import { limitTime } from "@ruaflow/dns";
import { lookUpWatchedRecords, summarizeCheck } from "@ruaflow/dns/watched-records";
import type { Domain } from "@ruaflow/metadata-store/domains";
import { DNS_VALUE_CHARS_MAX } from "@ruaflow/metadata-store/watch";
import { createDnsChanged } from "@ruaflow/webhooks/events";
import type { ApiContext } from "../context.ts";
import { readClaim } from "./claim.ts";

/** Longest wait of a request for DNS: with it the answer comes within 5 seconds. */
const WAIT_MS = 4000;

/**
 * Looks up all DNS records of a domain and saves the result as the keeper does, with history and events of a verified domain. The
 * keeper's schedule stays as it is. A record that does not answer in time is unknown.
 */
export async function checkNow(context: ApiContext, organizationId: string, domain: Domain): Promise<void> {
  const { id: domainId, name, clientReference } = domain;
  const claim = await readClaim(context, organizationId, domain);
  const checkedAt = context.now();
  const seen = await lookUpWatchedRecords(limitTime(context.dns, WAIT_MS), claim);
  const { changesSince, ...found } = summarizeCheck(claim, seen, DNS_VALUE_CHARS_MAX);
  const origin = { organizationId, domainId, domain: name, clientReference, createdAt: checkedAt };
  await context.metadata.watch.saveDnsCheck(organizationId, {
    ...found,
    domainId,
    checkedAt,
    compare: (known) =>
      changesSince(known).map(({ isFirst, ...change }) => {
        return { ...change, checkedAt, event: isFirst ? null : createDnsChanged({ ...origin, ...change }) };
      }),
  });
}
