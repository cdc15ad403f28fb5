import type { Resolver } from "node:dns/promises";
import { createPace, machineClock, type Pace, type PaceClock, unpaced } from "./pace.ts";
import { isLoopback, isReservedName } from "./reserved-names.ts";
import { createResolver, orEmpty, readCode } from "./resolver.ts";

/** The result of a lookup of TXT records. A failure never means that the records do not exist. */
export type TxtAnswer =
  /** @property texts each record's strings joined, at most 50; empty: the record or the name does not exist */
  | { readonly kind: "answered"; readonly texts: readonly string[] }
  /**
   * @property reason the error of the last resolver, such as `ESERVFAIL` or `ETIMEOUT`
   * @property isReserved the name is reserved (RFC 6761), and no resolver was queried
   */
  | { readonly kind: "failed"; readonly reason: string; readonly isReserved?: true };

/** Looks up DNS records. */
export interface Dns {
  /** Queries the resolvers each time. A DNS error is a result, not an exception. Takes at most about 10 s. */
  lookUpTxt(name: string): Promise<TxtAnswer>;
}

export interface DnsOptions {
  /** Addresses of resolvers, with a port if it is not 53; empty: the system's resolvers. */
  readonly servers?: readonly string[];
  /** Timeout of each query, which is sent at most twice; default 1.5 s. */
  readonly timeoutMs?: number;
  /** Maximum queries per second to each resolver; absent: no limit. Waiting for the limit does not count as a timeout. */
  readonly perSecondMax?: number;
  /** Default: the machine's. */
  readonly clock?: PaceClock;
}

const TIMEOUT_MS = 1500;
/** A lookup sends no further query after the time of this many timeouts, so that slow servers and long alias chains end. */
const TIMEOUTS_MAX = 5;
/** Aliases that are followed in addition to those that resolvers follow (RFC 1034, section 3.6.2, discourages chains). */
const ALIASES_MAX = 8;
const tooSlow: TxtAnswer = { kind: "failed", reason: "ETIMEOUT" };
const reserved: TxtAnswer = { kind: "failed", reason: "a reserved name, which DNS does not have", isReserved: true };
const TEXTS_MAX = 50;
const TEXT_CHARS_MAX = 4096;
const NAME_CHARS_MAX = 253;

/**
 * Creates a lookup that queries the resolvers in turn until one returns records. When a resolver has no record, the others
 * are queried too: it may have cached for an hour that a new record did not exist (RFC 2308). Resolvers are not asked
 * for reserved names: they know none, and some make answers up. Only those on this machine may serve the zones of a lab.
 */
export function createDns(options: DnsOptions = {}): Dns {
  const { servers = [], timeoutMs = TIMEOUT_MS, perSecondMax, clock = machineClock } = options;
  const groups = servers.length > 0 ? servers.map((server) => [server]) : [[]];
  const resolvers = groups.map((group) => ({
    resolver: createResolver(group, timeoutMs),
    pace: perSecondMax === undefined ? unpaced : createPace(perSecondMax, clock),
    clock,
  }));
  const isLab = servers.length > 0 && servers.every(isLoopback);
  return {
    async lookUpTxt(name) {
      if (name.length > NAME_CHARS_MAX) return { kind: "answered", texts: [] };
      if (!isLab && isReservedName(name)) return reserved;
      const time = { remainingMs: timeoutMs * TIMEOUTS_MAX };
      let answer: TxtAnswer | undefined;
      for (const paced of resolvers) {
        const next = await queryResolver(paced, name, time);
        if (next.kind === "answered" && next.texts.length > 0) return next;
        answer = answer?.kind === "answered" ? answer : next;
      }
      return answer ?? { kind: "failed", reason: "no resolver" };
    },
  };
}

/** The same lookups, each a failure when it takes longer. */
export function limitTime(dns: Dns, limitMs: number): Dns {
  return {
    async lookUpTxt(name) {
      const timer = Promise.withResolvers<TxtAnswer>();
      const timeout = setTimeout(() => timer.resolve(tooSlow), limitMs);
      return Promise.race([dns.lookUpTxt(name), timer.promise]).finally(() => clearTimeout(timeout));
    },
  };
}

/**
 * Parses the comma-separated addresses of a setting.
 * @throws {UsageError} for an invalid address
 */
export function parseDnsServers(text: string): string[] {
  const servers = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const server of servers) createResolver([server], TIMEOUT_MS);
  return servers;
}

interface PacedResolver {
  readonly resolver: Resolver;
  readonly pace: Pace;
  readonly clock: PaceClock;
}

/** The remaining time of one lookup. Only the time of queries counts. */
interface TimeBudget {
  remainingMs: number;
}

/** Follows aliases (CNAME) that the resolver has not followed. A loop of aliases is a failure. */
async function queryResolver(paced: PacedResolver, name: string, time: TimeBudget): Promise<TxtAnswer> {
  const { resolver, pace, clock } = paced;
  const query = async <Found>(send: () => Promise<Found[]>): Promise<Found[]> => {
    await pace();
    const sentAt = clock.now();
    return orEmpty(send()).finally(() => {
      time.remainingMs -= clock.now() - sentAt;
    });
  };
  try {
    let target: string | undefined = name;
    for (let aliases = 0; target !== undefined && aliases <= ALIASES_MAX; aliases += 1) {
      const host: string = target;
      if (time.remainingMs < 0) return tooSlow;
      const records = await query(() => resolver.resolveTxt(host));
      if (records.length > 0) return { kind: "answered", texts: toTexts(records) };
      if (time.remainingMs < 0) return tooSlow;
      [target] = await query(() => resolver.resolveCname(host));
    }
    return target === undefined ? { kind: "answered", texts: [] } : { kind: "failed", reason: "too many aliases" };
  } catch (error) {
    return { kind: "failed", reason: readCode(error) };
  }
}

/** Servers answer in any order: of too many texts the same are kept each time. */
function toTexts(records: readonly (readonly string[])[]): string[] {
  const texts = records.map(joinStrings);
  return texts.length <= TEXTS_MAX ? texts : texts.sort().slice(0, TEXTS_MAX);
}

/** The strings of one record are joined without a space (RFC 7208, section 3.3; RFC 9989, section 4.7). */
function joinStrings(strings: readonly string[]): string {
  return strings.join("").slice(0, TEXT_CHARS_MAX);
}
