import type { RecordWithTtl } from "node:dns";
import { CANCELLED } from "node:dns";
import type { Resolver } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { createPace, unpaced } from "../pace.ts";
import { createResolver, orEmpty, readCode } from "../resolver.ts";
import { readHostName, toArpaName } from "./names.ts";

/** The result of looking up the name of an address. A failure never means that the name does not exist. */
export type ReverseAnswer =
  /** @property ttlS remaining time to live of the name's address record, in seconds */
  | { readonly kind: "confirmed"; readonly hostname: string; readonly ttlS: number }
  /** The owner of the address claims this name, but the name does not lead back to the address. */
  | { readonly kind: "unconfirmed"; readonly hostname: string }
  /** No PTR record has a valid host name. */
  | { readonly kind: "absent" }
  /** @property reason the error of the last resolver, such as `ESERVFAIL` or `ETIMEOUT` */
  | { readonly kind: "failed"; readonly reason: string };

/** Looks up the names of addresses. */
export interface ReverseDns {
  /**
   * Forward-confirmed reverse DNS (RFC 8601, section 3): a name counts when its own addresses include the address. Sends
   * at most 4 queries, each within two timeouts. A DNS error is a result, not an exception.
   * @throws for text that is not an IP address
   */
  lookUpName(address: string): Promise<ReverseAnswer>;
  /** Ends the lookups that are under way: they and all later ones fail with `ECANCELLED`. */
  close(): void;
}

export interface ReverseDnsOptions {
  /** Addresses of resolvers, with a port if it is not 53; empty: the system's resolvers. */
  readonly servers?: readonly string[];
  /** Timeout of each query, which is sent at most twice; default 1.5 s. */
  readonly timeoutMs?: number;
  /** Maximum queries per second to all resolvers together; absent: no limit. */
  readonly perSecondMax?: number;
}

const TIMEOUT_MS = 1500;
/** An address may have thousands of names; each costs a query. */
const NAMES_MAX = 3;

export function createReverseDns({
  servers = [],
  timeoutMs = TIMEOUT_MS,
  perSecondMax,
}: ReverseDnsOptions = {}): ReverseDns {
  const resolver = createResolver(servers, timeoutMs);
  const pace = perSecondMax === undefined ? unpaced : createPace(perSecondMax);
  const closing = new AbortController();
  const query: Query = async (send) => {
    await pace();
    closing.signal.throwIfAborted();
    return orEmpty(send(resolver));
  };
  return {
    async lookUpName(address) {
      const arpaName = toArpaName(address);
      try {
        return await confirmFirst(await findNames(arpaName, query), address, query);
      } catch (error) {
        return { kind: "failed", reason: readCode(error) };
      }
    },
    close() {
      closing.abort(Object.assign(new Error("The lookup was cancelled."), { code: CANCELLED }));
      resolver.cancel();
    },
  };
}

/** Sends a query at its turn; the result is empty when the name or the record does not exist. */
type Query = <Found>(send: (resolver: Resolver) => Promise<Found[]>) => Promise<Found[]>;

/** Valid names in alphabetical order, because servers rotate their answers and the result should not change with them. */
async function findNames(arpaName: string, query: Query): Promise<string[]> {
  const texts = await query((resolver) => resolver.resolvePtr(arpaName));
  const names = texts.map(readHostName).filter((name) => name !== null);
  return [...new Set(names)].toSorted().slice(0, NAMES_MAX);
}

/** @throws the error of a lookup when no name is confirmed: the name whose lookup failed might have been */
async function confirmFirst(names: readonly string[], address: string, query: Query): Promise<ReverseAnswer> {
  const wanted = ipaddr.parse(address);
  const failures: unknown[] = [];
  for (const hostname of names) {
    try {
      const found = await query<RecordWithTtl>((resolver) =>
        wanted.kind() === "ipv6"
          ? resolver.resolve6(hostname, { ttl: true })
          : resolver.resolve4(hostname, { ttl: true }),
      );
      const match = found.find((record) => ipaddr.parse(record.address).toString() === wanted.toString());
      if (match !== undefined) return { kind: "confirmed", hostname, ttlS: match.ttl };
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  const [hostname] = names;
  return hostname === undefined ? { kind: "absent" } : { kind: "unconfirmed", hostname };
}
