import { type Resolver, Resolver as SystemResolver } from "node:dns/promises";
import { UsageError } from "@ruaflow/runtime/errors";
import { createPace, type Pace, unpaced } from "./pace.ts";

/** What DNS says about the TXT records of a name. A failure tells nothing about them: it is never "there is none". */
export type TxtAnswer =
  /** @property texts each record's strings joined, at most 50; empty: there is no such record, or no such name */
  | { readonly kind: "answered"; readonly texts: readonly string[] }
  /** @property reason what the last resolver failed with, such as `ESERVFAIL` or `ETIMEOUT` */
  | { readonly kind: "failed"; readonly reason: string };

/** Looks up what domains publish. */
export interface Dns {
  /** Asks anew each time. Never throws for what DNS answers, and answers within about 10 s. */
  lookUpTxt(name: string): Promise<TxtAnswer>;
}

export interface DnsOptions {
  /** Addresses of resolvers, with a port where it is not 53; none: those of the system. */
  readonly servers?: readonly string[];
  /** How long to wait for each resolver, twice at most; 1.5 s when absent. */
  readonly timeoutMs?: number;
  /** Questions a second to each resolver at most; absent: as many as there are. Waiting for one's turn is no timeout. */
  readonly perSecondMax?: number;
}

const TIMEOUT_MS = 1500;
const TRIES = 2;
/** No further question is put after so many timeouts: whoever answers slowly, or with alias after alias, holds up nobody. */
const TIMEOUTS_MAX = 5;
/** What resolvers follow by themselves is more than enough for (RFC 1034, section 3.6.2, wants no chains at all). */
const ALIASES_MAX = 8;
const tooSlow: TxtAnswer = { kind: "failed", reason: "ETIMEOUT" };
const TEXTS_MAX = 50;
const TEXT_CHARS_MAX = 4096;
const NAME_CHARS_MAX = 253;
/** Codes of c-ares for "there is no such name" and "it has no such record". */
const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Makes a lookup that asks the resolvers one after the other until one has records. One that says "none" is not believed
 * before the others are asked: it may remember for an hour that a new record was missing (RFC 2308).
 */
export function createDns({ servers = [], timeoutMs = TIMEOUT_MS, perSecondMax }: DnsOptions = {}): Dns {
  const groups = servers.length > 0 ? servers.map((server) => [server]) : [[]];
  const resolvers = groups.map((group) => ({
    resolver: createResolver(group, timeoutMs),
    pace: perSecondMax === undefined ? unpaced : createPace(perSecondMax),
  }));
  return {
    async lookUpTxt(name) {
      if (name.length > NAME_CHARS_MAX) return { kind: "answered", texts: [] };
      const time = { leftMs: timeoutMs * TIMEOUTS_MAX };
      let answer: TxtAnswer | undefined;
      for (const paced of resolvers) {
        const next = await askOne(paced, name, time);
        if (next.kind === "answered" && next.texts.length > 0) return next;
        answer = answer?.kind === "answered" ? answer : next;
      }
      return answer ?? { kind: "failed", reason: "no resolver" };
    },
  };
}

/**
 * The addresses in a setting, separated by commas.
 * @throws {UsageError} for what is no address
 */
export function parseDnsServers(text: string): string[] {
  const servers = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const server of servers) createResolver([server], TIMEOUT_MS);
  return servers;
}

function createResolver(servers: readonly string[], timeoutMs: number): Resolver {
  const resolver = new SystemResolver({ timeout: timeoutMs, tries: TRIES, maxTimeout: timeoutMs });
  try {
    if (servers.length > 0) resolver.setServers(servers);
  } catch {
    throw new UsageError(`RUAFLOW_DNS_SERVERS: ${servers.join(", ")} is not the address of a resolver.`);
  }
  return resolver;
}

interface PacedResolver {
  readonly resolver: Resolver;
  readonly pace: Pace;
}

/** What is left of the time for one lookup, in questions' own time. */
interface TimeLeft {
  leftMs: number;
}

/** Follows aliases (CNAME) that the resolver has left to us. A circle of them is a failure. */
async function askOne({ resolver, pace }: PacedResolver, name: string, time: TimeLeft): Promise<TxtAnswer> {
  const ask = async <Found>(question: () => Promise<Found[]>): Promise<Found[]> => {
    await pace();
    const askedAt = performance.now();
    return orNone(question()).finally(() => {
      time.leftMs -= performance.now() - askedAt;
    });
  };
  try {
    let target: string | undefined = name;
    for (let aliases = 0; target !== undefined && aliases <= ALIASES_MAX; aliases += 1) {
      const asked: string = target;
      if (time.leftMs < 0) return tooSlow;
      const records = await ask(() => resolver.resolveTxt(asked));
      if (records.length > 0) return { kind: "answered", texts: records.slice(0, TEXTS_MAX).map(joinStrings) };
      if (time.leftMs < 0) return tooSlow;
      [target] = await ask(() => resolver.resolveCname(asked));
    }
    return target === undefined ? { kind: "answered", texts: [] } : { kind: "failed", reason: "too many aliases" };
  } catch (error) {
    return { kind: "failed", reason: readCode(error) };
  }
}

/** The strings of one record belong together without a space (RFC 7208, section 3.3; RFC 9989, section 4.7). */
function joinStrings(strings: readonly string[]): string {
  return strings.join("").slice(0, TEXT_CHARS_MAX);
}

async function orNone<Found>(found: Promise<Found[]>): Promise<Found[]> {
  try {
    return await found;
  } catch (error) {
    if (ABSENT.has(readCode(error))) return [];
    throw error;
  }
}

function readCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
