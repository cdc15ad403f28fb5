import { Resolver } from "node:dns/promises";
import { LRUCache } from "lru-cache";

/** Looks up DNS records, like `resolve` of `node:dns/promises`: absence is an error with the code ENOTFOUND or ENODATA. */
export type Resolve = (name: string, type: string) => Promise<string[][] | string[]>;

export interface MailResolverOptions {
  /** Addresses of resolvers, with a port if it is not 53; empty: the system's resolvers. */
  readonly servers?: readonly string[];
  /** Timeout of each query, which is sent at most twice; default 1.5 s. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 1500;
const TRIES = 2;
const ANSWERS_MAX = 20_000;
/** Node.js does not give the TTL of TXT records. Senders that change a key keep the old one for longer than this. */
const FOUND_TTL_MS = 300_000;
const ABSENT_TTL_MS = 60_000;
/** A server that fails is not asked again at once for each mail of a burst. */
const FAILED_TTL_MS = 2_000;
/** The longest key in use, RSA with 4,096 bits, takes 750. A longer one would only cost CPU time. */
const KEY_CHARS_MAX = 2_048;
const RECORDS_MAX = 100;

const absentCodes = new Set(["ENOTFOUND", "ENODATA"]);

interface Answer {
  readonly records: string[][] | string[];
  /** `null` when there are records. Made once: its stack costs more than the rest of a lookup that is remembered. */
  readonly error: LookupError | null;
}

/** Whether the error says that a record or name does not exist; any other error says nothing about it. */
export function isAbsence(code: string): boolean {
  return absentCodes.has(code);
}

/**
 * Creates a lookup that remembers answers: records for 5 minutes, their absence for 1, failures for 2 seconds.
 * Concurrent lookups of the same records are one query.
 */
export function createMailResolver({ servers = [], timeoutMs = TIMEOUT_MS }: MailResolverOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES, maxTimeout: timeoutMs });
  if (servers.length > 0) resolver.setServers(servers);
  const known = new LRUCache<string, Answer>({ max: ANSWERS_MAX });
  const asked = new Map<string, Promise<Answer>>();

  async function ask(key: string, name: string, type: string): Promise<Answer> {
    const answer = await queryRecords(resolver, name, type);
    known.set(key, answer, { ttl: toTtlMs(answer) });
    return answer;
  }

  return async (name, type) => {
    const key = `${type} ${name.toLowerCase()}`;
    let answer: Answer | Promise<Answer> | undefined = known.get(key) ?? asked.get(key);
    if (answer === undefined) {
      answer = ask(key, name, type).finally(() => asked.delete(key));
      asked.set(key, answer);
    }
    const { records, error } = await answer;
    if (error !== null) throw error;
    return records;
  };
}

/** A lookup without records. */
export class LookupError extends Error {
  override readonly name = "LookupError";
  readonly code: string;

  constructor(name: string, code: string) {
    super(`${code} ${name}`);
    this.code = code;
  }
}

async function queryRecords(resolver: Resolver, name: string, type: string): Promise<Answer> {
  try {
    const found = (await resolver.resolve(name, type)) as string[][] | string[];
    const records = found.slice(0, RECORDS_MAX).filter((record) => !isOversizedKey(name, record));
    if (records.length > 0) return { records: records as string[][], error: null };
    return toFailure(name, "ENODATA");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return toFailure(name, code);
  }
}

/** Frozen, since all mails that ask get the same error: mailauth writes on errors what it makes of them. */
function toFailure(name: string, code: string): Answer {
  return { records: [], error: Object.freeze(new LookupError(name, code)) };
}

function isOversizedKey(name: string, record: string | readonly string[]): boolean {
  if (!name.includes("._domainkey.") || typeof record === "string") return false;
  return record.reduce((chars, text) => chars + text.length, 0) > KEY_CHARS_MAX;
}

function toTtlMs({ error }: Answer): number {
  if (error === null) return FOUND_TTL_MS;
  return isAbsence(error.code) ? ABSENT_TTL_MS : FAILED_TTL_MS;
}
