import type { DemoRecords, DemoZone } from "../demo-dns.ts";
import { toFraction } from "../fraction.ts";
import type { DemoClient, DemoDomain } from "./clients.ts";
import { toStory } from "./domain-story.ts";

/** What the owners of the portfolio's domains have published. */
export function listZones(clients: readonly DemoClient[], idOf: ReadonlyMap<string, string>): DemoRecords[] {
  return clients
    .flatMap(({ domains }) => domains)
    .flatMap((domain) => {
      const domainId = idOf.get(domain.name);
      return domainId === undefined ? [] : [{ domainId, policy: toStory(domain).policy, zone: toZone(domain) }];
    });
}

/** About one verified domain in 60 is broken on purpose. */
export function toZone({ name, state, size }: DemoDomain): DemoZone {
  if (state === "pending" || state === "failed") return "not-yet";
  const chance = toFraction(`${name} dns`);
  if (chance < 0.006) return "removed";
  if (chance < 0.012) return "misspelt";
  if (chance < 0.017) return "twice";
  // Reports that arrive are what shows that the mailbox is the owner's: a large domain has some for certain.
  return size > 0 && chance < 0.2 ? "own-mailbox" : "right";
}
