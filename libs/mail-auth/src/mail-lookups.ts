import { isAbsence, LookupError, type Resolve } from "./resolver.ts";

/** The lookups of one mail take no longer than this. */
const DEADLINE_MS = 8_000;

/** The lookups of one mail. */
export interface MailLookups {
  readonly resolve: Resolve;
  /** Names whose lookup has failed: their records may exist. */
  readonly failed: ReadonlySet<string>;
}

/**
 * Limits the time of a mail's lookups, and notes which failed. mailauth limits their number: 10 for SPF, as many for
 * alignment, and one for each signature.
 */
export function createMailLookups(resolve: Resolve): MailLookups {
  const failed = new Set<string>();
  const endsAt = performance.now() + DEADLINE_MS;
  return {
    failed,
    async resolve(name, type) {
      try {
        return await within(resolve(name, type), name, endsAt);
      } catch (error) {
        const code = error instanceof LookupError ? error.code : "EUNKNOWN";
        if (!isAbsence(code)) failed.add(name.toLowerCase());
        throw error;
      }
    },
  };
}

async function within<Found>(lookup: Promise<Found>, name: string, endsAt: number): Promise<Found> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const waitMs = Math.max(0, endsAt - performance.now());
    timer = setTimeout(() => reject(new LookupError(name, "ETIMEOUT")), waitMs);
  });
  return Promise.race([lookup, late]).finally(() => clearTimeout(timer));
}
